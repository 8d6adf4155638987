// What the service worker keeps for times without a network, once the page has nothing else to do.

import { lang } from "../ui/text.js";
import * as storage from "./storage.js";

/** @param {() => void} work */
export function whenIdle(work) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work);
}

/** What the browser reports of its network, if it does. @returns {{ saveData?: boolean, type?: string }} */
function networkNow() {
  return /** @type {any} */ (navigator).connection ?? {};
}

/** Whether somebody saves data: they keep what the page was opened with. */
export function savesData() {
  return networkNow().saveData === true;
}

/** Under which name it is kept that somebody prints here. */
const PRINTS = "prints";

/** Somebody makes a PDF, and so will do without a network, too. */
export function wantPaper() {
  storage.save(PRINTS, true);
  whenIdle(keepForLater);
}

/** Has the service worker keep the rules; and what makes PDFs, where somebody prints or matches live on this phone. */
export async function keepForLater() {
  const container = navigator.serviceWorker;
  if (!container || savesData()) return;
  const { active } = await container.ready;
  const hasKept = storage.matches().some(({ kept }) => kept === true);
  const printer = storage.load(PRINTS, false) || (hasKept && networkNow().type !== "cellular");
  active?.postMessage({ lang: lang(), printer });
}
