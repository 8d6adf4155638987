// The players and the description of a match: corrects a name, replaces a player, erases a name, edits the texts.

import { h, put } from "../ui/dom.js";
import { seat } from "../ui/marks.js";
import { button, confirm, empty, faultLines, listRow, sheet, textField, toast } from "../ui/parts.js";
import { stepper } from "../ui/stepper.js";
import { finding, t } from "../ui/text.js";
import { changeText, toastOutcome, unchangedText } from "./outcome.js";

/** The texts of a match, and the maximum length of each. @type {["title" | "played_on" | "location" | "notes", number][]} */
const TEXTS = [["title", 200], ["played_on", 10], ["location", 200], ["notes", 2000]];

/** Shows the seats and the texts of a match. @param {MatchContext} context */
export function show({ store, signal }) {
  const seats = h("div");
  const draw = () => put(seats, store.maySeat && h("ul", { class: "list" }, listRow({ href: `#/m/${store.id}/seats` }, t("seats.change"))), h("ul", { class: "list" }, store.loaded.seats.map(({ people }, at) => seatRow(store, people, at))), erasing(store));
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return h("div", { class: "screen players-screen" }, h("h1", {}, t("players.title")), seats, store.mayScore ? description(store) : empty(t("line.forbidden")));
}

/** A seat and its players. @param {Store} store @param {Seat["people"]} people @param {number} at */
function seatRow(store, people, at) {
  const name = store.loaded.document.players[at];
  return h("li", { class: "sitter" },
    h("p", { class: "who" }, seat(at, name), h("strong", { dir: "auto" }, name)),
    people.length > 1 && h("p", { class: "small muted" }, people.map((person) => t("players.from", { name: person.name, hand: person.from_hand })).join(", ")),
    store.mayScore && h("div", { class: "row" },
      button(t("players.rename"), () => renaming(store, at, name, "rename"), { "aria-label": t("players.rename-who", { name }) }),
      store.role === "direct" && button(t("players.substitute"), () => renaming(store, at, name, "substitute"), { "aria-label": t("players.substitute-who", { name }) })));
}

/** All names in the match, including players who have left, with buttons to erase them. @param {Store} store */
function erasing(store) {
  const { people } = store.loaded;
  if (store.role !== "direct" || !people) return null;
  return h("details", {}, h("summary", {}, t("players.erase-one")),
    h("p", { class: "muted" }, t("players.erase-about")),
    h("div", { class: "choices" }, people.map(({ person, name }) => button(name, () => erase(store, person, name), { "aria-label": t("players.erase-who", { name }) }))));
}

/** Permanently replaces all names of a person in this match. @param {Store} store @param {number} person @param {string} name */
async function erase(store, person, name) {
  if (!(await confirm(t("players.erase-who", { name }), t("players.erase-sure"), t("players.erase")))) return;
  toast(changeText(await store.change({ action: "erase", person }), t("players.done")));
}

/** Makes a change and closes the dialog, or shows the faults in it. @param {Store} store @param {Change} change @param {() => void} close @param {HTMLElement} faults */
async function send(store, change, close, faults) {
  const outcome = await store.change(change);
  if (!outcome.ok) {
    put(faults, faultLines(outcome.problem?.errors ?? [{ detail: unchangedText(outcome) }]));
    return;
  }
  close();
  toastOutcome(store, outcome, t("players.done"));
}

/** The faults of a new name for a seat; checked before the change is sent or queued. @param {Store} store @param {number} at @param {string} name */
function nameFaults({ loaded: { document: { players } } }, at, name) {
  if (!name) return [{ detail: finding("name-empty") }];
  const earlier = players.find((player, other) => other !== at && player.toLocaleLowerCase() === name.toLocaleLowerCase());
  return earlier === undefined ? [] : [{ detail: finding("name-taken", { name, earlier }) }];
}

/** A dialog that corrects the name of a player, or puts another player into the seat. @param {Store} store @param {number} at @param {string} name @param {"rename" | "substitute"} action */
function renaming(store, at, name, action) {
  const isOther = action === "substitute";
  let from = store.loaded.result.hands.length + 1;
  sheet(t(`players.${action}-who`, { name }), (close) => {
    const field = textField(t(isOther ? "players.new-name" : "players.name"), { value: isOther ? "" : name, maxlength: "80" });
    const hand = isOther && stepper({ least: 1, most: from, label: t("players.from-hand"), value: from, onchange: (number) => { from = Number(number); } });
    const faults = h("div", { role: "alert" });
    const act = async () => {
      const written = field.input.value.trim();
      const wrong = nameFaults(store, at, written);
      if (wrong.length > 0) put(faults, faultLines(wrong));
      else await send(store, isOther ? { action: "substitute", seat: at + 1, name: written, from_hand: from } : { action: "rename", seat: at + 1, name: written }, close, faults);
    };
    return [h("p", { class: "muted" }, t(`players.${action}-about`)), field.node,
      hand && h("div", { class: "spread" }, h("span", { class: "label-like" }, t("players.from-hand")), hand.node), faults,
      h("div", { class: "row bottom" }, button(t(`players.${action}`), act, { main: true }))];
  });
}

/** The fields for the title, the date, the place and the notes of the match. @param {Store} store */
function description(store) {
  const { document: match } = store.loaded;
  const fields = TEXTS.map(([name, most]) => ({
    name,
    ...textField(t(name === "title" ? "players.title-of" : `players.${name}`), {
      value: match[name] ?? "", maxlength: String(most), type: name === "played_on" ? "date" : "text",
    }),
  }));
  const faults = h("div", { role: "alert" });
  const texts = () => Object.fromEntries(fields.map(({ name, input }) => [name, input.value.trim()]));
  const save = () => send(store, { action: "describe", ...texts() }, () => put(faults), faults);
  return h("section", { class: "stack" }, h("h2", {}, t("players.match")), fields.map(({ node }) => node), faults,
    h("div", { class: "bar" }, button(t("players.save"), save, { main: true })));
}
