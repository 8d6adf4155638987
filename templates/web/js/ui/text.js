// The texts of the page from the catalog of a language, words/LANG.json, in the small format of the whole program
// ({name}, {n|one|other}, {+points}, {=id}).

/** @type {Catalog} */
let catalog = { lang: "en", languages: ["en"], forms: ["one", "other"], page: {}, word: {} };
/** Formatters that a browser needs tens of milliseconds to make, made at first use. @type {{ plurals?: Intl.PluralRules, ordinals?: Intl.PluralRules, decimalSign?: string }} */
let intl = {};
/** The preferred languages, until the texts of one are loaded. */
let expected = "";
/** The game of the screen: a game may replace some words. */
let game = "";
/** The chosen suits: "french", "german", or by the language. */
let pack = "auto";
/** @type {Set<string>} */
const missing = new Set();

/** The languages to try, best first: the chosen one, those of the browser, English. @param {string} chosen */
export function preferredLanguages(chosen) {
  const tags = [chosen, ...(navigator.languages ?? []), "en"].filter(Boolean).map((tag) => tag.slice(0, 2).toLowerCase());
  return [...new Set(tags)];
}

/** Sets the languages of requests that are sent before the texts are loaded. @param {string[]} tags */
export function askFor(tags) {
  expected = tags.join(", ");
}

/** The languages of requests, best first. */
export function languageTags() {
  return expected || catalog.lang;
}

/** All games by their names in this language: those of the program, and those of the gallery. */
export function gameList() {
  return { shipped: catalog.games ?? [], gallery: catalog.gallery ?? [] };
}

/** All languages by their own names. */
export function languages() {
  return catalog.languages.map((tag) => {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
  });
}

/** Loads a language. If it is not available, the current one stays. @param {string} tag @returns {Promise<boolean>} whether it was read */
export async function loadLanguage(tag) {
  try {
    const answer = await fetch(`words/${tag}.json`);
    if (!answer.ok) return false;
    useCatalog(await answer.json());
  } catch {
    return false;
  }
  document.documentElement.lang = catalog.lang;
  return true;
}

/** Loads texts that few screens need, in the language in use. @param {string} section */
export async function loadTexts(section) {
  const answer = await fetch(`words/${catalog.lang}.${section}.json`);
  if (answer.ok) Object.assign(catalog.page, await answer.json());
}

/** @param {Catalog} other */
export function useCatalog(other) {
  // Objects without a prototype, because strangers choose the names of games, fields and words.
  catalog = { ...other, page: Object.assign(Object.create(null), other.page), word: Object.assign(Object.create(null), other.word) };
  expected = "";
  intl = {};
}

/** Regions whose printers use Letter paper. */
const LETTER_REGIONS = ["US", "CA", "MX"];

/** The usual paper size in the region of this browser. */
export function paperSize() {
  return LETTER_REGIONS.includes(navigator.language?.split("-")[1]) ? "letter" : "a4";
}

/** Whether the page is a folder of files without a service. */
export function isFolder() {
  return document.documentElement.dataset?.alone !== undefined;
}

/** The address of a game's rules, or of the list of all rules. In a folder the file name contains the language. @param {string} [id] */
export function rulesAddress(id) {
  return inLanguage(id ? `games/${id}` : "games");
}

/** The address of the page that checks results. */
export function verifyAddress() {
  return inLanguage("verify");
}

/** A page beside this one, in the language in use. @param {string} path */
function inLanguage(path) {
  return isFolder() ? `${path}.${lang()}.html` : `${path}?lang=${lang()}`;
}

/** The tag of the language in use. */
export function lang() {
  return catalog.lang;
}

/** The page's text for a key, with its arguments. @param {string} key @param {TextArgs} [args] */
export function t(key, args = {}) {
  const text = catalog.page[key];
  if (text === undefined) {
    if (!missing.has(key)) console.warn(`no text for ${key}`);
    missing.add(key);
    return key;
  }
  return filled(text, args);
}

/**
 * The page's text for a key in pieces: plain texts, and each `{=name}` with its value, so that it can be drawn. Empty
 * if the text or one of its arguments is missing.
 * @param {string} key
 * @param {TextArgs} args
 * @returns {(string | { name: string, value: string | number })[]}
 */
