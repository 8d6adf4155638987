// The script of the rules pages: searches the sections, and applies the theme that was chosen in the app.

/** The words of a text, in lower case and without accents. @param {string} text */
function wordsOf(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether each of `words` is the beginning of a word in `among`. @param {string[]} words @param {string[]} among */
function allIn(words, among) {
  return words.every((word) => among.some((other) => other.startsWith(word)));
}

/**
 * The elements that match a selector.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
function all(root, selector) {
  return [...root.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement);
}

/** @param {HTMLElement} section */
function indexed(section) {
  return {
    section,
    list: all(section, ".questions").at(0),
    questions: all(section, ".questions li").map((node) => ({ node, words: wordsOf(node.textContent ?? "") })),
    words: wordsOf(section.textContent ?? ""),
  };
}

/**
 * @param {HTMLElement} form
 * @param {HTMLInputElement} input
 * @param {HTMLElement} output
 */
function start(form, input, output) {
  const sections = all(document, "section.found-in").map(indexed);
  const others = all(document, "#introduction, .contents, #clauses, .onward");
  const find = () => {
    const words = wordsOf(input.value);
    const asked = words.length === 0 ? [] : sections.filter(({ questions }) => questions.some((question) => allIn(words, question.words)));
    const matching = sections.filter((one) => allIn(words, one.words));
    // If several words match a question, show only the sections that answer it.
    const found = asked.length > 0 && words.length > 1 ? asked : matching;
    for (const { section, list, questions } of sections) {
      section.classList.toggle("not-found", !found.some((one) => one.section === section));
      if (!list) continue;
      for (const { node, words: own } of questions) node.hidden = words.length === 0 || !allIn(words, own);
      list.hidden = questions.every(({ node }) => node.hidden);
    }
    for (const other of others) other.classList.toggle("not-found", words.length > 0);
    if (words.length === 0) output.textContent = "";
    else output.textContent = found.length > 0 ? `${form.dataset.found} ${found.length}` : form.dataset.nothing ?? "";
  };
  form.hidden = false;
  input.value ||= new URLSearchParams(location.search).get("q") ?? "";
  input.addEventListener("input", find);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    find();
  });
  // A click on a link within the page ends the search.
  addEventListener("hashchange", () => {
    input.value = "";
    find();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });
  if (input.value) find();
}

try {
  const { theme, text } = JSON.parse(localStorage.getItem("overtrick/settings") ?? "{}");
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
  if (text) document.documentElement.dataset.text = text;
} catch {
  // Without storage, the page has the theme of the system.
}
const [form, input, output] = ["find", "query", "found"].map((id) => document.getElementById(id));
if (form && output && input instanceof HTMLInputElement) start(form, input, output);
