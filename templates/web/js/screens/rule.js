// Ruling help: is this bid legal, what outbids 10, may I double, who won this trick? Asked from what
// the match has recorded, answered by the service with the rule.

import { game as describe, post, rule } from "../api.js";
import { clausesOf } from "../derivation.js";
import { h, put } from "../dom.js";
import { formOf } from "../forms.js";
import { who } from "../marks.js";
import * as memory from "../memory.js";
import { button, choices, empty, toast } from "../parts.js";
import { auction } from "../ruling/auction.js";
import { discard } from "../ruling/discard.js";
import { pass } from "../ruling/pass.js";
import { play } from "../ruling/play.js";
import { value } from "../ruling/value.js";
import { say } from "../words.js";

const PANELS = { auction, trick: play, play, discard, value, pass };

/** Shows the questions of the match's game. */
export async function show({ id, store, signal, go }) {
  const game = await describe(store.state.document.game);
  const body = h("div", { class: "screen rule-screen" });
  if (!game) {
    put(body, h("h1", {}, say("rule.title")), empty(say("rule.offline")));
    return body;
  }
  const asking = new Asking({ id, store, signal, go, game, body });
  await asking.begin();
  signal.addEventListener("abort", store.subscribe(() => asking.follow()));
  // What came while the first question was made out.
  asking.follow();
  return body;
}

/** The questions about the hand being played, as long as that hand stays what it is. */
class Asking {
  constructor(parts) {
    Object.assign(this, parts);
    this.news = h("div", { "aria-live": "polite" });
    this.questions = this.game.questions.map(({ question }) => question);
    this.asked = memory.draft(`${this.id}/rule`)?.asked ?? this.questions[0];
  }

  /** What the match says of the hand being played: what was asked of another hand is out of date. */
  get about() {
    const { document, result } = this.store.state;
    return JSON.stringify([document.players, document.current ?? null, result.hands.length]);
  }

  /** Takes over what the match says now. */
  async begin() {
    const { id, store, signal, game, go } = this;
    const { state } = store;
    const { players } = state.document;
    this.begun = this.about;
    this.touched = false;
    this.help = {
      game, signal, state, players, clauses: clausesOf(game), played: playedContracts(state), board: formOf(game.id).board !== undefined,
      who: (player) => who(players, player), current: await currentHand(state, game),
      mayWrite: store.mayScore && state.result.status !== "complete", write: (part) => write(store, part, id, go),
    };
    this.draw();
  }

  /** The match went on: a question that nobody has touched goes with it, another is asked about. */
  follow() {
    if (this.about === this.begun) {
      put(this.news);
    } else if (this.touched) {
      put(this.news, h("div", { class: "banner" }, h("span", {}, say("rule.changed")), button(say("rule.take-over"), () => this.begin())));
    } else {
      this.begin();
    }
  }

  draw() {
    const { id, asked, body, store, questions } = this;
    const { form } = this.game.questions.find(({ question }) => question === asked);
    const kept = memory.draft(`${id}/rule`);
    const drafts = kept?.about === this.begun ? kept : { about: this.begun };
    const keep = (draft) => {
      this.touched = true;
      memory.keepDraft(`${id}/rule`, { ...memory.draft(`${id}/rule`), [asked]: draft });
    };
    memory.keepDraft(`${id}/rule`, { ...drafts, asked });
    const options = questions.map((one) => ({ value: one, label: say(`rule.q-${one}`) }));
    put(this.news);
    put(body,
      h("h1", {}, say("rule.title")),
      choices(say("rule.title"), options, asked, (picked) => this.pick(picked), { key: "question" }),
      h("p", { class: "muted small" }, say(`rule.a-${asked}`)),
      this.news,
      !store.online && h("p", { class: "banner" }, say("rule.offline")),
      PANELS[asked]({ ...this.help, question: asked, form, draft: drafts[asked], keep }));
  }

  pick(question) {
    this.asked = question;
    this.draw();
    this.body.querySelector('[aria-pressed="true"]')?.focus();
  }
}

/** The hand being played: its dealer, what is said of it, and what follows from its auction. */
async function currentHand(state, game) {
  const { id: unused, history: also, ...document } = state.document;
  const record = document.current ?? {};
  const scored = state.result.current ?? (await post("scores", { ...document, current: record })).body?.current;
  const dealer = scored?.dealer;
  const cards = cardsDealt(formOf(game.id).cards_dealt, scored, document.hands.at(-1));
  return { record, dealer, cards, known: { ...record, ...await spokenOutcome(document, record, dealer, game) } };
}

/** How many cards each player gets: what a field's amounts must add up to, or did in the last hand. */
function cardsDealt(field, scored, last) {
  if (!field) return undefined;
  const sum = scored?.sums?.find(({ pointer }) => pointer === `/current/${field}`)?.sum;
  return sum ?? Object.values(last?.[field] ?? {}).reduce((all, amount) => all + amount, 0);
}

/** What an auction that was recorded call by call came to. */
async function spokenOutcome({ players, options }, record, dealer, game) {
  const form = formOf(game.id);
  const calls = record[form.calls?.field];
  if (!calls || !dealer) return {};
  const more = Object.fromEntries(form.calls.needs.map((name) => [name, record[name]]));
  const answer = await rule({ game: game.id, players, options, question: "auction", dealer, calls, ...more });
  return answer.ok && answer.body.legal ? answer.body.outcome : {};
}

/** Who has played which contracts, as the service counts them. */
function playedContracts({ result, document: { players } }) {
  const rows = result.detail?.contracts ?? [];
  return Object.fromEntries(players.map((player) => [player, rows.filter((row) => row.cells?.[player]).map((row) => row.contract)]));
}

async function write(store, part, id, go) {
  const answer = await store.change({ action: "set_current", hand: { ...store.state.document.current, ...part } });
  if (answer.ok) go(`#/m/${id}`);
  else toast(answer.problem?.errors?.[0]?.detail ?? answer.problem?.title ?? say("rule.not-kept"));
}
