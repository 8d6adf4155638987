// The settings of this phone: theme, text size, language, suits, and whether the screen stays on.

import { formOf } from "../game/forms.js";
import { h, redraw } from "../ui/dom.js";
import { button, check, choices, sheet } from "../ui/parts.js";
import { gameInUse, isFolder, lang, languages, t, usePack } from "../ui/text.js";
import * as storage from "./storage.js";

/** Applies the settings to the page. */
export function applySettings() {
  const { theme, text, suits } = storage.settings();
  usePack(suits);
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.text = text;
  // The browser's own bars take the paper color of the theme.
  const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
  /** @type {NodeListOf<HTMLMetaElement>} */
  const bars = document.querySelectorAll('meta[name="theme-color"]');
  for (const bar of bars) {
    bar.dataset.own ??= bar.content;
    bar.content = theme === "auto" ? bar.dataset.own : paper;
  }
}

/** Shows the settings in a dialog. @param {(tag: string) => void} onLanguage changes the language */
export function showSettings(onLanguage) {
  sheet(t("settings.title"), (close) => {
    const body = h("div", { class: "stack" });
    const draw = () => {
      const now = storage.settings();
      const pick = (/** @type {keyof Settings} */ name) => (/** @type {unknown} */ value) => {
        storage.saveSettings({ [name]: value });
        applySettings();
        draw();
      };
      const group = (/** @type {"theme" | "text" | "suits"} */ name, /** @type {string[]} */ values, picked = pick(name)) => h("div", { class: "field" },
        h("span", { class: "label" }, t(`settings.${name}`)),
        choices(t(`settings.${name}`), values.map((value) => ({ value, label: t(`settings.${name}.${value}`) })), now[name], picked, { key: name }));
      const pickLanguage = (/** @type {string | undefined} */ tag = "") => {
        storage.saveSettings({ lang: tag });
        close();
        onLanguage(tag);
      };
      const pickSuits = (/** @type {unknown} */ suits) => {
        pick("suits")(suits);
        close();
        onLanguage(lang());
      };
      const people = storage.people().length;
      redraw(body,
        group("theme", ["auto", "light", "dark"]),
        group("text", ["normal", "large", "larger", "largest"]),
        h("div", { class: "field" },
          h("span", { class: "label" }, t("settings.lang")),
          choices(t("settings.lang"), languages().map(({ tag, name }) => ({ value: tag, label: name })), lang(), pickLanguage, { key: "lang" })),
        // Offer the choice of suits only for a game that is played with both kinds of pack.
        formOf(gameInUse()).suits && group("suits", ["auto", "french", "german"], pickSuits),
        "wakeLock" in navigator ? check(t("settings.awake"), now.awake, pick("awake")) : h("p", { class: "muted small" }, t(globalThis.isSecureContext ? "settings.awake.browser" : "settings.awake.http")),
        h("p", { class: "muted small" }, offlineText()),
        !isFolder() && h("p", { class: "small" }, h("a", { href: "docs/" }, t("start.docs"))),
        people > 0 && h("div", {}, button(t("settings.forget-people", { n: people }), () => {
          storage.forgetPeople();
          draw();
        }, { quiet: true })));
    };
    draw();
    return body;
  });
}

/** A text that explains whether the page works without a network and, if not, why. */
export function offlineText() {
  if (!globalThis.isSecureContext) return t("settings.offline.http");
  return t("serviceWorker" in navigator ? "settings.offline.yes" : "settings.offline.browser");
}

/** Keeps the screen on until the signal is aborted, if the setting is on and the browser supports it. @param {AbortSignal} signal */
export function keepScreenOn(signal) {
  /** @type {WakeLockSentinel | undefined} */
  let lock;
  const hold = async () => {
    if (signal.aborted || !storage.settings().awake || document.visibilityState !== "visible") return;
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    if (signal.aborted) lock?.release();
  };
  document.addEventListener("visibilitychange", hold, { signal });
  signal.addEventListener("abort", () => lock?.release());
  hold();
}
