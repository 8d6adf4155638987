// Settings of this phone: theme, text size, language, keeping the screen awake.

import { h, on, put } from "./dom.js";
import * as memory from "./memory.js";
import { button, check, choices, sheet } from "./parts.js";
import { lang, languages, say } from "./words.js";

/** Applies what is set to the page. */
export function apply() {
  const { theme, text } = memory.settings();
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.text = text;
  // The browser's own bars go with the page.
  const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.dataset.own ??= meta.content;
    meta.content = theme === "auto" ? meta.dataset.own : paper;
  }
}

/** The dialog; `onLanguage(tag)` is asked to speak another language. */
export function show(onLanguage) {
  sheet(say("settings.title"), (close) => {
    const body = h("div", { class: "stack" });
    const draw = () => {
      const now = memory.settings();
      const pick = (name) => (value) => {
        memory.set({ [name]: value });
        apply();
        draw();
      };
      const group = (name, values) => h("div", { class: "field" },
        h("span", { class: "label" }, say(`settings.${name}`)),
        choices(say(`settings.${name}`), values.map((value) => ({ value, label: say(`settings.${name}.${value}`) })), now[name], pick(name), { key: name }));
      const held = body.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      put(body,
        group("theme", ["auto", "light", "dark"]),
        group("text", ["normal", "large", "larger", "largest"]),
        h("div", { class: "field" },
          h("span", { class: "label" }, say("settings.lang")),
          choices(say("settings.lang"), languages().map(({ tag, name }) => ({ value: tag, label: name })), lang(), (value) => {
            memory.set({ lang: value });
            close();
            onLanguage(value);
          }, { key: "lang" })),
        check(say("settings.awake"), now.awake, pick("awake")),
        h("p", { class: "muted small" }, offlineWord()),
        memory.people().length > 0 && h("div", {}, button(say("settings.forget-people", { n: memory.people().length }), () => {
          memory.forgetPeople();
          draw();
        }, { quiet: true })));
      if (held) body.querySelector(`[data-key="${held}"]`)?.focus();
    };
    draw();
    return body;
  });
}

/** Whether this address can be used without a network, and if not, why. */
export function offlineWord() {
  if (!globalThis.isSecureContext) return say("settings.offline.http");
  return say("serviceWorker" in navigator ? "settings.offline.yes" : "settings.offline.browser");
}

/** Keeps the screen on until the signal is aborted, where the browser can and the table wants it. */
export function stayAwake(signal) {
  let lock;
  const hold = async () => {
    if (signal.aborted || !memory.settings().awake || document.visibilityState !== "visible") return;
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    if (signal.aborted) lock?.release();
  };
  on(document, "visibilitychange", hold, signal);
  signal.addEventListener("abort", () => lock?.release());
  hold();
}
