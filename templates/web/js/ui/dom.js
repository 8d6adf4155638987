// Builds the page from elements and text, never from an HTML string.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element: `h("button", { class: "main", onclick: save }, "Save")`. A property that begins with "on" is a
 * listener. Children may be nested lists; `undefined`, `null` and `false` are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG elements. @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Props | null} [props] @param {...Child} children @returns {SVGElementTagNameMap[K]} */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Loads a style sheet. If this fails, the screen is shown without it. @param {string} href */
export function loadStyle(href) {
  return new Promise((resolve) => { document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve })); });
}

/** @template {Element} E @param {E} node @param {Props | null | undefined} props @param {Child[]} children */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") Object.assign(node, { [name]: value });
    else if (typeof value === "boolean" && !name.startsWith("aria-")) node.toggleAttribute(name, value);
    else node.setAttribute(name, String(value));
  }
  append(node, children);
  return node;
}

/** @param {Element} node @param {Child[]} children */
function append(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child !== undefined && child !== null && child !== false) node.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces the children of a node. @template {Element} E @param {E} node @param {...Child} children */
export function put(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** Replaces the children of a node, and gives the focus back to the control with the same `data-key`. @param {HTMLElement} node @param {...Child} children */
export function redraw(node, ...children) {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && node.contains(focused) ? focused.dataset.key : undefined;
  put(node, ...children);
  if (key) find(node, `[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** @type {WeakMap<HTMLElement, string>} */
const drawnFrom = new WeakMap();

/**
 * Redraws a node with the result of `draw`, unless `data` has not changed since the last time. So the focus stays while
 * other parts of the screen change.
 * @param {HTMLElement} node
 * @param {unknown} data compared as JSON
 * @param {() => Child} draw
 */
export function redrawFrom(node, data, draw) {
  const now = JSON.stringify(data);
  if (drawnFrom.get(node) === now) return;
  drawnFrom.set(node, now);
  redraw(node, draw());
}

/** Replaces the content of a node only if its text changes, so that a screen reader does not repeat the text. @param {Element} node @param {HTMLElement | null} child */
export function putText(node, child) {
  if (node.textContent !== (child?.textContent ?? "")) put(node, child);
}

/** The first HTML element that matches a selector. @param {ParentNode} root @param {string} selector @returns {HTMLElement | null} */
export function find(root, selector) {
  return root.querySelector(selector);
}

let ids = 0;
/** An id that is unique on the page. */
export function newId(stem = "i") {
  ids += 1;
  return `${stem}-${ids}`;
}

/** @type {ReturnType<typeof setTimeout>} */
let silence;

/** Makes a screen reader read a text. Removes the text after a moment. @param {string} text */
export function announce(text) {
  const host = document.getElementById("announcement");
  if (!host) return;
  clearTimeout(silence);
  host.textContent = host.textContent === text ? `${text}\u00a0` : text;
  silence = setTimeout(() => host.replaceChildren(), 2000);
}

/** Moves the focus to a node, from which a screen reader continues. It may be a heading. @param {HTMLElement | null | undefined} node */
export function focusOn(node) {
  if (!node) return;
  if (!node.matches("a, button, input, select, textarea, [tabindex]")) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}
