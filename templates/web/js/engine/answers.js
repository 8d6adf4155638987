// Answers that the page gives in place of the service, in the same form: rulings, scores, and every request about a
// match that is stored on this phone.

import * as storage from "../app/storage.js";
import * as outbox from "../match/outbox.js";
import { waiting } from "../match/outbox.js";
import { answered, answerKept, keeping, open, rematch, remove, ruled, take } from "./kept.js";
import { engine as loadEngine, moment, salts } from "./module.js";
import { pad, sheetOf } from "./printer.js";

/** The functions that answer a request whose path has no id, by method and path. @type {Record<string, (engine: Engine, body: any) => Answer<any> | Promise<Answer<any> | undefined> | undefined>} */
const ANSWERS = {
  "GET games": (engine) => answered({ games: engine.call("games", "").body }),
  "POST adjudications": (engine, body) => ruled(engine, "rule", body),
  "POST scores": (engine, body) => ruled(engine, "score", body),
  "POST definitions/file": (engine, text) => ruled(engine, "file", text),
  "POST definitions/check": (engine, body) => ruled(engine, "definition", body),
  "POST matches": open,
  "POST logs/kept": take,
  "POST pads.pdf": (_, { game, ...order }) => pad(game, order),
  "POST qr": (engine, { text }) => ruled(engine, "qr", text),
  "GET keeping": keeping,
};

/** @param {string} method @param {string} path @param {RequestParts} [parts] @returns {Promise<Answer<any> | undefined>} `undefined` if only the service can answer */
export async function answerHere(method, path, parts = {}) {
  const engine = await loadEngine();
  if (!engine) return undefined;
  const [, id = "", rest = ""] = /^matches\/([\w-]+)(.*)$/.exec(path) ?? [];
  if (id && rest.startsWith("/sheet.pdf")) return sheetHere(engine, id, rest);
  if (id) return storage.match(id)?.kept ? answerKept(engine, method, id, rest, parts) : ofService(engine, method, id, rest, parts);
  const [, game] = /^games\/([a-z-]+)$/.exec(path) ?? [];
  if (game) return ruled(engine, "game", game);
  const [, gone] = /^logs\/kept\/([\w-]+)$/.exec(path) ?? [];
  if (gone && method === "DELETE") return remove(gone);
  return ANSWERS[`${method} ${path}`]?.(engine, parts.body);
}

/** The PDF sheet of a match, with the hands that this phone knows. @param {Engine} engine @param {string} id @param {string} path @returns {Promise<Answer<any> | undefined>} */
async function sheetHere(engine, id, path) {
  const log = storage.match(id)?.kept ? (await answerKept(engine, "GET", id, "/log", {})).body?.log : ahead(engine, id)?.log;
  return log && sheetOf(log, path.split("?")[1] ?? "");
}

/** The last result of `withWaiting`, cached because a hand is checked after every input. @type {{ key: string, after: ReturnType<typeof withWaiting> } | undefined} */
let last;

/** Answers for a match that is on the service, while the service cannot be reached. @param {Engine} engine @param {string} method @param {string} id @param {string} path @param {RequestParts} parts @returns {Promise<Answer<any> | undefined>} */
async function ofService(engine, method, id, path, { body }) {
  const after = ahead(engine, id);
  if (!after) return undefined;
  const { log, state } = after;
  switch (`${method} ${path}`) {
    case "GET ": return { ok: true, status: 200, body: state, version: state.version, here: true };
    case "POST /changes?dry_run=true": return ruled(engine, "check", { log, change: body, at: moment() });
    case "POST /rematch": return rematch(engine, log);
    default: return undefined;
  }
}

/** @param {Engine} engine @param {string} id */
function ahead(engine, id) {
  /** @type {MatchState | undefined} */
  const theirs = storage.load(`state/${id}`);
  if (!theirs) return undefined;
  const queue = waiting(id);
  const key = JSON.stringify([id, theirs.version, document.documentElement.lang, queue]);
  if (last?.key !== key) last = { key, after: withWaiting(engine, theirs, queue) };
  return last.after;
}

// The state that a match on the service will have after the queued changes of this phone, unless somebody else changes
// it first.

/**
 * The log and the state of a match after the queued changes.
 * @param {Engine} engine
 * @param {MatchState} theirs
 * @param {OutboxEntry[]} queue
 * @returns {{ log: MatchLog, state: MatchState } | undefined} `undefined` if the rules in the page refuse the match
 */
export function withWaiting(engine, theirs, queue) {
  const { id, document } = theirs;
  const begun = engine.call("begin", { id, document, at: moment(queue[0]?.at), salts: salts() });
  if (!begun.ok) return undefined;
  let { log, state } = begun.body;
  for (const entry of queue) {
    const change = changeOf(entry, queue, state);
    const after = change && engine.call("change", { log, change, at: moment(entry.at), salts: salts() });
    // Skip a change that the rules refuse, such as an undo that only the service can make.
    if (after?.ok) ({ log, state } = after.body);
  }
  const { version, seats, people, publication, can_undo, can_redo } = theirs;
  return { log, state: { ...state, version, seats, people, publication, can_undo, can_redo } };
}

/** The change of an entry; `undefined` if the entry was refused or its hand is not the next one. @param {OutboxEntry} entry @param {OutboxEntry[]} queue @param {MatchState} state */
function changeOf(entry, queue, state) {
  if (entry.refused) return undefined;
  const ours = outbox.forPlayers(entry, state);
  const { place } = outbox.standing(queue, ours, state);
  const { hands } = state.document;
  const { change } = ours;
  if ((change.action === "record" || change.action === "set_current") && !ours.fixed) {
    if (hands.length !== place) return undefined;
  }
  return outbox.changeToSend(ours, state, place);
}
