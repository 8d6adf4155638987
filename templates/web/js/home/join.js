// Joins a match by a code, a link or a file.

import { post } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { button, sheet, textField } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** A code, after its separators are removed. */
const CODE = /^[a-z\d]{8}$/i;
const LINK = /#?\/join\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)/;
/** A link that contains a whole match, from another phone. */
const TAKEN = /#\/take\/[\w.-]+/;

/** Shows the dialog that asks for a code or a link. A link ends with the id of the match and its key. @param {(hash: string) => void} go */
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
    const open = async () => (await import("../share/kept.js")).openFile(go, close);
    return h("form", { class: "stack", onsubmit: enter }, node, fault,
      h("div", { class: "row bottom" }, button(t("kept.open"), open, { quiet: true }), button(t("start.join-go"), () => fault.closest("form")?.requestSubmit(), { main: true })));
  });
}

/** The part of a link after the #. @param {string} text @returns {string | undefined} */
function linked(text) {
  const [, id, key] = LINK.exec(text) ?? [];
  return id ? `#/join/${id}/${key}` : TAKEN.exec(text)?.[0];
}

/** The address that a code or a link leads to, or the reason why it is invalid. @param {string} text @returns {Promise<{ hash?: string, wrong?: string }>} */
async function findMatch(text) {
  const hash = linked(text);
  if (hash) return { hash };
  const code = text.replace(/[\s-]/g, "");
  if (!CODE.test(code)) return { wrong: t("start.code-wrong") };
  /** @type {Answer<{ id: string, key: string }>} */
  const answer = await post("joins", { code });
  if (answer.ok) return { hash: `#/join/${answer.body.id}/${answer.body.key}` };
  return { wrong: answer.offline ? t("share.offline") : answer.problem?.detail ?? t("line.busy") };
}
