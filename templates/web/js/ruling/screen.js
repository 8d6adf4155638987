// Rulings: is this bid legal, which bids beat 10, may I double, who won this trick? The questions begin with the values
// of the hand in play; the service answers them and cites the clause.

import * as storage from "../app/storage.js";
import { playedContracts } from "../game/calls.js";
import { clausesOf } from "../game/clauses.js";
import { formOf } from "../game/forms.js";
import { adjudicate, describeGameOf } from "../net/api.js";
import { knownInPlace } from "../record/check.js";
import { find, h, put } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { button, choices, empty } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { auction } from "./auction.js";
import { discard, pass } from "./discard.js";
import { play } from "./play.js";
import { value } from "./value.js";

/** @type {Record<string, (context: RulingContext) => HTMLElement>} */
const PANELS = { auction, trick: play, play, discard, value, pass };

/** Shows the questions for the game of the match. @param {MatchContext} context */
export async function show(context) {
  const { store, signal } = context;
  const game = await describeGameOf(store.loaded.document);
  if (!game) return h("div", { class: "screen rule-screen" }, h("h1", {}, t("rule.title")), empty(t("rule.offline")));
  if (game.questions.length === 0) {
    return h("div", { class: "screen rule-screen" }, h("h1", {}, t("rule.title")), h("p", { class: "muted" }, t("own.no-rulings")), h("ul", { class: "list" }, game.clauses.map(({ text }) => h("li", { dir: "auto" }, text))));
  }
  const questions = new Questions(context, game);
  await questions.begin();
  signal.addEventListener("abort", store.subscribe(() => questions.matchChanged()));
  // The match may have changed while the first question was prepared.
  questions.matchChanged();
  return questions.body;
}

/** The questions about the hand in play. */
class Questions {
  /** @param {MatchContext} context @param {Game} game */
  constructor({ id, store, signal }, game) {
    this.store = store;
    this.signal = signal;
    this.game = game;
    this.draftName = `${id}/rule`;
    this.body = h("div", { class: "screen rule-screen" });
    this.news = h("div", { "aria-live": "polite" });
    // Leave out questions without a panel, such as `finish`: the form of the hand asks it.
    this.names = game.questions.map(({ question }) => question).filter((question) => question in PANELS);
    this.question = storage.draft(this.draftName)?.question ?? this.names[0];
    /** The hand that the questions are about, as JSON. */
    this.about = "";
    /** The hand that replaces it once the outcome of its auction is known, as JSON. */
    this.coming = "";
    this.isTouched = false;
    /** @type {CurrentHand} */
    this.current = { record: {}, known: {} };
  }

  /** The hand in play, as JSON; questions about any other hand are outdated. */
  get aboutNow() {
    const { document: { players, current }, result } = this.store.loaded;
    return JSON.stringify([players, current ?? null, result.hands.length]);
  }

  /** Makes the hand in play the subject of the questions, unless the user edits the old question meanwhile. */
  async begin() {
    const coming = this.aboutNow;
    this.coming = coming;
    this.isTouched = false;
    const current = await currentHand(this.store.loaded);
    if (this.coming !== coming) return;
    if (this.isTouched) {
      this.matchChanged();
      return;
    }
    Object.assign(this, { about: coming, current });
    this.draw();
  }

  /** Updates the question after a change of the hand in play or, if it was edited, offers this in a banner. */
  matchChanged() {
    const { aboutNow } = this;
    if (aboutNow === this.about) {
      this.coming = aboutNow;
      put(this.news);
    } else if (this.isTouched) {
      put(this.news, h("div", { class: "banner" }, h("span", {}, t("rule.changed")), button(t("rule.take-over"), () => this.begin())));
    } else if (aboutNow !== this.coming) {
      this.begin();
    }
  }

  draw() {
    const { question, names, store } = this;
    const kept = storage.draft(this.draftName);
    const drafts = kept?.about === this.about ? kept : { about: this.about };
    storage.saveDraft(this.draftName, { ...drafts, question });
    const options = names.map((one) => ({ value: one, label: t(`rule.q-${one}`) }));
    put(this.news);
    put(this.body,
      h("h1", {}, t("rule.title")),
      choices(t("rule.title"), options, question, (picked) => picked && this.pick(picked), { key: "question" }),
      h("p", { class: "muted small" }, t(`rule.a-${question}`)),
      this.news,
      !store.online && !store.ahead && h("p", { class: "banner" }, t("rule.offline")),
      PANELS[question](this.contextOf(question, drafts[question])));
  }

  /** @param {string} question @param {any} draft the earlier entries @returns {RulingContext} */
  contextOf(question, draft) {
    const { store, game, signal, current } = this;
    const state = store.loaded;
    const { players } = state.document;
    return {
      game, signal, state, players, current, question, draft, clauses: clausesOf(game), played: playedContracts(state),
      form: game.questions.find((one) => one.question === question)?.form ?? [],
      who: (player) => who(players, player),
      keep: (entered) => {
        this.isTouched = true;
        storage.saveDraft(this.draftName, { ...storage.draft(this.draftName), [question]: entered });
      },
    };
  }

  /** @param {string} question */
  pick(question) {
    this.question = question;
    this.draw();
    find(this.body, '[aria-pressed="true"]')?.focus();
  }
}

/** The hand in play: its dealer, its record, and the result of its auction. @param {MatchState} state @returns {Promise<CurrentHand>} */
async function currentHand({ document: match, result }) {
  const record = match.current ?? {};
  const scored = result.current ?? (await knownInPlace(match, match.hands, record)).result?.current;
  const known = { ...record, ...await auctionOutcome(match, record, scored?.dealer) };
  return { record, known, dealer: scored?.dealer, cards: cardsDealt(match, scored) };
}

/** The number of cards per player: the required sum of this hand's tricks, or else the sum of the last hand. @param {MatchDocument} match @param {CurrentReport | undefined} scored */
function cardsDealt({ game, hands }, scored) {
  const field = formOf(game).cards_dealt;
  if (!field) return undefined;
  const sum = scored?.sums?.find(({ pointer }) => pointer === `/current/${field}`)?.sum;
  /** @type {number[]} */
  const amounts = Object.values(hands.at(-1)?.[field] ?? {});
  return sum ?? amounts.reduce((all, amount) => all + amount, 0);
}

/** The result of an auction that was recorded call by call. @param {MatchDocument} match @param {Hand} record @param {string | undefined} dealer @returns {Promise<Hand>} */
async function auctionOutcome({ game, players, options }, record, dealer) {
  const { calls } = formOf(game);
  const made = calls && record[calls.field];
  if (!made || !dealer) return {};
  const needed = Object.fromEntries(calls.needs.map((name) => [name, record[name]]));
  const answer = await adjudicate({ game, players, options, question: "auction", dealer, calls: made, ...needed });
  return answer.ok && answer.body.legal ? answer.body.outcome : {};
}
