// The form of a hand, built from the description of the game (`form` of GET games/GAME) and from its layout on a phone
// (game/forms.js). It shows values, missing fields and faults; the service checks legality.

import * as storage from "../app/storage.js";
import { ASIDE, formWithSteps } from "../game/forms.js";
import { keyText, labelOf } from "../game/labels.js";
import { find, h, newId, put, putText, redrawFrom } from "../ui/dom.js";
import { numbersOf, reveal, usesPad } from "../ui/number-pad.js";
import { button, sheet } from "../ui/parts.js";
import { listed, partnersOf, points, t } from "../ui/text.js";
import { AuctionControl, boardControl } from "./controls/auction.js";
import { control } from "./controls/control.js";
import { entersCalls, isExcluded, isMet, isVisible, ownOf, pick, setAt } from "./situation.js";

export class RecordForm {
  /** @param {Game} game @param {FormParts} parts */
  constructor(game, { steps, onchange, roll, adjudicate }) {
    this.game = game;
    this.steps = steps;
    this.onchange = onchange;
    this.roll = roll;
    this.adjudicate = adjudicate;
    this.form = formWithSteps(game);
    /** @type {Hand} */
    this.hand = {};
    /** @type {Map<string, Field>} */
    this.fields = new Map(game.form.map((field) => [field.name, { ...field, ...this.form.extras?.get(field.name) }]));
    const has = (/** @type {string} */ name) => this.fields.has(name);
    /** The names of the fields in these steps. */
    this.names = steps.flatMap((step) => this.form[step]).filter(has);
    this.asideNames = [...this.form.aside, ...ASIDE].filter(has);
    this.prefersCalls = storage.load(this.preference, false);
    /** The values that were entered in the other mode (calls or result) of the auction. @type {Hand} */
    this.left = {};
    /** Whether the user has switched to entering calls. */
    this.isSwitched = false;
    const shown = [...this.names, ...(steps.includes("result") ? this.asideNames : []), "dealer"].filter(has);
    /** @type {Map<string, Control>} */
    this.controls = new Map(shown.map((name) => [name, this.makeControl(name)]));

    this.mode = h("div", { class: "mode" });
    this.body = h("div", { class: "form-body" });
    this.asideBody = h("div", { class: "stack" });
    this.conflict = h("div", { "aria-live": "polite" });
    this.otherFaults = h("div", { class: "stack tight", role: "alert" });
    this.node = h("div", { class: "form" }, this.body, this.conflict, this.otherFaults, this.mode);
    /** The folded rare fields, which the screen puts into its layout. */
    this.aside = h("details", {}, h("summary", {}, t("form.aside")), this.asideBody);
    /** The dealer, with a button to change it. */
    this.dealer = h("div", { class: "dealer-line" });
  }

  /** Whether these steps have no fields except rare ones. If so, only the other step is used. */
  get isEmpty() {
    return this.names.length === 0;
  }

  /** The storage name of the preference to enter auctions call by call. */
  get preference() {
    return `spoken/${this.game.id}`;
  }

  get byCalls() {
    return this.isSwitched || entersCalls(this.form, this.hand, this.prefersCalls);
  }

  /** @param {string} name @returns {Control} */
  makeControl(name) {
    const { form, game } = this;
    const field = /** @type {Field} */ (this.fields.get(name));
    const folded = form.folded.includes(name);
    /** @type {ControlContext} */
    const context = {
      game: game.id, folded, beside: form.beside[name], adjudicate: this.adjudicate,
      change: (path, value) => this.change(path, value),
      roll: (which) => which === form.dice && this.roll && button(t("roll"), this.roll, { key: "roll" }),
    };
    if (name === form.calls?.field) {
      const fields = game.questions.find(({ question }) => question === "auction")?.form ?? [];
      return new AuctionControl(field, [name], { ...context, cards: fields.some((one) => one.name === "cards_dealt") ? form.cards_dealt : undefined }, form.calls.needs, control);
    }
    if (name === form.board?.field) return boardControl(field, [name], context);
    const made = field.sides === undefined && field.default === undefined ? control(field, [name], context) : withDefault(field, control(field, [name], context));
    if (field.about) explain(made.node, field.about);
    if (!folded || field.kind !== "object of players") return made;
    const focusFirst = () => usesPad() && numbersOf(fold).find((input) => !input.value)?.focus({ preventScroll: true });
    const fold = h("details", { class: "folded-field" }, h("summary", { onclick: () => requestAnimationFrame(focusFirst) }, labelOf(game.id, name)), made.node);
    return { node: fold, set: (value, around) => made.set(value, around) };
  }

