// Where things are in a line chart. Pure.

/**
 * Round figures from `least` to `most`, about `count` of them, the ends included.
 * @param {number} least
 * @param {number} most
 * @param {number} count
 */
export function ticks(least, most, count) {
  const span = Math.max(most - least, 1);
  const rough = span / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough) ?? 1);
  const found = [];
  for (let at = Math.floor(least / step) * step; ; at += step) {
    // "+ 0" makes a plain zero of minus zero.
    found.push(at + 0);
    if (at >= most) return found;
  }
}

/**
 * From a figure to a place: `from[0]` lies at `to[0]`, `from[1]` at `to[1]`.
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
export function scale(from, to) {
  const span = from[1] - from[0] || 1;
  return (/** @type {number} */ figure) => to[0] + ((figure - from[0]) / span) * (to[1] - to[0]);
}

/**
 * Labels beside the ends of lines, none nearer to another than `gap`, all between `top` and
 * `bottom`, each as near to where it belongs as that allows.
 * @param {number[]} places
 * @param {number} gap
 * @param {number} top
 * @param {number} bottom
 */
export function spread(places, gap, top, bottom) {
  const order = places.map((_, index) => index).sort((a, b) => places[a] - places[b] || a - b);
  const set = [...places];
  let least = top;
  for (const index of order) {
    set[index] = Math.max(set[index], least);
    least = set[index] + gap;
  }
  let most = bottom;
  for (const index of order.reverse()) {
    set[index] = Math.min(set[index], most);
    most = set[index] - gap;
  }
  return set;
}

/**
 * Which of `count` hands get a number under the chart, when there is room for `room` of them.
 * @param {number} count
 * @param {number} room
 */
export function numbered(count, room) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((by) => count / by <= room) ?? 200;
  const found = [];
  for (let number = step; number <= count; number += step) found.push(number);
  return found;
}
