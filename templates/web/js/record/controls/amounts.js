// Enters an amount for each player, and shows the difference to the required sum.

import { formOf } from "../../game/forms.js";
import { labelOf } from "../../game/labels.js";
import { h, putText, redrawFrom } from "../../ui/dom.js";
import { dealerDot, firstMark, seat } from "../../ui/marks.js";
import { reveal, toNextOpenNumber } from "../../ui/number-pad.js";
import { button } from "../../ui/parts.js";
import { stepper } from "../../ui/stepper.js";
import { listed, points, t } from "../../ui/text.js";
import { leftAsBid, ownOf } from "../situation.js";
import { fieldFrame, fitLine, showFaults, showSum } from "./field.js";

/**
 * The control for an amount per player, with marks for the dealer and the first bidder. The difference to the required
 * sum is below the amounts or, if bids are shown beside them, above.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @returns {Control}
 */
export function amountsControl(field, path, { game, change, beside }) {
  const name = labelOf(game, field.name);
  const { node, body, faults } = fieldFrame(name);
  const sum = h("div", { class: "sum-line", "aria-live": "polite" });
  /** The sum of the bids. After the play: a button for "all made their bids", or a note if this is impossible. */
  const about = h("div", { class: "about" });
  /** @type {Map<string, ReturnType<typeof amountRow>>} */
  const rows = new Map();
  /** @type {Record<string, any>} */
  let amounts = {};
  /** @type {number | undefined} */
  let cap;
  /** The bids to compare the amounts with. The first step of an empty number goes to its bid. @type {Record<string, number> | undefined} */
  let bids;
  /** @type {Situation["called"]} */
  let called = (player) => player;
  const isBids = formOf(game).bids === field.name;
  /** The illegal bids of the last bidder. @type {{ player: string, numbers: number[], why: string } | undefined} */
  let forbidden;
  const set = (/** @type {string} */ player, /** @type {unknown} */ amount) => {
    const { [player]: old, ...others } = amounts;
    const more = amount === undefined ? others : { ...amounts, [player]: amount };
    change(path, Object.keys(more).length ? more : undefined);
  };
  const drawRow = (/** @type {string} */ player, /** @type {string[]} */ players) => {
    const label = t("number.of", { player: called(player), field: name });
    const key = [...path, player].join("/");
    const number = stepper({
      ...field.of, by: field.step, halves: field.of?.kind === "number", cap: () => cap, start: () => bids?.[player], forbidden: () => (forbidden?.player === player ? forbidden : undefined), label, key, onchange: (amount) => set(player, amount),
    });
    const row = amountRow(number, fitLine(label, number.input, key, (only) => set(player, only)), player, players, called(player));
    rows.set(player, row);
    return row.node;
  };
  const takeAll = () => {
    change(path, { ...bids });
    const [first] = rows.values();
    toNextOpenNumber(first.number.input, false);
  };
  return {
    node,
    set(value, around) {
      amounts = value ?? {};
      called = around.called;
      const last = isBids && around.order.every((player) => amounts[player] !== undefined) ? around.order.at(-1) : undefined;
      forbidden = isBids ? forbiddenOf(around) : undefined;
      cap = Math.max(0, ...Object.values(around.sums)) || undefined;
      // Bids are listed in turn, with the dealer last.
      const order = isBids || beside ? around.order : around.players;
      redrawFrom(body, order.map(called), () => {
        rows.clear();
        const list = order.map((player) => drawRow(player, around.players));
        return isBids || beside ? [h("div", { class: "beside-label" }, about, !isBids && sum), list] : [list, sum];
      });
      const wanted = around.sums[path.join("/")];
      bids = beside ? around.hand[beside] : undefined;
      const left = leftAsBid(amounts, bids, wanted, around.players);
      const first = (isBids || beside) && around.dealer !== undefined ? around.order[0] : undefined;
      for (const [player, { number, line, fault, marks, node: row }] of rows) {
        const [deals, begins] = [player === around.dealer, player === first];
        redrawFrom(marks, [deals, begins], () => [deals && dealerDot(), begins && firstMark()]);
        // A fault of all bids together belongs to the last one: the earlier bids were legal when they were made.
        const wrong = [...around.faults([...path, player]), ...(player === last ? around.faults(path) : [])];
        const fit = { ...around.fit([...path, player]), asBid: offerOf(left, bids?.[player], cap) };
        number.set(ownOf(amounts, player));
        number.input.setAttribute("aria-invalid", String(wrong.length > 0 || fit.isWrong));
        const isNews = wrong.length > 0 && fault.textContent === "";
        showFaults(fault, wrong);
        // Scroll so that the new fault of the focused number is visible.
        if (isNews && document.activeElement === number.input) requestAnimationFrame(() => reveal(row));
        line.set(fit, amounts[player] === undefined);
        putText(line.note, beside ? comparison(around.hand[beside]?.[player], amounts[player]) : forbidden?.player === player && wrong.length === 0 ? h("span", {}, t("fit.not", { numbers: listed(forbidden.numbers.map((one) => points(one))) })) : null);
      }
      showSum(sum, amounts, wanted, around.order, around.isFitted || left ? undefined : set);
      const isOpen = left?.open.length === around.players.length;
      const given = Object.values(amounts).filter((one) => typeof one === "number");
      const bid = isBids && cap !== undefined && given.length > 0 ? given.reduce((all, one) => all + one, 0) : undefined;
      redrawFrom(about, [bid, isOpen && left.off, cap], () => bid !== undefined ? t("table.bids", { sum: bid, cards: cap }) : isOpen && (left.off === 0
        ? button(t("made.all"), takeAll, { key: `${path.join("/")}/all` })
        : t("made.who", { sum: Number(wanted) - left.off, cards: wanted })));
      showFaults(faults, last === undefined ? around.faults(path) : []);
    },
  };
}

