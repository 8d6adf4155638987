// The data of this phone: its matches with their keys, players, settings, and all unsaved input. Everything is in
// localStorage under "overtrick/", and is read again at each use.

import * as journal from "./journal.js";

const STEM = "overtrick/";
/** The name of this phone's secret in storage. */
const CLIENT = "client";
/** Entries that exist only on this phone are also written to the journal. */
const NOTED = /^(client$|matches$|own\/mine$|outbox\/|draft\/)/;
/** The storage name of the stamp of the last journal entry. */
const STAMP = "stamp";
/** The maximum time in milliseconds to wait for the journal. */
const PATIENCE = 2000;
/** The maximum number of stored matches. */
const MAX = 200;
/** The maximum number of stored players. */
const MAX_PEOPLE = 60;
/** Resolves once all journal entries are on disk. @type {Promise<void>} */
let noting = Promise.resolve();
/** The values in memory, for a browser that blocks storage. @type {Map<string, any>} */
const memory = new Map();

/** The key of localStorage for a name. @param {string} name */
export function keyOf(name) {
  return STEM + name;
}

/** The value stored under a name, or `otherwise`. @param {string} name @param {any} [otherwise] @returns {any} */
export function load(name, otherwise) {
  try {
    const text = localStorage.getItem(STEM + name);
    return text === null ? memory.get(name) ?? otherwise : JSON.parse(text);
  } catch {
    return memory.get(name) ?? otherwise;
  }
}

/** Stores a value under a name; `undefined` removes the name. @param {string} name @param {unknown} value */
export function save(name, value) {
  if (value === undefined) memory.delete(name);
  else memory.set(name, value);
  if (!write(name, value) && makeRoom(name)) write(name, value);
  if (!NOTED.test(name)) return;
  const stamp = Math.max(Date.now(), load(STAMP, 0) + 1);
  write(STAMP, stamp);
  noting = journal.note({ name, value, stamp });
}

/** A text of 128 random bits in hexadecimal. */
export function randomText() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The secret that proves that this phone opened a match; logs contain only its digests. @returns {string} */
export function clientSecret() {
  const known = load(CLIENT);
  if (typeof known === "string" && known.length >= 22) return known;
  const secret = randomText();
  save(CLIENT, secret);
  return secret;
}

/** Waits until the journal has all saved entries on disk, but not longer than PATIENCE. */
export function noted() {
  return Promise.race([noting, new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]);
}

/** Restores from the journal the entries that the browser had not written to disk before it was killed. */
export async function recover() {
  for (const { name, value, stamp } of await journal.after(load(STAMP, 0))) {
    write(name, value);
    write(STAMP, stamp);
  }
}

