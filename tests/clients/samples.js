// Writes the samples of the games as TypeScript, so that the compiler checks their fields and values.
//
//     node samples.js FOLDER_OF_GAMES FOLDER_TO_WRITE
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const [games, folder] = process.argv.slice(2);
const types = {
  "hey-api": 'import type { Hand, MatchDocument } from "../hey-api";',
};
const files = fs.readdirSync(games).map((game) => path.join(games, game, "sample.json")).filter(fs.existsSync);
const samples = files.sort().map((file) => {
  const whole = JSON.parse(fs.readFileSync(file, "utf8"));
  const { adjustments, finished, ...opening } = whole;
  return { whole, opening: { ...opening, hands: [] }, hands: whole.hands };
});
fs.mkdirSync(folder, { recursive: true });
for (const [name, imports] of Object.entries(types)) {
  const kind = "{ whole: MatchDocument; opening: MatchDocument; hands: Hand[] }";
  const text = `${imports}\nexport const samples: ${kind}[] = ${JSON.stringify(samples, null, 1)};\n`;
  fs.writeFileSync(path.join(folder, `${name}.ts`), text);
}
