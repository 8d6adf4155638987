// "Who won this trick?" and the same for a whole hand: the cards in the order played, each with its
// ruling.

import { h } from "../dom.js";
import { suit as suitWords, who } from "../marks.js";
import { say } from "../words.js";
import { cardFace, cardPicker, cardWords } from "./cards.js";
import { playerChoice } from "./fields.js";
import { choice } from "./inputs.js";
import { panel, verdict } from "./panel.js";
import { isNeeded, isSet, knownSetting, settingControls } from "./setting.js";

/** The panel of one trick, or of all tricks of a hand. */
export function play(help) {
  const whole = help.question === "play";
  const start = { dealer: help.current.dealer, tricks: [[]], hands: {}, ...help.draft, setting: { ...knownSetting(help), ...help.draft?.setting } };
  return panel(help, start, (draft) => question(help, draft, whole), (draft, answer, change, { notice, lacking }) => [
    settingControls(help, draft, change, lacking),
    !isSet(help, draft.setting) && h("p", { class: "warn" }, say("rule.first-the-hand")),
    draft.tricks.map((cards, trick) => trickList(help, draft, answer, change, { cards, trick, whole })),
    notice,
    won(help, draft, answer, whole),
    adding(help, draft, answer, change, whole),
    holding(help, draft, change),
    again(draft, change, whole),
  ]);
}

function question(help, draft, whole) {
  if (!isSet(help, draft.setting)) return undefined;
  const needsSetting = isNeeded(help) || Object.keys(draft.setting).length > 0;
  const hands = Object.fromEntries(Object.entries(draft.hands).filter(([, cards]) => cards.length > 0));
  const common = { dealer: draft.dealer, hands, ...(needsSetting && { setting: draft.setting }) };
  const [first] = draft.tricks;
  if (whole) return { question: "play", tricks: draft.tricks.filter((cards) => cards.length > 0), ...common };
  return { question: "trick", cards: first, ...common };
}

function rulingOf(answer, trick, index) {
  return answer?.rulings.find((ruling) => ruling.index === index && (ruling.trick ?? 1) === trick + 1);
}

function trickList(help, draft, answer, change, { cards, trick, whole }) {
  if (cards.length === 0) return null;
  return h("section", { class: "stack tight" },
    whole ? h("h2", {}, say("rule.trick", { trick: trick + 1 })) : h("h2", {}, say("rule.cards")),
    h("ol", { class: "list rulings" }, cards.map((played, index) => h("li", {},
      h("p", { class: "spread" }, help.who(played.player), h("strong", {}, cardFace(help, played.card), played.suit && [" ", suitWords(played.suit)])),
      played.card === "joker" && index === 0 && jokerSuit(help, draft, change, trick),
      verdict(rulingOf(answer, trick, index), help)))));
}

/** A joker that is led names a suit. */
function jokerSuit(help, draft, change, trick) {
  const field = help.form.find(({ name }) => name === (help.question === "play" ? "tricks" : "cards"));
  const fields = field.of.fields ?? field.of.of.fields;
  const { words } = fields.find(({ name }) => name === "suit");
  return choice({
    label: say("rule.joker-suit"), name: `joker/${trick}`, value: draft.tricks[trick][0].suit,
    options: words.map((id) => ({ value: id, label: suitWords(id, true) })),
    onpick: (suit) => change({ tricks: draft.tricks.map((cards, place) => (place === trick ? [{ ...cards[0], suit }, ...cards.slice(1)] : cards)) }),
  });
}

function won(help, draft, answer, whole) {
  if (!answer || draft.tricks[0].length === 0) return null;
  const { outcome } = answer;
  if (whole) {
    return h("div", { class: "panel came" }, Object.entries(outcome.tricks).map(([player, tricks]) =>
      h("p", { class: "spread" }, who(help.players, player), h("strong", {}, say("rule.tricks", { tricks })))));
  }
  if (!outcome.winner) return null;
  return h("div", { class: "panel came" }, h("p", {}, h("strong", {}, say(outcome.complete ? "rule.wins" : "rule.lies-highest", {
    player: outcome.winner, card: cardWords(help, outcome.card),
  }))));
}

/** Who plays next: who the service says, else the next seat; anyone can be picked. */
function nextPlayer(help, draft, answer, full) {
  const last = draft.tricks.at(-1);
  const turn = answer?.next[0]?.player;
  if (draft.player) return draft.player;
  if (full || last.length === 0 || help.question === "trick") return turn ?? (last.length > 0 ? seatAfter(help, last.at(-1).player) : undefined);
  return seatAfter(help, last.at(-1).player, Object.keys(answer?.outcome.tricks ?? {}));
}

function seatAfter({ players }, player, playing = []) {
  const order = players.filter((one) => playing.length === 0 || playing.includes(one));
  return order[(order.indexOf(player) + 1) % order.length];
}

function adding(help, draft, answer, change, whole) {
  if (!whole && answer?.outcome.complete) return null;
  const last = draft.tricks.at(-1);
  const size = Object.keys(answer?.outcome.tricks ?? {}).length;
  const full = whole && size > 0 && last.length >= size;
  const player = nextPlayer(help, draft, answer, full);
  const add = (card) => {
    if (!player) return;
    const before = full ? draft.tricks : draft.tricks.slice(0, -1);
    change({ tricks: [...before, [...(full ? [] : last), { player, card }]], player: undefined });
  };
  const may = answer?.next[0]?.player === player ? answer?.next[0]?.cards : undefined;
  return h("section", { class: "stack" },
    h("h2", {}, player ? say("rule.plays", { player }) : say("rule.who-leads")),
    playerChoice(help, { label: say("rule.who"), name: "player", value: player, onpick: (picked) => change({ player: picked }) }),
    may && h("p", {}, say("rule.may-play"), " ", may.map((card) => [cardFace(help, card), " "])),
    cardPicker(help, { label: say("rule.pick-card"), name: "play", lying: draft.tricks.flat().map(({ card }) => card), onpick: add }));
}

/** What a player holds, as far as it is known: then the service says what may be played. */
function holding(help, draft, change) {
  const { holder } = draft;
  const held = draft.hands[holder] ?? [];
  return h("details", { open: holder !== undefined }, h("summary", {}, say("rule.holding")),
    h("div", { class: "stack" },
      h("p", { class: "small muted" }, say("rule.holding-why")),
      playerChoice(help, { label: say("rule.who"), name: "holder", value: holder, onpick: (player) => change({ holder: player }) }),
      holder && cardPicker(help, {
        label: say("rule.holds", { player: holder }), name: "held", chosen: held,
        onpick: (card) => change({ hands: { ...draft.hands, [holder]: held.includes(card) ? held.filter((one) => one !== card) : [...held, card] } }),
      })));
}

function again(draft, change, whole) {
  if (draft.tricks.flat().length === 0) return null;
  const back = () => {
    const last = draft.tricks.at(-1);
    const shorter = last.length > 1 ? [...draft.tricks.slice(0, -1), last.slice(0, -1)] : draft.tricks.slice(0, -1);
    change({ tricks: shorter.length > 0 ? shorter : [[]], player: undefined });
  };
  return h("div", { class: "bar" },
    h("button", { type: "button", class: "button", "data-key": "back", onclick: back }, say("rule.card-back")),
    h("button", { type: "button", class: "button", "data-key": "again", onclick: () => change({ tricks: [[]], player: undefined }) }, say(whole ? "rule.new-hand" : "rule.new-trick")));
}
