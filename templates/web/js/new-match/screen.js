// The form for a new match: seats, first dealer, house rules, and the start button. All input is saved as a draft.
// The same form changes the players of a match that has no hands yet.

import * as storage from "../app/storage.js";
import { random, shuffled } from "../game/chance.js";
import { useLabelsOf } from "../game/labels.js";
import { nextDealer } from "../home/mine.js";
import { same } from "../match/merge.js";
import { describeGameOf, idempotencyKey, isAlone, openMatch, request, startSession } from "../net/api.js";
import { keepingText } from "../share/kept.js";
import { announce, find, focusOn, h, put, redrawFrom } from "../ui/dom.js";
import { seat } from "../ui/marks.js";
import { numberPad } from "../ui/number-pad.js";
import { button, choices, empty, faultLines, goWithToast, textField, toast } from "../ui/parts.js";
import { makePad } from "../share/paper.js";
import { gameList, hasText, listed, namesOf, partnersOf, rulesAddress, t, word } from "../ui/text.js";
import { houseRules } from "./house-rules.js";

/** The maximum number of earlier players to offer. */
const MAX_KNOWN = 12;

/** @param {ScreenContext} context */
export async function show({ game: name, again, store, signal, go }) {
  const isShipped = gameList().shipped.some(([one]) => one === name);
  const definition = isShipped ? undefined : await definitionFor(name, again, store);
  const id = definition ? "own" : store?.loaded.document.game ?? name;
  if (store && !store.maySeat) return h("div", { class: "screen" }, h("h1", {}, t("seats.title")), empty(t("seats.too-late")));
  useLabelsOf(definition);
  const game = await describeGameOf({ game: id, definition });
  if (game) return new NewMatch(game, { name, signal, go, before: store, again, definition }).root;
  return h("div", { class: "screen" }, h("h1", {}, word(id)), empty(t("new.offline"), h("a", { class: "button main", href: "#/" }, t("home"))));
}

/** The definition of a custom game. @param {string} name @param {string | undefined} again @param {Store | undefined} store @returns {Promise<Definition | undefined>} */
async function definitionFor(name, again, store) {
  if (store) return store.loaded.document.definition;
  if (again) return storage.load(`state/${again}`)?.document.definition;
  return await (await import("../own/mine.js")).definitionNamed(name) ?? storage.draft(`new/${name}`)?.definition;
}

class NewMatch {
  /** @param {Game} game @param {NewMatchParts} parts */
  constructor(game, { name, signal, go, before, again, definition }) {
    this.game = game;
    this.signal = signal;
    this.go = go;
    this.before = before;
    this.definition = definition;
    this.draftName = before ? `${before.id}/seats` : again ? `${again}/again` : `new/${name}`;
    /** @type {NewMatchDraft} */
    this.draft = storage.draft(this.draftName) ?? (before ? this.draftOf(before.loaded.document) : (again && this.draftAgain(again)) || this.emptyDraft());
    /** @type {Fault[]} */
    this.faults = [];
    this.busy = false;
    this.once = idempotencyKey();
    this.seats = h("ol", { class: "seats" });
    this.more = h("div", { class: "row" });
    this.known = h("div", { class: "known" });
    /** The partners. */
    this.partners = h("p", { class: "small", "aria-live": "polite" });
    this.dealer = h("div", { class: "field" });
    this.problem = h("div", { role: "alert" });
    this.place = h("div", { class: "stack tight" });
    if (isAlone()) keepingText(t("kept.new")).then((lines) => put(this.place, lines));
    else if (!storage.keepsAnything()) put(this.place, h("p", { class: "warn" }, t("new.keeps-nothing")));
    this.rules = houseRules(game, (options) => this.edit({ options }));
    this.summary = h("summary");
    this.details = h("details", { class: "house" });
    this.start = button(t(before ? "seats.go" : "new.start"), () => this.open(), { main: true });
    this.root = this.build();
    this.draw();
  }

  /** A draft with the players of the last match of this game. @returns {NewMatchDraft} */
  emptyDraft() {
    const { definition, game: { id, players: { least, most } } } = this;
    const called = definition && namesOf(definition).called;
    const usual = storage.matches().find((one) => one.game === id && one.called === called && one.players && one.players.length >= least && one.players.length <= most)?.players;
    return { players: usual ? [...usual] : Array(least).fill(""), options: {}, title: "" };
  }

