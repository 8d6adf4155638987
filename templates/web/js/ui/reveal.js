// Scrolling so that something is seen whole: between the standings at the top and the bar at the bottom,
// which lie over what is scrolled.

import { find } from "./dom.js";

/** Pixels that are left between what is shown and what lies over the screen. */
const GAP = 8;

/**
 * Scrolls as little as it takes to see a node; of what is higher than the room, its beginning.
 * @param {HTMLElement} node
 */
export function reveal(node) {
  if (!node.isConnected) return;
  if (node.closest("dialog")) {
    node.scrollIntoView({ block: "nearest" });
    return;
  }
  const strip = find(document, ".strip");
  const bar = find(document, ".bar")?.getBoundingClientRect();
  const head = () => strip?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  const place = () => node.getBoundingClientRect();
  // Beside the fields the bar covers none of them, but as much of the head as is still in sight.
  const isBeside = bar !== undefined && bar.left >= place().right;
  if (isBeside && bar.top < head().bottom) scrollBy(0, Math.max(0, head().top));
  const end = bar === undefined || isBeside ? innerHeight : bar.top;
  if (place().bottom + GAP > end) scrollBy(0, place().bottom + GAP - end);
  if (place().top - GAP < head().bottom) scrollBy(0, place().top - GAP - head().bottom);
}
