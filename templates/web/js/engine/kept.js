// Matches that are stored only on this phone, which answers their requests like the service. They are stored as logs,
// as on the service, so that a match can move there with its history.

import { keeper } from "../app/journal.js";
import { keepForLater, whenIdle } from "../app/keep.js";
import * as storage from "../app/storage.js";
import { base64url } from "../share/packed.js";
import { t } from "../ui/text.js";
import { judgeBeside } from "./beside.js";
import { moment, salts } from "./module.js";

/** The number of idempotency keys that are remembered per match, so that a repeated request has no second effect. */
const MAX_ONCE = 20;
/** The number of random bytes in an id. */
const ID_BYTES = 16;
/** The time limit in milliseconds to check an imported match: a hundred times what a long match takes. */
const MAX_JUDGING = 3000;

/** @param {unknown} body @param {number} [status] @returns {Answer<any>} */
export function answered(body, status = 200) {
  return { ok: true, status, body, version: /** @type {{ version?: number }} */ (body)?.version };
}

/** @param {number} status @param {Partial<Problem>} problem @returns {Answer<any>} */
export function refused(status, problem) {
  return { ok: false, status, problem: { title: problem.errors?.[0]?.detail ?? "", status, ...problem } };
}

/** Calls a function of the rules, and returns its result as an answer. @param {Engine} engine @param {string} name @param {unknown} given @returns {Answer<any>} */
export function ruled(engine, name, given) {
  const { ok, body } = engine.call(name, given);
  return ok ? answered(body) : refused(422, body);
}

/** Opens a match on this phone. @param {Engine} engine @param {unknown} document @returns {Promise<Answer<any>>} */
export async function open(engine, document) {
  const begun = engine.call("begin", { id: newId(), document, client: storage.clientSecret(), at: moment(), salts: salts() });
  if (!begun.ok) return refused(422, begun.body);
  const { log, state } = begun.body;
  if (!(await saveLog({ id: state.id, log, version: state.version, once: [] }))) return refused(507, { title: t("kept.none") });
  const { game, title, players } = state.document;
  storage.saveMatch(state.id, { game, title, players, role: "direct", kept: true });
  whenIdle(keepForLater);
  return answered(state, 201);
}

/**
 * Checks and stores the log of a match from a file or a link. If the match is stored here already, adds its new events,
 * unless the match was also changed here.
 * @param {Engine} _
 * @param {{ log?: MatchLog } | Blob} given
 * @returns {Promise<Answer<any>>}
 */
export async function take(_, given) {
  const opened = await judgeBeside("whole", given, MAX_JUDGING);
  if (!opened) return refused(503, { title: t("take.no-rules") });
  if (opened === "late") return refused(422, { title: t("take.too-long") });
  if (!opened.ok) return refused(422, { ...opened.body, title: t("kept.no-match") });
  const { log, state } = opened.body;
  return alone(state.id, () => place(log, state));
}

/** @param {MatchLog} log @param {MatchState} state @returns {Promise<Answer<any>>} */
async function place(log, state) {
  const { id, version, document: { game, title, players } } = state;
  const known = storage.match(id);
  const ours = known?.kept ? (await readLog(id).catch(() => undefined))?.log : undefined;
  if (known && !(ours && log.events.length > ours.events.length && isWithin(ours, log))) return refused(409, { title: t(ours && !isWithin(log, ours) ? "kept.apart" : "kept.there") });
  if (!(await saveLog({ id, log, version, once: [] }))) return refused(507, { title: t("kept.none") });
  storage.saveMatch(id, { game, title, players, role: "direct", kept: true });
  return answered(state, ours ? 200 : 201);
}

/** Whether the other log begins with all events of this log. @param {MatchLog} log @param {MatchLog} other */
function isWithin({ head, events }, other) {
  return other.events[events.length - 1]?.digest === head.digest;
}

/** Whether this phone can store matches, and whether the browser promises not to delete them. */
export async function keeping() {
  const can = await readLog("").then(() => true, () => false);
  return answered({ can, safe: can && (await persist()) });
}

