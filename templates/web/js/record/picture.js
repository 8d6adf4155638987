// A picture of how a match ended, drawn in the page: to be sent to others, or kept as a file.

import { winnersText } from "../app/frame.js";
import { formOf } from "../game/forms.js";
import { saveFile } from "../ui/save.js";
import { ordinal, points, word } from "../ui/text.js";

const WIDTH = 1080;
const HEAD = 420;
const ROW = 110;
const FOOT = 120;
const MARGIN = 72;
const PAPER = "#FBFAF6";
const INK = "#1B1C1A";
const MUTED = "#5B5E57";
const HAIR = "#DAD9D1";
/** The accent of a game that has no hue. */
const GREEN = "#1E6B50";
/** The field on which an emblem is drawn. */
const EMBLEM = 24;

/**
 * The final standings as a PNG.
 * @param {MatchState} state of a match that is over
 * @returns {Promise<File>}
 */
export async function picture({ document: match, result }) {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + result.standings.length * ROW + FOOT;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const hue = formOf(match.game).look?.light ?? GREEN;
  head(pen, match, result, hue);
  result.standings.forEach((standing, at) => row(pen, standing, HEAD + at * ROW, hue));
  write(pen, [match.location, match.played_on, "Overtrick"].filter(Boolean).join(" · "), MARGIN, canvas.height - 48, { size: 30, color: MUTED });
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob ?? new Blob()], `${match.game}.png`, { type: "image/png" });
}

/**
 * Sends a picture where the phone can, else keeps it as a file; whether either was possible.
 * @param {File} file
 */
export async function share(file) {
  if (file.size === 0) return false;
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return true;
  }
  saveFile(file, file.name);
  return true;
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
  write(pen, word(match.game), left, 116, { size: 40, bold: true, color: hue, most: WIDTH - MARGIN - left });
  if (match.title) write(pen, match.title, left, 162, { size: 34, color: MUTED, most: WIDTH - MARGIN - left });
  write(pen, winnersText(result), MARGIN, 300, { size: 64, bold: true, most: WIDTH - 2 * MARGIN });
}

/** @param {CanvasRenderingContext2D} pen @param {{ rank: number, player: string, total: number }} standing @param {number} top @param {string} hue */
function row(pen, { rank, player, total }, top, hue) {
  pen.fillStyle = HAIR;
  pen.fillRect(MARGIN, top, WIDTH - 2 * MARGIN, 2);
  const color = rank === 1 ? hue : INK;
  const line = top + 72;
  write(pen, ordinal(rank), MARGIN, line, { size: 36, color: MUTED });
  write(pen, player, MARGIN + 130, line, { size: 48, bold: rank === 1, color, most: 580 });
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
