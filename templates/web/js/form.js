// The form of a hand, drawn from the game's own description of it (`form` of GET games/GAME) with
// how it reads best on a phone (js/forms.js). It shows what is entered, what is asked and what is wrong; what
// may be entered is not known here: the service says what is missing and what is against a rule.
//
//   const form = recordForm(game, { steps: ["bidding"], onchange: (hand) => …, roll, ask });
//   form.node; form.set(hand, situation({ … }));
//
// `game` is what the service tells of the game; `steps` are "bidding", "result" or both.

import { auctionControl } from "./auction.js";
import { boardControl } from "./board.js";
import { control } from "./controls.js";
import { h, put } from "./dom.js";
import { labelOf } from "./field.js";
import { ASIDE, stepsOf } from "./forms.js";
import * as memory from "./memory.js";
import { button, sheet } from "./parts.js";
import { say } from "./words.js";

/**
 * What surrounds a hand: everyone in the order from the dealer's left, what the service said of it.
 * `errors` have pointers under `stem` (such as "/current" or "/hands/2").
 */
export function situation({ match, hand, dealer, errors = [], stem = "/current", missing = [], sums = [], online = true }) {
  const { players, options, game } = match.document;
  const from = hand.dealer ?? dealer;
  const at = players.indexOf(from);
  const strip = (pointer) => pointer.replace(/^\/(current|hands\/\d+|edits\/\d+\/with)/, "").split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
  const faults = errors.filter((error) => error.code !== "missing-field").map((error) => ({ ...error, path: strip(error.pointer ?? "") }));
  const lacking = new Set([...missing, ...errors.filter((error) => error.code === "missing-field").map((error) => error.pointer)].map((pointer) => strip(pointer)[0]));
  return {
    game, players, options, match, stem, online, lacking, value: hand, dealer: from, all: faults,
    order: at < 0 ? players : [...players.slice(at + 1), ...players.slice(0, at + 1)],
    sums: Object.fromEntries(sums.map(({ pointer, sum }) => [strip(pointer).join("/"), sum])),
    faults: (path, deep = false) => faults.filter((fault) => {
      fault.shown ||= starts(fault.path, path);
      return deep ? starts(fault.path, path) : same(fault.path, path);
    }),
    used: (field) => usedIn(field, match),
  };
}

function starts(path, stem) {
  return stem.every((part, at) => part === path[at]);
}

function same(a, b) {
  return a.length === b.length && starts(a, b);
}

// What is spent already, as the record of the match shows it: who has dealt.
function usedIn(field, match) {
  if (field !== "dealer") return {};
  return Object.fromEntries(match.result.hands.map((hand) => [hand.dealer, say("used.dealt")]));
}

