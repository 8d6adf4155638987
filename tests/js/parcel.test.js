// A match that goes to another phone as codes: what a camera reads of them comes to the same log.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { pretendBrowser } from "./support.js";

pretendBrowser();
const ROOT = new URL("../../", import.meta.url);
/** @type {(pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null} */
const jsQR = createRequire(import.meta.url)("../browser/vendor/jsQR.js");
const { engineOf } = await import("../../templates/web/js/engine/module.js");
const { missingOf, pack, partOf, unpack, withPart } = await import("../../templates/web/js/share/parcel.js");
const { useCatalog } = await import("../../templates/web/js/ui/text.js");

useCatalog({ lang: "en", languages: ["en", "cs"], forms: ["one", "other"], page: {}, word: {} });
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(brotliDecompressSync(readFileSync(new URL("templates/wasm/overtrick.wasm.br", ROOT)))), {});
const rules = engineOf(exports);
const HOME = "https://club.example/scores/";
const AT = "2026-11-19T20:00:00.000Z";

/** Random bytes. @param {number} count */
function salts(count) {
  return [...crypto.getRandomValues(new Uint8Array(count))];
}

/** The sample of a game as a log, every hand said before it is recorded. @param {string} game @returns {MatchLog} */
function logOf(game, times = 1) {
  const { adjustments: _, finished: __, ...document } = JSON.parse(readFileSync(new URL(`templates/games/${game}/sample.json`, ROOT), "utf8"));
  const begun = rules.call("begin", { id: "abcdefghijklmnopqrstuv", document: { ...document, hands: [] }, at: AT, salts: salts(512) });
  assert.ok(begun.ok, JSON.stringify(begun.body));
  let { log } = begun.body;
  for (let time = 0; time < times; time += 1) {
    for (const hand of document.hands) {
      for (const action of time > 0 ? ["record", "undo"] : ["set_current", "record"]) {
        const change = action === "undo" ? { action } : { action, hand };
        const after = rules.call("change", { log, change, at: AT, salts: salts(512) });
        if (after.ok) ({ log } = after.body);
      }
    }
  }
  return log;
}

/** What a camera reads of a code. @param {string} svg */
function read(svg) {
  const scale = 3;
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < scale * scale; at += 1) {
      const column = Number(x) * scale + at % scale;
      const row = Number(y) * scale + Math.floor(at / scale);
      pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return jsQR(pixels, width, width)?.data ?? "";
}

/** The log of what was read, as the page opens it. @param {Parcel} parcel */
async function opened(parcel) {
  const log = await unpack(parcel);
  return log && rules.call("whole", { log });
}

/** A parcel of links, in this order. @param {string[]} links @returns {Parcel} */
function gathered(links) {
  /** @type {Parcel | undefined} */
  let parcel;
  for (const link of links) {
    const part = partOf(link);
    assert.ok(part, link.slice(0, 80));
    parcel = withPart(parcel, part);
  }
  assert.ok(parcel);
  return parcel;
}

test("a match of every game arrives by its codes as it was, in any order", async () => {
  for (const game of readdirSync(new URL("templates/games/", ROOT))) {
    const log = logOf(game);
    const { codes, link } = await pack(log, HOME);
    const seen = codes.map((code) => read(rules.call("qr", code).body));
    assert.deepEqual(seen, codes, game);
    const whole = await opened(gathered(seen.reverse()));
    assert.ok(whole?.ok, JSON.stringify(whole?.body));
    assert.deepEqual(whole.body.log, log, game);
    assert.deepEqual((await opened(gathered([link])))?.body.log, log, "the link has all of it");
  }
});

test("of a chain of codes it is known which are missing, and another match begins anew", async () => {
  const { codes } = await pack(logOf("berzerka", 3), HOME);
  assert.ok(codes.length > 2, `${codes.length} codes`);
  const parcel = gathered(codes.filter((_, at) => at !== 1));
  assert.deepEqual(missingOf(parcel), [2]);
  assert.equal(await unpack(parcel), undefined);
  assert.deepEqual(missingOf(gathered(codes)), []);
  const other = gathered([...codes, (await pack(logOf("mariash"), HOME)).codes[0]]);
  assert.equal(Object.keys(other.parts).length, 1);
});

test("what is no part of a match, or was changed, is not opened", async () => {
  for (const text of ["https://club.example/menu", `${HOME}#/join/abc/def`, `${HOME}#/take/0123456789ab/3/2/123`, `${HOME}#/take/0123456789ab/0/2/123`]) {
    assert.equal(partOf(text), undefined, text);
  }
  const { link } = await pack(logOf("mariash"), HOME);
  const digits = partOf(link)?.digits ?? "";
  for (let at = 5; at < digits.length; at += 97) {
    const changed = `${digits.slice(0, at)}${(Number(digits[at]) + 1) % 10}${digits.slice(at + 1)}`;
    const answer = await opened({ name: "0123456789ab", of: 1, parts: { 1: changed } });
    assert.ok(!answer?.ok, `digit ${at}`);
  }
  for (const other of ["9".repeat(17), "1", "12345678901234567890123"]) assert.equal(await unpack({ name: "a", of: 1, parts: { 1: other } }), undefined, other);
});

test("a few bytes that become very many are not unpacked, and a log too long for codes has none", async () => {
  const log = logOf("mariash");
  const large = { ...log, events: [...log.events, { text: " ".repeat(9_000_000) }] };
  const { codes, link } = await pack(large, HOME);
  assert.ok(codes.length > 0);
  assert.equal(await unpack(gathered([link])), undefined);
  const long = { ...log, events: [{ text: salts(40_000).join("") }] };
  assert.deepEqual((await pack(long, HOME)).codes, []);
});
