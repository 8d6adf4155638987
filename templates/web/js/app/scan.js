// Reading the code of a match with the camera, where the browser can read codes. Not every one can.

import { h } from "../ui/dom.js";
import { t } from "../ui/text.js";

/** Milliseconds between two looks at the picture. */
const PAUSE = 150;

/** Whether this browser can read codes with a camera. */
export async function canScan() {
  if (typeof BarcodeDetector === "undefined" || !navigator.mediaDevices?.getUserMedia) return false;
  return BarcodeDetector.getSupportedFormats().then((formats) => formats.includes("qr_code"), () => false);
}

/**
 * What the camera sees, until a text is taken or the signal is aborted; then the camera is let go. It is asked
 * for here and not before.
 * @param {(text: string) => boolean | string} take what was read; whether it was the right thing, or what is said
 *   where more is to be read
 * @param {AbortSignal} signal
 */
export function scanner(take, signal) {
  const video = h("video", { class: "scan", autoplay: true, muted: true, playsinline: true, "aria-label": t("scan.picture") });
  const said = h("p", { class: "small", role: "status" }, t("scan.asks"));
  const done = new AbortController();
  const node = h("div", { class: "stack tight" }, video, said);
  watch(video, AbortSignal.any([signal, done.signal]), (text) => {
    const taken = take(text);
    if (taken === true) done.abort();
    else said.textContent = taken || t("scan.other");
  }, () => { said.textContent = t("scan.look"); }).catch((error) => {
    video.remove();
    said.classList.add("fault");
    said.textContent = t(error.name === "NotAllowedError" ? "scan.refused" : "scan.none");
  });
  return node;
}

/** @param {HTMLVideoElement} video @param {AbortSignal} signal @param {(text: string) => void} read @param {() => void} begun */
async function watch(video, signal, read, begun) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  signal.addEventListener("abort", stop);
  if (signal.aborted) {
    stop();
    return;
  }
  video.muted = true;
  video.srcObject = stream;
  await video.play().catch(() => undefined);
  begun();
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  while (!signal.aborted) {
    // A picture that is not there yet cannot be looked at.
    const found = await detector.detect(video).catch(() => []);
    if (signal.aborted) return;
    if (found[0]) read(found[0].rawValue);
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  }
}
