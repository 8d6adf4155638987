// Finds words that are broken across lines, within a root element. Spaces and hyphens separate
// words. A word is broken if its letters are in more than one row.
const root = arguments[0] ?? document.body;
const objections = [];
// Whether an element is only for screen readers.
const isHidden = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || getComputedStyle(one).opacity === "0" || isHidden(one.parentElement));
const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
for (let text = texts.nextNode(); text; text = texts.nextNode()) {
  const within = text.parentElement;
  if (!within?.checkVisibility() || within.closest(".skip, script, style, pre") || isHidden(within)) continue;
  for (const { 0: word, index } of text.data.matchAll(/[^\s\u2010-\u2015/-]+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const rows = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom / 4)));
    if (rows.size > 1) objections.push(`${within.tagName.toLowerCase()} “${word}” is broken`);
  }
}
const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
if (wide > 0) objections.push(`the page scrolls sideways by ${wide}`);
return [...new Set(objections)];
