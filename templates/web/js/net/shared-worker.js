// The worker that all tabs of a browser share: it listens for them.

import { Streams, listen } from "./streams.js";

const worker = /** @type {{ onconnect: ((event: MessageEvent) => void) | null }} */ (/** @type {unknown} */ (globalThis));
const streams = new Streams(listen);

worker.onconnect = ({ ports: [port] }) => {
  /** What this tab listens to, by the number that it gave. @type {Map<number, () => void>} */
  const joined = new Map();
  const leave = (/** @type {number} */ number) => {
    joined.get(number)?.();
    joined.delete(number);
  };
  port.onmessage = ({ data: { join, leave: left, number } }) => {
    if (left) return leave(number);
    joined.set(number, streams.join(join, (told) => port.postMessage({ number, told })));
  };
  // Browsers that tell of a tab that is gone do it so; a page that is left tells it itself.
  port.addEventListener("close", () => [...joined.keys()].forEach(leave));
};
