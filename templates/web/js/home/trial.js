// A practice hand on the first screen of a phone without matches. The rules of real matches check its bid, rule on its
// trick and explain its score, even without a network.

import { clausesOf, ruleNote } from "../game/clauses.js";
import { cardFace } from "../game/deck.js";
import { formOf } from "../game/forms.js";
import { adjudicate, describeGame, post } from "../net/api.js";
import { announce, find, focusOn, h, loadStyle, redraw } from "../ui/dom.js";
import { dealerDot, emblem, seat, suit } from "../ui/marks.js";
import { button } from "../ui/parts.js";
import { points, t, word } from "../ui/text.js";

const STYLES = "css/trial.css";

/** Shows the practice hand. @param {HTMLElement} place @param {string} game */
export async function show(place, game) {
  const { trial } = formOf(game);
  if (!trial || !place.isConnected) return;
  await loadStyle(STYLES);
  new TrialHand(place, game, trial).draw();
  focusOn(find(place, "h2"));
}

class TrialHand {
  /** @param {HTMLElement} place @param {string} game @param {Trial} trial */
  constructor(place, game, trial) {
    this.place = place;
    this.game = game;
    this.trial = trial;
    this.begin();
  }

  begin() {
    /** The bid of the last bidder, once the rules have accepted it. @type {number | undefined} */
    this.bid = undefined;
    /** Why the last bid is illegal. @type {Ruling | undefined} */
    this.refused = undefined;
    /** @type {{ player: string, card: string } | undefined} */
    this.winner = undefined;
    /** @type {HandReport | undefined} */
    this.report = undefined;
    /** The reason for a missing answer. */
    this.trouble = "";
    /** @type {Map<string, LinkedClause>} */
    this.clauses = new Map();
  }

  get base() {
    return { game: this.game, players: this.trial.players };
  }

  draw() {
    const { game, place, trial } = this;
    const { trump } = trial.setting;
    redraw(place,
      h("div", { class: "game-head" }, emblem(game), h("div", { class: "grow" }, h("h2", {}, t("trial.title")),
        h("p", { class: "small muted" }, word(game), " · ", t("table.cards", { n: trial.cards }), " · ", t("field.trump"), " ", suit(trump, true)))),
      h("ul", { class: "trial-players" }, trial.players.map((player) => this.row(player))),
      h("div", { class: "stack tight", "aria-live": "polite" }, this.step()),
      this.trouble && h("p", { class: "fault" }, this.trouble));
  }

  /** A line with a player's bid and result. @param {string} player */
  row(player) {
    const { trial: { players, dealer, calls }, report } = this;
    const reason = report?.explanation.find((one) => Object.hasOwn(one.points, player));
    const bid = player === dealer ? this.bid : calls.find((one) => one.player === player)?.call;
    return h("li", {}, seat(players.indexOf(player), player),
      h("span", { class: "grow" }, player, player === dealer && dealerDot(),
        h("span", { class: "small muted" }, reason ? reason.text : bid === undefined ? "" : t("against.bid", { bid: Number(bid) }))),
      report && h("strong", { class: "number big" }, points(report.scores[player], true)));
  }

  /** The current question. @returns {Child} */
  step() {
    if (this.report) return this.points();
    return this.bid === undefined ? this.bidding() : this.trick();
  }

  /** @returns {Child} */
  bidding() {
    const { game, trial: { dealer, cards, trick }, refused } = this;
    const held = trick.find(({ player }) => player === dealer);
    return [
      h("p", {}, h("strong", {}, t("trial.bid", { player: dealer })), " ", held && cardFace(game, held.card)),
      h("div", { class: "choices" }, Array.from({ length: cards + 1 }, (_, bid) => button(t("rule.tricks", { tricks: bid }), () => this.placeBid(bid), { key: `bid/${bid}` }))),
      refused && h("p", { class: "fault" }, t("rule.illegal"), " ", refused.text),
      refused?.rule && ruleNote(refused.rule, this.clauses)];
  }

  /** @returns {Child} */
  trick() {
    const { game, trial: { players, trick } } = this;
    return [
      h("p", {}, h("span", { class: "gain" }, "✓ ", t("rule.legal")), " ", h("strong", {}, t("rule.q-trick"))),
      h("div", { class: "choices" }, trick.map(({ player, card }) => button([seat(players.indexOf(player), player), h("span", { class: "unseen" }, player, " "), cardFace(game, card)], () => this.settle(), { key: `card/${card}` })))];
  }

  /** @returns {Child} */
  points() {
    const { game, winner, trial, report } = this;
    const rules = new Set([trial.winner, ...(report?.explanation ?? []).map(({ rule }) => rule)]);
    return [
      winner && h("p", {}, h("strong", {}, t("trial.wins", winner), " "), cardFace(game, winner.card)),
      [...rules].map((rule) => ruleNote(rule, this.clauses)),
      h("div", { class: "row" },
        h("a", { class: "button main", href: `#/new/${game}` }, t("trial.play", { game: word(game) })),
        button(t("rule.again"), () => { this.begin(); this.draw(); }, { quiet: true, key: "again" }))];
  }

  /** Checks a bid. @param {number} bid */
  async placeBid(bid) {
    const { trial: { dealer, cards, calls } } = this;
    const [answer, rules] = await Promise.all([
      adjudicate({ ...this.base, question: "auction", dealer, cards_dealt: cards, calls: [...calls, { player: dealer, call: bid }] }), describeGame(this.game)]);
    this.clauses = clausesOf(rules);
    this.trouble = answer.ok ? "" : t("rule.offline");
    const ruling = answer.ok ? answer.body.rulings.at(-1) : undefined;
    if (ruling?.legal) this.bid = bid;
    else this.refused = ruling;
    this.draw();
  }

  /** Asks for a ruling on the trick, then scores the hand. */
  async settle() {
    const { game, trial: { dealer, calls, players, setting, trick } } = this;
    const { bids = "", cards_dealt: tricks = "" } = formOf(game);
    const answer = await adjudicate({ ...this.base, question: "trick", setting, cards: trick });
    if (answer.ok) {
      const { winner, card } = answer.body.outcome;
      const amounts = (/** @type {(player: string) => unknown} */ of) => Object.fromEntries(players.map((player) => [player, of(player)]));
      const given = amounts((player) => (player === dealer ? this.bid : calls.find((one) => one.player === player)?.call));
      const hand = { ...setting, [bids]: given, [tricks]: amounts((player) => (player === winner ? 1 : 0)) };
      const scored = await post("scores", { ...this.base, first_dealer: dealer, hands: [hand] });
      if (scored.ok) {
        this.winner = { player: winner, card };
        this.report = scored.body.hands[0];
        announce(this.report?.explanation.map((reason) => `${Object.keys(reason.points).join(", ")}: ${reason.text}`).join("; ") ?? "");
      }
    }
    this.trouble = this.report ? "" : t("rule.offline");
    this.draw();
  }
}
