// Finds faults of the layout: a page that scrolls sideways, overlapping controls, controls that are
// always covered or too small for a finger, and text that is cut off.
const objections = [];
const nameOf = (one) => {
  const kind = typeof one.className === "string" && one.className ? `.${one.className.replaceAll(" ", ".")}` : "";
  return `${one.tagName.toLowerCase()}${kind} “${(one.getAttribute("aria-label") ?? one.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 40)}”`;
};
const isSeen = (one) => {
  const { width, height } = one.getBoundingClientRect();
  return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
};
const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
if (wide > 0) objections.push(`the page scrolls sideways by ${wide}`);

// A dialog makes the rest of the page inert.
const root = document.querySelector("dialog[open]") ?? document.body;
const hidden = ".unseen, .skip, .unseen *";
const controls = [...root.querySelectorAll("a[href], button, input, select, textarea, summary")].filter((one) => isSeen(one) && !one.matches(hidden) && !one.disabled);
// Sticky parts may cover what scrolls below them, so they are not compared with other controls.
const inSight = (one) => one.closest(".strip, .bar, .toasts, .toast, .dialog-head, .bottom, .head, .tabs, .scroller th");
const boxes = controls.filter((one) => !inSight(one)).flatMap((one) => [...one.getClientRects()].map((box) => [one, box]));
boxes.forEach(([one, a], at) => {
  for (const [other, b] of boxes.slice(at + 1)) {
    if (one === other || one.contains(other) || other.contains(one) || one.closest("label")?.contains(other)) continue;
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1.5 && down > 1.5) objections.push(`${nameOf(one)} and ${nameOf(other)} overlap by ${across.toFixed()} × ${down.toFixed()}`);
  }
});
for (const one of controls) {
  one.scrollIntoView({ block: "center", inline: "center" });
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (top + bottom) / 2];
  const found = document.elementFromPoint(x, y);
  const label = one.closest("label");
  if (!found || !(one.contains(found) || found.contains(one) || label?.contains(found))) objections.push(`${nameOf(one)} is covered by ${found ? nameOf(found) : "an invisible element"}`);
  if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).textOverflow !== "ellipsis" && !one.matches("input, select, textarea")) {
    objections.push(`${nameOf(one)} is narrower than its content by ${one.scrollWidth - one.clientWidth}`);
  }
}
// A control must be at least 44 px wide and high, except for a link in a sentence.
for (const one of controls) {
  const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
  if (getComputedStyle(one).display !== "inline" && Math.min(width, height) < 43.9) objections.push(`${nameOf(one)} is small: ${width.toFixed(1)} × ${height.toFixed(1)}`);
}
scrollTo(0, 0);
for (const one of root.querySelectorAll("*")) {
  if (!isSeen(one) || one.matches(hidden) || one.closest("svg")) continue;
  const style = getComputedStyle(one);
  const { left, right } = one.getBoundingClientRect();
  const scroller = one.parentElement?.closest(".scroller");
  if (!scroller && (right > innerWidth + 1 || left < -1)) objections.push(`${nameOf(one)} is outside the window: ${left.toFixed()} to ${right.toFixed()}`);
  if (one.matches(".scroller") && one.scrollWidth > one.clientWidth + 1 && innerWidth > 500) objections.push(`${nameOf(one)} scrolls sideways`);
  const isCut = style.overflowX === "hidden" && style.textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1
    || style.overflowY === "hidden" && one.scrollHeight > one.clientHeight + 2 && style.webkitLineClamp === "none";
  if (isCut && one.clientHeight > 0) objections.push(`${nameOf(one)} is cut`);
}
// A heading that is too narrow breaks its words and is not cut off, so count its lines.
for (const one of root.querySelectorAll("h1, h2, h3, .head-title > span")) {
  if (!isSeen(one) || one.matches(hidden) || getComputedStyle(one.parentElement).clipPath !== "none") continue;
  const rows = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).flatMap((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  });
  const lines = new Set(rows.map(({ bottom }) => Math.round(bottom))).size;
  if (lines > one.textContent.trim().split(/[\s-]+/).length) objections.push(`${nameOf(one)} is broken inside a word`);
}
return [...new Set(objections)].slice(0, 12);
