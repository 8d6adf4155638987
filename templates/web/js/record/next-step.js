// What the main button of a hand does next, and what it says: it asks for what is missing, points at
// what is wrong, goes on, or saves. Pure.

import { keyText, labelOf } from "../game/labels.js";
import { listed, points, t } from "../ui/text.js";
import { pointerOf } from "./fits.js";
import { askText } from "./missing.js";
import { setAt } from "./situation.js";

/**
 * @param {StepSituation} around
 * @returns {NextStep}
 */
export function nextStep(around) {
  const { step, isBusy, undecided, canSave, wrong, missing, goesOnTo, number } = around;
  if (isBusy) return { act: "wait", text: t("record.saving", { hand: number }) };
  if (undecided) return { act: "decide", text: t(undecided === "faulty" ? "record.mend-first" : "record.decide") };
  const asked = canSave || step === "result" ? missing : missing.filter(([name]) => around.names.includes(name));
  if (wrong) return { act: "mend", path: wrong, text: mendText(around, wrong) };
  if (asked.length > 0 && canSave) {
    const whole = withValues(around.hand, around.fits.values, asked);
    if (whole) return { act: "save-with", hand: whole, text: savesText(around, around.fits.values, asked) };
    const asBid = withValues(around.hand, around.asBid, asked);
    if (asBid) return { act: "save-with", hand: asBid, text: asked.length > 1 ? t("record.save-as-bid", { hand: number }) : savesText(around, around.asBid, asked) };
  }
  if (asked.length > 0) return { act: "ask", path: asked[0], text: askText(around.game, around.fields, asked[0]) };
  if (!canSave) return { act: "go-on", text: t("record.next", { step: goesOnTo }) };
  return { act: "save", text: t("record.save", { hand: number }) };
}

/** @param {StepSituation} around @param {string[]} path */
function mendText({ game }, [name]) {
  return name === undefined ? t("record.mend-hand") : t("record.mend", { field: labelOf(game, name) });
}

/** The hand with a number for each missing field, if there is one for all of them. @param {Hand} hand @param {Record<string, number>} values @param {string[][]} paths */
function withValues(hand, values, paths) {
  const whole = structuredClone(hand);
  for (const path of paths) {
    const only = values[pointerOf(path)];
    if (only === undefined) return undefined;
    setAt(whole, path, only);
  }
  return whole;
}

/** "Save hand 3 with Ann 2 and Bo 1". @param {StepSituation} around @param {Record<string, number>} values @param {string[][]} paths */
function savesText({ game, number }, values, paths) {
  const fields = listed(paths.map((path) => {
    const name = path.length > 1 ? keyText(game, path[path.length - 1]) : labelOf(game, path[0]);
    return `${name} ${points(values[pointerOf(path)])}`;
  }));
  return t("record.save-with", { hand: number, fields });
}
