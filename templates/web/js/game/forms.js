// How a hand of each game is entered on a phone: forms.json, which comes from the games' own folders.
// It orders and folds fields; what must be entered, what is allowed and what it is worth is for the
// service alone.

/** Fields that every game has and that are rarely entered. */
export const ASIDE = ["note", "irregularities"];

/** What a form says of no field: strangers name fields, and `constructor` is in every other object. @type {Record<string, any>} */
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

/** Reads the forms, unless they are there already or on their way. */
export async function loadForms() {
  if (forms) return;
  coming ??= fetchForms();
  await coming;
  // Without a network the next screen tries again.
  coming = undefined;
}

async function fetchForms() {
  try {
    const answer = await fetch("forms.json");
    if (answer.ok) useForms(await answer.json());
  } catch {
    // There is no network.
  }
}

/** @param {Record<string, GameForm>} loaded */
export function useForms(loaded) {
  forms = loaded;
  for (const { deck } of Object.values(loaded)) {
    for (const { suit, drawing } of deck) if (drawing) drawings.set(suit, drawing);
  }
}

/** The form of a game; that of an unknown one is empty. @param {string} game */
export function formOf(game) {
  return forms?.[game] ?? NONE;
}

/**
 * The form of a game with the steps in which its fields are entered. Where it does not say in which, all are
 * entered in the second one.
 * @param {Pick<Game, "id" | "form" | "entry">} game
 * @returns {GameForm}
 */
export function formWithSteps({ id, form: fields, entry }) {
  const form = entry ?? formOf(id);
  if (form.bidding.length > 0 || form.result.length > 0) return form;
  const elsewhere = ["dealer", "play", ...ASIDE];
  return { ...form, result: fields.map(({ name }) => name).filter((name) => !elsewhere.includes(name)) };
}

/** The name of the field that names the declarer. @param {string} game */
export function declarerField(game) {
  return formOf(game).declarer ?? "declarer";
}

/** The sign of a suit as paths on a field of 16 by 16, where no character shows it. @param {string} suit */
export function drawingOf(suit) {
  return drawings.get(suit);
}