  /** Reports the hand with a new value at a path, and clears the fields that depend on this value. @param {string[]} path @param {unknown} value */
  change(path, value) {
    const next = structuredClone(this.hand);
    setAt(next, path, value);
    const [name, ...rest] = path;
    const isAnother = rest.length === 0 && JSON.stringify(this.hand[name]) !== JSON.stringify(value);
    if (isAnother) for (const other of this.form.resets[name] ?? []) delete next[other];
    const { calls } = this.form;
    if (name === calls?.field && value !== undefined && this.hand[name] === undefined) {
      this.left = pick(this.hand, calls.instead_of);
      for (const other of calls.instead_of) delete next[other];
    }
    if (value !== undefined) for (const [other, word] of Object.entries(this.form.implies?.[name] ?? {})) next[other] ??= word;
    this.onchange(next);
  }

  /** Shows a hand with what is known about it. @param {Hand} hand @param {Situation} around */
  set(hand, around) {
    this.hand = hand;
    this.arrange(around);
    this.drawMode();
    for (const [name, one] of this.controls) if (name !== "dealer" && one.node.parentElement) one.set(ownOf(hand, name), around);
    putText(this.conflict, this.conflictText(around.conflict));
    const others = around.all.filter((fault) => !this.shows(fault));
    put(this.otherFaults, hand.irregularities === undefined && around.all.some(({ isIllegal }) => isIllegal) && h("div", { class: "row" }, button(t("record.waive"), () => this.change(["irregularities"], "waived"), { key: "waive" })), others.map(({ path, detail }) => h("p", { class: "fault" }, path.length ? `${labelOf(this.game.id, path[0])}: ${detail}` : detail)));
  }

  /** The sentence that names amounts of which at least one is wrong. @param {string[][]} paths */
  conflictText(paths) {
    if (!paths.length) return null;
    const fields = paths.map((path) => {
      const value = path.reduce((/** @type {any} */ inner, part) => inner?.[part], this.hand);
      const name = path.length > 1 ? keyText(this.game.id, path[path.length - 1]) : labelOf(this.game.id, path[0]);
      return typeof value === "number" ? `${name} ${points(value)}` : name;
    });
    return h("p", { class: "fault" }, t(fields.length > 1 ? "fit.conflict" : "fit.conflict-one", { fields: listed(fields) }));
  }

  /** Whether a fault is shown beside its field. @param {Fault & { path: string[] }} fault */
  shows({ path, detail }) {
    const node = this.controls.get(path[0])?.node;
    return node?.parentElement && node.textContent?.includes(detail);
  }

  /** Shows the fields that this hand needs. @param {Situation} around */
  arrange(around) {
    const { form, byCalls } = this;
    // Keep a field while someone types in it, even if it is empty for a moment.
    const isTyped = (/** @type {string} */ name) => document.activeElement instanceof HTMLInputElement && this.controls.get(name)?.node.contains(document.activeElement) === true;
    const isWanted = (/** @type {string} */ name) => isVisible(/** @type {Field} */ (this.fields.get(name)), form, byCalls, around) || isTyped(name);
    const main = this.names.filter((name) => isWanted(name) && !this.asideNames.includes(name));
    const aside = this.asideNames.filter((name) => this.controls.has(name) && (isWanted(name) || this.hand[name] !== undefined));
    const nodesOf = (/** @type {string[]} */ names) => names.flatMap((name) => this.controls.get(name)?.node ?? []);
    arrangeChildren(this.body, nodesOf(main));
    arrangeChildren(this.asideBody, nodesOf(aside));
  }

  /** Whether the hand has none of these fields, according to the rules. @param {Hand} hand @param {Situation} around */
  isAbsent(hand, { absent }) {
    return this.names.length > 0 && this.names.every((name) => absent.has(name) && hand[name] === undefined);
  }

  /** The path of the visible field for a path: the list of calls, if it replaces the field. @param {string[]} path */
  shownPath(path) {
    const { calls } = this.form;
    const isThere = this.controls.get(path[0])?.node.parentElement;
    return calls && this.byCalls && calls.instead_of.includes(path[0]) && !isThere ? [calls.field] : path;
  }