/** Writes a value; returns whether that worked. @param {string} name @param {unknown} value */
function write(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(STEM + name);
    else localStorage.setItem(STEM + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Frees storage: removes the states of older matches, which can be fetched again. Drafts, unsent entries and outcomes stay. @param {string} kept the name of the entry that needs the space */
function makeRoom(kept) {
  /** @type {Map<string, MatchOutcome | undefined>} */
  const freed = new Map();
  for (const one of matches().slice(3)) {
    const name = `state/${one.id}`;
    if (name !== kept && localStorage.getItem(STEM + name) !== null) {
      freed.set(one.id, outcome(one));
      localStorage.removeItem(STEM + name);
      memory.delete(name);
    }
  }
  if (freed.size > 0 && kept !== "matches") write("matches", matches().map((one) => (freed.has(one.id) ? { ...one, outcome: freed.get(one.id) } : one)));
  return freed.size > 0;
}

/** The outcome of a match, if this phone knows it. @param {KnownMatch} match @returns {MatchOutcome | undefined} */
export function outcome({ id, outcome: kept }) {
  /** @type {MatchState | undefined} */
  const state = load(`state/${id}`);
  if (!state) return kept;
  const { status, hands, winners, standings } = state.result;
  const { definition } = state.document;
  return {
    over: status === "complete", hands: hands.length, winners, sides: definition?.sides, dealer: hands.at(-1)?.dealer,
    standings: standings.map(({ player, rank, total }) => ({ player, rank, total })),
  };
}

/** The matches of this phone, the most recently used first. @returns {KnownMatch[]} */
export function matches() {
  return load("matches", []);
}

/** The stored data of a match. @param {string} id */
export function match(id) {
  return matches().find((one) => one.id === id);
}

/** Whether the browser has stored a match, which then survives a reload. @param {string} id */
export function hasKept(id) {
  try {
    return JSON.parse(localStorage.getItem(`${STEM}matches`) ?? "[]").some((/** @type {KnownMatch} */ one) => one.id === id);
  } catch {
    return false;
  }
}

/** Whether the browser lets this page store data. It does not if the user blocks site data. */
export function keepsAnything() {
  return write(STAMP, load(STAMP, 0));
}

/** Stores a match, or updates its data, and moves it to the front. @param {string} id @param {Partial<KnownMatch>} more */
export function saveMatch(id, more) {
  const known = match(id) ?? { id };
  const rest = matches().filter((one) => one.id !== id);
  const old = rest.slice(MAX - 1).filter((one) => !one.kept);
  save("matches", [{ ...known, ...more, at: Date.now() }, ...rest.filter((one) => !old.includes(one))]);
  for (const one of old) forgetMatch(one.id);
}

/** Updates the data of a match without moving it. @param {string} id @param {Partial<KnownMatch>} more */
export function amendMatch(id, more) {
  save("matches", matches().map((one) => (one.id === id ? { ...one, ...more } : one)));
}

/** Removes a match, with its drafts and unsent changes. @param {string} id */
export function forgetMatch(id) {
  save("matches", matches().filter((one) => one.id !== id));
  const drafts = names().filter((name) => name.startsWith(`draft/${id}/`));
  for (const name of [`state/${id}`, `outbox/${id}`, `draft/${id}`, ...drafts]) save(name, undefined);
}

function names() {
  try {
    const all = Object.keys(localStorage).filter((name) => name.startsWith(STEM)).map((name) => name.slice(STEM.length));
    return [...new Set([...all, ...memory.keys()])];
  } catch {
    return [...memory.keys()];
  }
}

/** The players of earlier matches, the latest first. @returns {string[]} */
export function people() {
  return load("people", []);
}

/** @param {string[]} players */
export function savePeople(players) {
  const fold = (/** @type {string} */ name) => name.toLocaleLowerCase();
  const now = new Set(players.map(fold));
  save("people", [...players, ...people().filter((name) => !now.has(fold(name)))].slice(0, MAX_PEOPLE));
}

export function forgetPeople() {
  save("people", undefined);
}

/** @type {Settings} */
const SETTINGS = { theme: "auto", text: "normal", lang: "", suits: "auto", awake: true };

/** @returns {Settings} */
export function settings() {
  return { ...SETTINGS, ...load("settings", {}) };
}

/** @param {Partial<Settings>} more */
export function saveSettings(more) {
  save("settings", { ...settings(), ...more });
}

/** The draft of a screen: the name begins with the id of a match, or is `new/GAME`. @param {string} name @returns {any} */
export function draft(name) {
  return load(`draft/${name}`);
}

/** @param {string} name @param {unknown} value */
export function saveDraft(name, value) {
  save(`draft/${name}`, value);
}

// If the browser blocks storage, the keys of a match are after the # of the address, which no browser sends to a
// server. So the phone still has its keys after a reload.

/** @type {Role[]} */
const ROLES = ["direct", "score", "view"];
const MATCH = /^#\/m\/([A-Za-z0-9_-]+)/;
const HELD = /[?&]keys=([A-Za-z0-9_,-]*)/;

/** Stores the keys in the address, unless this phone already has keys of the match. */
export function takeHeldKeys() {
  const [, id = ""] = MATCH.exec(location.hash) ?? [];
  const given = HELD.exec(location.hash)?.[1].split(",");
  if (!id || !given || match(id)?.keys) return;
  /** @type {Keys} */
  const keys = Object.fromEntries(ROLES.flatMap((role, at) => (given[at] ? [[role, given[at]]] : [])));
  const role = ROLES.find((one) => keys[one]);
  if (role) saveMatch(id, { role, keys });
}

/** Puts the keys of a match into the address, or removes them if the browser has stored the match. @param {string} id */
export function holdKeys(id) {
  const bare = location.hash.replace(HELD, "");
  const keys = match(id)?.keys ?? {};
  const isHeld = !hasKept(id) && ROLES.some((role) => keys[role]);
  const hash = isHeld ? `${bare}${bare.includes("?") ? "&" : "?"}keys=${ROLES.map((role) => keys[role] ?? "").join(",")}` : bare;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}
