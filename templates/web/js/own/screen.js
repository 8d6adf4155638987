// Another game: where to begin with a game of one's own, a preset or the file of a definition.

import * as storage from "../app/storage.js";
import { describeOwn } from "../game/own.js";
import { isAlone, post } from "../net/api.js";
import { find, h, put } from "../ui/dom.js";
import { button, empty, listRow } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** The games to begin with: the service makes this file from templates/own-games. */
const PRESETS = "own-games.json";
/** The most bytes of a file that is sent to be checked. */
const MOST_BYTES = 65536;

/** @param {ScreenContext} context */
export async function show({ go }) {
  const title = h("h1", {}, t("start.another"));
  const presets = await listPresets();
  if (!presets || (isAlone() && !(await canPlay(presets[0])))) {
    return h("div", { class: "screen" }, title, empty(t("own.alone"), h("a", { class: "button main", href: "#/" }, t("home"))));
  }
  const begin = (/** @type {Definition} */ definition) => {
    storage.saveDraft("new/own", { definition, players: seats(definition), options: {}, title: "" });
    go("#/new/own");
  };
  return h("div", { class: "screen" }, title,
    h("p", { class: "muted" }, t("own.about")),
    h("ul", { class: "list" }, presets.map((definition) => presetRow(definition, () => begin(definition)))),
    filePart(begin));
}

/** @returns {Promise<Definition[] | undefined>} */
async function listPresets() {
  try {
    const answer = await fetch(PRESETS);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the rules in the page can judge such a game: then no service is needed. @param {Definition} definition */
async function canPlay(definition) {
  const players = Array.from({ length: definition.players[0] }, (_, at) => `P${at + 1}`);
  return (await post("scores", { game: "own", definition, players, hands: [] })).ok;
}

/** Who sat at the last table with this game, or empty seats. @param {Definition} definition */
function seats({ name, id, players: [least] }) {
  const last = storage.matches().find((one) => one.game === "own" && one.called === (name || id) && one.players);
  return last?.players ? [...last.players] : Array(least).fill("");
}

/** @param {Definition} definition @param {() => void} begin */
function presetRow(definition, begin) {
  const { name, players: { least, most } } = describeOwn(definition);
  return listRow({ onclick: begin },
    h("span", { class: "grow" }, h("strong", { class: "block", dir: "auto" }, name),
      h("span", { class: "small muted" }, t(least === most ? "start.players-exact" : "start.players", { least, most }))));
}

/** A file in place of a preset, and everything that is wrong with it. @param {(definition: Definition) => void} begin */
function filePart(begin) {
  const news = h("div", { class: "stack tight", role: "alert" });
  const choose = () => {
    const input = h("input", { type: "file", accept: ".json,application/json" });
    input.addEventListener("change", async () => {
      const [file] = input.files ?? [];
      if (file) put(news, await check(file, begin));
      find(news, "p")?.scrollIntoView({ block: "nearest" });
    });
    input.click();
  };
  return h("section", { class: "stack" },
    h("h2", {}, t("own.file-part")),
    h("p", { class: "small muted" }, t("own.file-hint")),
    h("div", { class: "row" }, button(t("own.file"), choose, { key: "file" })), news);
}

/** Has a definition checked: a match is begun with a sound one. @param {File} file @param {(definition: Definition) => void} begin @returns {Promise<Child>} what is wrong */
async function check(file, begin) {
  const fault = (/** @type {string} */ text) => h("p", { class: "fault" }, text);
  const definition = file.size > MOST_BYTES ? undefined : await file.text().then(JSON.parse).catch(() => undefined);
  if (definition === undefined) return fault(t("own.no-file", { file: file.name }));
  const { ok, offline, problem } = await post("definitions/check", definition);
  if (ok) {
    begin(definition);
    return null;
  }
  const faults = problem?.errors ?? [];
  if (faults.length === 0) return fault(offline ? t("own.unchecked") : problem?.detail ?? t("record.failed"));
  return [h("p", {}, t("own.faults", { n: faults.length, file: file.name })),
    h("ul", { class: "faults" }, faults.map(({ pointer, detail }) => h("li", {}, pointer && [h("code", {}, pointer), ": "], h("span", { class: "fault" }, detail))))];
}
