// One control for each kind of field that a form has. A control is { node, set(value, state) }:
// `set` shows what is entered now; `change(value)` reports what was entered here.
// `state` is what surrounds it: { order, players, faults(path), value, sums, used(name) … }.

import { fresh, h, put, redraw } from "./dom.js";
import { has, points, say, word, Word } from "./words.js";
import { seat, suit } from "./marks.js";
import { remaining, stepper, tellIn } from "./numbers.js";
import { button, sheet } from "./parts.js";

/** The label of a field: the game's own word for it, if there is one. */
export function labelOf(game, name) {
  return has(`field.${game}.${name}`) ? say(`field.${game}.${name}`) : has(`field.${name}`) ? say(`field.${name}`) : Word(name);
}

/** How a word of a field is shown: suits with their sign, else with a capital. */
function shown(game, name, id) {
  const own = `value.${name}.${id}`;
  return has(own) ? say(own) : suit(id, true);
}

/** A control for a field of the form. `say` is a function that reports a value. */
export function control(field, path, context) {
  const kinds = {
    "player": playerControl, "word": wordControl, "flag": flagControl, "text": textControl,
    "whole number": numberControl, "number": numberControl, "object of players": amountsControl,
    "object": objectControl,
  };
  if (field.kind === "list" && field.of?.kind === "player") return playersControl(field, path, context);
  if (field.kind === "list" && field.of?.kind === "card") return cardsControl(field, path, context);
  if (field.kind === "list" && field.of?.fields?.some((inner) => inner.name === "doubles")) return rowsControl(field, path, context);
  return (kinds[field.kind] ?? nothing)(field, path, context);
}

function nothing() {
  return { node: h("span", { hidden: true }), set: () => {} };
}

function frame(label, { hint } = {}) {
  const id = fresh("f");
  const faults = h("div", { id: `${id}-faults`, "aria-live": "polite" });
  const body = h("div", { class: "field-body" });
  const node = h("div", { class: "field", role: "group", "aria-labelledby": id, "aria-describedby": `${id}-faults` },
    h("span", { class: "label", id }, label), hint && h("span", { class: "hint" }, hint), body, faults);
  return { node, body, faults, id };
}

function tellFaults(host, list) {
  tellIn(host, list.length ? h("div", {}, list.map((fault) => h("p", { class: "fault" }, fault.detail))) : null);
}

