// What a phone does beside showing a hand that was saved, where its owner wants that and the browser can:
// it vibrates, and reads the totals aloud.

import { lang, listed, points, t } from "../ui/text.js";
import { canBuzz, canSpeak } from "./settings.js";
import * as storage from "./storage.js";

/** Milliseconds of vibration. */
const BUZZ = 60;

/** The totals as they are read aloud, the first place first. @param {Report} result */
export function totalsText({ hands, standings }) {
  return t("aloud.totals", { hand: hands.length, totals: listed(standings.map(({ player, total }) => t("aloud.total", { player, total: points(total) }))) });
}

/** A hand was saved. @param {Report | undefined} result the match with it; nothing, as long as it waits to be sent */
export function echo(result) {
  const { buzz, aloud } = storage.settings();
  if (buzz && canBuzz()) navigator.vibrate(BUZZ);
  if (!aloud || !canSpeak() || !result) return;
  const spoken = new SpeechSynthesisUtterance(totalsText(result));
  spoken.lang = lang();
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
