// The parts that all screens use: buttons, dialogs, toasts, empty states.

import { announce, find, h, newId } from "./dom.js";
import { t } from "./text.js";

/** A button: `button(t("record.save"), save, { main: true })`. @param {Child} label @param {() => unknown} onclick @param {ButtonLook & Props} [look] */
export function button(label, onclick, { main, quiet, danger, icon, key, ...props } = {}) {
  const kinds = { main, quiet, danger, icon };
  const names = Object.entries(kinds).filter(([, wanted]) => wanted).map(([name]) => name);
  return h("button", { type: "button", class: ["button", ...names].join(" "), onclick, "data-key": key, ...props }, label);
}

/** Opens a modal dialog, at the bottom on a phone. Escape closes it. @param {string} title @param {(close: () => void) => Child} fill returns the content */
export function sheet(title, fill) {
  const id = newId("sheet");
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": id });
  const close = () => dialog.close();
  dialog.append(h("div", { class: "dialog-head" }, h("h2", { id }, title), button("✕", close, { icon: true, "aria-label": t("close") })));
  for (const part of [fill(close)].flat()) if (part instanceof Node) dialog.append(part);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks for confirmation before a step that is hard to undo. @param {string} title @param {string} text @param {string} yes the text of the button that confirms @returns {Promise<boolean>} whether the user confirmed */
export function confirm(title, text, yes, { danger = true } = {}) {
  return new Promise((resolve) => {
    let wanted = false;
    const go = () => {
      wanted = true;
      dialog.close();
    };
    const dialog = sheet(title, (close) => [
      h("p", {}, text),
      h("div", { class: "row bottom" }, button(t("cancel"), close), button(yes, go, { main: !danger, danger })),
    ]);
    dialog.addEventListener("close", () => resolve(wanted));
  });
}

/** The message on the screen; `at` is the time when it appeared, in milliseconds. @type {{ node: HTMLElement, at: number, timer: ReturnType<typeof setTimeout> } | undefined} */
let shown;

/**
 * Shows a message for a while, in its own row, which moves the page down and covers nothing. A message with an action
 * stays longer and can be closed.
 * @param {string} text
 * @param {{ action?: () => unknown, label?: string, seconds?: number }} [more]
 */
export function toast(text, { action, label, seconds = action ? 20 : 6 } = {}) {
  clearToast();
  const node = h("section", { class: "toast", "aria-label": t("toast") }, h("span", {}, text));
  if (action) {
    node.append(button(label, () => {
      clearToast();
      action();
    }), button("✕", clearToast, { icon: true, "aria-label": t("close") }));
  }
  const row = find(document, ".toasts") ?? document.body;
  const top = () => document.getElementById("main")?.getBoundingClientRect().top ?? 0;
  const covered = () => Math.max(row.getBoundingClientRect().bottom, find(document, ".strip")?.getBoundingClientRect().bottom ?? 0);
  const gap = () => top() - covered();
  const before = gap();
  closeToastRoom();
  row.append(node);
  // The row is sticky: without this, it would cover a part of a scrolled page.
  scrollBy(0, gap() - before);
  announce(text);
  shown = { node, at: Date.now(), timer: setTimeout(clearToast, seconds * 1000) };
}

/** Removes the message if the page was touched after it appeared. */
export function clearReadToast() {
  if (shown && touchedAt > shown.at) clearToast();
}

/** The time in milliseconds without a touch after which the empty row of a message closes. */
const QUIET = 1000;
let touchedAt = 0;
globalThis.addEventListener?.("pointerdown", () => { touchedAt = Date.now(); }, { capture: true, passive: true });

/** Removes the message. Its empty row closes only after a time without touches: nothing moves under a finger. */
export function clearToast() {
  if (!shown) return;
  const { node, timer } = shown;
  shown = undefined;
  clearTimeout(timer);
  const height = node.offsetHeight;
  const row = node.closest(".toasts");
  node.remove();
  const room = h("div", { class: "toast-room" });
  room.style.height = `${height}px`;
  row?.after(room);
  const close = () => {
    if (Date.now() - touchedAt < QUIET) setTimeout(close, QUIET);
    else room.remove();
  };
  setTimeout(close, QUIET);
}

/** Closes the empty row of a message. */
export function closeToastRoom() {
  find(document, ".toast-room")?.remove();
}

/**
 * Goes to another screen and shows a message there, or on the screen that the user opens meanwhile. The message is
 * shown after the change, because each new screen removes earlier messages.
 * @param {(hash: string) => void} go
 * @param {string} hash
 * @param {string} text
 * @param {{ action?: () => unknown, label?: string }} [more]
 */
export function goWithToast(go, hash, text, more) {
  const show = () => toast(text, more);
  addEventListener("hashchange", show, { once: true });
  go(hash);
  if (location.hash === hash) return;
  removeEventListener("hashchange", show);
  show();
}

/** An empty screen: a sentence and a button. @param {string} text @param {Child} [action] */
export function empty(text, action) {
  return h("div", { class: "empty" }, h("p", {}, text), action);
}

/** A line for each fault. @param {{ detail: string }[]} list */
export function faultLines(list) {
  return list.map((fault) => h("p", { class: "fault" }, fault.detail));
}

/** A labeled text field. @param {string} label @param {{ hint?: string, value?: string, oninput?: (event: InputEvent) => void } & Props} [more] */
export function textField(label, { hint, value = "", oninput, ...props } = {}) {
  const id = newId("field");
  const input = h("input", { id, class: "input", type: "text", dir: "auto", autocomplete: "off", ...props, value, oninput, "aria-describedby": hint ? `${id}-hint` : undefined });
  return { input, node: h("div", { class: "field" }, h("label", { for: id }, label), input, hint && h("p", { class: "hint", id: `${id}-hint` }, hint)) };
}

/** A checkbox. @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onchange @param {Props} [props] */
export function check(label, checked, onchange, props = {}) {
  const box = h("input", { type: "checkbox", checked, onchange: () => onchange(box.checked), ...props });
  return h("label", { class: "check" }, box, h("span", {}, label));
}

/**
 * A choice of one option, as buttons. The button of the current value is pressed.
 * @template T
 * @param {string} label
 * @param {Choice<T>[]} options
 * @param {T | undefined} value
 * @param {(picked: T | undefined) => void} onpick gets `undefined` if the pressed button is tapped, with `allowNone`
 * @param {{ key?: string, allowNone?: boolean }} [more]
 */
export function choices(label, options, value, onpick, { key, allowNone = false } = {}) {
  const id = newId("choice");
  return h("div", { class: "choices", role: "group", "aria-labelledby": id },
    h("span", { id, class: "unseen" }, label),
    options.map((option) => h("button", {
      type: "button", class: "button", "aria-pressed": String(option.value === value), "data-key": key && `${key}/${option.value}`,
      onclick: () => onpick(allowNone && option.value === value ? undefined : option.value),
    }, option.label)));
}

/** A row of a list, as a link or a button. @param {Props} props `href` for a link, or `onclick` for a button @param {...Child} children */
export function listRow(props, ...children) {
  const more = h("span", { class: "more", "aria-hidden": "true" }, "›");
  return h("li", {}, props.href === undefined ? h("button", { type: "button", ...props }, children, more) : h("a", props, children, more));
}
