// A picture of how a match ended, drawn in the page: to be sent to others, or kept as a file.

import { winnersText } from "../app/frame.js";
import { formOf } from "../game/forms.js";
import { saveFile } from "../share/links.js";
import { seat, seatPath } from "../ui/marks.js";
import { gameName, lang, ordinal, points } from "../ui/text.js";

const WIDTH = 1080;
const HEAD = 420;
const ROW = 110;
const CHART = 420;
const FOOT = 120;
const MARGIN = 72;
const PAPER = "#FBFAF6";
const INK = "#1B1C1A";
const MUTED = "#5B5E57";
const HAIR = "#DAD9D1";
/** The accent of a game that has no hue. */
const GREEN = "#1E6B50";
/** The field on which an emblem or a seat's shape is drawn. */
const EMBLEM = 24;

/** The final standings as a PNG. @param {MatchState} state of a match that is over @returns {Promise<File>} */
export async function picture({ document: match, result }) {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  const rows = HEAD + result.standings.length * ROW;
  const hasChart = result.hands.length > 1;
  canvas.height = rows + (hasChart ? CHART : 0) + FOOT;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const hue = formOf(match.game).look?.light ?? GREEN;
  head(pen, match, result, hue);
  result.standings.forEach((standing, at) => row(pen, standing, match.players.indexOf(standing.player), HEAD + at * ROW, hue));
  if (hasChart) chart(pen, match.players, result, rows + 40);
  write(pen, [match.location, dayText(match.played_on), "Overtrick"].filter(Boolean).join(" · "), MARGIN, canvas.height - 48, { size: 30, color: MUTED });
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob ?? new Blob()], `${match.game}.png`, { type: "image/png" });
}

/** Sends a picture where the phone can, else keeps it as a file; whether either was possible. @param {File} file */
export async function share(file) {
  if (file.size === 0) return false;
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return true;
  }
  saveFile(file, file.name);
  return true;
}

/** The day of a match as the language writes it; today's, where the match has none: it has just ended. @param {string | undefined} day */
function dayText(day) {
  return new Intl.DateTimeFormat(lang(), { dateStyle: "long" }).format(day ? new Date(`${day}T12:00`) : new Date());
}

/** The color of a seat by day, as the style has it. @param {number} at */
function seatColor(at) {
  const probe = seat(at, "");
  Object.assign(probe.style, { colorScheme: "light", color: "var(--seat)" });
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** @param {CanvasRenderingContext2D} pen @param {MatchDocument} match @param {Report} result @param {string} hue */
function head(pen, match, result, hue) {
  pen.fillStyle = hue;
  pen.fillRect(0, 0, WIDTH, 16);
  const emblem = formOf(match.game).look?.emblem ?? [];
  pen.save();
  pen.translate(MARGIN, 72);
  pen.scale(96 / EMBLEM, 96 / EMBLEM);
  Object.assign(pen, { strokeStyle: hue, lineWidth: 1.75, lineCap: "round", lineJoin: "round" });
  for (const path of emblem) pen.stroke(new Path2D(path));
  pen.restore();
  const left = emblem.length > 0 ? MARGIN + 128 : MARGIN;
  write(pen, gameName(match), left, 116, { size: 40, bold: true, color: hue, most: WIDTH - MARGIN - left });
  if (match.title) write(pen, match.title, left, 162, { size: 34, color: MUTED, most: WIDTH - MARGIN - left });
  write(pen, winnersText({ document: match, result }), MARGIN, 300, { size: 64, bold: true, most: WIDTH - 2 * MARGIN });
}

/** The shape of a seat, of this size around a place. @param {CanvasRenderingContext2D} pen @param {number} at @param {number} x @param {number} y @param {number} size */
function shape(pen, at, x, y, size) {
  pen.save();
  pen.translate(x - size / 2, y - size / 2);
  pen.scale(size / EMBLEM, size / EMBLEM);
  const path = seatPath(at);
  Object.assign(pen, { fillStyle: PAPER, strokeStyle: seatColor(at), lineWidth: 2.5 });
  pen.fill(path);
  pen.stroke(path);
  pen.restore();
}

/**
 * How the totals went, a line for each seat with its shape at the end.
 * @param {CanvasRenderingContext2D} pen @param {string[]} players @param {Report} result @param {number} top
 */
function chart(pen, players, { hands }, top) {
  const lines = players.map((player) => [0, ...hands.map(({ totals }) => totals[player])]);
  const [least, most] = [Math.min(...lines.flat()), Math.max(1, ...lines.flat())];
  const height = CHART - 80;
  const across = (/** @type {number} */ hand) => MARGIN + hand * (WIDTH - 2 * MARGIN - 40) / hands.length;
  const up = (/** @type {number} */ total) => top + height - (total - least) * height / (most - least);
  pen.fillStyle = HAIR;
  pen.fillRect(MARGIN, up(0), WIDTH - 2 * MARGIN, 2);
  lines.forEach((totals, at) => {
    Object.assign(pen, { strokeStyle: seatColor(at), lineWidth: 5, lineJoin: "round" });
    pen.beginPath();
    totals.forEach((total, hand) => pen.lineTo(across(hand), up(total)));
    pen.stroke();
  });
  lines.forEach((totals, at) => shape(pen, at, across(hands.length), up(totals[hands.length]), 32));
}

/** @param {CanvasRenderingContext2D} pen @param {{ rank: number, player: string, total: number }} standing @param {number} at the seat @param {number} top @param {string} hue */
function row(pen, { rank, player, total }, at, top, hue) {
  pen.fillStyle = HAIR;
  pen.fillRect(MARGIN, top, WIDTH - 2 * MARGIN, 2);
  const color = rank === 1 ? hue : INK;
  const line = top + 72;
  write(pen, ordinal(rank), MARGIN, line, { size: 36, color: MUTED });
  shape(pen, at, MARGIN + 150, top + 56, 48);
  write(pen, player, MARGIN + 200, line, { size: 48, bold: rank === 1, color, most: 510 });
  write(pen, points(total), WIDTH - MARGIN, line, { size: 56, bold: true, color, align: "right" });
}

/**
 * Writes a line; one that is too long is set smaller.
 * @param {CanvasRenderingContext2D} pen @param {string} text @param {number} x @param {number} y
 * @param {{ size: number, bold?: boolean, color?: string, align?: CanvasTextAlign, most?: number }} look
 */
function write(pen, text, x, y, { size, bold = false, color = INK, align = "left", most }) {
  const set = (/** @type {number} */ pixels) => { pen.font = `${bold ? 700 : 400} ${pixels}px "Noto Sans", system-ui, sans-serif`; };
  set(size);
  const width = pen.measureText(text).width;
  if (most && width > most) set(Math.max(24, Math.floor(size * most / width)));
  pen.fillStyle = color;
  pen.textAlign = align;
  pen.fillText(text, x, y, most);
}