/** A form for a hand of a game. */
export function recordForm(game, { steps, onchange, roll, ask, signal }) {
  const form = stepsOf(game.id, game.form);
  const field = (name) => game.form.find((one) => one.name === name);
  const names = steps.flatMap((step) => form[step]).filter(field);
  const aside = [...form.aside, ...ASIDE].filter(field);
  let hand = {};
  let around;

  const change = (path, value) => {
    const next = structuredClone(hand);
    place(next, path, value);
    const key = path.length === 1 ? path[0] : undefined;
    if (key && JSON.stringify(hand[key]) !== JSON.stringify(value)) for (const name of form.resets[key] ?? []) delete next[name];
    onchange(next);
  };
  const context = (name) => ({
    game: game.id, change, beside: form.beside[name], folded: form.folded.includes(name), ask, signal,
    roll: (which) => form.dice === which && roll && button(say("roll"), roll, { key: "roll" }),
  });
  const build = (name) => {
    const one = field(name);
    if (name === form.calls?.field) return auctionControl(one, [name], { ...context(name), asks: form.calls.needs });
    if (name === form.board?.field) return boardControl(one, [name], context(name));
    const plain = control(one, [name], context(name));
    if (!form.folded.includes(name) || one.kind !== "object of players") return plain;
    return { ...plain, node: h("details", { class: "folded-field" }, h("summary", {}, labelOf(game.id, name)), plain.node) };
  };
  const controls = new Map([...names, "dealer", ...(steps.includes("result") ? aside : [])].filter(field).map((name) => [name, build(name)]));

  const asAside = new Set([...aside]);
  const dealerLine = h("div", { class: "dealer-line" });
  const body = h("div", { class: "form-body" });
  const rest = h("div", { class: "stack" });
  const elsewhere = h("div", { class: "stack tight", role: "alert" });
  const mode = h("div", { class: "mode" });
  const fold = h("details", {}, h("summary", {}, say("form.aside")), rest);
  const node = h("div", { class: "form" }, mode, body, elsewhere);
  let spokenChosen = memory.recall(`spoken/${game.id}`, false);

  const spoken = () => Boolean(form.calls) && (hand[form.calls.field] !== undefined || (spokenChosen && !form.calls.instead_of.some((name) => hand[name] !== undefined)));

  const isExcluded = (name) => Boolean(form.excludes_others && hand[form.excludes_others] && name !== form.excludes_others);
  const holds = (condition) => Object.entries(condition ?? {}).every(([name, words]) => words.includes(hand[name]));

  function visible(name) {
    if (isExcluded(name)) return false;
    if (hand[form.hidden_by[name]]) return false;
    if (!holds(name === form.calls?.field ? form.calls.shown_if : form.shown_if[name])) return false;
    if (form.calls) {
      if (name === form.calls.field) return spoken();
      if (spoken() && form.calls.instead_of.includes(name)) return around.lacking.has(name) && !around.lacking.has(form.calls.field) && hand[form.calls.field] !== undefined;
    }
    const one = field(name);
    if (one.need !== "depends" || form.aside.includes(name)) return true;
    return hand[name] !== undefined || around.lacking.has(name) || around.faults([name], true).length > 0 || (!around.online && around.unjudged);
  }

  function arrange() {
    const wanted = names.filter(visible).filter((name) => !asAside.has(name)).map((name) => controls.get(name).node);
    const now = [...body.children];
    if (wanted.length !== now.length || wanted.some((one, at) => one !== now[at])) {
      const held = document.activeElement;
      for (const old of now) if (!wanted.includes(old)) old.remove();
      wanted.forEach((one, at) => {
        if (body.children[at] !== one) body.insertBefore(one, body.children[at] ?? null);
      });
      if (held?.isConnected && held !== document.activeElement) held.focus({ preventScroll: true });
    }
    const others = aside.filter((name) => visible(name) || hand[name] !== undefined).map((name) => controls.get(name)?.node).filter(Boolean);
    if (others.length !== rest.children.length || others.some((one, at) => one !== rest.children[at])) put(rest, others);
  }

  // The two ways to say a bidding: how it ended, or every call.
  function drawMode() {
    const shown = form.calls && steps.includes("bidding") && !isExcluded(form.calls.field) && holds(form.calls.shown_if);
    const told = `${Boolean(shown)}${spoken()}`;
    if (mode.dataset.told === told) return;
    mode.dataset.told = told;
    const pick = (wanted) => () => {
      if (wanted === spoken()) return;
      spokenChosen = wanted;
      memory.keep(`spoken/${game.id}`, wanted);
      const next = structuredClone(hand);
      for (const name of wanted ? form.calls.instead_of : [form.calls.field]) delete next[name];
      mode.dataset.told = "";
      onchange(next);
      mode.querySelector('[aria-pressed="true"]')?.focus();
    };
    put(mode, shown && h("div", { class: "segments", role: "group", "aria-label": say("form.bidding") },
      [false, true].map((wanted) => h("button", { type: "button", class: "button", "aria-pressed": String(spoken() === wanted), onclick: pick(wanted) },
        say(wanted ? "form.every-call" : "form.how-it-ended")))));
  }

  function drawDealer() {
    const told = JSON.stringify([around.dealer, hand.dealer]);
    if (dealerLine.dataset.told === told) return;
    dealerLine.dataset.told = told;
    const dealerControl = controls.get("dealer");
    if (!dealerControl) return;
    put(dealerLine, button(around.dealer ? say("form.dealer", { dealer: around.dealer }) : say("form.dealer-unknown"), () => sheet(say("form.dealer-unknown"), (close) => [
      dealerControl.node, h("div", { class: "row bottom" }, button(say("form.done"), close, { main: true }))]), { quiet: true, key: "dealer" }));
  }

  return {
    node,
    /** What is rarely entered, folded away: it stands where the screen wants it. */
    aside: fold,
    /** Who deals, with a way to say that it was another. */
    dealer: dealerLine,
    /** Shows a hand in its situation. */
    set(value, state) {
      hand = value;
      around = state;
      arrange();
      drawMode();
      for (const [name, one] of controls) if (name !== "dealer" && one.node.isConnected) one.set(hand[name], state);
      const unseen = state.all.filter((fault) => !fault.shown || !seen(fault));
      put(elsewhere, unseen.map((fault) => h("p", { class: "fault" }, fault.path.length ? `${labelOf(game.id, fault.path[0])}: ${fault.detail}` : fault.detail)));
    },
    /** Shows who deals. */
    sayDealer(value, state) {
      hand = value;
      around = state;
      drawDealer();
      controls.get("dealer")?.set(hand.dealer ?? state.dealer, state);
    },
    /** The names of the fields of these steps. */
    names,
  };

  function seen(fault) {
    const one = controls.get(fault.path[0]);
    return one?.node.isConnected && (one.node.textContent.includes(fault.detail) || fault.path[0] === "dealer");
  }
}

/** Puts a value at a path of an object; an undefined one is taken out, with what it leaves empty. */
export function place(object, path, value) {
  const [first, ...rest] = path;
  if (rest.length === 0) {
    if (value === undefined) delete object[first];
    else object[first] = value;
    return;
  }
  const inner = object[first] ?? {};
  place(inner, rest, value);
  if (Object.keys(inner).length) object[first] = inner;
  else delete object[first];
}

/** The part of a hand that these fields are. */
export function part(hand, names) {
  return Object.fromEntries(Object.entries(hand).filter(([name]) => names.includes(name)));
}
