// The geometry of the chart.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axisValues, numbered, scale, spread } from "../../templates/web/js/sheet/chart.js";

test("ticks are round, and include all figures", () => {
  assert.deepEqual(axisValues(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(axisValues(-7, 12, 5), [-10, -5, 0, 5, 10, 15]);
  assert.deepEqual(axisValues(0, 1, 5), [0, 1]);
  assert.ok(axisValues(-3, 3, 5).every((mark) => !Object.is(mark, -0)));
});

test("a scale maps one range to another", () => {
  const across = scale([0, 4], [40, 240]);
  assert.deepEqual([0, 2, 4].map(across), [40, 140, 240]);
  assert.equal(scale([3, 3], [0, 10])(3), 0, "a range of one figure");
});

test("labels keep their distance and stay in the box", () => {
  const places = spread([100, 100, 102, 10], 20, 12, 140);
  const sorted = [...places].sort((a, b) => a - b);
  assert.ok(sorted.every((place, at) => place >= 12 && place <= 140 && (at === 0 || place - sorted[at - 1] >= 20)), `${places}`);
  assert.deepEqual(spread([50, 90], 20, 12, 140), [50, 90], "with enough room they stay");
});

test("as many hands are numbered as there is room for", () => {
  assert.deepEqual(numbered(4, 10), [1, 2, 3, 4]);
  assert.deepEqual(numbered(12, 4), [5, 10]);
});
