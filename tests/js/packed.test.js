// A match in a link is opened unchanged or refused.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { pretendBrowser } from "./support.js";

pretendBrowser();
const ROOT = new URL("../../", import.meta.url);
const { moduleCaller, engineOf } = await import("../../templates/web/js/engine/module.js");
const { packed, unpacked } = await import("../../templates/web/js/share/packed.js");
const { shortLog } = await import("../../templates/web/js/share/kept.js");
const { useCatalog } = await import("../../templates/web/js/ui/text.js");

useCatalog({ lang: "en", languages: ["en", "cs"], forms: ["one", "other"], page: {}, word: {} });
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(brotliDecompressSync(readFileSync(new URL("templates/wasm/overtrick.wasm.br", ROOT)))), {});
const rules = engineOf(moduleCaller(exports));
const AT = "2026-11-19T20:00:00.000Z";
const MAX = 8_000_000;

/** Returns random bytes. @param {number} count */
function salts(count) {
  return [...crypto.getRandomValues(new Uint8Array(count))];
}

/** Returns the sample of a game as a log in which every hand is shared before it is recorded. @param {string} game @returns {MatchLog} */
function logOf(game) {
  const { adjustments: _, finished: __, ...document } = JSON.parse(readFileSync(new URL(`templates/games/${game}/sample.json`, ROOT), "utf8"));
  const begun = rules.call("begin", { id: "abcdefghijklmnopqrstuv", document: { ...document, hands: [] }, at: AT, salts: salts(512) });
  assert.ok(begun.ok, JSON.stringify(begun.body));
  let { log } = begun.body;
  for (const hand of document.hands) {
    for (const action of ["set_current", "record"]) {
      const after = rules.call("change", { log, change: { action, hand }, at: AT, salts: salts(512) });
      if (after.ok) ({ log } = after.body);
    }
  }
  return log;
}

/** Opens the log in a link as the page does. @param {string} text */
async function opened(text) {
  const log = await unpacked(text, MAX);
  return log && rules.call("whole", { log });
}

test("the link of a match contains it unchanged, in every game", async () => {
  for (const game of readdirSync(new URL("templates/games/", ROOT))) {
    const log = logOf(game);
    const whole = await opened(await packed(shortLog(log)));
    assert.ok(whole?.ok, JSON.stringify(whole?.body));
    assert.deepEqual(whole.body.log, log, game);
  }
});

test("a link that was changed is not opened", async () => {
  const text = await packed(shortLog(logOf("mariash")));
  // A change of the last two letters may only change bits that are not used.
  for (let at = 5; at < text.length - 2; at += 97) {
    const changed = `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
    const answer = await opened(changed);
    assert.ok(!answer?.ok, `letter ${at}`);
  }
  assert.equal(await unpacked(text.slice(0, -9), MAX), undefined);
});

test("a few bytes that would unpack to very many are refused", async () => {
  const log = logOf("mariash");
  const large = { ...log, events: [...log.events, { text: " ".repeat(MAX + 1) }] };
  assert.equal(await unpacked(await packed(large), MAX), undefined);
});