  /** Scrolls to a field or a part of one, and focuses it. If it is not on the screen, scrolls to the other faults. @param {string[]} path */
  show(path) {
    const node = this.controls.get(path[0])?.node;
    if (!node?.isConnected) {
      reveal(this.otherFaults);
      return;
    }
    const aside = node.closest("details");
    if (aside) aside.open = true;
    const key = CSS.escape(path.join("/"));
    const input = find(node, `[data-key="${key}"]`) ?? find(node, '[aria-invalid="true"]') ?? find(node, `[data-key^="${key}/"]`) ?? find(node, "input, button");
    const fold = input?.closest("details");
    if (fold) fold.open = true;
    const place = /** @type {HTMLElement} */ (input?.closest(".amount") ?? node);
    reveal(place);
    input?.focus({ preventScroll: true });
    place.classList.remove("glow");
    requestAnimationFrame(() => place.classList.add("glow"));
  }

  /** Draws the choice between two ways to enter an auction: only its end, or every call. */
  drawMode() {
    const { form, hand, byCalls } = this;
    const { calls } = form;
    const isShown = calls !== undefined && this.steps.includes("bidding") && !isExcluded(form, calls.field, hand) && isMet(calls.shown_if, hand);
    redrawFrom(this.mode, [isShown, byCalls], () => isShown && h("div", { class: "segments", role: "group", "aria-label": t("form.bidding") },
      [false, true].map((wanted) => button(t(wanted ? "form.every-call" : "form.how-it-ended"), () => this.enterCalls(wanted), { key: `calls/${wanted}`, "aria-pressed": String(byCalls === wanted) }))));
  }

  /** @param {boolean} wanted whether to enter every call */
  enterCalls(wanted) {
    const { calls } = this.form;
    if (!calls || wanted === this.byCalls) return;
    // Remove the focus, because a field with the focus would stay in the form.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    this.prefersCalls = wanted;
    storage.save(this.preference, wanted);
    this.isSwitched = wanted;
    const { left } = this;
    // The values entered so far stay until a call is made.
    if (wanted && Object.keys(left).length === 0) {
      this.onchange(structuredClone(this.hand));
      return;
    }
    const names = wanted ? calls.instead_of : [calls.field];
    this.left = pick(this.hand, names);
    const rest = Object.entries(this.hand).filter(([name]) => !names.includes(name));
    this.onchange(structuredClone({ ...left, ...Object.fromEntries(rest) }));
  }

  /** Shows the dealer. @param {Hand} hand @param {Situation} around */
  showDealer(hand, around) {
    this.hand = hand;
    const dealer = this.controls.get("dealer");
    if (!dealer) return;
    const title = t("form.dealer-unknown");
    const choose = () => sheet(title, (close) => [dealer.node, h("div", { class: "row bottom" }, button(t("form.done"), close, { main: true }))]);
    redrawFrom(this.dealer, around.dealer, () => button(around.dealer ? t("form.dealer", { dealer: around.dealer }) : title, choose, { quiet: true, key: "dealer" }));
    dealer.set(hand.dealer ?? around.dealer, around);
  }
}

/** A control that shows the default while it is empty and, for sides, has one amount per side. @param {Field} field @param {Control} made @returns {Control} */
function withDefault({ default: usual, sides, kind }, made) {
  return {
    node: made.node,
    set(value, around) {
      const named = new Map(partnersOf(around.players, sides).map((side) => [side[0], side.join(" + ")]));
      const beside = sides === undefined ? around : { ...around, players: around.players.slice(0, sides), order: around.order.filter((player) => named.has(player)), called: (/** @type {string} */ player) => named.get(player) ?? player };
      const each = usual === undefined ? {} : Object.fromEntries(beside.players.map((player) => [player, usual]));
      made.set(kind === "object of players" ? { ...each, ...value } : value ?? usual, beside);
    },
  };
}

/** Adds an explanation below the label of a field. @param {HTMLElement} node @param {string} about */
function explain(node, about) {
  const hint = h("p", { class: "hint", id: newId("about") }, about);
  const label = find(node, ".label");
  if (label) label.after(hint);
  else node.append(hint);
  node.setAttribute("aria-describedby", [node.getAttribute("aria-describedby"), hint.id].filter(Boolean).join(" "));
}

/** Replaces the children of a host by these nodes, which keep the focus. @param {HTMLElement} host @param {HTMLElement[]} nodes */
function arrangeChildren(host, nodes) {
  const now = [...host.children];
  if (nodes.length === now.length && nodes.every((node, at) => node === now[at])) return;
  const focused = document.activeElement;
  for (const old of now) if (!nodes.includes(/** @type {HTMLElement} */ (old))) old.remove();
  nodes.forEach((node, at) => {
    if (host.children[at] !== node) host.insertBefore(node, host.children[at] ?? null);
  });
  if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
}
