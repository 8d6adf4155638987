// The screen of custom games: lists those on this phone, opens one from a file, or builds one from parts. A link shows
// its game, which is stored only on request.

import * as storage from "../app/storage.js";
import { describeOwn } from "../game/own.js";
import { objectIn } from "../match/merge.js";
import { isAlone, post } from "../net/api.js";
import { makePad } from "../share/paper.js";
import { find, h, put } from "../ui/dom.js";
import { button, empty, listRow } from "../ui/parts.js";
import { loadTexts, t } from "../ui/text.js";
import { compose, firstParts } from "./compose.js";
import { faultList } from "./forms.js";
import { definitionOf, keep, mine, saveEdited } from "./mine.js";
import { definitionIn, sentIn } from "./share.js";

/** The maximum size in bytes of a file that is checked. */
const MAX_BYTES = 65536;

/** @param {ScreenContext} context */
export async function show({ go }) {
  await loadTexts("own");
  const sent = sentIn(location.hash);
  if (sent !== undefined) return received(await definitionIn(sent), go);
  const title = h("h1", {}, t("start.another"));
  if (isAlone() && !(await canPlay(built().base))) {
    return h("div", { class: "screen" }, title, empty(t("own.alone"), h("a", { class: "button main", href: "#/" }, t("home"))));
  }
  const open = (/** @type {OwnGame} */ game) => {
    saveEdited(game);
    go("#/own/edit");
  };
  const kept = mine();
  return h("div", { class: "screen own-screen" }, title,
    kept.length > 0 && h("section", { class: "stack tight" }, h("h2", {}, t("own.mine")),
      h("ul", { class: "list" }, kept.map((game) => keptRow(definitionOf(game), () => open(game))))),
    filePart((base) => open({ base })),
    h("section", { class: "panel own-build" }, h("h2", {}, t("own.build-part")), h("p", { class: "muted" }, t("own.build-about")),
      h("div", { class: "row" }, button(t("own.build"), () => open(built()), { key: "build" }))));
}

/** @returns {OwnGame} */
function built() {
  const parts = firstParts();
  return { parts, base: compose(parts) };
}

/** Whether custom games can be scored, even without the service. @param {Definition} definition */
async function canPlay(definition) {
  const players = Array.from({ length: definition.players[0] }, (_, at) => `P${at + 1}`);
  return (await post("scores", { game: "own", definition, players, hands: [] })).ok;
}

/** @param {Definition} definition @param {() => void} onclick */
function gameRow(definition, onclick) {
  const { name, players: { least, most } } = describeOwn(definition);
  return listRow({ onclick },
    h("span", { class: "grow" }, h("strong", { class: "block", dir: "auto" }, name),
      h("span", { class: "small muted" }, t(least === most ? "start.players-exact" : "start.players", { least, most }))));
}

/** A row for a stored game, with a button for its score pad. @param {Definition} definition @param {() => void} onclick */
function keptRow(definition, onclick) {
  const row = gameRow(definition, onclick);
  const named = t("start.pad-of", { game: describeOwn(definition).name });
  row.append(h("p", { class: "game-links own-links small" }, h("button", { type: "button", onclick: () => makePad("own", definition), "aria-label": named }, t("start.pad"))));
  return row;
}

/** The part with the button that opens a file, and with the faults of its definition. @param {(definition: Definition) => void} open */
function filePart(open) {
  const news = h("div", { class: "stack tight", role: "alert" });
  const choose = () => {
    const input = h("input", { type: "file", accept: ".toml,.json,application/json" });
    input.addEventListener("change", async () => {
      const [file] = input.files ?? [];
      if (file) put(news, await check(file, open));
      find(news, "p")?.scrollIntoView({ block: "nearest" });
    });
    input.click();
  };
  return h("section", { class: "stack" },
    h("h2", {}, t("own.file-part")),
    h("p", { class: "small muted" }, t("own.file-hint")),
    h("div", { class: "row" }, button(t("own.file"), choose, { key: "file" })), news);
}

/** Reads a definition from a TOML or JSON file. @param {File} file @returns {Promise<Answer<Definition>>} */
async function readFile(file) {
  if (file.size > MAX_BYTES) return { ok: false, problem: { title: t("own.too-large", { file: file.name }), status: 413 } };
  const text = await file.text();
  const body = objectIn(text);
  return body ? { ok: true, status: 200, body: /** @type {Definition} */ (body) } : post("definitions/file", text, { here: true });
}

/** Checks the definition in a file, and opens it if it is valid. @param {File} file @param {(definition: Definition) => void} open @returns {Promise<Child>} the faults */
async function check(file, open) {
  const read = await readFile(file);
  if (!read.ok) return faultList(read, file.name);
  const definition = read.body;
  const answer = await post("definitions/check", definition, { here: true });
  if (!answer.ok) return faultList(answer, file.name);
  open(definition);
  return null;
}

/** The screen for a game from a link. @param {Definition | undefined} definition @param {(hash: string) => void} go */
async function received(definition, go) {
  const others = h("a", { class: "button", href: "#/own" }, t("own.others"));
  const refused = (/** @type {Child} */ why) => h("div", { class: "screen" }, h("h1", {}, t("own.received")), h("div", { role: "alert" }, why), h("div", { class: "row" }, others));
  if (!definition) return refused(h("p", { class: "fault" }, t("own.bad-link")));
  const answer = await post("definitions/check", definition, { here: true });
  if (!answer.ok) return refused(faultList(answer, t("own.the-link")));
  const { name, players: { least, most }, clauses } = describeOwn(definition);
  const open = () => {
    saveEdited(keep({ base: definition }));
    go("#/own/edit");
  };
  const play = () => {
    storage.saveDraft("new/received", { definition, players: Array(least).fill(""), options: {}, title: "" });
    go("#/new/received");
  };
  return h("div", { class: "screen" },
    h("div", {}, h("p", { class: "muted small" }, t("own.received")), h("h1", { dir: "auto" }, name),
      h("p", { class: "muted" }, t(least === most ? "start.players-exact" : "start.players", { least, most }), " · ", t(definition.wins === "lowest" ? "own.wins-lowest" : "own.wins-highest"))),
    h("ul", { class: "own-says" }, clauses.map(({ text }) => h("li", { dir: "auto" }, text))),
    h("p", { class: "muted small" }, t("own.received-about")),
    h("p", {}, others),
    h("div", { class: "bar stacked" }, h("div", { class: "row" }, button(t("own.keep-it"), open, { main: true, key: "keep" }), button(t("own.play-only"), play, { key: "play" }))));
}
