// Requests to the service. Nothing here throws: an answer is { ok, status, body, problem, version }
// or, without a network, { ok: false, offline: true }. Addresses are relative to the page's own.
// This is the one place that decides whether the service answers or the rules in the page do.

import { clientSecret, match, randomText } from "../app/storage.js";
import { isFolder, lang, languageTags, t, today, withoutRemedy } from "../ui/text.js";

const ROOT = "api/v1/";
/** Milliseconds that an answer may take. */
const TIMEOUT = 12000;
/** Milliseconds for which a service that did not answer is not waited for, where the page can answer. */
const AWAY = 30000;

/** What is asked at every key, and changes nothing. */
const QUESTIONS = /^(adjudications|scores|matches\/[\w-]+\/changes\?dry_run=true)$/;

/** What opens a match or brings one: the service returns its keys again only to who proves to be the same. */
const OPENS = /^(matches|logs|matches\/[\w-]+\/rematch)$/;

/** What answers in place of the service, as far as it can. @type {(...asked: Parameters<typeof request>) => Promise<Answer<any> | undefined>} */
let answerInstead = async () => undefined;
/** When the service last did not answer; 0 if it did. */
let missedAt = 0;

/** Whether there is no service as far as the page knows: none at all, no network, or one that did not answer. */
export function isAlone() {
  return isFolder() || navigator.onLine === false || Date.now() - missedAt < AWAY;
}

/** Has requests answered in the page that reach no service. @param {typeof answerInstead} answer */
export function answerWith(answer) {
  answerInstead = answer;
}

/** A key for a request that may be sent again and must count once. */
export function idempotencyKey() {
  return crypto.randomUUID?.() ?? randomText();
}

/**
 * Sends a request for `path` under the API. What reaches no service is answered in the page, as far as the
 * rules can: of matches that live on this phone everything, of others what they come to.
 * @param {string} method
 * @param {string} path
 * @param {RequestParts} [parts] `body` is sent as JSON; `version` becomes If-Match, `once` the
 *   Idempotency-Key, `key` is sent where no cookie could be had; with `here` nothing is sent
 * @returns {Promise<Answer<any>>} its body has the shape that the service's OpenAPI document says
 */
export async function request(method, path, parts = {}) {
  const instead = async () => {
    const answer = await answerInstead(method, path, parts).catch(() => undefined);
    return parts.signal?.aborted ? /** @type {Answer<any>} */ ({ ok: false, aborted: true }) : answer && spoken(answer);
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

/** Whether a path is of a match that lives on this phone. @param {string} path */
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

/** A network on which nothing is answered counts as none. @param {AbortSignal | undefined} signal */
function withTimeout(signal) {
  if (!AbortSignal.timeout || !AbortSignal.any) return signal;
  const limit = AbortSignal.timeout(TIMEOUT);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** What is no JSON has nothing to say; what was cut off is not read. @param {unknown} error */
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
    problem: spoken({ ok: false, status, problem: { ...(isJson && body), title: t(SENTENCES[status] ?? "record.failed"), status } }).problem,
    // A gateway that cannot reach the service is as good as no network.
    offline: [502, 503, 504].includes(status) && !isJson,
  };
}

/** What a status of the service means to people. @type {Record<number, string>} */
const SENTENCES = { 401: "line.locked", 403: "line.forbidden", 404: "line.gone", 409: "record.changed", 412: "record.changed", 429: "line.busy" };

/** An answer whose faults speak to people: an illegal step can be counted by a button. @param {Answer<any>} answer @returns {Answer<any>} */
function spoken(answer) {
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

/** A game as the service describes it (form, house rules, clauses), kept as long as the page lives. @param {string} id @returns {Promise<Game | undefined>} */
export async function describeGame(id) {
  const known = `${id}/${lang()}`;
  if (!games.has(known)) {
    const answer = await request("GET", `games/${id}`);
    if (answer.ok) games.set(known, answer.body);
  }
  return games.get(known);
}

/**
 * The game of a match: as the service describes it, or as the match itself defines it.
 * @param {Pick<MatchDocument, "game" | "definition"> & { options?: Options }} match
 * @returns {Promise<Game | undefined>}
 */
export async function describeGameOf({ game, definition, options }) {
  return definition ? (await import("../game/own.js")).describeOwn(definition, options) : describeGame(game);
}

/** Opens a match, which is played on the day of the table unless it says otherwise. @param {Partial<MatchDocument>} document @param {string} once @returns {Promise<Answer<CreatedMatch>>} */
export function openMatch(document, once) {
  return post("matches", { hands: [], ...document, played_on: document.played_on ?? today() }, { once });
}

/** Exchanges a key for the cookie that the match's other requests are sent with. @param {string} id @param {string} key @returns {Promise<Answer<{ role: Role }>>} */
export function startSession(id, key) {
  return post(`matches/${id}/session`, { key });
}

/** Asks for rulings. @param {Record<string, unknown>} question @param {RequestParts} [parts] @returns {Promise<Answer<Rulings>>} */
export function adjudicate(question, parts) {
  return post("adjudications", question, parts);
}

/** Why a change was not made: the first fault, else the problem as a whole. @param {Problem | undefined} problem @returns {string | undefined} */
export function reasonOf(problem) {
  return problem?.errors?.[0]?.detail ?? problem?.title;
}

// Why the service did not do what was asked.

/** @param {Answer<unknown>} answer */
export function refusalText({ offline, problem }) {
  return offline ? t("share.offline") : problem?.title ?? t("record.failed");
}
