// Ruling help: is this bid legal, what outbids 10, may I double, who won this trick? Asked from what
// the match has recorded, answered by the service with the rule.

import { game as describe, post, rule } from "../api.js";
import { clausesOf } from "../derivation.js";
import { h, put } from "../dom.js";
import { who } from "../marks.js";
import * as memory from "../memory.js";
import { choices, empty, toast } from "../parts.js";
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
  const help = {
    game, signal, clauses: clausesOf(game), state: store.state, players: store.state.document.players,
    played: playedContracts(store.state), board: store.state.document.options.board !== undefined,
    who: (player) => who(store.state.document.players, player),
    current: await currentHand(store.state, game),
    mayWrite: store.mayScore && store.state.result.status !== "complete",
    write: (part) => write(store, part, id, go),
  };
  const questions = game.questions.map(({ question }) => question);
  let asked = memory.draft(`${id}/rule`)?.asked ?? questions[0];
  const draw = () => {
    const { form } = game.questions.find(({ question }) => question === asked);
    const drafts = memory.draft(`${id}/rule`) ?? {};
    const fresh = drafts.version === store.state.version;
    const keep = (draft) => memory.keepDraft(`${id}/rule`, { ...memory.draft(`${id}/rule`), version: store.state.version, [asked]: draft });
    memory.keepDraft(`${id}/rule`, { ...(fresh ? drafts : {}), version: store.state.version, asked });
    put(body,
      h("h1", {}, say("rule.title")),
      choices(say("rule.title"), questions.map((one) => ({ value: one, label: say(`rule.q-${one}`) })), asked, (picked) => { asked = picked; draw(); body.querySelector('[aria-pressed="true"]')?.focus(); }, { key: "question" }),
      h("p", { class: "muted small" }, say(`rule.a-${asked}`)),
      !store.online && h("p", { class: "banner" }, say("rule.offline")),
      PANELS[asked]({ ...help, question: asked, form, draft: fresh ? drafts[asked] : undefined, keep }));
  };
  draw();
  return body;
}

/** The hand being played: its dealer, what is said of it, and what follows from its auction. */
async function currentHand(state, game) {
  const { id: unused, history: also, ...document } = state.document;
  const record = document.current ?? {};
  const scored = state.result.current ?? (await post("scores", { ...document, current: record })).body?.current;
  const last = state.result.hands.at(-1);
  const dealer = scored?.dealer;
  const cards = last?.detail?.cards === undefined ? document.options.first_hand_cards : last.detail.cards + (state.result.status === "complete" ? 0 : 1);
  return { record, dealer, cards, known: { ...record, ...await spokenOutcome(document, record, dealer, game) } };
}

/** What an auction that was recorded call by call came to. */
async function spokenOutcome({ players, options }, record, dealer, game) {
  const calls = record.auction ?? record.calls;
  if (!calls || !dealer) return {};
  const more = record.calls ? { declarer: record.declarer } : {};
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
