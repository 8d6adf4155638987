// How long the hand being played has taken, for a table that wants to see it.

import * as storage from "../app/storage.js";
import { h } from "../ui/dom.js";

/** Milliseconds between two looks at the clock. */
const TICK = 1000;

/**
 * A time as minutes and seconds, with hours where there are some: 4:07, 1:02:30.
 * @param {number} millis
 */
export function timeText(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, at) => String(part).padStart(at === 0 ? 1 : 2, "0")).join(":");
}

/**
 * The time of the hand, shown where the settings want it.
 * @param {string} id of the match
 * @param {AbortSignal} signal stops it
 */
export function handTimer(id, signal) {
  const node = h("span", { class: "timer", role: "timer", hidden: true });
  let since = 0;
  const draw = () => {
    node.hidden = !storage.settings().timer;
    if (!node.hidden) node.textContent = timeText(Date.now() - since);
  };
  const timer = setInterval(draw, TICK);
  signal.addEventListener("abort", () => clearInterval(timer));
  return {
    node,
    /** Counts from when this hand was shown here first. @param {number} number */
    show(number) {
      /** @type {{ number: number, at: number } | undefined} */
      const kept = storage.draft(`${id}/since`);
      since = kept?.number === number ? kept.at : Date.now();
      if (kept?.number !== number) storage.saveDraft(`${id}/since`, { number, at: since });
      draw();
    },
  };
}