  /** A draft with the players and house rules of an earlier match, and with its next dealer. @param {string} id @returns {NewMatchDraft | undefined} */
  draftAgain(id) {
    const known = storage.match(id);
    /** @type {MatchState | undefined} */
    const state = storage.load(`state/${id}`);
    if (state) return { ...this.draftOf({ ...state.document, id }), title: "", dealer: nextDealer(state.document.players, known && storage.outcome(known)) };
    return known?.players && { players: [...known.players], title: "", dealer: nextDealer(known.players, known.outcome), options: known.options ?? {} };
  }

  /** A draft from a match, with the house rules chosen at its start: in the document, some may depend on the number of players. @param {MatchDocument} document @returns {NewMatchDraft} */
  draftOf({ id, players, title = "", first_dealer: dealer, options }) {
    const usual = new Map(this.game.options.map((rule) => [rule.name, rule.default]));
    const changed = Object.fromEntries(Object.entries(options).filter(([name, value]) => !same(value, usual.get(name))));
    return { players: [...players], title, dealer, options: storage.match(this.before?.id ?? id ?? "")?.options ?? changed };
  }

  build() {
    const { game, before } = this;
    const title = textField(t("new.title"), { hint: t("new.title-hint"), value: this.draft.title, maxlength: 200, oninput: () => this.edit({ title: title.input.value }) });
    put(this.details, this.summary, h("div", { class: "stack" }, title.node, h("p", { class: "small muted" }, t("new.ours")), this.rules.node));
    return h("div", { class: "screen new" },
      h("div", {}, h("h1", { dir: "auto" }, before ? t("seats.title") : game.name), before ? h("p", { class: "muted" }, t("seats.about")) : this.about()),
      h("section", { class: "stack" }, h("h2", { class: before ? "unseen" : undefined }, t("new.players")), h("p", { class: "hint small muted" }, t(`order.${game.id}`)), this.seats, this.partners, this.known, this.more),
      this.dealer,
      this.details,
      this.place,
      this.problem,
      h("div", { class: "bar stacked" }, numberPad(), h("div", { class: "row" }, this.start)));
  }

  /** The number of players, with links to the rules and the score pad of the game. */
  about() {
    const { game, definition } = this;
    const { least, most } = game.players;
    const length = `length.${game.id}`;
    return [game.about && h("p", { class: "muted" }, game.about),
      h("p", { class: "muted small" }, [t(least === most ? "start.players-exact" : "start.players", { least, most }), hasText(length) && t(length)].filter(Boolean).join(" · ")),
      h("p", { class: "game-links own-links small" },
        !definition && h("a", { href: rulesAddress(game.id), target: "_blank", rel: "noopener" }, t("start.rules")),
        h("button", { type: "button", onclick: () => makePad(game.id, definition) }, t("start.pad"))),
      definition && h("details", {}, h("summary", {}, t("start.rules")), h("ul", { class: "own-says" }, game.clauses.map(({ text }) => h("li", { dir: "auto" }, text))))];
  }

  /** @param {Partial<NewMatchDraft>} change */
  edit(change) {
    this.draft = { ...this.draft, ...change };
    storage.saveDraft(this.draftName, this.draft);
    this.faults = [];
    this.draw();
  }

  draw() {
    const { options } = this.draft;
    this.drawSeats();
    this.drawPartners();
    this.drawKnown();
    this.drawDealer();
    this.rules.set(options, this.faults);
    const changed = Object.keys(options).length;
    put(this.summary, t("new.rules"), h("span", { class: "muted small" }, changed ? t("new.rules-changed", { n: changed }) : t("new.rules-default")));
    put(this.problem, faultLines(this.faults.filter((fault) => !/^\/(players\/\d|options\/)/.test(fault.pointer ?? ""))));
  }

