// How long a hand takes.

import assert from "node:assert/strict";
import test from "node:test";

import { timeText } from "../../templates/web/js/record/table-view.js";

test("a time is minutes and seconds, with hours where there are some", () => {
  assert.deepEqual([0, 7_000, 247_999, 3_750_000, -5].map(timeText), ["0:00", "0:07", "4:07", "1:02:30", "0:00"]);
});
