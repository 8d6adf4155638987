// Building the page: elements with text, never with markup from a string.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("button", { class: "main", onclick }, "Save")`. Children may nest in lists; null and false are left out. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for the elements of a drawing. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else if (name === "checked") node.checked = Boolean(value);
    else if (typeof value === "boolean" && !name.startsWith("aria-")) node.toggleAttribute(name, value);
    else node.setAttribute(name, String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/** Puts other children into a node. */
export function put(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** Listens until the signal is aborted (a screen's `signal` is, when it is left). */
export function on(target, type, listener, signal) {
  target.addEventListener(type, listener, { signal });
}

let ids = 0;
/** An id that nothing else on the page has. */
export function fresh(stem = "i") {
  ids += 1;
  return `${stem}-${ids}`;
}

let silence;
/** Says something to a screen reader; what was said does not stay to be found later. */
export function announce(text) {
  const said = document.getElementById("said");
  if (!said) return;
  clearTimeout(silence);
  said.textContent = said.textContent === text ? `${text}\u00a0` : text;
  silence = setTimeout(() => said.replaceChildren(), 2000);
}

/** Puts the focus where a reader should go on: a heading takes it without being a control. */
export function focusOn(node) {
  if (!node) return;
  if (!node.matches("a, button, input, select, textarea, [tabindex]")) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

/** Redraws `host` with what `draw` returns, and gives the focus back to the control of the same `data-key`. */
export function redraw(host, ...children) {
  const held = document.activeElement;
  const key = host.contains(held) ? held.dataset.key : undefined;
  put(host, ...children);
  if (key) host.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** The arrow keys walk over the buttons of a group, as in any list of choices. */
export function roving(group, selector = "button") {
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = [...group.querySelectorAll(selector)].filter((one) => !one.disabled);
    const at = all.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length].focus();
  });
  return group;
}
