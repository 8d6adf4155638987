// The texts of the page, from the catalog of a language (words/LANG.json). They have the placeholders of the whole
// program: {name}, {n|one|other}, {+points}, {=id}.

/** @type {Catalog} */
let catalog = { lang: "en", languages: ["en"], forms: ["one", "other"], page: {}, word: {} };
/** The formatters, which take a browser tens of milliseconds to create, so they are created at the first use. @type {{ plurals?: Intl.PluralRules, ordinals?: Intl.PluralRules, decimalSign?: string }} */
let intl = {};
/** The preferred languages, until the catalog of one is loaded. */
let expected = "";
/** The game of the screen, which may replace some words. */
let game = "";
/** The chosen suits: "french", "german", or "auto" for those usual in the language. */
let pack = "auto";
/** @type {Set<string>} */
const missing = new Set();

/** The languages to try, in order: the chosen one, those of the browser, English. @param {string} chosen */
export function preferredLanguages(chosen) {
  const tags = [chosen, ...(navigator.languages ?? []), "en"].filter(Boolean).map((tag) => tag.slice(0, 2).toLowerCase());
  return [...new Set(tags)];
}

/** Sets the languages of requests that are sent before the texts are loaded. @param {string[]} tags */
export function askFor(tags) {
  expected = tags.join(", ");
}

/** The languages to request, in order of preference. */
export function languageTags() {
  return expected || catalog.lang;
}

/** The lists of all built-in games and of all games in the gallery, with their names in this language. */
export function gameList() {
  return { shipped: catalog.games ?? [], gallery: catalog.gallery ?? [] };
}

/** All languages, each with its name in the language itself. */
export function languages() {
  return catalog.languages.map((tag) => {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
  });
}

/** Loads a language. If it is not available, the current one stays. @param {string} tag @returns {Promise<boolean>} whether it was loaded */
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

/** Loads a section of texts that few screens need. @param {string} section */
export async function loadTexts(section) {
  const answer = await fetch(`words/${catalog.lang}.${section}.json`);
  if (answer.ok) Object.assign(catalog.page, await answer.json());
}

/** @param {Catalog} other */
export function useCatalog(other) {
  // These objects have no prototype, because users choose the names of games, fields and words.
  catalog = { ...other, page: Object.assign(Object.create(null), other.page), word: Object.assign(Object.create(null), other.word) };
  expected = "";
  intl = {};
}

/** The regions in which Letter is the usual paper size. */
const LETTER_REGIONS = ["US", "CA", "MX"];

/** The usual paper size in the region of this browser. */
export function paperSize() {
  return LETTER_REGIONS.includes(navigator.language?.split("-")[1]) ? "letter" : "a4";
}

/** Whether the page is a folder of files without a service. */
export function isFolder() {
  return document.documentElement.dataset?.alone !== undefined;
}

/** The address of a game's rules, or of the list of all rules. In a folder of files, the file name contains the language. @param {string} [id] */
export function rulesAddress(id) {
  return inLanguage(id ? `games/${id}` : "games");
}

/** The address of the page that checks results. */
export function verifyAddress() {
  return inLanguage("verify");
}

/** The address of a page beside this one, in the current language. @param {string} path */
function inLanguage(path) {
  return isFolder() ? `${path}.${lang()}.html` : `${path}?lang=${lang()}`;
}

/** The tag of the current language. */
export function lang() {
  return catalog.lang;
}

/** The text for a key, with its arguments filled in. @param {string} key @param {TextArgs} [args] */
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
 * The text for a key in pieces: plain texts, and each `{=name}` with its value, which can be shown as a sign. Empty if
 * the text or one of its arguments is missing.
 * @param {string} key
 * @param {TextArgs} args
 * @returns {(string | { name: string, value: string | number })[]}
 */
