// The line of facts about the hand above the form, and the help below the form.

import { contractText } from "../game/calls.js";
import { declarerField, formOf } from "../game/forms.js";
import { outlookText, shownLines } from "../game/labels.js";
import { h, redrawFrom } from "../ui/dom.js";
import { listed, points, t, word } from "../ui/text.js";
import { pathOf } from "./situation.js";

export class TableView {
  /** @param {Store} store @param {HTMLElement} dealer shows the dealer */
  constructor(store, dealer) {
    this.store = store;
    this.title = h("h1", { class: "record-title" });
    this.hands = h("span");
    this.facts = h("span", { class: "facts" });
    this.line = h("div", { class: formOf(store.loaded.document.game).bids === undefined ? "table-line announced" : "table-line" }, this.title, this.hands, dealer, this.facts);
    /** The values that a custom game displays before the hand. */
    this.shown = h("div", { class: "table-shown" });
    this.help = h("div", { class: "table-help" });
  }

  /**
   * Shows the facts about a hand and, below the form, the remaining contracts and the players who can still win.
   * @param {HandDraft} draft
   * @param {Sum[]} sums the required sums of its amounts
   * @param {number | undefined} worth the value of the contract, if known
   */
  draw({ number, step, hand }, sums, worth) {
    const { document: match, result } = this.store.loaded;
    const next = result.next?.hand === number ? result.next : undefined;
    const cards = next?.cards_dealt ?? sums.find(({ pointer }) => pathOf(pointer)[0] === formOf(match.game).cards_dealt)?.sum;
    const facts = tableFacts({ match, next, step, hand, cards, worth: boardWorth(hand, result) ?? worth });
    const title = t("record.hand", { hand: number });
    redrawFrom(this.title, title, () => title);
    redrawFrom(this.hands, handsText(next), () => handsText(next));
    redrawFrom(this.facts, facts, () => facts.map((fact) => h("span", { class: "fact", dir: "auto" }, fact)));
    const shown = next ? shownLines(this.store.loaded) : [];
    redrawFrom(this.shown, shown, () => shown.map((line) => h("p", { class: "small", dir: "auto" }, line)));
    const help = next ? [contractsText(next, hand[declarerField(match.game)], match), outlookText(result.outlook, match.players).join(" ")].filter(Boolean) : [];
    redrawFrom(this.help, help, () => help.map((line) => h("p", { class: "small muted" }, line)));
  }
}

// The facts about a hand that its step needs: the number of hands and cards, the first bidder and the leader, the pot,
// the contract and its value, and the remaining contracts. Pure functions.

/** The text "of 10" with the number of hands; empty if the number is open. @param {ComingHand | undefined} next */
export function handsText(next) {
  return next?.hands === undefined ? "" : t("table.of", { hands: next.hands });
}

/** The facts about a hand, in a few words each. @param {TableFacts} known @returns {string[]} */
export function tableFacts({ match, next, step, hand, cards, worth }) {
  const { bids: field } = formOf(match.game);
  const by = hand[declarerField(match.game)];
  const facts = [
    cards !== undefined && cards > 0 && t("table.cards", { n: cards }),
    step === "bidding" && field === undefined && by === undefined && next?.speaks && next.speaks !== next.leads && t("table.speaks", { player: next.speaks }),
    // In games with a bid per player, the first bidder also leads and has a mark in the list.
    field === undefined && (step === "result" || next?.speaks === next?.leads) && next?.leads && t("table.leads", { player: next.leads }),
    next?.open?.pot !== undefined && t("table.pot", { pot: points(next.open.pot) }),
    step === "result" && contractFact(hand, match),
    worth !== undefined && t("table.worth", { value: points(worth) }),
  ];
  return facts.filter((fact) => typeof fact === "string");
}

/** The declarer with the contract, for example "Ann: clubs", as far as known. @param {Hand} hand @param {MatchRules} match */
function contractFact(hand, match) {
  const by = hand[declarerField(match.game)];
  if (by === undefined) return false;
  if (hand.contract !== undefined) return `${by}: ${contractText(hand.contract, match)}`;
  const names = formOf(match.game).bidding;
  /** @type {Commitment[]} */
  const commitments = names.map((name) => hand[name]).find((value) => Array.isArray(value) && value[0]?.contract) ?? [];
  const words = names.map((name) => hand[name]).filter((value) => typeof value === "string" && value !== by);
  const promised = commitments.map((one) => `${one.by === by ? "" : `${one.by} `}${word(one.contract)}${one.doubles ? ` ${2 ** one.doubles}×` : ""}`);
  return words.length > 0 && `${by}: ${[...words.map(word), ...promised].join(", ")}`;
}

/** A text with the remaining contracts, of one player or of all, and their values. @param {ComingHand | undefined} next @param {string | undefined} player @param {MatchRules} match */
export function contractsText(next, player, match) {
  const { contracts, values } = next?.open ?? {};
  if (!contracts || !values) return "";
  const left = player === undefined ? Object.keys(values) : contracts[player] ?? [];
  const each = left.map((id) => t("table.contract", { contract: contractText(id, match), value: points(values[id] ?? 0) }));
  if (each.length === 0) return "";
  return t(player === undefined ? "table.contracts" : "table.contracts-of", { player, contracts: listed(each) });
}

// The value of a hand's contract: from the board, or from the ruling `value` if the game has it. Pure functions.

/** The current value of a contract on the board. @param {Hand} hand @param {Report} result */
export function boardWorth({ contract }, { detail }) {
  return typeof contract === "string" ? detail?.contracts?.find((row) => row.contract === contract)?.value : undefined;
}

/**
 * The question about the value of a contract with several parts; `undefined` if it cannot be asked.
 * @param {Pick<Game, "id" | "questions">} game
 * @param {MatchDocument} document
 * @param {Hand} hand
 * @param {{ dealer?: string, by?: string }} seats
 * @returns {Record<string, unknown> | undefined}
 */
export function worthQuestion(game, { players, options }, { contract }, { dealer, by }) {
  const hasQuestion = game.questions.some(({ question }) => question === "value") && typeof contract === "object" && contract?.strain;
  if (!hasQuestion || !dealer || !by) return undefined;
  return { game: game.id, players, options, question: "value", dealer, by, contract };
}
