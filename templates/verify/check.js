// Checks a file in the page alone, by the rules as a WebAssembly module: nothing is sent anywhere.

import { judgeBeside } from "../js/engine/beside.js";

/**
 * What the module says of a file; see `FileReport` in src/match/verify.
 * @typedef {{ rank: number, player: string, total: number }} StandingRow
 * @typedef {{ name: string, edition: number, fingerprint: string, head?: string, standings: StandingRow[] }} ComputedMatch
 * @typedef {{ sound: boolean, checked: number, untold: number, text: string[], errors?: { pointer: string, detail: string }[], match?: ComputedMatch }} FileReport
 */

/**
 * An element with a text.
 * @param {string} name
 * @param {string} text
 * @param {string} [kind]
 */
function say(name, text, kind) {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

/** @param {StandingRow[]} standings @param {DOMStringMap} words */
function table(standings, words) {
  const whole = document.createElement("table");
  const head = whole.createTHead().insertRow();
  for (const [name, kind] of [[words.place, "number"], [words.player, ""], [words.total, "number"]]) {
    const cell = say("th", name ?? "", kind);
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const body = whole.createTBody();
  for (const { rank, player, total } of standings) {
    const row = body.insertRow();
    row.append(say("td", String(rank), "number"), say("td", player), say("td", String(total).replace("-", "−"), "number"));
  }
  return whole;
}

/** @param {FileReport} report @param {DOMStringMap} words */
function verdict(report, words) {
  const whole = say("section", "", report.sound ? "verdict" : "verdict wrong");
  const heading = report.sound && report.untold === report.checked ? words.untold : report.sound ? words.right : words.wrong;
  whole.append(say("h2", heading ?? ""), ...report.text.map((text) => say("p", text)));
  if (report.errors?.length) {
    const list = document.createElement("ul");
    list.append(...report.errors.map(({ pointer, detail }) => say("li", pointer ? `${pointer}: ${detail}` : detail)));
    whole.append(list);
  }
  if (report.match && report.checked === 1) {
    whole.append(say("p", report.match.name, "facts"), table(report.match.standings, words));
    if (report.match.head) whole.append(say("p", report.match.head, "facts"));
  }
  return whole;
}

/** @param {HTMLElement} form @param {HTMLInputElement} input @param {HTMLElement} output */
function start(form, input, output) {
  const words = form.dataset;
  form.hidden = false;
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    output.replaceChildren(say("p", words.reading ?? ""));
    const judged = await judgeBeside("verify", file, Number(words.seconds) * 1000);
    if (judged === "late") output.replaceChildren(say("p", words.tooLong ?? ""));
    else if (judged) output.replaceChildren(verdict(judged.body, words));
    else output.replaceChildren(say("p", words.failed ?? ""));
    // The same file can be chosen again after it was changed.
    input.value = "";
  });
}

const [checkForm, fileInput, verdictPlace] = ["check", "file", "verdict"].map((id) => document.getElementById(id));
if (checkForm && verdictPlace && fileInput instanceof HTMLInputElement) start(checkForm, fileInput, verdictPlace);
