// Where other phones find the page: an address that only this machine has is worth nothing to them.

import { get } from "../net/api.js";

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The page's own address, without anything of a match. */
export function home() {
  return location.href.split("#")[0];
}

/**
 * Where others find the page, as far as its own address tells. On the machine of the service itself it
 * does not.
 * @returns {Place | undefined}
 */
export function ownPlace() {
  return LOOPBACK.test(location.hostname) ? undefined : { home: home() };
}

/**
 * Where others find the page, as the service knows it.
 * @param {AbortSignal} signal
 * @returns {Promise<Place>}
 */
export async function findPlace(signal) {
  /** @type {Answer<ServiceAddress>} */
  const answer = await get("address", { signal });
  return placeOf(answer.body, ownPlace());
}

/**
 * Where others find the page.
 * @param {ServiceAddress | undefined} told what the service says of itself; without a network, nothing
 * @param {Place | undefined} own what the page's own address tells
 * @returns {Place}
 */
export function placeOf(told, own) {
  if (told?.reach === "public" && told.url) return { home: told.url };
  if (own) return own;
  if (told?.url) return { home: told.url };
  return { lack: told?.reach === "unknown" ? "unknown" : "machine" };
}
