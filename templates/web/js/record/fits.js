// The possible values of open amounts, from the ruling `finish`. They are offered, but never filled in. Pure.

import { same } from "../match/merge.js";

/** @type {Fits} */
export const NO_FITS = { hand: {}, values: {}, ranges: {}, conflict: [] };

/**
 * The question about the possible values of a hand's open amounts; `undefined` if it cannot be asked yet.
 * @param {MatchDocument} document
 * @param {{ hand: Hand, number: number, dealer?: string }} asked
 * @returns {Record<string, unknown> | undefined}
 */
export function finishQuestion({ game, players, options, definition }, { hand, number, dealer }) {
  // Custom games have no rulings.
  if (definition || !dealer || Object.keys(hand).length === 0) return undefined;
  return { game, players, options, question: "finish", hand_number: number, dealer, hand };
}

/**
 * Returns a function that asks a question unless it is the same as the last one. Outdated answers are ignored.
 * @param {FormParts["adjudicate"]} adjudicate
 * @param {(outcome: Record<string, any>, question: Record<string, any>) => void} report
 * @returns {(question: Record<string, unknown> | undefined) => Promise<void>}
 */
export function askWithoutRepeats(adjudicate, report) {
  let latest = "";
  return async (question) => {
    const now = question ? JSON.stringify(question) : "";
    if (now === latest) return;
    latest = now;
    if (!question) return;
    const answer = await adjudicate(question);
    if (now !== latest) return;
    if (answer.ok) report(answer.body.outcome, question);
    else latest = "";
  };
}

/** The possible values from an answer. @param {Record<string, any>} outcome @param {Hand} hand @returns {Fits} */
export function fitsOf({ values = {}, ranges = {}, conflict = [] }, hand) {
  return { hand, values, ranges, conflict };
}

/** The possible values for a hand; none if the answer was about another hand. @param {Fits} fits @param {Hand} hand */
export function fitsFor(fits, hand) {
  return same(fits.hand, hand) ? fits : NO_FITS;
}

/** The possible values at a path of a hand. @param {Fits} fits @param {string[]} path @returns {Fit} */
export function fitAt({ values, ranges, conflict, instead }, path) {
  const pointer = pointerOf(path);
  return { only: values[pointer], range: ranges[pointer], isWrong: conflict.includes(pointer), ...(instead && { instead: instead[pointer] }) };
}

/** The JSON pointer of a path within a hand: `/tricks/A~1B` for `["tricks", "A/B"]`. @param {string[]} path */
export function pointerOf(path) {
  return path.map((part) => `/${part.replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");
}
