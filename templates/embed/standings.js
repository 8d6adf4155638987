// <overtrick-standings src="https://…/matches/ID">: the live standings of a published match. The element's own contents
// are shown until the standings have loaded, or if scripts are disabled. All data of the match is inserted as text,
// never as HTML.

const sheet = new CSSStyleSheet();
// A narrow column has room only for names and points.
sheet.replaceSync([
  ":host{display:block;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;color:var(--overtrick-ink)}:host([hidden]){display:none}[part=board]{--accent:var(--overtrick-accent,var(--hue,#1e6b50));background:var(--overtrick-paper);padding:var(--overtrick-padding)}p{margin:.25em 0 .75em;color:var(--overtrick-muted);font-size:.875em}[part=heading]{font-size:1.25em;margin:0}table{width:100%;border-collapse:collapse;background:var(--overtrick-card)}th,td{padding:.5em;text-align:end;font-weight:400;white-space:nowrap;border-top:1px solid var(--overtrick-line,#8888)}",
  "thead th{border:0;font-size:.75em;color:var(--overtrick-muted)}th:nth-child(2){width:100%;text-align:start;white-space:normal}[part=frame]{container-type:inline-size}@container (max-width:18em){th,td{padding:.25em}thead{position:absolute;opacity:0}tr :nth-child(3){display:none}}",
  "td:last-child,[part=heading],[part=winners]{color:inherit;font-weight:700}[part~=leader] :is(th,td:last-child){color:var(--accent);font-weight:700}[part~=leader] td:first-child{box-shadow:inset 4px 0 var(--accent)}[part=winners]{margin:.75em 0}a{color:var(--accent);font-size:.75em}",
].join(""));

/**
 * Makes an element with children. The website can style the element by its `part`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {string | null} part
 * @param {...(Node | string)} children
 */
function make(name, part, ...children) {
  const node = document.createElement(name);
  if (part) node.setAttribute("part", part);
  node.append(...children);
  return node;
}

/** @param {number} points */
const number = (points) => {
  const size = Math.abs(points);
  return (points < 0 ? "−" : "") + (size % 1 ? `${Math.trunc(size) || ""}½` : size);
};

class Standings extends HTMLElement {
  static observedAttributes = ["src", "lang"];
  #root = this.attachShadow({ mode: "open" });
  /** @type {EventSource | undefined} */
  #stream;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #turn = 0;
  #wait = 2e3;
  // Close the stream of a hidden page: the browser may keep the page in memory, and allows few connections.
  #leave = () => {
    this.#close();
    addEventListener("pageshow", this.#back);
  };
  #back = () => this.attributeChangedCallback();

  connectedCallback() { this.#open(); }
  attributeChangedCallback() { if (this.isConnected) this.#open(); }
  disconnectedCallback() { this.#close(); }

  #close() {
    this.#turn += 1;
    this.#stream?.close();
    clearTimeout(this.#timer);
  }

  async #open() {
    this.#close();
    const turn = this.#turn;
    this.#root.adoptedStyleSheets = [sheet];
    if (!this.#root.firstChild) this.#root.append(make("slot", null));
    const again = () => {
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, 6e4);
    };
    try {
      const url = new URL(this.getAttribute("src") ?? "", document.baseURI);
      if (!/^https?:$/.test(url.protocol)) return;
      const page = url.origin + url.pathname.replace("/embed/", "/").replace(/(\.json)?\/?$/, "");
      const lang = this.lang ? `lang=${encodeURIComponent(this.lang)}` : "";
      const answer = await fetch(`${page}.json?detail=standings&${lang}`, { credentials: "omit" });
      if (turn !== this.#turn) return;
      if (answer.status === 404) this.#root.replaceChildren(make("slot", null));
      if (!answer.ok) return again();
      const board = await answer.json();
      if (turn !== this.#turn) return;
      this.#wait = 2e3;
      this.#show(board, `${page}?${lang}`);
      // Open no connection for a finished match: a browser allows few.
      if (board.status === "complete") return;
      const stream = new EventSource(`${page.replace("/matches/", "/embed/matches/")}/events?${lang}`);
      this.#stream = stream;
      stream.addEventListener("standings", ({ data }) => this.#show(JSON.parse(data), `${page}?${lang}`));
      stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) again(); };
      addEventListener("pagehide", this.#leave);
    } catch {
      if (turn === this.#turn) again();
    }
  }

  /**
   * @param {PublicBoard} board
   * @param {string} page
   */
  #show(board, page) {
    const { labels } = board;
    const rows = board.standings.map(({ rank, player, last, total }) => {
      const name = make("th", "player", player);
      name.scope = "row";
      name.dir = "auto";
      return make("tr", rank === 1 && board.hands ? "row leader" : "row", make("td", "rank", `${rank}`), name,
        make("td", "last", last === null ? "–" : (last > 0 ? "+" : "") + number(last)), make("td", "total", `${number(total)}`));
    });
    const names = [labels.place, labels.player, labels.last, labels.total].map((text) => Object.assign(make("th", "label", text), { scope: "col" }));
    const link = make("a", "link", labels.by);
    link.href = page;
    const heading = make("p", "heading", board.title ?? board.name);
    heading.dir = "auto";
    const all = make("div", "board", heading, make("p", "state", board.title ? `${board.name} · ${board.state}` : board.state),
      make("div", "frame", make("table", "table", make("thead", null, make("tr", null, ...names)), make("tbody", null, ...rows))), make("p", "winners", board.won ?? ""), link);
    if (board.hue) all.style.setProperty("--hue", `light-dark(${board.hue.light},${board.hue.dark})`);
    this.#root.replaceChildren(all);
  }
}
if (!customElements.get("overtrick-standings")) customElements.define("overtrick-standings", Standings);

// Makes each frame that embeds a match as tall as its contents.
addEventListener("message", ({ source, data }) => {
  if (data?.message !== "height" || !(data.value > 0)) return;
  /** @type {NodeListOf<HTMLIFrameElement>} */
  const frames = document.querySelectorAll('iframe[src*="/embed/matches/"]');
  for (const frame of frames) if (frame.contentWindow === source) frame.height = `${Math.min(data.value, 4e3)}`;
});
