// The layout of each game's form on a phone, from forms.json, which is generated from the folders of the games. It only
// orders and folds fields; the service decides what is required, what is legal and what scores.

/** The fields of every game that are rarely filled in. */
export const ASIDE = ["note", "irregularities"];

/** An empty object without a prototype: users choose the names of fields, and other objects inherit a `constructor`. @type {Record<string, any>} */
const NOTHING = Object.freeze(Object.create(null));
/** @type {GameForm} */
const NONE = {
  bidding: [], result: [], aside: [], folded: [], resets: NOTHING, hidden_by: NOTHING, shown_if: NOTHING, beside: NOTHING, deck: [], balanced: false,
};

/** @type {Record<string, GameForm> | undefined} */
let forms;
/** @type {Promise<void> | undefined} */
let coming;
/** @type {Map<string, string[]>} */
const drawings = new Map();

/** Loads the forms once. */
export async function loadForms() {
  if (forms) return;
  coming ??= fetchForms();
  await coming;
  // If there is no network, let the next screen try again.
  coming = undefined;
}

async function fetchForms() {
  try {
    const answer = await fetch("forms.json");
    if (answer.ok) useForms(await answer.json());
  } catch {
    // The forms could not be loaded, probably because there is no network.
  }
}

/** @param {Record<string, GameForm>} loaded */
export function useForms(loaded) {
  forms = loaded;
  for (const { deck } of Object.values(loaded)) {
    for (const { suit, drawing } of deck) if (drawing) drawings.set(suit, drawing);
  }
}

/** The form of a game; empty for an unknown game. @param {string} game */
export function formOf(game) {
  return forms?.[game] ?? NONE;
}

/**
 * The form of a game, with its fields in steps. If none are defined, the second step has all fields.
 * @param {Pick<Game, "id" | "form" | "entry">} game
 * @returns {GameForm}
 */
export function formWithSteps({ id, form: fields, entry }) {
  const form = entry ?? formOf(id);
  if (form.bidding.length > 0 || form.result.length > 0) return form;
  const elsewhere = ["dealer", "play", ...ASIDE];
  return { ...form, result: fields.map(({ name }) => name).filter((name) => !elsewhere.includes(name)) };
}

/** The name of the field that holds the declarer. @param {string} game */
export function declarerField(game) {
  return formOf(game).declarer ?? "declarer";
}

/** The SVG paths, in a box of 16 by 16, of a suit sign that exists as no character. @param {string} suit */
export function drawingOf(suit) {
  return drawings.get(suit);
}
