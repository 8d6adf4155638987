// What this phone remembers: its matches with their keys, players, settings, and everything that is
// being typed. All of it in localStorage under "overtrick/", read again whenever it is asked for.

const STEM = "overtrick/";
/** The most matches that are remembered. */
const MOST = 200;
const kept = new Map(); // where the browser keeps nothing, the page still does

/** What is kept under a name. */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(STEM + name);
    return text === null ? kept.get(name) ?? otherwise : JSON.parse(text);
  } catch {
    return kept.get(name) ?? otherwise;
  }
}

/** Keeps a value; `undefined` forgets it. Says whether a reload will find it again. */
export function keep(name, value) {
  if (value === undefined) kept.delete(name);
  else kept.set(name, value);
  try {
    if (value === undefined) localStorage.removeItem(STEM + name);
    else localStorage.setItem(STEM + name, JSON.stringify(value));
    return true;
  } catch {
    return makeRoom(name) && keepOnce(name, value);
  }
}

function keepOnce(name, value) {
  try {
    localStorage.setItem(STEM + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// The states of matches can be asked for again; what was typed or not yet sent cannot.
function makeRoom(but) {
  let freed = false;
  for (const match of matches().slice(3)) {
    const name = `state/${match.id}`;
    if (name !== but && localStorage.getItem(STEM + name) !== null) {
      localStorage.removeItem(STEM + name);
      freed = true;
    }
  }
  return freed;
}

/** The matches of this phone, the last one used first: { id, game, title, players, role, keys, at }. */
export function matches() {
  return recall("matches", []);
}

export function match(id) {
  return matches().find((one) => one.id === id);
}

/** Remembers a match, or more of it, and puts it first. */
export function remember(id, more) {
  const known = match(id) ?? { id };
  const rest = matches().filter((one) => one.id !== id);
  keep("matches", [{ ...known, ...more, at: Date.now() }, ...rest].slice(0, MOST));
  for (const old of rest.slice(MOST - 1)) forget(old.id);
}

/** Changes what is known of a match without moving it. */
export function amend(id, more) {
  keep("matches", matches().map((one) => (one.id === id ? { ...one, ...more } : one)));
}

export function forget(id) {
  keep("matches", matches().filter((one) => one.id !== id));
  for (const name of [`state/${id}`, `outbox/${id}`, `draft/${id}`, `draft/${id}/next`, `draft/${id}/last`]) keep(name, undefined);
  // What was typed on the match's other screens.
  for (const name of names().filter((one) => one.startsWith(`draft/${id}/`))) keep(name, undefined);
}

function names() {
  try {
    const all = Object.keys(localStorage).filter((name) => name.startsWith(STEM)).map((name) => name.slice(STEM.length));
    return [...new Set([...all, ...kept.keys()])];
  } catch {
    return [...kept.keys()];
  }
}

/** Players who sat at this table before, the last ones first. */
export function people() {
  return recall("people", []);
}

export function rememberPeople(names) {
  const fold = (name) => name.toLocaleLowerCase();
  const now = new Set(names.map(fold));
  keep("people", [...names, ...people().filter((name) => !now.has(fold(name)))].slice(0, 60));
}

export function forgetPeople() {
  keep("people", undefined);
}

const SETTINGS = { theme: "auto", text: "normal", lang: "", awake: true };

export function settings() {
  return { ...SETTINGS, ...recall("settings", {}) };
}

export function set(more) {
  keep("settings", { ...settings(), ...more });
}

/** What is being typed on a screen of a match (or of no match: `draft("new/GAME")`). */
export function draft(name) {
  return recall(`draft/${name}`);
}

export function keepDraft(name, value) {
  return keep(`draft/${name}`, value);
}
