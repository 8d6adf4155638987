// Keys of a match where the browser keeps nothing for the page: behind the # of its address, which is sent to no
// server, so that a reload leaves this phone what it was.

import * as storage from "./storage.js";

/** @type {Role[]} */
const ROLES = ["direct", "score", "view"];
const MATCH = /^#\/m\/([A-Za-z0-9_-]+)/;
const HELD = /[?&]keys=([A-Za-z0-9_,-]*)/;

/** Takes over the keys of the address, unless this phone has keys of the match. */
export function takeHeldKeys() {
  const [, id = ""] = MATCH.exec(location.hash) ?? [];
  const given = HELD.exec(location.hash)?.[1].split(",");
  if (!id || !given || storage.match(id)?.keys) return;
  /** @type {Keys} */
  const keys = Object.fromEntries(ROLES.flatMap((role, at) => (given[at] ? [[role, given[at]]] : [])));
  const role = ROLES.find((one) => keys[one]);
  if (role) storage.saveMatch(id, { role, keys });
}

/** Puts the keys of a match into the address, or takes them out of it where the browser has kept them. @param {string} id */
export function holdKeys(id) {
  const bare = location.hash.replace(HELD, "");
  const keys = storage.match(id)?.keys ?? {};
  const isHeld = !storage.hasKept(id) && ROLES.some((role) => keys[role]);
  const hash = isHeld ? `${bare}${bare.includes("?") ? "&" : "?"}keys=${ROLES.map((role) => keys[role] ?? "").join(",")}` : bare;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}