/** @param {ReturnType<typeof stepper>} number @param {ReturnType<typeof fitLine>} line @param {string} player @param {string[]} players @param {string} called */
function amountRow(number, line, player, players, called) {
  const fault = h("div", { class: "amount-fault", "aria-live": "polite" });
  const marks = h("span", { class: "marks" });
  const node = h("div", { class: "amount" },
    h("span", { class: "who" }, seat(players.indexOf(player), player), h("span", {}, h("span", { class: "name" }, h("span", { dir: "auto" }, called), marks), line.node)), number.node, fault);
  return { number, line, fault, marks, node };
}

/** The number to offer for a player: what the player took if all others without a number made their bids. @param {{ off: number } | undefined} left @param {number | undefined} bid @param {number | undefined} most */
function offerOf(left, bid, most) {
  if (!left || bid === undefined) return undefined;
  const number = bid + left.off;
  if (number < 0 || number > (most ?? number)) return undefined;
  return { number, text: left.off === 0 ? t("against.made") : t("made.took", { n: number }) };
}

/** The player with illegal bids, these bids, and a text about them. @param {Situation} around */
function forbiddenOf(around) {
  const player = around.order.find((one) => around.forbidden(one).length > 0);
  if (player === undefined) return undefined;
  const numbers = around.forbidden(player);
  return { player, numbers, why: t("pad.not", { player, numbers: listed(numbers.map((one) => points(one))) }) };
}

/** A bid compared with the tricks taken: "bid 2 · over by 1". @param {number | undefined} bid @param {unknown} took */
function comparison(bid, took) {
  if (bid === undefined) return null;
  const off = typeof took === "number" ? took - bid : undefined;
  const how = off === undefined ? "" : off === 0 ? t("against.made") : off > 0 ? t("against.over", { n: off }) : t("against.under", { n: -off });
  return h("span", { class: off === 0 ? "gain" : "" }, h("span", {}, t("against.bid", { bid })), how && h("span", {}, ` · ${how}`));
}
