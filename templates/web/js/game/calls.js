// The texts of contracts and calls, for all games.

import { capital, hasText, t, word } from "../ui/text.js";
import { declarerField, formOf } from "./forms.js";

/** The name of a contract of the game, or of a custom contract of the match. @param {string} id @param {MatchRules} match */
export function contractName(id, { game, options }) {
  /** @type {{ id: string, name: string }[] | null | undefined} */
  const custom = options[formOf(game).board?.custom ?? ""];
  return custom?.find((one) => one.id === id)?.name ?? word(id);
}

/** A call as text: "pass", "Guard without", "clubs, 2 extra tricks". @param {Pick<Call, "call" | "on">} call @param {MatchRules} match @returns {string} */
export function callText({ call, on }, match) {
  const doubled = on ? ` ${t("call.on", { by: on.by, contract: word(on.contract ?? "") })}` : "";
  if (typeof call === "string") return word(call) + doubled;
  if (typeof call === "number") return String(call);
  if (call.contract) return contractName(call.contract, match) + (call.overbid ? ` ${t("call.overbid", { n: call.overbid })}` : "");
  // The strain comes first, whatever the order of the parts in a stored contract.
  const { strain, ...conditions } = call;
  return Object.entries({ strain, ...conditions }).filter(([, value]) => value !== false && value !== undefined && value !== 0).map(([name, value]) => {
    if (name === "strain") return word(value);
    return hasText(`part.${name}`) ? t(`part.${name}`, { n: typeof value === "number" ? value : 1 }) : word(name);
  }).join(", ");
}

/** A call as the label of a button, with a capital letter. @param {Pick<Call, "call" | "on">} call @param {MatchRules} match */
export function callLabel(call, match) {
  return capital(callText(call, match));
}

/** A contract as text; in a record, it is a word or an object of conditions. @param {string | Conditions} contract @param {MatchRules} match */
export function contractText(contract, match) {
  return typeof contract === "string" ? contractName(contract, match) : callText({ call: contract }, match);
}

/** The ways in which an auction can end without a single contract. */
const ENDS = ["void", "redeal", "hotseat", "bids", "commitments", "multiplier"];

/** A text that describes how an auction ended. @param {AuctionOutcome} outcome @param {MatchRules} match */
export function outcomeText(outcome, match) {
  const player = outcome[declarerField(match.game)];
  const end = ENDS.find((one) => outcome[one]);
  if (end) return t(`auction.ended-${end}`, { player });
  const { contract, overbid } = outcome;
  const call = formOf(match.game).board ? { contract: String(contract), overbid } : contract;
  return t("auction.won", { player, contract: callText({ call }, match) });
}

/** The legal bids within a range. @param {{ from?: number, to?: number, not?: number[] }} range */
export function numbersToBid({ from = 0, to = -1, not = [] }) {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((number) => !not.includes(number));
}

/** The contracts that each player has already played, according to the result. @param {MatchState} state @returns {Record<string, string[]> | undefined} `undefined` for a game without a board */
export function playedContracts({ result, document: { players } }) {
  const rows = result.detail?.contracts;
  return rows && Object.fromEntries(players.map((player) => [player, rows.filter((row) => row.cells?.[player]).map((row) => row.contract)]));
}
