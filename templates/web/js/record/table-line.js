// What a table wants to know while a hand is played, in a line: how many hands and cards, who speaks and
// leads, the pot, what the contract is worth; and the contracts that are left. Of the
// facts, those that the step that is shown needs. Pure.

import { contractText } from "../game/calls.js";
import { declarerField, formOf } from "../game/forms.js";
import { listed, points, t } from "../ui/text.js";

/**
 * How many hands there are, "of 10"; nothing, where their number is open.
 * @param {ComingHand | undefined} next
 */
export function handsText(next) {
  return next?.hands === undefined ? "" : t("table.of", { hands: next.hands });
}

/**
 * The facts of a hand, each as a few words.
 * @param {TableFacts} known
 * @returns {string[]}
 */
export function tableFacts({ match, next, step, hand, cards, worth }) {
  const { bids: field, cards_dealt: dealt } = formOf(match.game);
  const by = hand[declarerField(match.game)];
  const facts = [
    dealt !== undefined && cards !== undefined && t("table.cards", { n: cards }),
    step === "bidding" && field === undefined && by === undefined && next?.speaks && next.speaks !== next.leads && t("table.speaks", { player: next.speaks }),
    // Beside bids, who bids first and leads is marked among the players.
    field === undefined && (step === "result" || next?.speaks === next?.leads) && next?.leads && t("table.leads", { player: next.leads }),
    next?.open?.pot !== undefined && t("table.pot", { pot: points(next.open.pot) }),
    step === "result" && contractFact(hand, match),
    worth !== undefined && t("table.worth", { value: points(worth) }),
  ];
  return facts.filter((fact) => typeof fact === "string");
}

/** "Ann: clubs", as far as it is known. @param {Hand} hand @param {MatchRules} match */
function contractFact(hand, match) {
  const by = hand[declarerField(match.game)];
  return by !== undefined && hand.contract !== undefined && `${by}: ${contractText(hand.contract, match)}`;
}

/**
 * The contracts that are left and what each is worth: of one player, or of all.
 * @param {ComingHand | undefined} next
 * @param {string | undefined} player
 * @param {MatchRules} match
 */
export function contractsText(next, player, match) {
  const { contracts, values } = next?.open ?? {};
  if (!contracts || !values) return "";
  const left = player === undefined ? Object.keys(values) : contracts[player] ?? [];
  const each = left.map((id) => t("table.contract", { contract: contractText(id, match), value: points(values[id] ?? 0) }));
  if (each.length === 0) return "";
  return t(player === undefined ? "table.contracts" : "table.contracts-of", { player, contracts: listed(each) });
}