export function pieces(key, args) {
  const text = catalog.page[key] ?? "";
  if ([...text.matchAll(/\{=?(\w+)/g)].some(([, name]) => args[name] === undefined)) return [];
  return text.split(/\{=(\w+)\}/).map((part, at) => (at % 2 === 0 ? filled(part, args) : { name: part, value: args[part] ?? "" })).filter((piece) => piece !== "");
}

/** The sentence for a fault that the page finds without the rules. @param {string} code @param {TextArgs} args */
export function finding(code, args = {}) {
  const text = catalog.finding?.[code];
  return text === undefined ? code : filled(text, args);
}

/** The sentence about an irregularity, without the hint for programs how to score it anyway. @param {string} detail */
export function withoutRemedy(detail) {
  const remedy = catalog.finding?.["irregularity-stands"]?.split("{reason}")[1]?.split("{")[0];
  const at = remedy ? detail.lastIndexOf(remedy) : -1;
  return at < 0 ? detail : `${detail.slice(0, at)}.`;
}

/** Whether a key has a text. @param {string} key */
export function hasText(key) {
  return catalog.page[key] !== undefined;
}

/** Selects the game, which may have its own words. @param {string | undefined} id */
export function useWordsOf(id) {
  game = id ?? "";
}

/** The game whose words are used. */
export function gameInUse() {
  return game;
}

/** Selects the pack whose suit names and drawings are used. @param {string} chosen */
export function usePack(chosen) {
  pack = chosen;
}

/** The pack whose suits are used. */
export function packInUse() {
  return pack;
}

/**
 * The name of a match's game in this language: from the definition, if it has one, or else from the catalog.
 * @param {{ game?: string, definition?: Definition, called?: string, names?: Record<string, string> }} match
 */
export function gameName({ game: id = "match", definition, ...known }) {
  const { called, names } = definition ? namesOf(definition) : known;
  return names?.[lang()] || called || word(id);
}

/** The names of a custom game for the list of matches: its own, and those in other languages. @param {Definition} definition */
export function namesOf({ id, name, text = {} }) {
  const others = Object.entries(text).map(([tag, texts]) => [tag, texts.name?.trim()]).filter(([, other]) => other);
  return { called: name || id, names: others.length > 0 ? /** @type {Record<string, string>} */ (Object.fromEntries(others)) : undefined };
}

/** The word for an id of the service, such as `spades`. @param {string} id */
export function word(id) {
  return catalog.word[`${game}/${pack}/${id}`] ?? plainWord(id);
}

/** The word for an id, whatever pack is chosen. @param {string} id */
export function plainWord(id) {
  return catalog.word[`${game}/${id}`] ?? catalog.word[id] ?? String(id);
}

/** The word for an id, with a capital letter. @param {string} id */
export function capitalWord(id) {
  return capital(word(id));
}

/** A text, with its first letter in upper case. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(catalog.lang) + text.slice(1);
}

/** Points as people write them: −2, 1½; with `sign`, also +5. @param {number | null | undefined} number */
export function points(number, sign = false) {
  if (number === undefined || number === null) return "–";
  const size = Math.abs(number);
  const whole = Math.trunc(size);
  const half = size - whole === 0.5 ? "½" : "";
  const before = number < 0 ? "−" : sign && number > 0 ? "+" : "";
  const rest = half || size === whole ? `${whole === 0 && half ? "" : whole}${half}` : decimal(size);
  return before + rest;
}

/** A number whose fraction is not a half, with the decimal sign of the language. @param {number} number */
function decimal(number) {
  const [whole, fraction] = String(number).split(".");
  if (fraction === undefined) return whole;
  intl.decimalSign ??= new Intl.NumberFormat(catalog.lang).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
  return `${whole}${intl.decimalSign}${fraction}`;
}

/** A rank as text, such as 1st. @param {number} rank */
export function ordinal(rank) {
  intl.ordinals ??= new Intl.PluralRules(catalog.lang, { type: "ordinal" });
  const key = `place.${intl.ordinals.select(rank)}`;
  return t(hasText(key) ? key : "place.other", { rank });
}

/** A list as text: Ann, Bo and Cy. @param {string[]} list */
export function listed(list) {
  return new Intl.ListFormat(catalog.lang, { type: "conjunction" }).format(list);
}

/** The local date: 2026-11-21. @param {Date} [now] */
export function today(now = new Date()) {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** A time, with its date unless it is today. @param {string | number} time */
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

/** The sides: single players, or partners, who sit opposite each other. @param {string[]} players @param {number | undefined} sides how many there are */
export function partnersOf(players, sides = players.length) {
  return players.slice(0, sides).map((_, side) => players.filter((_player, at) => at % sides === side));
}

/** The players grouped by side if partners always have the same total; otherwise, each player alone. @param {Pick<MatchState, "document" | "result">} state */
export function scoredTogether({ document: { players, definition }, result: { hands, standings } }) {
  const together = partnersOf(players, definition?.sides);
  const all = [...hands.map(({ totals }) => totals), Object.fromEntries(standings.map(({ player, total }) => [player, total]))];
  return all.every((totals) => together.every(([first, ...others]) => others.every((player) => totals[player] === totals[first]))) ? together : players.map((player) => [player]);
}

/**
 * The winners and their total. Partners win together.
 * @param {string[]} winners
 * @param {string[]} players
 * @param {number | undefined} sides the number of sides, if there are partners: player `at` plays for side `at % sides`
 * @param {number} total
 */
export function wonText(winners, players, sides = players.length, total) {
  const names = partnersOf(players, sides).filter((side) => side.some((player) => winners.includes(player))).map((side) => side.join(" + "));
  const key = names.length > 1 ? "line.tied" : winners.length > 1 ? "line.won-together" : "line.won";
  return t(key, { names: listed(names), total: points(total) });
}
