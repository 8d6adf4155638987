// What every question is asked with: the match as it stands, and how its players and suits look.

import { h } from "../dom.js";
import { seat } from "../marks.js";

/** The badge of a player's seat. */
export function seatOf(help, player) {
  return seat(help.players.indexOf(player), player);
}

/** A player as a choice: badge and name. */
export function whoIs(players, player) {
  return h("span", { class: "who" }, seatBadge(players.indexOf(player), player), h("span", {}, player));
}
