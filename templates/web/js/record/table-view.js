// The line of what the table wants to know of a hand, above its form, and what helps beside it, below.

import { declarerField, formOf } from "../game/forms.js";
import { h, redrawFrom } from "../ui/dom.js";
import { t } from "../ui/text.js";
import { pathOf } from "./situation.js";
import { contractsText, handsText, tableFacts } from "./table-line.js";
import { handTimer } from "./timer.js";
import { boardWorth, worthFinder, worthQuestion } from "./worth.js";

export class TableView {
  /** @param {{ store: Store, game: Game, dealer: HTMLElement, adjudicate: FormParts["adjudicate"], signal: AbortSignal }} parts who deals has a node of its own */
  constructor({ store, game, dealer, adjudicate, signal }) {
    this.store = store;
    this.game = game;
    this.title = h("h1", { class: "record-title" });
    this.hands = h("span");
    this.facts = h("span", { class: "facts" });
    this.timer = handTimer(store.id, signal);
    this.line = h("div", { class: "table-line" }, this.title, this.hands, dealer, this.facts, this.timer.node);
    this.help = h("div", { class: "table-help" });
    /** What the contract is worth, where it must be asked. @type {number | undefined} */
    this.worth = undefined;
    /** What was drawn last. @type {{ draft: HandDraft, sums: Sum[] } | undefined} */
    this.shown = undefined;
    this.findWorth = worthFinder(adjudicate, (worth) => {
      this.worth = worth;
      if (this.shown) this.draw(this.shown.draft, this.shown.sums);
    });
  }

  /** Asks what the contract of a hand is worth. @param {Hand} hand @param {string | undefined} dealer */
  ask(hand, dealer) {
    this.findWorth(worthQuestion(this.game, this.store.loaded.document, hand, { dealer, by: hand[declarerField(this.game.id)] }));
  }

  /**
   * Shows what is known of a hand; who can still win and which contracts are left stand below the form.
   * @param {HandDraft} draft
   * @param {Sum[]} sums what its amounts must add up to
   */
  draw(draft, sums) {
    this.shown = { draft, sums };
    const { number, step, hand } = draft;
    const { document: match, result } = this.store.loaded;
    const next = result.next?.hand === number ? result.next : undefined;
    const cards = next?.cards_dealt ?? sums.find(({ pointer }) => pathOf(pointer)[0] === formOf(match.game).cards_dealt)?.sum;
    const facts = tableFacts({ match, next, step, hand, cards, worth: boardWorth(hand, result) ?? this.worth });
    const title = t("record.hand", { hand: number });
    this.timer.show(number);
    redrawFrom(this.title, title, () => title);
    redrawFrom(this.hands, handsText(next), () => handsText(next));
    redrawFrom(this.facts, facts, () => facts.map((fact) => h("span", { class: "fact", dir: "auto" }, fact)));
    const help = next ? [contractsText(next, hand[declarerField(match.game)], match), (result.outlook?.text ?? []).join(" ")].filter(Boolean) : [];
    redrawFrom(this.help, help, () => help.map((line) => h("p", { class: "small muted" }, line)));
  }
}