/** A new random id. */
function newId() {
  return base64url(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
}

/** Writes a log, and returns whether this succeeded. @param {KeptMatch} kept */
function saveLog(kept) {
  return within("readwrite", (matches) => matches.put(kept)).then(() => true, () => false);
}

/**
 * Answers a request about a match that is stored here. Requests from several tabs are handled one after another.
 * @param {Engine} engine
 * @param {string} method
 * @param {string} id
 * @param {string} path
 * @param {RequestParts} parts
 * @returns {Promise<Answer<any>>}
 */
export function answerKept(engine, method, id, path, parts) {
  return alone(id, () => answerOne(engine, method, id, path, parts));
}

/** Runs `work` while it holds the lock of a match. @param {string} id @param {() => Promise<Answer<any>>} work @returns {Promise<Answer<any>>} */
function alone(id, work) {
  return navigator.locks ? navigator.locks.request(`overtrick-kept/${id}`, work) : work();
}

/** @param {Engine} engine @param {string} method @param {string} id @param {string} path @param {RequestParts} parts @returns {Promise<Answer<any>>} */
async function answerOne(engine, method, id, path, { body, version, once = "" }) {
  const kept = await readLog(id).catch(() => undefined);
  if (!kept) return refused(404, { title: t("line.gone") });
  const { log } = kept;
  switch (`${method} ${path}`) {
    case "GET ": return ruled(engine, "state", log);
    case "POST /changes?dry_run=true": return ruled(engine, "check", { log, change: body, at: moment() });
    case "POST /changes": return change(engine, kept, { change: body, version, once });
    case "GET /log": return answered({ log });
    case "GET /history": return ruled(engine, "history", log);
    case "POST /rematch": return rematch(engine, log);
    case "POST /session": return answered({ role: "direct" });
    case "DELETE ": return remove(id);
    default: return refused(501, { title: t("kept.not-here") });
  }
}

/** Removes the log of a match. @param {string} id @returns {Promise<Answer<any>>} */
export async function remove(id) {
  await within("readwrite", (matches) => matches.delete(id));
  return answered(undefined, 204);
}

/** @param {Engine} engine @param {KeptMatch} kept @param {{ change: unknown, version: number | undefined, once: string }} wanted @returns {Promise<Answer<any>>} */
async function change(engine, kept, { change: wanted, version, once }) {
  const { id, log } = kept;
  const isDone = once !== "" && kept.once.includes(once);
  if (isDone || (version !== undefined && version !== kept.version)) {
    const { body } = engine.call("state", log);
    return isDone ? answered(body) : refused(412, { title: t("record.changed"), current: body });
  }
  const after = engine.call("change", { log, change: wanted, at: moment(), salts: salts() });
  if (!after.ok) return refused(422, after.body);
  const { state } = after.body;
  const next = { id, log: after.body.log, version: state.version, once: [once, ...kept.once].slice(0, MAX_ONCE) };
  // Without space, the change stays in the queue and is written later.
  return (await saveLog(next)) ? answered(state) : refused(507, { title: t("kept.full") });
}

/** Opens the next match of the same players on this phone. @param {Engine} engine @param {MatchLog} log the log of the match before @returns {Promise<Answer<any>>} */
export function rematch(engine, log) {
  const { ok, body } = engine.call("next_match", log);
  return ok ? open(engine, body) : Promise.resolve(refused(422, body));
}

// The logs of matches in IndexedDB: each is written whole or not at all.

const within = keeper("overtrick", "matches", "id");

/** @param {string} id @returns {Promise<KeptMatch | undefined>} */
function readLog(id) {
  return within("readonly", (matches) => matches.get(id));
}

/** Asks the browser not to delete this data to make room; returns whether it promises that. */
async function persist() {
  const { storage: room } = navigator;
  if (!room?.persist) return false;
  return (await room.persisted()) || room.persist();
}
