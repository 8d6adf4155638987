// "Who won this trick?", for one trick or a whole hand: the cards in the order of play, each with its ruling.

import { cardFace, cardText, deckOf, partsOf } from "../game/deck.js";
import { h } from "../ui/dom.js";
import { suit as suitLabel, who } from "../ui/marks.js";
import { button } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { cardPicker, draftWithSetting, isSet, needsSetting, playerChoice, settingControls, wordChoice } from "./inputs.js";
import { outcomePanel, panel, verdict } from "./panel.js";

/** The code of the card for which a suit is named when it is led. */
const JOKER = "joker";

/** The panel of a single trick, or of all tricks of a hand. @param {RulingContext} context */
export function play(context) {
  const isWhole = context.question === "play";
  /** @type {PlayDraft} */
  const start = draftWithSetting(context, { tricks: [[]], hands: {} });
  /** For each card of the trick, a text with the condition that would make it a revoke. @type {(string | undefined)[]} */
  let doubts = [];
  return panel(context, start, (draft) => questionOf(context, draft, isWhole), (draft, rulings, change, { notice, missing }) => {
    const table = { context, draft, rulings, change, isWhole, doubts };
    return [
      settingControls(context, draft, change, missing),
      draft.tricks.map((_, trick) => trickList(table, trick)),
      // Some rulings are about the cards that players hold, not about a card of a trick.
      rulings?.rulings.filter(({ index, trick }) => index === undefined || (isWhole && trick === undefined)).map((ruling) => verdict(ruling, context)),
      notice,
      winnerPanel(table),
      nextCard(table),
      knownHands(table),
      takingBack(table),
    ];
  }, async (draft, ask) => { doubts = isWhole ? [] : await faultsOf(context, draft, ask); });
}

/**
 * For each card that does not follow suit: asks whether it would be a revoke if its player, whose other cards are
 * unknown, held the suit led.
 * @param {RulingContext} context
 * @param {PlayDraft} draft
 * @param {FormParts["adjudicate"]} ask
 */
function faultsOf({ game }, { tricks: [cards], hands }, ask) {
  const [led, ...suits] = cards.map(({ card, suit }) => suit ?? partsOf(game.id, card).suit);
  const other = deckOf(game.id).find(({ suit }) => suit === led)?.cards.find(({ card }) => cards.every((played) => played.card !== card));
  return Promise.all([undefined, ...suits].map(async (suit, at) => {
    if (at === 0 || suit === led || !led || !other || hands[cards[at].player]?.length) return undefined;
    const { player, card } = cards[at];
    const answer = await ask({ hands: { ...hands, [player]: [card, other.card] } });
    const isRevoke = answer.ok && answer.body.rulings.some(({ index, legal }) => index === at && !legal);
    return isRevoke ? t("rule.legal-unless", { player, suit: led }) : undefined;
  }));
}

/** @param {RulingContext} context @param {PlayDraft} draft @param {boolean} isWhole */
function questionOf(context, { dealer, tricks, hands, setting }, isWhole) {
  if (!isSet(context, setting)) return undefined;
  const withSetting = needsSetting(context) || Object.keys(setting).length > 0;
  // The cards that a player has played belong to the player's hand, too.
  const played = (/** @type {string} */ player) => tricks.flat().filter((one) => one.player === player).map(({ card }) => card);
  const known = Object.fromEntries(Object.entries(hands).filter(([, cards]) => cards.length > 0).map(([player, cards]) => [player, [...new Set([...cards, ...played(player)])]]));
  const common = { dealer, hands: known, ...(withSetting && { setting }) };
  if (isWhole) return { question: "play", tricks: tricks.filter((cards) => cards.length > 0), ...common };
  return { question: "trick", cards: tricks[0], ...common };
}

/** The cards of a trick, each with its ruling. @param {TrickTable} table @param {number} trick */
function trickList({ context, draft, rulings, change, isWhole, doubts }, trick) {
  const cards = draft.tricks[trick];
  if (cards.length === 0) return null;
  const rulingOf = (/** @type {number} */ index) => rulings?.rulings.find((ruling) => ruling.index === index && (ruling.trick ?? (isWhole ? 0 : 1)) === trick + 1);
  return h("section", { class: "stack tight" },
    h("h2", {}, isWhole ? t("rule.trick", { trick: trick + 1 }) : t("rule.cards")),
    h("ol", { class: "list rulings" }, cards.map((played, index) => h("li", {},
      h("p", { class: "spread" }, context.who(played.player), h("strong", {}, cardFace(context.game.id, played.card), played.suit && [" ", suitLabel(played.suit)])),
      played.card === JOKER && index === 0 && suitOfJoker(context, draft, change, trick),
      verdict(rulingOf(index), context, doubts[index])))));
}