  drawSeats() {
    const { players } = this.draft;
    redrawFrom(this.seats, [players.length, this.faults], () => players.map((player, at) => this.row(player, at)));
    // Do not redraw the fields while someone types; update only the initials.
    players.forEach((player, at) => {
      const row = this.seats.children[at];
      row.querySelector(".seat")?.replaceWith(seat(at, player || String(at + 1)));
      const input = row.querySelector("input");
      if (input && input.value !== player) input.value = player;
      for (const key of ["up", "remove-player"]) find(row, `[data-key="${key}/${at}"]`)?.setAttribute("aria-label", t(`new.${key}`, { player: player || at + 1 }));
    });
    const hasRoom = players.length < this.game.players.most;
    const isSeated = players.filter((player) => player.trim()).length > 1;
    redrawFrom(this.more, [hasRoom, isSeated], () => [
      hasRoom && button(t("new.add-player"), () => this.addRow()),
      isSeated && button(t("new.shuffle"), () => this.shuffle(), { quiet: true, key: "shuffle" })]);
  }

  /** Shows who are partners, once all players have names. */
  drawPartners() {
    const { players, definition } = this;
    const isNamed = definition?.sides && players.every(Boolean);
    put(this.partners, isNamed && t("new.partners", { sides: listed(partnersOf(players, definition.sides).map((side) => side.join(" + "))) }));
  }

  /** Shuffles the players among the seats; empty rows go to the end. */
  shuffle() {
    const { players } = this.draft;
    const named = shuffled(players.filter((player) => player.trim()), random);
    this.edit({ players: [...named, ...players.filter((player) => !player.trim())] });
    announce(listed(named));
  }

  addRow() {
    this.edit({ players: [...this.draft.players, ""] });
    this.seats.lastElementChild?.querySelector("input")?.focus();
  }

  /** Moves the focus from a name to the next name, to a new row, or to the start button. @param {number} at */
  goOnFrom(at) {
    const { players } = this.draft;
    const next = this.seats.children[at + 1]?.querySelector("input");
    if (next) next.focus();
    else if (players[at].trim() && players.length < this.game.players.most) this.addRow();
    else this.start.focus();
  }

  /** The players, without empty rows at the end. */
  get players() {
    const players = this.draft.players.map((player) => player.trim());
    while (players.length > this.game.players.least && players.at(-1) === "") players.pop();
    return players;
  }

