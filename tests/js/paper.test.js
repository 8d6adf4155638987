// PDFs that the page makes with the module in the repository.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { pages, pretendBrowser } from "./support.js";

pretendBrowser();
const ROOT = new URL("../../", import.meta.url);
/** @param {string} name */
const packed = (name) => readFileSync(new URL(`templates/wasm/${name}.br`, ROOT));
let hasPrinter = false;
pages.fetch = async (/** @type {string} */ path) => {
  if (path !== "overtrick.wasm" && (path !== "overtrick-pdf.wasm" || !hasPrinter)) throw new TypeError("no network");
  return new Response(brotliDecompressSync(packed(path)), { headers: { "Content-Type": "application/wasm" } });
};

const { answerWith, post, request } = await import("../../templates/web/js/net/api.js");
const { answerHere } = await import("../../templates/web/js/engine/answers.js");
const { engine } = await import("../../templates/web/js/engine/module.js");
const storage = await import("../../templates/web/js/app/storage.js");
const { WEIGHT } = await import("../../templates/web/js/share/paper.js");
const { useCatalog } = await import("../../templates/web/js/ui/text.js");

useCatalog({ lang: "en", languages: ["en", "cs"], forms: ["one", "other"], page: {}, word: {} });
answerWith(answerHere);
const ID = "abcdefghijklmnopqrstuv";

/** @param {Answer<any>} answer */
async function pdfOf({ ok, body }) {
  assert.ok(ok && body instanceof Blob, JSON.stringify(body));
  assert.equal(body.type, "application/pdf");
  return body.text();
}

test("if the PDF module cannot be fetched, the reason is shown and the next request tries again", async () => {
  const refused = await post("pads.pdf", { game: "brink-bid", paper: "a4" });
  assert.equal(refused.problem?.title, "paper.missing");
  hasPrinter = true;
  assert.match(await pdfOf(await post("pads.pdf", { game: "brink-bid", paper: "a4" })), /^%PDF/);
});

test("the pad of a custom game is made from the definition in its request", async () => {
  const definition = { language: 1, id: "ours", players: [2, 5], field: [{ name: "points", each: true, number: [0, 99] }], score: [{ points: "points", clause: "made" }], clauses: { made: "What you record." } };
  assert.match(await pdfOf(await post("pads.pdf", { game: "own", definition, paper: "a4" })), /^%PDF/);
  const refused = await post("pads.pdf", { game: "own", definition: { ...definition, players: [2, 11] }, paper: "napkin" });
  assert.deepEqual([refused.status, refused.problem?.errors?.map(({ pointer }) => pointer)], [422, ["/definition/players", "/paper"]]);
});

test("a request that cannot be printed is refused with its faults", async () => {
  const refused = await post("pads.pdf", { game: "brink-bid", paper: "napkin" });
  assert.deepEqual([refused.status, refused.problem?.errors?.[0].pointer], [422, "/paper"]);
});

test("the sheet of a match of the service is made from the state on this phone", async () => {
  const rules = /** @type {Engine} */ (await engine());
  const document = { game: "brink-bid", players: ["Ann", "Bo"], hands: [{ bids: { Ann: 1, Bo: 1 }, tricks: { Ann: 1, Bo: 3 } }] };
  const { body } = rules.call("begin", { id: ID, document, at: "2026-11-19T20:00:00.000Z", salts: Array(512).fill(7) });
  storage.save(`state/${ID}`, body.state);
  const sheet = (/** @type {string} */ query) => request("GET", `matches/${ID}/sheet.pdf${query}`).then(pdfOf);
  const plain = await sheet("?paper=a4&lang=en");
  assert.notEqual(plain, await sheet("?paper=a4&lang=cs"));
  assert.ok((await sheet("?paper=a4&lang=en&explain=true")).length > plain.length);
});

test("the page shows the size of the download", () => {
  assert.equal((packed("overtrick-pdf.wasm").length / 1e6).toFixed(1), WEIGHT.toFixed(1));
});
