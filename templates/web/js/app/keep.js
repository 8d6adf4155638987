// Asks the service worker, once the page is idle, to store the files needed without a network.

import { lang } from "../ui/text.js";
import * as storage from "./storage.js";

/** @param {() => void} work */
export function whenIdle(work) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work);
}

/** The browser's information about the network; empty if it has none. @returns {{ saveData?: boolean, type?: string }} */
function networkNow() {
  return /** @type {any} */ (navigator).connection ?? {};
}

/** Whether the user asked the browser to save data. If so, nothing is stored in advance. */
export function savesData() {
  return networkNow().saveData === true;
}

/** The storage name of the flag that this phone has made a PDF. */
const PRINTS = "prints";

/** Notes that this phone makes PDFs, so that the service worker stores the PDF module. */
export function keepPdf() {
  storage.save(PRINTS, true);
  whenIdle(keepForLater);
}

/** Asks the service worker to store the rules and, if this phone prints or holds matches, the PDF module. */
export async function keepForLater() {
  const container = navigator.serviceWorker;
  if (!container || savesData()) return;
  const { active } = await container.ready;
  const hasKept = storage.matches().some(({ kept }) => kept === true);
  const printer = storage.load(PRINTS, false) || (hasKept && networkNow().type !== "cellular");
  active?.postMessage({ lang: lang(), printer });
}
