// Tabs that show one match listen by one stream.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pages, pretendBrowser } from "./support.js";

pretendBrowser();
Object.assign(/** @type {any} */ (pages.document), { baseURI: "http://localhost/" });

/** The streams that were opened. @type {Source[]} */
const sources = [];
class Source extends EventTarget {
  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    this.isClosed = false;
    sources.push(this);
  }

  close() {
    this.isClosed = true;
  }

  /** @param {string} type @param {string} [data] */
  send(type, data) {
    this.dispatchEvent(Object.assign(new Event(type), data === undefined ? {} : { data }));
  }
}
pages.EventSource = Source;

/** Locks as a browser has them: one after the other. @type {Map<string, Promise<unknown>>} */
const held = new Map();
const locks = {
  /** @param {string} name @param {{ signal: AbortSignal }} options @param {() => Promise<unknown>} work */
  request(name, { signal }, work) {
    const turn = (held.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : work()));
    held.set(name, turn);
    return turn;
  },
};
Object.defineProperty(globalThis, "navigator", { value: { onLine: true, locks }, configurable: true });

const { openStream } = await import("../../templates/web/js/net/live.js");

/** A tab that listens, and what it has heard. @param {string} address */
function tab(address) {
  /** @type {string[]} */
  const heard = [];
  return { heard, ...openStream(address, ({ type, data }) => void heard.push(data ?? type)) };
}

/** Waits until something is heard. @param {() => boolean} isSo */
async function until(isSo) {
  for (let turn = 0; turn < 200 && !isSo(); turn += 1) await new Promise((resolve) => { setTimeout(resolve, 5); });
  assert.ok(isSo());
}

test("seven tabs listen once, all of them hear, and who comes later hears what came last", async () => {
  const tabs = Array.from({ length: 7 }, () => tab("m1"));
  await until(() => sources.length === 1);
  sources[0].send("open");
  sources[0].send("change", "2");
  for (const { heard } of tabs) await until(() => heard.includes("open") && heard.at(-1) === "2");
  const late = tab("m1");
  await until(() => late.heard.includes("open") && late.heard.at(-1) === "2");
  assert.equal(sources.length, 1);
  for (const { close } of [...tabs, late]) close();
  assert.ok(sources[0].isClosed);
});

test("when the tab that listens is left, another one goes on", async () => {
  const [one, other] = [tab("m2"), tab("m2")];
  await until(() => sources.length === 2);
  one.close();
  await until(() => sources.length === 3);
  sources[2].send("change", "3");
  await until(() => other.heard.join() === "3");
  assert.deepEqual(one.heard, []);
  other.close();
});

test("a broken stream is told to the tab that listened, and the next one listens", async () => {
  const [one, other] = [tab("m3"), tab("m3")];
  await until(() => sources.length === 4);
  sources[3].send("error");
  assert.deepEqual([one.heard, sources[3].isClosed], [["error"], true]);
  await until(() => sources.length === 5);
  sources[4].send("change", "4");
  await until(() => other.heard.join() === "4");
  other.close();
});

test("without locks, as by plain http, each tab listens for itself", () => {
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  const one = tab("m4");
  sources[5].send("open");
  assert.deepEqual(one.heard, ["open"]);
  one.close();
  assert.ok(sources[5].isClosed);
});