  /** @param {string} player @param {number} at */
  row(player, at) {
    const wrong = this.faults.filter((fault) => fault.pointer === `/players/${at}`);
    const label = t("new.player", { n: at + 1 });
    const input = h("input", {
      class: "input", type: "text", value: player, maxlength: 80, autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "next", "data-key": `player/${at}`, dir: "auto",
      placeholder: label, "aria-label": label, "aria-invalid": wrong.length ? "true" : undefined,
      oninput: () => this.rename(at, input.value),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        // Otherwise, this keystroke would also press the button that gets the focus.
        event.preventDefault();
        this.goOnFrom(at);
      },
    });
    return h("li", {},
      h("div", { class: "seat-row" }, seat(at, player || String(at + 1)), input,
        at > 0 && button("↑", () => this.swap(at, at - 1), { icon: true, key: `up/${at}`, "aria-label": t("new.up", { player: player || at + 1 }) }),
        this.draft.players.length > this.game.players.least && button("✕", () => this.remove(at), { icon: true, key: `remove-player/${at}`, "aria-label": t("new.remove-player", { player: player || at + 1 }) })),
      faultLines(wrong));
  }

  /** @param {number} at @param {string} name */
  rename(at, name) {
    this.edit({ players: this.draft.players.map((old, other) => (other === at ? name : old)) });
  }

  /** @param {number} at */
  remove(at) {
    this.edit({ players: this.draft.players.filter((_, other) => other !== at) });
  }

  /** @param {number} a @param {number} b */
  swap(a, b) {
    const players = [...this.draft.players];
    [players[a], players[b]] = [players[b], players[a]];
    this.edit({ players });
  }

  /** Shows the earlier players as buttons, which fill the next empty seat. */
  drawKnown() {
    const { players } = this.draft;
    const seated = new Set(players.map((player) => player.trim().toLocaleLowerCase()));
    const offered = storage.people().filter((person) => !seated.has(person.toLocaleLowerCase())).slice(0, MAX_KNOWN);
    const free = players.findIndex((player) => !player.trim());
    const hasRoom = free >= 0 || players.length < this.game.players.most;
    const seatOne = (/** @type {string} */ person) => this.edit({ players: free >= 0 ? players.map((old, at) => (at === free ? person : old)) : [...players, person] });
    put(this.known, offered.length > 0 && hasRoom && h("div", { class: "choices", role: "group", "aria-label": t("new.known") },
      offered.map((person) => button(person, () => seatOne(person), { key: `known/${person}` }))));
  }

  drawDealer() {
    const players = this.draft.players.map((player) => player.trim()).filter(Boolean);
    const isReady = players.length >= this.game.players.least && new Set(players).size === players.length;
    const { dealer } = this.draft;
    const chosen = dealer && players.includes(dealer) ? dealer : players[0];
    redrawFrom(this.dealer, [players, chosen], () => isReady && [
      h("span", { class: "label" }, t("new.dealer")),
      choices(t("new.dealer"), players.map((player) => ({ value: player, label: player })), chosen, (picked) => this.edit({ dealer: picked }), { key: "dealer" }),
      h("div", {}, button(t("new.draw"), () => this.drawLots(players), { key: "draw" }))]);
  }

  /** Draws lots for the dealer. @param {string[]} players */
  drawLots(players) {
    const dealer = players[random(players.length)];
    this.edit({ dealer });
    toast(t("new.drawn", { dealer }));
  }

  async open() {
    if (this.busy) return;
    this.busy = true;
    const { game, draft } = this;
    const { players } = this;
    const title = draft.title.trim();
    const { played_on: day, location, notes } = this.before?.loaded.document ?? {};
    const answer = await openMatch({
      game: game.id, definition: this.definition, players, played_on: day, location, notes,
      ...(draft.dealer && players.includes(draft.dealer) && { first_dealer: draft.dealer }),
      ...(title && { title }),
      ...(Object.keys(draft.options).length > 0 && { options: draft.options }),
    }, this.once);
    const isReplaced = !answer.ok || await this.deleteBefore(answer.body);
    this.busy = false;
    if (!answer.ok) {
      this.refuse(answer);
      return;
    }
    if (!isReplaced) return;
    const { id, keys, document: match } = answer.body;
    // The answer to a late repetition has no keys: this phone has them already, or has lost them.
    if (storage.match(id)?.kept) storage.amendMatch(id, { options: draft.options });
    if (keys) storage.saveMatch(id, { game: game.id, ...(match.definition && namesOf(match.definition)), title: match.title, players: match.players, role: "direct", keys, options: draft.options });
    storage.savePeople(match.players);
    storage.saveDraft(this.draftName, undefined);
    if (keys) await startSession(id, keys.direct);
    // The back button must not return to the form, which would open the match again.
    history.replaceState(null, "", "#/");
    // Tell where the match is stored, unless the form has already shown this.
    if (this.place.childElementCount > 0 || !storage.match(id)?.kept) this.go(`#/m/${id}`);
    else goWithToast(this.go, `#/m/${id}`, t("kept.new"));
  }

  /**
   * Deletes the match that the new one replaces. If somebody has changed the old match meanwhile, deletes the new one
   * instead.
   * @param {CreatedMatch} other
   * @returns {Promise<boolean>} whether the new match replaced the old one
   */
  async deleteBefore({ id, version, keys }) {
    const { before } = this;
    if (!before) return true;
    await before.refresh();
    const hasHands = () => before.loaded.document.hands.length > 0;
    const deleted = !hasHands() && await before.request("DELETE", "", { version: before.loaded.version });
    if (!deleted || deleted.status === 412) {
      await request("DELETE", `matches/${id}`, { version, key: keys?.direct });
      await before.refresh();
      this.once = idempotencyKey();
      toast(t(hasHands() ? "seats.too-late" : "record.changed"));
      return false;
    }
    // An empty match that cannot be deleted will expire.
    before.disconnect();
    storage.forgetMatch(before.id);
    return true;
  }

  /** Shows why the match was not opened. @param {Answer<unknown>} answer */
  refuse({ offline, problem }) {
    if (this.definition && offline) {
      toast(t("own.alone"));
      return;
    }
    if (!problem?.errors) {
      toast(offline ? t("new.needs-network") : problem?.title ?? t("record.failed"));
      return;
    }
    this.faults = problem.errors;
    this.draw();
    if (this.faults.some((fault) => fault.pointer?.startsWith("/options"))) this.details.open = true;
    focusOn(find(this.root, '[aria-invalid="true"]') ?? this.problem);
  }
}
