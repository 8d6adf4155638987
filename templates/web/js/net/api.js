// Requests to the service. They do not throw: an answer is { ok, status, body, problem, version } or, without a
// network, { ok: false, offline: true }. Addresses are relative to the page. Only this module chooses between the
// service and the rules in the page.

import { clientSecret, match, randomText } from "../app/storage.js";
import { isFolder, lang, languageTags, t, today, withoutRemedy } from "../ui/text.js";

const ROOT = "api/v1/";
/** The maximum time in milliseconds to wait for an answer. */
const TIMEOUT = 12000;
/** For this time in milliseconds after a request without an answer, the page answers by itself if it can. */
const AWAY = 30000;

/** The requests that are sent after every input and change nothing. */
const QUESTIONS = /^(adjudications|scores|matches\/[\w-]+\/changes\?dry_run=true)$/;

/** The requests that open or import a match. If one is repeated, only the same phone gets the keys again. */
const OPENS = /^(matches|logs|matches\/[\w-]+\/rematch)$/;

/** The function that answers in place of the service, where possible. @type {(...parts: Parameters<typeof request>) => Promise<Answer<any> | undefined>} */
let answerInstead = async () => undefined;
/** The time of the last request without an answer; 0 once the service has answered. */
let missedAt = 0;

/** Whether there seems to be no service: a folder of files, no network, or no answer to a recent request. */
export function isAlone() {
  return isFolder() || navigator.onLine === false || Date.now() - missedAt < AWAY;
}

/** Sets the function that answers requests when the service cannot be reached. @param {typeof answerInstead} answer */
export function answerWith(answer) {
  answerInstead = answer;
}

/** An idempotency key, for a request that may be sent several times but must have one effect. */
export function idempotencyKey() {
  return crypto.randomUUID?.() ?? randomText();
}

/**
 * Sends a request for an API path. If the service cannot be reached, the page answers if it can: any request about a
 * match stored on this phone, and previews for other matches.
 * @param {string} method
 * @param {string} path
 * @param {RequestParts} [parts] `body` is sent as JSON; `version` becomes If-Match, `once` the
 *   Idempotency-Key, `key` is sent if the browser blocks cookies; with `here`, only the page answers
 * @returns {Promise<Answer<any>>} an answer whose body is described in the OpenAPI document
 */
export async function request(method, path, parts = {}) {
  const instead = async () => {
    const answer = await answerInstead(method, path, parts).catch(() => undefined);
    return parts.signal?.aborted ? /** @type {Answer<any>} */ ({ ok: false, aborted: true }) : answer && forPeople(answer);
  };
  const isHere = Boolean(parts.here) || isFolder() || isKept(path);
  const isAway = navigator.onLine === false || (QUESTIONS.test(path) && Date.now() - missedAt < AWAY);
  const early = isHere || isAway ? await instead() : undefined;
  if (early || isHere) return early ?? { ok: false, offline: true };
  const answer = await send(method, path, parts);
  if (answer.aborted) return answer;
  missedAt = answer.offline ? Date.now() : 0;
  return (answer.offline && !isAway && (await instead())) || answer;
}

/** Whether a path belongs to a match that is stored on this phone. @param {string} path */
function isKept(path) {
  const [, id] = /^matches\/([\w-]+)/.exec(path) ?? [];
  return id !== undefined && match(id)?.kept === true;
}

