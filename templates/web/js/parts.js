// Parts that every screen is made of: buttons, dialogs, toasts, empty states.

import { announce, fresh, h } from "./dom.js";
import { say } from "./words.js";

/** A button: `button(say("record.save"), save, { main: true })`. */
export function button(label, onclick, { main, quiet, danger, icon, key, ...props } = {}) {
  const kinds = { main, quiet, danger, icon };
  const kind = ["button", ...Object.keys(kinds).filter((name) => kinds[name])].join(" ");
  return h("button", { type: "button", class: kind, onclick, "data-key": key, ...props }, label);
}

/** A dialog from below (on a phone). `fill(close)` returns what is in it; it is modal, Escape closes it. */
export function sheet(title, fill) {
  const id = fresh("sheet");
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": id });
  const close = () => dialog.close();
  dialog.append(
    h("div", { class: "dialog-head" }, h("h2", { id }, title), button("✕", close, { icon: true, "aria-label": say("close") })),
    ...[fill(close)].flat().filter(Boolean),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something that cannot be taken back lightly: resolves to whether it is wanted. */
export function confirm(title, text, yes, { danger = true } = {}) {
  return new Promise((resolve) => {
    let wanted = false;
    const dialog = sheet(title, (close) => [
      h("p", {}, text),
      h("div", { class: "row bottom" },
        button(say("cancel"), close),
        button(yes, () => {
          wanted = true;
          close();
        }, { main: !danger, danger })),
    ]);
    dialog.addEventListener("close", () => resolve(wanted));
  });
}

let shown;
/** A word at the bottom for a while; one with an action stays longer, and can be put away. */
export function toast(text, { action, label, seconds = action ? 20 : 6 } = {}) {
  hush();
  const node = h("section", { class: "toast", "aria-label": say("toast") }, h("span", {}, text));
  if (action) {
    node.append(button(label, () => {
      hush();
      action();
    }), button("✕", hush, { icon: true, "aria-label": say("close") }));
  }
  document.body.append(node);
  announce(text);
  shown = { node, timer: setTimeout(hush, seconds * 1000) };
}

/** Takes the word at the bottom away. */
export function hush() {
  clearTimeout(shown?.timer);
  shown?.node.remove();
  shown = undefined;
}

/** A screen with nothing on it: a sentence and one way on. */
export function empty(text, action) {
  return h("div", { class: "empty" }, h("p", {}, text), action);
}

/** The faults of a field, said beside it. */
export function faults(list, id) {
  if (!list?.length) return null;
  return h("div", { id }, list.map((fault) => h("p", { class: "fault" }, fault.detail ?? fault)));
}

/** A labeled text field. */
export function textField(label, { hint, value = "", oninput, ...props } = {}) {
  const id = fresh("field");
  const input = h("input", { id, class: "input", type: "text", autocomplete: "off", ...props, value, oninput, "aria-describedby": hint ? `${id}-hint` : undefined });
  return { input, node: h("div", { class: "field" }, h("label", { for: id }, label), input, hint && h("p", { class: "hint", id: `${id}-hint` }, hint)) };
}

/** A box to tick. */
export function check(label, checked, onchange, props = {}) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked), ...props }), h("span", {}, label));
}

/** One of a few: buttons of which one is pressed. `options`: [{ value, label, disabled, note }]. */
export function choices(label, options, value, onpick, { key, allowNone = false } = {}) {
  const id = fresh("choice");
  return h("div", { class: "choices", role: "group", "aria-labelledby": id },
    h("span", { id, class: "unseen" }, label),
    options.map((option) => h("button", {
      type: "button", class: "button", "aria-pressed": String(option.value === value),
      "aria-disabled": option.disabled ? "true" : null, "data-key": key && `${key}/${option.value}`,
      onclick: () => !option.disabled && onpick(allowNone && option.value === value ? undefined : option.value),
    }, option.label, option.note && h("small", { class: "muted" }, option.note))));
}
