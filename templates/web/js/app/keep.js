// What the service worker stores for use without a network, once the page is idle.

import { lang } from "../ui/text.js";
import * as storage from "./storage.js";

/** @param {() => void} work */
export function whenIdle(work) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work);
}

/** The network as the browser describes it, if it does. @returns {{ saveData?: boolean, type?: string }} */
function networkNow() {
  return /** @type {any} */ (navigator).connection ?? {};
}

/** Whether the browser is set to save data. If so, nothing is stored in advance. */
export function savesData() {
  return networkNow().saveData === true;
}

/** The name in storage of the flag that this phone makes PDFs. */
const PRINTS = "prints";

/** Stores the PDF module, because this phone makes PDFs. */
export function keepPdf() {
  storage.save(PRINTS, true);
  whenIdle(keepForLater);
}

/** Asks the service worker to store the rules, and the PDF module too if this phone prints or stores matches. */
export async function keepForLater() {
  const container = navigator.serviceWorker;
  if (!container || savesData()) return;
  const { active } = await container.ready;
  const hasKept = storage.matches().some(({ kept }) => kept === true);
  const printer = storage.load(PRINTS, false) || (hasKept && networkNow().type !== "cellular");
  active?.postMessage({ lang: lang(), printer });
}
