// Joining a match: by a code, by a link that was sent, by the camera, from a file.

import { joinByCode, reasonOf } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { button, sheet, textField } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** A code without what sets its parts off. */
const CODE = /^[a-z\d]{8}$/i;
const LINK = /#?\/join\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)/;
/** A match that another phone hands over, or a part of it. */
const TAKEN = /#\/take\/[\da-f]{12}\/\d+\/\d+\/\d+/;

/** Asks for a code, or for a link that was sent: its last parts are the match and its key. @param {(hash: string) => void} go */
export function join(go) {
  sheet(t("start.join"), (close) => {
    const { node, input } = textField(t("start.code"), { hint: t("start.code-hint"), autocapitalize: "characters", spellcheck: "false" });
    const fault = h("p", { class: "fault", role: "alert", hidden: true });
    const enter = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const { hash, wrong } = await findMatch(input.value);
      put(fault, wrong);
      fault.hidden = Boolean(hash);
      if (!hash) return;
      close();
      go(hash);
    };
    const camera = h("div");
    offerCamera(camera, (text) => {
      const hash = linked(text);
      if (!hash) return false;
      close();
      // A chain of codes is read on.
      go(TAKEN.test(hash) ? `${hash}?scan` : hash);
      return true;
    });
    const open = async () => (await import("../share/kept.js")).openFile(go, close);
    return h("form", { class: "stack", onsubmit: enter }, camera, node, fault,
      h("div", { class: "row bottom" }, button(t("kept.open"), open, { quiet: true }), button(t("start.join-go"), () => fault.closest("form")?.requestSubmit(), { main: true })));
  });
}

/** Offers to read the link with the camera, where that can be done; it is let go with the dialog. @param {HTMLElement} place @param {(text: string) => boolean} take */
async function offerCamera(place, take) {
  if (!("BarcodeDetector" in globalThis)) return;
  const { canScan, scanner } = await import("../app/scan.js");
  if (!(await canScan())) return;
  const closed = new AbortController();
  place.closest("dialog")?.addEventListener("close", () => closed.abort());
  put(place, h("div", { class: "row" }, button(t("scan.go"), () => put(place, scanner(take, closed.signal)))));
}

/** Where a link leads. @param {string} text @returns {string | undefined} */
function linked(text) {
  const [, id, key] = LINK.exec(text) ?? [];
  return id ? `#/join/${id}/${key}` : TAKEN.exec(text)?.[0];
}

/** Where what was entered leads, or why nowhere. @param {string} text @returns {Promise<{ hash?: string, wrong?: string }>} */
async function findMatch(text) {
  const hash = linked(text);
  if (hash) return { hash };
  const code = text.replace(/[\s-]/g, "");
  if (!CODE.test(code)) return { wrong: t("start.code-wrong") };
  const answer = await joinByCode(code);
  if (answer.ok) return { hash: `#/join/${answer.body.id}/${answer.body.key}` };
  return { wrong: answer.offline ? t("share.offline") : reasonOf(answer.problem) };
}
