// Lists of a record: players who did something, cards, commitments with their doubles.

import { frame, labelOf, tellFaults } from "./field.js";
import { declarerField } from "./forms.js";
import { h, put, redraw } from "./dom.js";
import { seat } from "./marks.js";
import { tellIn } from "./numbers.js";
import { button, sheet } from "./parts.js";
import { say, word } from "./words.js";

/** Some of the players: every one is a button that is pressed or not. */
export function playersControl(field, path, { game, change }) {
  const { node, body, faults } = frame(labelOf(game, field.name));
  let now = [];
  return {
    node,
    set(value, state) {
      now = value ?? [];
      const told = JSON.stringify([now, state.order, state.value]);
      if (body.dataset.told !== told) {
        body.dataset.told = told;
        const held = document.activeElement?.dataset.key;
        put(body, h("div", { class: "choices in-3" }, state.order.filter((name) => name !== state.value[declarerField(game)]).map((name) => h("button", {
          type: "button", class: "button", "aria-pressed": String(now.includes(name)), "data-key": `${path.join("/")}/${name}`,
          onclick: () => {
            const more = now.includes(name) ? now.filter((one) => one !== name) : [...now, name];
            change(path, more.length ? more : undefined);
          },
        }, h("span", { class: "who" }, seat(state.players.indexOf(name), name), name)))));
        if (held) body.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
      }
      tellFaults(faults, state.faults(path, true));
    },
  };
}

/** Cards, pointed at one by one. */
export function cardsControl(field, path, { game, change }) {
  const label = labelOf(game, field.name);
  const { node, body, faults } = frame(label);
  const line = h("span", { class: "grow" });
  let now = [];
  let open;
  let drawn = () => {};
  const toggle = (card) => {
    const more = now.includes(card) ? now.filter((one) => one !== card) : [...now, card];
    change(path, more.length ? more : undefined);
  };
  const show = async () => {
    const { cardPicker } = await import("./ruling/cards.js");
    const host = h("div", {});
    drawn = () => redraw(host, cardPicker({ game: { id: game } }, { label, onpick: toggle, chosen: now, name: field.name }));
    open = sheet(label, (close) => [host, h("div", { class: "row bottom" }, h("span", { class: "grow muted" }), button(say("form.done"), close, { main: true }))]);
    drawn();
  };
  body.append(h("div", { class: "row folded" }, line, button(say("form.cards"), show, { key: `${path.join("/")}/edit` })));
  return {
    node,
    set(value, state) {
      now = value ?? [];
      if (open?.open) drawn();
      tellIn(line, now.length ? h("span", {}, say("form.cards-count", { n: now.length })) : h("span", { class: "muted" }, say("form.nothing")));
      tellFaults(faults, state.faults(path, true));
    },
  };
}

/** A list of objects, edited row by row (commitments: who, what, how often doubled). */
export function rowsControl(field, path, context) {
  const { game, change } = context;
  const { node, body, faults } = frame(labelOf(game, field.name));
  const [by, what, doubles] = field.of.fields;
  let now = [];
  const report = (rows) => change(path, rows.length ? rows : undefined);
  const declarer = (state) => state.value[declarerField(game)];
  const first = (state) => [...state.order].sort((a, b) => (b === declarer(state)) - (a === declarer(state)));
  const commit = (name) => sheet(say("commit.by", { player: name }), (close) => h("div", { class: "choices in-2" }, what.words.map((contract) => button(word(contract), () => {
    close();
    report([...now, { [by.name]: name, [what.name]: contract }]);
  }, { "aria-label": say("commit.what", { player: name, contract: word(contract) }) }))));
  const doubling = (row, at, range, double) => {
    const times = row.doubles ?? 0;
    const side = (sign, next, key) => h("button", { type: "button", class: "button nudge", "data-key": `${path.join("/")}/${at}/${sign}`, "aria-label": say(key, { contract: word(row.contract), by: row.by }), disabled: next < 0 || next > range.most, onclick: () => double(next) }, sign);
    return h("span", { class: "stepper" }, side("−", times - 1, "doubles.less"), h("output", { class: "count input" }, `${2 ** times}×`), side("+", times + 1, "doubles.more"));
  };
  const draw = (state) => {
    put(body, now.map((row, at) => h("div", { class: "commitment" },
      h("span", { class: "who grow" }, seat(state.players.indexOf(row.by), row.by), h("span", {}, h("strong", {}, word(row.contract)), h("span", { class: "muted small block" }, row.by))),
      doubling(row, at, doubles, (times) => report(now.map((one, other) => (other === at ? tidy({ ...one, doubles: times }) : one)))),
      button("✕", () => report(now.filter((_, other) => other !== at)), { icon: true, "aria-label": say("form.remove-of", { what: `${row.by}: ${word(row.contract)}` }) }),
      h("div", { class: "full" }, state.faults([...path, String(at)], true).map((fault) => h("p", { class: "fault" }, fault.detail))))),
    h("p", { class: "small muted", "aria-hidden": "true" }, say("commit.add")),
    h("div", { class: "choices in-3", role: "group", "aria-label": say("commit.add") }, first(state).map((name) => button(h("span", { class: "who" }, seat(state.players.indexOf(name), name), name), () => commit(name), { key: `${path.join("/")}/add/${name}` }))));
  };
  return {
    node,
    set(value, state) {
      now = value ?? [];
      const told = JSON.stringify([now, state.order, state.faults(path, true), declarer(state)]);
      if (body.dataset.told !== told) {
        body.dataset.told = told;
        const held = document.activeElement?.dataset.key;
        draw(state);
        if (held) body.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
      }
      tellFaults(faults, state.faults(path));
    },
  };
}

function tidy(row) {
  return row.doubles ? row : { by: row.by, contract: row.contract };
}