/** @param {RulingContext} context @param {PlayDraft} draft @param {(more: Partial<PlayDraft>) => void} change @param {number} trick */
function suitOfJoker(context, { tricks }, change, trick) {
  const field = context.form.find(({ name }) => ["tricks", "cards"].includes(name));
  const fields = field?.of?.fields ?? field?.of?.of?.fields ?? [];
  const words = fields.find(({ name }) => name === "suit")?.words ?? [];
  const [joker, ...others] = tricks[trick];
  return wordChoice({
    label: t("rule.joker-suit"), name: `joker/${trick}`, field: "suit", words, value: joker.suit,
    onpick: (suit) => change({ tricks: tricks.with(trick, [{ ...joker, suit }, ...others]) }),
  });
}

/** The panel with the winner of the trick, or with each player's number of tricks. @param {TrickTable} table */
function winnerPanel({ context, draft, rulings, isWhole }) {
  if (!rulings || draft.tricks[0].length === 0) return null;
  const { outcome } = rulings;
  if (isWhole) {
    return outcomePanel(Object.entries(outcome.tricks ?? {}).map(([player, tricks]) =>
      h("p", { class: "spread" }, who(context.players, player), h("strong", {}, t("rule.tricks", { tricks })))));
  }
  if (!outcome.winner) return null;
  const text = t(outcome.complete ? "rule.wins" : "rule.lies-highest", { player: outcome.winner, card: cardText(context.game.id, outcome.card) });
  return outcomePanel(h("p", {}, h("strong", {}, text)));
}

/** The choice of the next player. By default, it is the player in the service's answer, or else the next seat. @param {TrickTable} table @param {boolean} isFull whether the last trick is complete */
function nextPlayer({ context, draft, rulings }, isFull) {
  if (draft.player) return draft.player;
  const last = draft.tricks.at(-1)?.at(-1);
  const turn = rulings?.next[0]?.player;
  if (!last) return turn;
  if (isFull || context.question === "trick") return turn ?? seatAfter(context.players, last.player);
  const playing = Object.keys(rulings?.outcome.tricks ?? {});
  return seatAfter(context.players.filter((player) => playing.length === 0 || playing.includes(player)), last.player);
}

/** @param {string[]} players @param {string} player */
function seatAfter(players, player) {
  return players[(players.indexOf(player) + 1) % players.length];
}

/** The picker for the next card of the trick. @param {TrickTable} table */
function nextCard(table) {
  const { context, draft, rulings, change, isWhole } = table;
  if (!isWhole && rulings?.outcome.complete) return null;
  const last = draft.tricks.at(-1) ?? [];
  const size = Object.keys(rulings?.outcome.tricks ?? {}).length;
  const isFull = isWhole && size > 0 && last.length >= size;
  const player = nextPlayer(table, isFull);
  const add = (/** @type {string} */ card) => {
    if (!player) return;
    const played = { player, card };
    change({ tricks: isFull ? [...draft.tricks, [played]] : [...draft.tricks.slice(0, -1), [...last, played]], player: undefined });
  };
  const turn = rulings?.next[0];
  const may = turn?.player === player ? turn?.cards : undefined;
  return h("section", { class: "stack" },
    h("h2", {}, player ? t("rule.plays", { player }) : t("rule.who-leads")),
    playerChoice(context, { label: t("rule.who"), name: "player", value: player, onpick: (picked) => change({ player: picked }) }),
    may && h("p", {}, t("rule.may-play"), " ", may.map((card) => [cardFace(context.game.id, card), " "])),
    cardPicker(context.game.id, { label: t("rule.pick-card"), name: "play", lying: draft.tricks.flat().map(({ card }) => card), onpick: add }));
}

/** The picker for the cards that a player is known to hold; the service finds the legal ones among them. @param {TrickTable} table */
function knownHands({ context, draft: { holder, hands }, change }) {
  const held = hands[holder ?? ""] ?? [];
  const toggled = (/** @type {string} */ card) => (held.includes(card) ? held.filter((one) => one !== card) : [...held, card]);
  return h("details", { open: holder !== undefined }, h("summary", {}, t("rule.holding")),
    h("div", { class: "stack" },
      h("p", { class: "small muted" }, t("rule.holding-why")),
      playerChoice(context, { label: t("rule.who"), name: "holder", value: holder, onpick: (player) => change({ holder: player }) }),
      holder && cardPicker(context.game.id, {
        label: t("rule.holds", { player: holder }), name: "held", chosen: held, onpick: (card) => change({ hands: { ...hands, [holder]: toggled(card) } }),
      })));
}

/** @param {TrickTable} table */
function takingBack({ draft: { tricks }, change, isWhole }) {
  if (tricks.flat().length === 0) return null;
  const back = () => {
    const last = tricks.at(-1) ?? [];
    const shorter = last.length > 1 ? tricks.with(-1, last.slice(0, -1)) : tricks.slice(0, -1);
    change({ tricks: shorter.length > 0 ? shorter : [[]], player: undefined });
  };
  return h("div", { class: "bar" },
    button(t("rule.card-back"), back, { key: "back" }),
    button(t(isWhole ? "rule.new-hand" : "rule.new-trick"), () => change({ tricks: [[]], player: undefined }), { key: "again" }));
}
