// Who plays: writing a name otherwise, putting somebody else into a seat, and what the match is called.

import { h, put } from "../dom.js";
import { seat } from "../marks.js";
import { button, confirm, empty, sheet, textField, toast } from "../parts.js";
import { stepper } from "../numbers.js";
import { say } from "../words.js";

const TEXTS = [["title", 200], ["played_on", 10], ["location", 200], ["notes", 2000]];

/** Shows the seats of a match, and what it is called. */
export function show({ store, signal }) {
  const body = h("div", { class: "screen players-screen" });
  const seats = h("div", {});
  put(body, h("h1", {}, say("players.title")), seats, store.mayScore ? description(store) : empty(say("line.forbidden")));
  const draw = () => put(seats, h("ul", { class: "list" }, store.state.seats.map(({ people }, at) => sitter(store, people, at))), erasing(store));
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return body;
}

function sitter(store, people, at) {
  const name = store.state.document.players[at];
  const before = people.slice(0, -1);
  return h("li", { class: "sitter" },
    h("p", { class: "who" }, seat(at, name), h("strong", {}, name)),
    before.length > 0 && h("p", { class: "small muted" }, people.map((person) => say("players.from", { name: person.name, hand: person.from_hand })).join(", ")),
    store.mayScore && h("div", { class: "row" },
      button(say("players.rename"), () => rename(store, at, name), { "aria-label": say("players.rename-who", { name }) }),
      store.role === "direct" && button(say("players.substitute"), () => substitute(store, at, name), { "aria-label": say("players.substitute-who", { name }) })));
}

/** Everybody whose name stands in the match, also those who left, to have it erased. */
function erasing(store) {
  const { people } = store.state;
  if (store.role !== "direct" || !people) return null;
  return h("details", {}, h("summary", {}, say("players.erase-one")),
    h("p", { class: "muted" }, say("players.erase-about")),
    h("div", { class: "choices" }, people.map(({ person, name }) => button(name, () => erase(store, person, name), { "aria-label": say("players.erase-who", { name }) }))));
}

/** Writes another name over every one that a person has had here, for good. */
async function erase(store, person, name) {
  if (!(await confirm(say("players.erase-who", { name }), say("players.erase-sure"), say("players.erase")))) return;
  const answer = await store.change({ action: "erase", person });
  toast(answer.ok ? say(answer.queued ? "correct.queued" : "players.done") : answer.problem?.title ?? say("history.overtaken"));
}

async function send(store, change, close, faults) {
  const answer = await store.change(change);
  if (answer.ok) {
    close();
    toast(say(answer.queued ? "correct.queued" : "players.done"), answer.queued ? {} : { label: say("history.undo"), action: () => store.change({ action: "undo" }) });
    return;
  }
  put(faults, (answer.problem?.errors ?? [{ detail: answer.problem?.title ?? say("history.overtaken") }]).map((error) => h("p", { class: "fault" }, error.detail)));
}

function rename(store, at, name) {
  sheet(say("players.rename-who", { name }), (close) => {
    const field = textField(say("players.name"), { value: name, maxlength: "80" });
    const faults = h("div", { role: "alert" });
    const act = () => send(store, { action: "rename", seat: at + 1, name: field.input.value.trim() }, close, faults);
    return [h("p", { class: "muted" }, say("players.rename-about")), field.node, faults, h("div", { class: "row bottom" }, button(say("players.rename"), act, { main: true }))];
  });
}

function substitute(store, at, name) {
  const played = store.state.result.hands.length;
  sheet(say("players.substitute-who", { name }), (close) => {
    const field = textField(say("players.new-name"), { maxlength: "80" });
    let from = played + 1;
    const hand = stepper({ least: 1, most: played + 1, label: say("players.from-hand"), value: from, onchange: (number) => { from = number; } });
    const faults = h("div", { role: "alert" });
    const act = () => send(store, { action: "substitute", seat: at + 1, name: field.input.value.trim(), from_hand: Number(from) }, close, faults);
    return [h("p", { class: "muted" }, say("players.substitute-about")), field.node,
      h("div", { class: "spread" }, h("span", { class: "label-like" }, say("players.from-hand")), hand.node), faults,
      h("div", { class: "row bottom" }, button(say("players.substitute"), act, { main: true }))];
  });
}

/** What the match is called, when and where it is played, and remarks. */
function description(store) {
  const { document } = store.state;
  const fields = TEXTS.map(([name, most]) => [name, textField(say(name === "title" ? "players.title-of" : `players.${name}`), {
    value: document[name] ?? "", maxlength: String(most), type: name === "played_on" ? "date" : "text",
  })]);
  const faults = h("div", { role: "alert" });
  const save = () => send(store, { action: "describe", ...Object.fromEntries(fields.map(([name, { input }]) => [name, input.value.trim()])) }, () => put(faults), faults);
  return h("section", { class: "stack" }, h("h2", {}, say("players.match")), fields.map(([, { node }]) => node), faults,
    h("div", { class: "bar" }, button(say("players.save"), save, { main: true })));
}