// Buttons of which one is pressed, redrawn only when what they show has changed.
function buttons(host, key, options, value, pick) {
  const told = JSON.stringify([options.map((one) => [one.value, one.mark, one.disabled]), value]);
  if (host.dataset.told === told) return;
  host.dataset.told = told;
  const held = host.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  put(host, h("div", { class: `choices in-${columns(options)}` }, options.map((one) => h("button", {
    type: "button", class: one.mark ? "button used" : "button", "aria-pressed": String(one.value === value), "data-key": `${key}/${one.value}`,
    onclick: () => pick(one.value === value ? undefined : one.value),
  }, one.label, one.mark && h("small", {}, one.mark)))));
  if (held) host.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

// Few choices stand in even columns; numbers in one row.
function columns(options) {
  const count = options.length;
  if (options.every((one) => typeof one.value === "number" && typeof one.label === "string" && one.label.length < 3)) return count;
  const longest = Math.max(...options.map((one) => Math.max(...(one.words ?? one.label.textContent ?? one.label).split(/\s/).map((part) => part.length)) + (one.words ? 3 : 0)));
  if (longest > 9 && count > 2) return 2;
  return { 1: 1, 2: 2, 3: 3, 4: 2 }[count] ?? 3;
}

function playerControl(field, path, { game, change, label }) {
  const { node, body, faults } = frame(label ?? labelOf(game, field.name));
  return {
    node,
    set(value, state) {
      const used = state.used?.(field.name) ?? {};
      buttons(body, path.join("/"), state.order.map((name) => ({
        value: name, words: name, label: h("span", { class: "who" }, seat(state.players.indexOf(name), name), h("span", { class: "short" }, name)), mark: used[name],
      })), value, (picked) => change(path, picked));
      tellFaults(faults, state.faults(path));
    },
  };
}

function playersControl(field, path, { game, change }) {
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
        put(body, h("div", { class: "choices in-3" }, state.order.filter((name) => name !== state.value.contractor).map((name) => h("button", {
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

function wordControl(field, path, { game, change }) {
  const { node, body, faults } = frame(labelOf(game, field.name));
  return {
    node,
    set(value, state) {
      const options = field.words.map((id) => ({ value: id, label: shown(game, field.name, id) }));
      buttons(body, path.join("/"), options, value, (picked) => change(path, picked));
      tellFaults(faults, state.faults(path));
    },
  };
}

function flagControl(field, path, { game, change }) {
  // A flag that must be answered is a question with two answers; another one is a box to tick.
  if (field.need === "required") {
    const { node, body, faults } = frame(labelOf(game, field.name));
    return {
      node,
      set(value, state) {
        buttons(body, path.join("/"), [true, false].map((one) => ({ value: one, label: say(one ? "Yes" : "No") })), value, (picked) => change(path, picked));
        tellFaults(faults, state.faults(path));
      },
    };
  }
  const box = h("input", { type: "checkbox", "data-key": path.join("/"), onchange: () => change(path, box.checked ? true : undefined) });
  const faults = h("div", { "aria-live": "polite" });
  return {
    node: h("div", { class: "field" }, h("label", { class: "check" }, box, h("span", {}, labelOf(game, field.name))), faults),
    set(value, state) {
      box.checked = value === true;
      tellFaults(faults, state.faults(path));
    },
  };
}

function textControl(field, path, { game, change }) {
  const { node, body, faults, id } = frame(labelOf(game, field.name));
  const input = h("input", { class: "input", type: "text", maxlength: 1000, "aria-labelledby": id, "data-key": path.join("/"), oninput: () => change(path, input.value || undefined) });
  body.append(input);
  return {
    node,
    set(value, state) {
      if (document.activeElement !== input) input.value = value ?? "";
      tellFaults(faults, state.faults(path));
    },
  };
}

// A number of few values is a row of buttons, another one a field with steps.
function numberControl(field, path, { game, change, label }) {
  const name = label ?? labelOf(game, field.name);
  const { node, body, faults } = frame(name);
  const { least, most } = field;
  if (most - least <= 6) {
    return {
      node,
      set(value, state) {
        const options = Array.from({ length: most - least + 1 }, (_, at) => least + at).map((one) => ({
          value: one, label: has(`value.${field.name}.${one}`) ? say(`value.${field.name}.${one}`) : points(one),
        }));
        buttons(body, path.join("/"), options, value, (picked) => change(path, picked));
        tellFaults(faults, state.faults(path));
      },
    };
  }
  const number = stepper({ least, most, halves: field.kind === "number", label: name, key: path.join("/"), onchange: (value) => change(path, value) });
  node.classList.add("inline");
  body.append(number.node);
  return {
    node,
    set(value, state) {
      number.set(value);
      tellFaults(faults, state.faults(path));
      number.input.setAttribute("aria-invalid", String(state.faults(path).length > 0));
    },
  };
}

// An amount for each player, in the order they speak; what is left of the sum is said below.
function amountsControl(field, path, { game, change, against }) {
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
        tellIn(row.note, against ? compared(state.value[against]?.[player], now[player]) : null);
      }
      tellSum(sum, now, state.sums[path.join("/")], state.order, (player, rest) => change([...path, player], rest), (player) => player);
      tellFaults(faults, state.faults(path));
    },
  };
}

// How far the amounts are from their sum; the last one can be filled in with a tap.
function tellSum(host, now, wanted, names, fill, nameOf) {
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

// A field of fields: shown whole, or folded to a line that opens a sheet.
function objectControl(field, path, context) {
  const { game, folded } = context;
  const inner = field.fields.map((one) => control(one, [...path, one.name], context));
  const parts = h("div", { class: "stack" }, inner.map((one) => one.node));
  let last;
  const setAll = (value, state) => field.fields.forEach((one, at) => inner[at].set(value?.[one.name], state));
  const { node, body, faults } = frame(labelOf(game, field.name));
  if (!folded) {
    node.classList.add("grouped");
    const sum = h("div", { class: "sum-line", "aria-live": "polite" });
    body.append(parts, sum);
    return {
      node,
      set(value, state) {
        setAll(value, state);
        tellSum(sum, value ?? {}, state.sums[path.join("/")], field.fields.map((one) => one.name), (name, rest) => context.change([...path, name], rest), (name) => labelOf(game, name));
        tellFaults(faults, state.faults(path));
      },
    };
  }
  const line = h("span", { class: "grow" });
  const extra = context.roll?.(field.name);
  let open;
  body.append(h("div", { class: "row folded" }, line, extra, button(say("form.edit"), () => {
    open = sheet(labelOf(game, field.name), (close) => [parts, h("div", { class: "row bottom" }, button(say("form.done"), close, { main: true }))]);
    setAll(last[0]?.[field.name], last[1]);
  }, { key: `${path.join("/")}/edit`, "aria-label": say("form.edit-of", { field: labelOf(game, field.name) }) })));
  return {
    node,
    set(value, state) {
      last = [{ [field.name]: value }, state];
      if (open?.open) setAll(value, state);
      tellIn(line, value ? summary(field, value, game) : h("span", { class: "muted" }, say("form.nothing")));
      tellFaults(faults, state.faults(path, true));
    },
  };
}

/** An object's values in a line. */
function summary(field, value, game) {
  return h("span", {}, field.fields.filter((one) => value[one.name] !== undefined).map((one, at) => {
    const inner = value[one.name];
    const text = inner === true ? labelOf(game, one.name) : typeof inner === "number"
      ? (has(`value.${one.name}.${inner}`) ? say(`value.${one.name}.${inner}`) : `${labelOf(game, one.name)} ${points(inner)}`)
      : has(`value.${one.name}.${inner}`) ? say(`value.${one.name}.${inner}`) : suit(inner);
    return [at > 0 && " · ", text];
  }));
}

// Cards, pointed at one by one.
function cardsControl(field, path, { game, change }) {
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

// A list of objects, edited row by row (commitments: who, what, how often doubled).
function rowsControl(field, path, context) {
  const { game, change } = context;
  const { node, body, faults } = frame(labelOf(game, field.name));
  const [by, what, doubles] = field.of.fields;
  let now = [];
  const put_ = (rows) => change(path, rows.length ? rows : undefined);
  const first = (state) => [...state.order].sort((a, b) => (b === state.value.declarer) - (a === state.value.declarer));
  const commit = (name) => sheet(say("commit.by", { player: name }), (close) => h("div", { class: "choices in-2" }, what.words.map((contract) => button(word(contract), () => {
    close();
    put_([...now, { [by.name]: name, [what.name]: contract }]);
  }, { "aria-label": say("commit.what", { player: name, contract: word(contract) }) }))));
  const doubling = (row, at, range, put_times) => {
    const times = row.doubles ?? 0;
    const side = (sign, next, key) => h("button", { type: "button", class: "button nudge", "data-key": `${path.join("/")}/${at}/${sign}`, "aria-label": say(key, { contract: word(row.contract), by: row.by }), disabled: next < 0 || next > range.most, onclick: () => put_times(next) }, sign);
    return h("span", { class: "stepper" }, side("−", times - 1, "doubles.less"), h("output", { class: "count input" }, `${2 ** times}×`), side("+", times + 1, "doubles.more"));
  };
  const draw = (state) => {
    put(body, now.map((row, at) => h("div", { class: "commitment" },
      h("span", { class: "who grow" }, seat(state.players.indexOf(row.by), row.by), h("span", {}, h("strong", {}, word(row.contract)), h("span", { class: "muted small block" }, row.by))),
      doubling(row, at, doubles, (times) => put_(now.map((one, other) => (other === at ? tidy({ ...one, doubles: times }) : one)))),
      button("✕", () => put_(now.filter((_, other) => other !== at)), { icon: true, "aria-label": say("form.remove-of", { what: `${row.by}: ${word(row.contract)}` }) }),
      h("div", { class: "full" }, state.faults([...path, String(at)], true).map((fault) => h("p", { class: "fault" }, fault.detail))))),
    h("p", { class: "small muted", "aria-hidden": "true" }, say("commit.add")),
    h("div", { class: "choices in-3", role: "group", "aria-label": say("commit.add") }, first(state).map((name) => button(h("span", { class: "who" }, seat(state.players.indexOf(name), name), name), () => commit(name), { key: `${path.join("/")}/add/${name}` }))));
  };
  return {
    node,
    set(value, state) {
      now = value ?? [];
      const told = JSON.stringify([now, state.order, state.faults(path, true), state.value.declarer]);
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
