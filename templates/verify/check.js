// Checks a file in the browser with the WebAssembly module of the rules. The file is not sent anywhere.

import { judgeBeside } from "../js/engine/beside.js";

/**
 * The module's report on a file; see `FileReport` in src/match/verify.rs.
 * @typedef {{ rank: number, player: string, total: number }} StandingRow
 * @typedef {{ name: string, edition: number, fingerprint: string, head?: string, standings: StandingRow[] }} ComputedMatch
 * @typedef {{ sound: boolean, checked: number, untold: number, text: string[], errors?: { pointer: string, detail: string }[], match?: ComputedMatch }} FileReport
 */

/**
 * Returns an element that contains a text.
 * @param {string} name
 * @param {string} text
 * @param {string} [kind]
 */
function textElement(name, text, kind) {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

/** @param {StandingRow[]} standings @param {DOMStringMap} words */
function standingsTable(standings, words) {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const [name, kind] of [[words.place, "number"], [words.player, ""], [words.total, "number"]]) {
    const cell = textElement("th", name ?? "", kind);
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { rank, player, total } of standings) {
    const row = body.insertRow();
    row.append(textElement("td", String(rank), "number"), textElement("td", player), textElement("td", String(total).replace("-", "−"), "number"));
  }
  return table;
}

/** @param {FileReport} report @param {DOMStringMap} words */
function verdict(report, words) {
  const section = textElement("section", "", report.sound ? "verdict" : "verdict wrong");
  const heading = report.sound && report.untold === report.checked ? words.untold : report.sound ? words.right : words.wrong;
  section.append(textElement("h2", heading ?? ""), ...report.text.map((text) => textElement("p", text)));
  if (report.errors?.length) {
    const list = document.createElement("ul");
    list.append(...report.errors.map(({ pointer, detail }) => textElement("li", pointer ? `${pointer}: ${detail}` : detail)));
    section.append(list);
  }
  if (report.match && report.checked === 1) {
    section.append(textElement("p", report.match.name, "facts"), standingsTable(report.match.standings, words));
    if (report.match.head) section.append(textElement("p", report.match.head, "facts"));
  }
  return section;
}

/** @param {HTMLElement} form @param {HTMLInputElement} input @param {HTMLElement} output */
function start(form, input, output) {
  const words = form.dataset;
  form.hidden = false;
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    output.replaceChildren(textElement("p", words.reading ?? ""));
    const judged = await judgeBeside("verify", file, Number(words.seconds) * 1000);
    if (judged === "late") output.replaceChildren(textElement("p", words.tooLong ?? ""));
    else if (judged) output.replaceChildren(verdict(judged.body, words));
    else output.replaceChildren(textElement("p", words.failed ?? ""));
    // Without this, choosing the same file again would fire no event.
    input.value = "";
  });
}

const [checkForm, fileInput, verdictPlace] = ["check", "file", "verdict"].map((id) => document.getElementById(id));
if (checkForm && verdictPlace && fileInput instanceof HTMLInputElement) start(checkForm, fileInput, verdictPlace);
