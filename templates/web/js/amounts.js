// An amount for each player, and how far they are from what they must add up to.

import { frame, labelOf, tellFaults } from "./field.js";
import { h, put } from "./dom.js";
import { seat } from "./marks.js";
import { remaining, stepper, tellIn } from "./numbers.js";
import { button } from "./parts.js";
import { has, points, say } from "./words.js";

/** An amount for each player, in the order they speak; what is left of the sum is said below. */
export function amountsControl(field, path, { game, change, beside }) {
  const name = labelOf(game, field.name);
  const { node, body, faults } = frame(name);
  const rows = new Map();
  const sum = h("div", { class: "sum-line", "aria-live": "polite" });
  let now = {};
  let cap;
  return {
    node,
    set(value, state) {
      now = value ?? {};
      cap = Math.max(0, ...Object.values(state.sums)) || undefined;
      const told = state.order.join("\n");
      if (body.dataset.told !== told) {
        body.dataset.told = told;
        rows.clear();
        put(body, state.order.map((player) => {
          const number = stepper({
            ...field.of, halves: field.of.kind === "number", cap: () => cap, label: say("number.of", { player, field: name }), key: [...path, player].join("/"),
            onchange: (amount) => {
              const more = { ...now };
              if (amount === undefined) delete more[player];
              else more[player] = amount;
              change(path, Object.keys(more).length ? more : undefined);
            },
          });
          const note = h("span", { class: "note" });
          const fault = h("div", { class: "amount-fault", "aria-live": "polite" });
          rows.set(player, { number, note, fault });
          return h("div", { class: "amount" },
            h("span", { class: "who" }, seat(state.players.indexOf(player), player), h("span", {}, h("span", { class: "name" }, player), note)), number.node, fault);
        }), sum);
      }
      for (const [player, row] of rows) {
        const wrong = state.faults([...path, player]);
        row.number.set(now[player]);
        row.number.input.setAttribute("aria-invalid", String(wrong.length > 0));
        tellFaults(row.fault, wrong);
        tellIn(row.note, beside ? compared(state.value[beside]?.[player], now[player]) : null);
      }
      tellSum(sum, now, state.sums[path.join("/")], state.order, (player, rest) => change([...path, player], rest), (player) => player);
      tellFaults(faults, state.faults(path));
    },
  };
}

/** How far the amounts are from their sum; the last one can be filled in with a tap. */
export function tellSum(host, now, wanted, names, fill, nameOf) {
  const given = names.filter((name) => typeof now[name] === "number");
  const sum = given.reduce((all, name) => all + now[name], 0);
  if (wanted === undefined || given.length === 0) return tellIn(host, null);
  const last = names.filter((name) => now[name] === undefined);
  const rest = wanted - sum;
  const told = `${sum}/${wanted}/${last.join("/")}`;
  if (host.dataset.told === told && host.textContent) return undefined;
  host.dataset.told = told;
  return put(host, remaining(sum, wanted), last.length === 1 && rest >= 0 && button(say("sum.rest", { left: points(rest), who: nameOf(last[0]) }), () => fill(last[0], rest), { quiet: true }));
}

// What came, against what was said: "bid 2 · over by 1".
function compared(bid, took) {
  if (bid === undefined) return null;
  const off = typeof took === "number" ? took - bid : undefined;
  const how = off === undefined ? "" : off === 0 ? say("against.made") : off > 0 ? say("against.over", { n: off }) : say("against.under", { n: -off });
  return h("span", { class: off === 0 ? "gain" : "" }, has("against.bid") ? say("against.bid", { bid }) : points(bid), how && ` · ${how}`);
}
