// Going on to another screen with a word about what was done on this one.

import { toast } from "./parts.js";

/** Goes to an address and says something there; arriving at a screen takes earlier words away. */
export function goAndSay(go, hash, text, more) {
  addEventListener("hashchange", () => toast(text, more), { once: true });
  go(hash);
}
