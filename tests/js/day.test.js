// The date of a match is the local date at the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pages, pretendBrowser } from "./support.js";

process.env.TZ = "Europe/Prague";
pretendBrowser();

const { openMatch } = await import("../../templates/web/js/net/api.js");
const { today } = await import("../../templates/web/js/ui/text.js");

/** @type {Record<string, unknown>[]} */
const sent = [];
pages.fetch = async (/** @type {string} */ _, /** @type {RequestInit} */ { body }) => {
  sent.push(JSON.parse(String(body)));
  return new Response("{}", { status: 201, headers: { "Content-Type": "application/json" } });
};

test("the date follows the time zone of the table", () => {
  assert.equal(today(new Date("2026-11-20T22:59:00Z")), "2026-11-20");
  assert.equal(today(new Date("2026-11-20T23:30:00Z")), "2026-11-21");
  assert.equal(today(new Date("2026-07-01T22:30:00Z")), "2026-07-02");
});

test("a match gets today's date, unless it has a date", async () => {
  await openMatch({ game: "brink-bid", players: ["Ann", "Bo"] }, "once");
  await openMatch({ game: "brink-bid", players: ["Ann", "Bo"], played_on: "2026-10-01" }, "again");
  assert.deepEqual(sent.map((document) => document.played_on), [today(), "2026-10-01"]);
});
