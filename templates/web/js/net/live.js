// Listening to the events of a match: by the worker that all tabs share where there is one, else alone.

import { listen } from "./streams.js";

/** @typedef {import("./streams.js").Told} Told */

/** What listens to which number. @type {Map<number, (told: Told) => void>} */
const listeners = new Map();
/** @type {SharedWorker | undefined} */
let worker;
let isBroken = typeof SharedWorker === "undefined";
let numbers = 0;

/** Listens to an address, until it is closed or broken. @param {string} address @param {(told: Told) => void} tell @returns {{ close(): void }} */
export function openStream(address, tell) {
  const whole = new URL(address, document.baseURI).href;
  const port = sharedPort();
  if (!port) return listen(whole, tell);
  const number = ++numbers;
  listeners.set(number, tell);
  port.postMessage({ join: whole, number });
  return {
    close() {
      if (listeners.delete(number)) port.postMessage({ leave: true, number });
    },
  };
}

function sharedPort() {
  if (isBroken) return undefined;
  worker ??= begin();
  return worker?.port;
}

function begin() {
  try {
    const begun = new SharedWorker(new URL("./shared-worker.js", import.meta.url), { type: "module" });
    begun.port.onmessage = ({ data: { number, told } }) => {
      const tell = listeners.get(number);
      if (told.type === "error") listeners.delete(number);
      tell?.(told);
    };
    begun.addEventListener("error", giveUp);
    return begun;
  } catch {
    isBroken = true;
    return undefined;
  }
}

/** A worker that does not begin: from now on everybody listens alone. */
function giveUp() {
  isBroken = true;
  const waiting = [...listeners.values()];
  listeners.clear();
  for (const tell of waiting) tell({ type: "error" });
}

// A page that is left listens no more; one that comes back from the browser's memory begins anew.
globalThis.addEventListener("pagehide", () => {
  const left = [...listeners];
  listeners.clear();
  for (const [number, tell] of left) {
    worker?.port.postMessage({ leave: true, number });
    tell({ type: "error" });
  }
});
