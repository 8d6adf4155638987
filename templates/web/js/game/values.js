// Values as JSON has them. Pure.

/** Whether a value is an object, and no list. @param {unknown} value @returns {value is Record<string, any>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object that a text is, as JSON; nothing, if it is none. @param {string} text */
export function objectIn(text) {
  try {
    const value = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