/** @param {string} method @param {string} path @param {RequestParts} parts @returns {Promise<Answer<any>>} */
async function send(method, path, { body, version, once, key, signal, accept }) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": languageTags() };
  if (accept) headers.Accept = accept;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  if (once) headers["Idempotency-Key"] = once;
  if (OPENS.test(path)) headers["Overtrick-Client"] = clientSecret();
  if (key) headers.Authorization = `Bearer ${key}`;
  try {
    const response = await fetch(ROOT + path, {
      method, headers, signal: withTimeout(signal), credentials: "same-origin", cache: "no-store",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return await read(response);
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError" && signal?.aborted) return { ok: false, aborted: true };
    return { ok: false, offline: true };
  }
}

/** Adds a time limit to a signal. A timeout is treated like a missing network. @param {AbortSignal | undefined} signal */
function withTimeout(signal) {
  if (!AbortSignal.timeout || !AbortSignal.any) return signal;
  const limit = AbortSignal.timeout(TIMEOUT);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** Ignores the error of a body that is not JSON, but rethrows that of an incomplete body. @param {unknown} error */
function unread(error) {
  if (!(error instanceof SyntaxError)) throw error;
  return undefined;
}

/** @param {Response} response @returns {Promise<Answer<any>>} */
async function read(response) {
  const { status } = response;
  const type = response.headers.get("Content-Type") ?? "";
  const isJson = /\bjson\b/.test(type);
  const body = status === 204 ? undefined : isJson ? await response.json().catch(unread) : await (type === "application/pdf" ? response.blob() : response.text());
  const tag = /^(?:W\/)?"(\d+)/.exec(response.headers.get("ETag") ?? "");
  const version = tag ? Number(tag[1]) : undefined;
  if (response.ok) return { ok: true, status, body, version };
  return {
    ok: false, status, version,
    problem: forPeople({ ok: false, status, problem: { ...(isJson && body), title: t(SENTENCES[status] ?? "record.failed"), status } }).problem,
    // Treat a gateway that cannot reach the service like a missing network.
    offline: [502, 503, 504].includes(status) && !isJson,
  };
}

/** The text keys for some statuses of the service. @type {Record<number, string>} */
const SENTENCES = { 401: "line.locked", 403: "line.forbidden", 404: "line.gone", 409: "record.changed", 412: "record.changed", 429: "line.busy" };

/** Removes the hint about `irregularities` from faults: it is meant for programs, and the page has a button instead. @param {Answer<any>} answer @returns {Answer<any>} */
function forPeople(answer) {
  for (const fault of answer.problem?.errors ?? []) {
    if (fault.code !== "irregularity") continue;
    fault.isIllegal = true;
    fault.detail = withoutRemedy(fault.detail);
  }
  return answer;
}

/** @param {string} path @param {unknown} body @param {RequestParts} [parts] */
export const post = (path, body, parts) => request("POST", path, { ...parts, body });

/** @type {Map<string, Game>} */
const games = new Map();

/** The service's description of a game (form, house rules, clauses), cached while the page is open. @param {string} id @returns {Promise<Game | undefined>} */
export async function describeGame(id) {
  const known = `${id}/${lang()}`;
  if (!games.has(known)) {
    const answer = await request("GET", `games/${id}`);
    if (answer.ok) games.set(known, answer.body);
  }
  return games.get(known);
}

/**
 * The description of a match's game: from the service, or from the definition of a custom game.
 * @param {Pick<MatchDocument, "game" | "definition"> & { options?: Options }} match
 * @returns {Promise<Game | undefined>}
 */
export async function describeGameOf({ game, definition, options }) {
  return definition ? (await import("../game/own.js")).describeOwn(definition, options) : describeGame(game);
}

/** Opens a match; by default its date is today. @param {Partial<MatchDocument>} document @param {string} once @returns {Promise<Answer<CreatedMatch>>} */
export function openMatch(document, once) {
  return post("matches", { hands: [], ...document, played_on: document.played_on ?? today() }, { once });
}

/** Exchanges a key for the session cookie of the match. @param {string} id @param {string} key @returns {Promise<Answer<{ role: Role }>>} */
export function startSession(id, key) {
  return post(`matches/${id}/session`, { key });
}

/** Asks for rulings. @param {Record<string, unknown>} question @param {RequestParts} [parts] @returns {Promise<Answer<Rulings>>} */
export function adjudicate(question, parts) {
  return post("adjudications", question, parts);
}

/** The reason for a refused change: the first fault, or else the problem's title. @param {Problem | undefined} problem @returns {string | undefined} */
export function reasonOf(problem) {
  return problem?.errors?.[0]?.detail ?? problem?.title;
}

// Texts for refused requests.

/** @param {Answer<unknown>} answer */
export function refusalText({ offline, problem }) {
  return offline ? t("share.offline") : problem?.title ?? t("record.failed");
}
