// Bytes as text in an address: base64 with letters that need no escape there. Pure.

/** @param {Uint8Array} bytes */
export function base64url(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of such a text; it throws, where it is none. @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
