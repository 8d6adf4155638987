// Shuffling the seats.

import assert from "node:assert/strict";
import test from "node:test";
import { pretendBrowser } from "./support.js";

pretendBrowser();
const { random, shuffled } = await import("../../templates/web/js/game/chance.js");

test("a shuffle keeps every name, and each order results from one way to draw", () => {
  const orders = new Set();
  for (const first of [0, 1, 2]) {
    for (const second of [0, 1]) {
      const draws = [first, second];
      const order = shuffled(["Ann", "Bo", "Cy"], (below) => {
        const drawn = draws.shift() ?? 0;
        assert.ok(drawn < below);
        return drawn;
      });
      assert.deepEqual([...order].sort(), ["Ann", "Bo", "Cy"]);
      orders.add(order.join(" "));
    }
  }
  assert.equal(orders.size, 6);
});

test("a random number is below its bound", () => {
  for (let time = 0; time < 200; time += 1) assert.ok([0, 1, 2].includes(random(3)));
});