export function pieces(key, args) {
  const text = catalog.page[key] ?? "";
  if ([...text.matchAll(/\{=?(\w+)/g)].some(([, name]) => args[name] === undefined)) return [];
  return text.split(/\{=(\w+)\}/).map((part, at) => (at % 2 === 0 ? filled(part, args) : { name: part, value: args[part] ?? "" })).filter((piece) => piece !== "");
}

/** The sentence of a fault that this phone finds itself. @param {string} code @param {TextArgs} args */
export function finding(code, args = {}) {
  const text = catalog.finding?.[code];
  return text === undefined ? code : filled(text, args);
}

/** The sentence of an illegal step, without the hint for programs about scoring it anyway. @param {string} detail */
export function withoutRemedy(detail) {
  const remedy = catalog.finding?.["irregularity-stands"]?.split("{reason}")[1]?.split("{")[0];
  const at = remedy ? detail.lastIndexOf(remedy) : -1;
  return at < 0 ? detail : `${detail.slice(0, at)}.`;
}

/** Whether there is a text for a key. @param {string} key */
export function hasText(key) {
  return catalog.page[key] !== undefined;
}

/** Uses the words of a game, if it has its own. @param {string | undefined} id */
export function useWordsOf(id) {
  game = id ?? "";
}

/** The game whose words are in use. */
export function gameInUse() {
  return game;
}

/** Uses the names and drawings of a pack's suits. @param {string} chosen */
export function usePack(chosen) {
  pack = chosen;
}

/** The pack whose suits are in use. */
export function packInUse() {
  return pack;
}

/**
 * The name of a match's game: from its definition in this language, if it has one, or else from the catalog.
 * @param {{ game?: string, definition?: Definition, called?: string, names?: Record<string, string> }} match
 */
export function gameName({ game: id = "match", definition, ...known }) {
  const { called, names } = definition ? namesOf(definition) : known;
  return names?.[lang()] || called || word(id);
}

/** The names of a custom game that lists store: its own, and those in other languages. @param {Definition} definition */
export function namesOf({ id, name, text = {} }) {
  const others = Object.entries(text).map(([tag, texts]) => [tag, texts.name?.trim()]).filter(([, other]) => other);
  return { called: name || id, names: others.length > 0 ? /** @type {Record<string, string>} */ (Object.fromEntries(others)) : undefined };
}

/** The word for an id of the service, such as `spades`. @param {string} id */
export function word(id) {
  return catalog.word[`${game}/${pack}/${id}`] ?? plainWord(id);
}

/** The same word for any pack. @param {string} id */
export function plainWord(id) {
  return catalog.word[`${game}/${id}`] ?? catalog.word[id] ?? String(id);
}

/** The word for an id on a button: with a capital. @param {string} id */
export function capitalWord(id) {
  return capital(word(id));
}

/** A text that begins with a capital. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(catalog.lang) + text.slice(1);
}

/** Points as they are written at the table: −2, 1½; with `sign` also +5. @param {number | null | undefined} number */
export function points(number, sign = false) {
  if (number === undefined || number === null) return "–";
  const size = Math.abs(number);
  const whole = Math.trunc(size);
  const half = size - whole === 0.5 ? "½" : "";
  const before = number < 0 ? "−" : sign && number > 0 ? "+" : "";
  const rest = half || size === whole ? `${whole === 0 && half ? "" : whole}${half}` : decimal(size);
  return before + rest;
}

/** A number with a fraction other than a half, with the language's decimal sign. @param {number} number */
function decimal(number) {
  const [whole, fraction] = String(number).split(".");
  if (fraction === undefined) return whole;
  intl.decimalSign ??= new Intl.NumberFormat(catalog.lang).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
  return `${whole}${intl.decimalSign}${fraction}`;
}

/** A rank as a text: 1st, 2nd; 1. @param {number} rank */
export function ordinal(rank) {
  intl.ordinals ??= new Intl.PluralRules(catalog.lang, { type: "ordinal" });
  const key = `place.${intl.ordinals.select(rank)}`;
  return t(hasText(key) ? key : "place.other", { rank });
}

/** Texts in a row: Ann, Bo and Cy. @param {string[]} list */
export function listed(list) {
  return new Intl.ListFormat(catalog.lang, { type: "conjunction" }).format(list);
}

/** The date on this phone: 2026-11-21. @param {Date} [now] */
export function today(now = new Date()) {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** A time: without its day if it is today. @param {string | number} time */
export function moment(time) {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(catalog.lang, isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" }).format(date);
}

/** @param {string} text @param {TextArgs} args */
function filled(text, args) {
  return text.replace(/\{([^}]*)\}/g, (whole, inside) => {
    const [name, ...forms] = inside.split("|");
    const sign = name[0];
    const value = args[sign === "+" || sign === "=" ? name.slice(1) : name];
    if (value === undefined) return whole;
    if (forms.length) return forms[Math.min(formOf(Number(value)), forms.length - 1)];
    if (sign === "+") return points(Number(value), true);
    if (sign === "=") return word(String(value));
    return typeof value === "number" ? points(value) : String(value);
  });
}

/** The plural form of a number in this language. @param {number} number */
function formOf(number) {
  intl.plurals ??= new Intl.PluralRules(catalog.lang);
  const at = catalog.forms.indexOf(intl.plurals.select(Math.abs(number)));
  return at < 0 ? catalog.forms.length - 1 : at;
}

/** The sides: each player alone, or partners, who sit across. @param {string[]} players @param {number | undefined} sides how many there are */
export function partnersOf(players, sides = players.length) {
  return players.slice(0, sides).map((_, side) => players.filter((_player, at) => at % sides === side));
}

/** The players who share points: partners whose totals are always equal are one. @param {Pick<MatchState, "document" | "result">} state */
export function scoredTogether({ document: { players, definition }, result: { hands, standings } }) {
  const together = partnersOf(players, definition?.sides);
  const all = [...hands.map(({ totals }) => totals), Object.fromEntries(standings.map(({ player, total }) => [player, total]))];
  return all.every((totals) => together.every(([first, ...others]) => others.every((player) => totals[player] === totals[first]))) ? together : players.map((player) => [player]);
}

/**
 * The winners and their total. Partners win together.
 * @param {string[]} winners
 * @param {string[]} players
 * @param {number | undefined} sides how many there are, if players are partners: each plays for the side of its place
 * @param {number} total
 */
export function wonText(winners, players, sides = players.length, total) {
  const names = partnersOf(players, sides).filter((side) => side.some((player) => winners.includes(player))).map((side) => side.join(" + "));
  const key = names.length > 1 ? "line.tied" : winners.length > 1 ? "line.won-together" : "line.won";
  return t(key, { names: listed(names), total: points(total) });
}
