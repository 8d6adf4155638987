// A match as links that a camera reads as codes: its log, compressed, as digits, which a code holds most
// densely. A log that one code does not hold is a chain of them, read in any order.

/** As many bytes as become digits together, and how many they become: little is lost. */
const BYTES = 7;
const DIGITS = 17;
/** The most digits of a code: one of 105 modules, which a phone reads from another one's screen. */
const MOST_DIGITS = 1900;
/** The most codes that somebody reads one by one. */
const MOST_CODES = 24;
/** The most bytes of a log that is unpacked or read: nobody has played a longer match, and a few bytes can become any number. */
export const MOST_BYTES = 8_000_000;
/** Which match, which of how many codes, and its digits. */
const LINK = /#\/take\/([\da-f]{12})\/(\d{1,2})\/(\d{1,2})\/(\d+)$/;

/** Whether this browser can pack matches. */
export function canPack() {
  return typeof CompressionStream === "function";
}

/**
 * A log as links for codes, and as one link that holds all of it.
 * @param {MatchLog} log
 * @param {string} home the address of the page
 * @returns {Promise<{ codes: string[], link: string }>} no codes for a log that is too long for them
 */
export async function pack(log, home) {
  // The digests of the events follow from the texts; what is random cannot be compressed.
  const short = { ...log, events: log.events.map((event) => ({ ...event, digest: undefined })) };
  const digits = digitsOf(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(short)), Infinity));
  const name = log.head.digest.slice(0, 12);
  const of = Math.ceil(digits.length / MOST_DIGITS);
  const size = Math.ceil(digits.length / of);
  const linkOf = (/** @type {number} */ at, /** @type {number} */ count, /** @type {string} */ part) => `${home}#/take/${name}/${at}/${count}/${part}`;
  const codes = of > MOST_CODES ? [] : Array.from({ length: of }, (_, at) => linkOf(at + 1, of, digits.slice(at * size, (at + 1) * size)));
  return { codes, link: linkOf(1, 1, digits) };
}

/** What a link says that was read as a code; nothing, if it is another link. @param {string} text @returns {ParcelPart | undefined} */
export function partOf(text) {
  const [, name, at, of, digits] = LINK.exec(text) ?? [];
  if (!name || Number(at) < 1 || Number(at) > Number(of)) return undefined;
  return { name, at: Number(at), of: Number(of), digits };
}

/**
 * A parcel with one part more; a part of another one begins anew.
 * @param {Parcel | undefined} parcel
 * @param {ParcelPart} part
 * @returns {Parcel}
 */
export function withPart(parcel, { name, at, of, digits }) {
  const isSame = parcel?.name === name && parcel.of === of;
  return { name, of, parts: { ...(isSame ? parcel.parts : {}), [at]: digits } };
}

/** The numbers of the codes that are still to be read. @param {Parcel} parcel @returns {number[]} */
export function missingOf({ of, parts }) {
  return Array.from({ length: of }, (_, at) => at + 1).filter((at) => parts[at] === undefined);
}

/**
 * The log that was packed, without the digests of its events.
 * @param {Parcel} parcel that is whole
 * @returns {Promise<MatchLog | undefined>} nothing, if these are no digits of a log
 */
export async function unpack({ of, parts }) {
  const digits = Array.from({ length: of }, (_, at) => parts[at + 1]).join("");
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), bytesOf(digits), MOST_BYTES);
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** What comes out of a stream of at most so many bytes. @param {GenericTransformStream} stream @param {Uint8Array} bytes @param {number} most */
export async function through(stream, bytes, most) {
  const reader = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]).stream().pipeThrough(/** @type {ReadableWritablePair<Uint8Array, any>} */ (stream)).getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    pieces.push(piece.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** As many digits as hold so many bytes. @param {number} bytes */
function digitsFor(bytes) {
  return Math.ceil(bytes * 8 * Math.log10(2));
}

/** @param {Uint8Array} bytes */
function digitsOf(bytes) {
  let digits = "";
  for (let at = 0; at < bytes.length; at += BYTES) {
    const group = bytes.subarray(at, at + BYTES);
    const number = group.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    digits += String(number).padStart(digitsFor(group.length), "0");
  }
  return digits;
}

/** @param {string} digits */
function bytesOf(digits) {
  /** @type {number[]} */
  const bytes = [];
  for (let at = 0; at < digits.length; at += DIGITS) {
    const group = digits.slice(at, at + DIGITS);
    const size = Array.from({ length: BYTES }, (_, one) => one + 1).find((one) => digitsFor(one) === group.length);
    let number = BigInt(group);
    if (!size || number >= 256n ** BigInt(size)) throw new RangeError("no digits of bytes");
    const own = Array.from({ length: size }, () => {
      const byte = Number(number % 256n);
      number /= 256n;
      return byte;
    });
    bytes.push(...own.reverse());
  }
  return Uint8Array.from(bytes);
}
