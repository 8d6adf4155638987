// Runs Lighthouse on the first screen, the record, the sheet, the rules and the public pages of a
// service with a list of published matches, as on a first visit with a phone on a slow network.
// Prints a line for each page and its failed audits. With --speed, the median performance of three
// runs must reach its score too. Other arguments select the pages whose names begin with them.
//
//   node run.js http://127.0.0.1:8080/ [--speed] [published …]

import { readFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const home = process.argv[2] ?? "http://127.0.0.1:8080/";
const holdsSpeed = process.argv.includes("--speed");
const names = process.argv.slice(3).filter((one) => !one.startsWith("--"));
const sample = JSON.parse(readFileSync(new URL("../../templates/games/brink_bid/sample.json", import.meta.url), "utf8"));
/** The required score in each category. */
const AIM = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
/** The categories for pages that search engines should find. */
const FOUND = Object.keys(AIM);
const OPENED = FOUND.filter((category) => category !== "seo");

/** Opens a match with a hand in play. */
async function openMatch() {
  const { finished, adjustments, current, ...document } = sample;
  const answer = await fetch(`${home}api/v1/matches`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...document, hands: document.hands.slice(0, 4) }),
  });
  if (!answer.ok) throw new Error(`the match was not opened: ${await answer.text()}`);
  return answer.json();
}

/** Publishes all of a match. */
async function publish({ id, keys }) {
  const answer = await fetch(`${home}api/v1/matches/${id}/publication`, {
    method: "PUT", headers: { authorization: `Bearer ${keys.direct}`, "if-match": "*", "content-type": "application/json" }, body: '{"part": "sheet"}',
  });
  if (!answer.ok) throw new Error(`the match was not published: ${await answer.text()}`);
  return id;
}

/** Returns the Lighthouse report of a page. */
async function judge(url, flags) {
  const all = [];
  for (let run = 0; run < (holdsSpeed ? 3 : 1); run += 1) all.push((await lighthouse(url, flags)).lhr);
  all.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  return all[Math.floor(all.length / 2)];
}

const { id, keys } = await openMatch();
const published = await publish(await openMatch());
const screens = [
  ["published matches", "", FOUND], ["published match", `matches/${published}`, FOUND], ["published match in a frame", `embed/matches/${published}`, OPENED],
  ["start", "play", FOUND], ["record", `play#/join/${id}/${keys.direct}`, OPENED], ["sheet", `play#/m/${id}/sheet`, OPENED],
  ["rules of the games", "games", FOUND], ["rules of a game", `games/${sample.game}`, FOUND],
];
const chrome = await launch({ chromePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"] });
let isMet = true;
for (const [name, path, categories] of screens) {
  if (names.length && !names.some((one) => name.startsWith(one))) continue;
  // The browser stores nothing between screens, so a header contains the key of the match.
  const extraHeaders = path.includes("#/m/") ? { Authorization: `Bearer ${keys.view}` } : undefined;
  const lhr = await judge(home + path, { port: chrome.port, onlyCategories: categories, extraHeaders, logLevel: "error" });
  const scores = Object.entries(lhr.categories).map(([category, { score }]) => [category, Math.round((score ?? 0) * 100)]);
  console.log(`${name}: ${scores.map(([category, score]) => `${category} ${score}`).join(", ")}`);
  for (const [category, score] of scores) {
    if (score >= AIM[category]) continue;
    if (category !== "performance" || holdsSpeed) isMet = false;
    for (const { id: audit, weight } of lhr.categories[category].auditRefs) {
      const { score: own, title, displayValue = "" } = lhr.audits[audit];
      if (weight > 0 && own !== null && own < (category === "performance" ? 0.9 : 1)) console.log(`  ${category}: ${title} (${audit}) ${displayValue}`);
      if (weight > 0 && own !== null && own < 1 && category !== "performance") for (const item of (lhr.audits[audit].details?.items ?? []).slice(0, 5)) console.log(`    ${item.node?.snippet ?? item.description ?? item.source ?? JSON.stringify(item).slice(0, 200)}`);
    }
  }
}
chrome.kill();
process.exitCode = isMet ? 0 : 1;
