// A new match: who sits where, who deals first, the house rules, go. Everything typed is kept.

import * as api from "../api.js";
import { focusOn, h, put } from "../dom.js";
import { seat } from "../marks.js";
import * as memory from "../memory.js";
import { numberPad } from "../numbers.js";
import { houseRules } from "../options.js";
import { button, choices, empty, textField, toast } from "../parts.js";
import { say, word } from "../words.js";

export async function show({ params, go, signal }) {
  const game = await api.game(params.game);
  if (!game) return h("div", { class: "screen" }, h("h1", {}, word(params.game)), empty(say("new.offline"), h("a", { class: "button main", href: "#/" }, say("home"))));
  const { least, most } = game.players;
  const name = `new/${game.id}`;
  const usual = memory.matches().find((one) => one.game === game.id && one.players)?.players;
  let draft = memory.draft(name) ?? { players: usual ? [...usual] : Array(least).fill(""), options: {}, title: "", dealer: undefined };
  let faults = [];
  let busy = false;
  const once = api.onceKey();

  const seats = h("ol", { class: "seats" });
  const more = h("div", { class: "row" });
  const known = h("div", { class: "known" });
  const dealer = h("div", { class: "field" });
  const problem = h("div", { role: "alert" });
  const rules = houseRules(game, (options) => edit({ options }));
  const summary = h("summary", {});
  const title = textField(say("new.title"), { hint: say("new.title-hint"), value: draft.title, maxlength: 200, oninput: () => edit({ title: title.input.value }) });
  const start = button(say("new.start"), open, { main: true });

  function edit(change) {
    draft = { ...draft, ...change };
    memory.keepDraft(name, draft);
    faults = [];
    draw();
  }

  function draw() {
    drawSeats();
    drawKnown();
    drawDealer();
    rules.set(draft.options, faults);
    const changed = Object.keys(draft.options).length;
    put(summary, say("new.rules"), h("span", { class: "muted small" }, changed ? say("new.rules-changed", { n: changed }) : say("new.rules-default")));
    put(problem, faults.filter((fault) => !/^\/(players\/\d|options\/)/.test(fault.pointer)).map((fault) => h("p", { class: "fault" }, fault.detail)));
  }

  function drawSeats() {
    const told = JSON.stringify([draft.players.length, faults]);
    if (seats.dataset.told === told) {
      // While a name is typed its field stays; only the initials follow.
      draft.players.forEach((player, at) => {
        const row = seats.children[at];
        row.querySelector(".seat").replaceWith(seat(at, player || String(at + 1)));
        const input = row.querySelector("input");
        if (input.value !== player) input.value = player;
      });
      return;
    }
    seats.dataset.told = told;
    const held = seats.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    put(seats, draft.players.map((player, at) => row(player, at)));
    put(more, draft.players.length < most && button(say("new.add-player"), () => {
      edit({ players: [...draft.players, ""] });
      seats.lastElementChild.querySelector("input").focus();
    }));
    if (held) seats.querySelector(`[data-key="${held}"]`)?.focus();
  }

  function row(player, at) {
    const wrong = faults.filter((fault) => fault.pointer === `/players/${at}`);
    const rename = (text) => edit({ players: draft.players.map((old, other) => (other === at ? text : old)) });
    return h("li", {},
      h("div", { class: "seat-row" }, seat(at, player || String(at + 1)),
        h("input", {
          class: "input", type: "text", value: player, maxlength: 80, autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "next", "data-key": `player/${at}`,
          placeholder: say("new.player", { n: at + 1 }), "aria-label": say("new.player", { n: at + 1 }), "aria-invalid": wrong.length ? "true" : undefined,
          oninput: (event) => rename(event.target.value),
          onkeydown: (event) => {
            if (event.key !== "Enter") return;
            const next = seats.children[at + 1]?.querySelector("input");
            if (next) next.focus();
            else start.focus();
          },
        }),
        at > 0 && button("↑", () => swap(at, at - 1), { icon: true, key: `up/${at}`, "aria-label": say("new.up", { player: player || at + 1 }) }),
        draft.players.length > least && button("✕", () => {
          seats.dataset.told = "";
          edit({ players: draft.players.filter((_, other) => other !== at) });
        }, { icon: true, "aria-label": say("new.remove-player", { player: player || at + 1 }) })),
      wrong.map((fault) => h("p", { class: "fault" }, fault.detail)));
  }

  function swap(a, b) {
    const players = [...draft.players];
    [players[a], players[b]] = [players[b], players[a]];
    edit({ players });
  }

  // Those who sat here before, offered for the next empty seat.
  function drawKnown() {
    const seated = new Set(draft.players.map((player) => player.trim().toLocaleLowerCase()));
    const offered = memory.people().filter((person) => !seated.has(person.toLocaleLowerCase())).slice(0, 12);
    const free = draft.players.findIndex((player) => !player.trim());
    const room = free >= 0 || draft.players.length < most;
    put(known, offered.length > 0 && room && h("div", { class: "choices", role: "group", "aria-label": say("new.known") },
      offered.map((person) => button(person, () => {
        const players = free >= 0 ? draft.players.map((old, at) => (at === free ? person : old)) : [...draft.players, person];
        edit({ players });
      }, { key: `known/${person}` }))));
  }

  function drawDealer() {
    const players = draft.players.map((player) => player.trim()).filter(Boolean);
    const ready = players.length >= least && new Set(players).size === players.length;
    const chosen = players.includes(draft.dealer) ? draft.dealer : players[0];
    const told = JSON.stringify([players, chosen]);
    if (dealer.dataset.told === told) return;
    dealer.dataset.told = told;
    const held = dealer.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    put(dealer, ready && [h("span", { class: "label" }, say("new.dealer")),
      choices(say("new.dealer"), players.map((player) => ({ value: player, label: player })), chosen, (picked) => edit({ dealer: picked }), { key: "dealer" }),
      h("div", {}, button(say("new.draw"), () => drawLots(players), { key: "draw" }))]);
    if (held) dealer.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  }

  async function drawLots(players) {
    const answer = await api.post("draws", { players }, { signal });
    if (!answer.ok) return toast(answer.offline ? say("new.needs-network") : answer.problem?.detail);
    edit({ dealer: answer.body.dealer });
    return toast(answer.body.text);
  }

  async function open() {
    if (busy) return;
    busy = true;
    const players = draft.players.map((player) => player.trim());
    const dealt = players.includes(draft.dealer) ? { first_dealer: draft.dealer } : {};
    const titled = draft.title.trim() ? { title: draft.title.trim() } : {};
    const options = Object.keys(draft.options).length ? { options: draft.options } : {};
    const answer = await api.open({ game: game.id, players, ...dealt, ...titled, ...options }, once);
    busy = false;
    if (!answer.ok) return refused(answer);
    const { id, keys, document } = answer.body;
    memory.remember(id, { game: game.id, title: document.title, players: document.players, role: "direct", keys });
    memory.rememberPeople(document.players);
    memory.keepDraft(name, undefined);
    await api.enter(id, keys.direct);
    go(`#/m/${id}`);
  }

  function refused(answer) {
    if (!answer.problem?.errors) return toast(answer.offline ? say("new.needs-network") : answer.problem?.detail ?? say("record.failed"));
    faults = answer.problem.errors;
    draw();
    if (faults.some((fault) => fault.pointer.startsWith("/options"))) summary.parentElement.open = true;
    focusOn(root.querySelector('[aria-invalid="true"]') ?? problem);
    return undefined;
  }

  const root = h("div", { class: "screen new" },
    h("div", {}, h("h1", {}, game.name), h("p", { class: "muted" }, game.about)),
    h("section", { class: "stack" }, h("h2", {}, say("new.players")), h("p", { class: "hint small muted" }, say(`order.${game.id}`)), seats, known, more),
    dealer,
    h("details", { class: "house" }, summary, h("div", { class: "stack" }, title.node, h("p", { class: "small muted" }, say("new.ours")), rules.node)),
    problem,
    h("div", { class: "bar stacked" }, numberPad(), h("div", { class: "row" }, start)));
  draw();
  return root;
}
