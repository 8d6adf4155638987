// Asking the service. Nothing here throws: an answer is { ok, status, body, problem, version } or,
// without a network, { ok: false, offline: true }. Addresses are relative to the page's own.

import { lang } from "./words.js";

const ROOT = "api/v1/";
/** Milliseconds that an answer may take. */
const PATIENCE = 12000;

/** A key for a request that may be sent again and must count once. */
export function onceKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Asks `path` under the API. `body` is sent as JSON; `version` becomes If-Match, `once` the
 * Idempotency-Key, `key` a bearer key (else the cookie counts).
 */
export async function ask(method, path, { body, version, once, key, signal, accept } = {}) {
  const headers = { "Accept-Language": lang() };
  if (accept) headers.Accept = accept;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  if (once) headers["Idempotency-Key"] = once;
  if (key) headers.Authorization = `Bearer ${key}`;
  try {
    const answer = await fetch(ROOT + path, {
      method, headers, signal: timed(signal), credentials: "same-origin", cache: "no-store",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return await read(answer);
  } catch (error) {
    if (error.name === "AbortError" && signal?.aborted) return { ok: false, aborted: true };
    return { ok: false, offline: true };
  }
}

// A network that answers nothing is none.
function timed(signal) {
  if (!AbortSignal.timeout || !AbortSignal.any) return signal;
  const limit = AbortSignal.timeout(PATIENCE);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

async function read(answer) {
  const type = answer.headers.get("Content-Type") ?? "";
  const json = /\bjson\b/.test(type);
  const body = answer.status === 204 ? undefined : json ? await answer.json().catch(() => undefined) : await answer.text();
  const tag = /^(?:W\/)?"(\d+)/.exec(answer.headers.get("ETag") ?? "");
  return {
    ok: answer.ok, status: answer.status, body,
    problem: answer.ok ? undefined : json ? body : { title: answer.statusText, status: answer.status },
    version: tag ? Number(tag[1]) : undefined,
    // A gateway that cannot reach the service is as good as no network.
    offline: [502, 503, 504].includes(answer.status) && !json,
  };
}

export const get = (path, more) => ask("GET", path, more);
export const post = (path, body, more) => ask("POST", path, { ...more, body });
export const put = (path, body, more) => ask("PUT", path, { ...more, body });
export const del = (path, more) => ask("DELETE", path, more);

const games = new Map();

/** A game as the service tells it (form, house rules, clauses), kept for as long as the page lives. */
export async function game(id) {
  const known = `${id}/${lang()}`;
  if (games.has(known)) return games.get(known);
  const answer = await get(`games/${id}`);
  if (answer.ok) games.set(known, answer.body);
  return answer.ok ? answer.body : undefined;
}

/** Opens a match of a document; `hands` may be absent. */
export function open(document, once) {
  return post("matches", { hands: [], ...document }, { once });
}

/** Exchanges a key for the cookie that the match's other requests are sent with. */
export function enter(id, key) {
  return post(`matches/${id}/session`, { key });
}

/** Asks for a ruling. */
export function rule(question, more) {
  return post("adjudications", question, more);
}
