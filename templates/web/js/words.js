// What the page says, from the catalog of a language: words/LANG.json, in the same small format as
// the rest of the program ({name}, {n|one|other}, {+points}, {=id}).

let words = { lang: "en", languages: ["en"], forms: ["one", "other"], page: {}, word: {} };
let plurals = new Intl.PluralRules("en");
let ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const missing = new Set();

/** Languages to begin with, best first: the one chosen, those that the browser wants, English. */
export function wanted(chosen) {
  const tags = [chosen, ...(navigator.languages ?? []), "en"].filter(Boolean).map((tag) => tag.slice(0, 2).toLowerCase());
  return [...new Set(tags)];
}

/** The languages that there are, each by its own name. */
export function languages() {
  return (words.languages ?? [words.lang]).map((tag) => {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
    return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
  });
}

/** Reads a language; one that is not served leaves the one before. */
export async function load(lang) {
  try {
    const answer = await fetch(`words/${lang}.json`);
    if (!answer.ok) return false;
    words = await answer.json();
  } catch {
    return false;
  }
  plurals = new Intl.PluralRules(words.lang);
  ordinals = new Intl.PluralRules(words.lang, { type: "ordinal" });
  document.documentElement.lang = words.lang;
  return true;
}

/** The language that is spoken. */
export function lang() {
  return words.lang;
}

/** What the page says under a key of `[page]`, with its arguments. */
export function say(key, args = {}) {
  const text = words.page[key];
  if (text === undefined) {
    if (!missing.has(key)) console.warn(`no words for ${key}`);
    missing.add(key);
    return key;
  }
  return write(text, args);
}

/** Whether the catalog has such a key. */
export function has(key) {
  return words.page[key] !== undefined;
}

/** The language's word for an id of the service ("hold-steady", "spades"). */
export function word(id) {
  return words.word[id] ?? String(id);
}

/** The word for an id as it stands alone, on a button: with a capital. */
export function Word(id) {
  const text = word(id);
  return text.charAt(0).toLocaleUpperCase(words.lang) + text.slice(1);
}

/** Points as the table writes them: −2, 1½; with `sign` also +5. */
export function points(number, sign = false) {
  if (number === undefined || number === null) return "–";
  const size = Math.abs(number);
  const whole = Math.trunc(size);
  const half = size - whole === 0.5 ? "½" : "";
  const before = number < 0 ? "−" : sign && number > 0 ? "+" : "";
  const rest = half || size === whole ? `${whole === 0 && half ? "" : whole}${half}` : String(size);
  return before + rest;
}

/** A place: 1st, 2nd; 1. */
export function place(rank) {
  const key = `place.${ordinals.select(rank)}`;
  return say(has(key) ? key : "place.other", { rank });
}

/** Names as they are said in a row: Ann, Bo and Cy. */
export function names(list) {
  return new Intl.ListFormat(words.lang, { type: "conjunction" }).format(list);
}

/** A day as the language writes it, short. */
export function day(time) {
  return new Intl.DateTimeFormat(words.lang, { dateStyle: "medium" }).format(new Date(time));
}

/** A moment: the time of today, else with its day. */
export function moment(time) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(words.lang, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" }).format(date);
}

function write(text, args) {
  return text.replace(/\{([^}]*)\}/g, (whole, inside) => {
    const [name, ...forms] = inside.split("|");
    const sign = name[0];
    const key = sign === "+" || sign === "=" ? name.slice(1) : name;
    const value = args[key];
    if (value === undefined) return whole;
    if (forms.length) return forms[Math.min(form(value), forms.length - 1)];
    if (sign === "+") return points(Number(value), true);
    if (sign === "=") return word(value);
    return typeof value === "number" ? points(value) : String(value);
  });
}

function form(number) {
  const at = words.forms.indexOf(plurals.select(Math.abs(Number(number))));
  return at < 0 ? words.forms.length - 1 : at;
}
