// Streams of events that several tabs share.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Streams } from "../../templates/web/js/net/streams.js";

/** @typedef {import("../../templates/web/js/net/streams.js").Told} Told */

/** Streams whose sources are told what comes, and a listener that keeps what it hears. */
function stage() {
  /** @type {{ address: string, tell: (told: Told) => void, closed: number }[]} */
  const sources = [];
  const streams = new Streams((address, tell) => {
    const source = { address, tell, closed: 0, close() { source.closed += 1; } };
    sources.push(source);
    return source;
  });
  const listener = () => {
    /** @type {string[]} */
    const heard = [];
    return { heard, listen: (/** @type {Told} */ { type, data }) => void heard.push(data ?? type) };
  };
  return { sources, streams, listener };
}

test("seven tabs at one match listen once, and all of them hear", () => {
  const { sources, streams, listener } = stage();
  const tabs = Array.from({ length: 7 }, listener);
  for (const { listen } of tabs) streams.join("m1", listen);
  assert.equal(sources.length, 1);
  sources[0].tell({ type: "open" });
  sources[0].tell({ type: "change", data: "2" });
  for (const { heard } of tabs) assert.deepEqual(heard, ["open", "2"]);
  streams.join("m2", listener().listen);
  assert.deepEqual(sources.map(({ address }) => address), ["m1", "m2"]);
});

test("who joins later hears what came last", () => {
  const { sources, streams, listener } = stage();
  streams.join("m", listener().listen);
  sources[0].tell({ type: "open" });
  sources[0].tell({ type: "change", data: "2" });
  sources[0].tell({ type: "change", data: "3" });
  sources[0].tell({ type: "rematch", data: "the next match" });
  const late = listener();
  streams.join("m", late.listen);
  assert.deepEqual(late.heard, ["open", "3", "the next match"]);
});

test("the last one who leaves closes the stream", () => {
  const { sources, streams, listener } = stage();
  const [one, other] = [listener(), listener()];
  const leave = [streams.join("m", one.listen), streams.join("m", other.listen)];
  leave[0]();
  sources[0].tell({ type: "change", data: "2" });
  assert.deepEqual([one.heard, other.heard, sources[0].closed], [[], ["2"], 0]);
  leave[1]();
  assert.equal(sources[0].closed, 1);
  streams.join("m", one.listen);
  assert.equal(sources.length, 2);
});

test("a broken stream is told to all, and the first who comes back opens another", () => {
  const { sources, streams, listener } = stage();
  const [one, other] = [listener(), listener()];
  const leave = streams.join("m", one.listen);
  streams.join("m", other.listen);
  sources[0].tell({ type: "error" });
  assert.deepEqual([one.heard, other.heard], [["error"], ["error"]]);
  streams.join("m", other.listen);
  leave();
  assert.equal(sources.length, 2);
  assert.equal(sources[1].closed, 0, "who left the broken one closes no other");
});
