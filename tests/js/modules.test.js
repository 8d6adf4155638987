// All modules of the page: each is used, imports are not circular, and no module names a game.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../templates/web/js/", import.meta.url));
const MODULES = readdirSync(ROOT, { recursive: true }).map(String).filter((name) => name.endsWith(".js")).map((name) => name.replaceAll("\\", "/"));

/** Returns the static and dynamic imports of a module. @param {string} name */
function importsOf(name) {
  const text = readFileSync(join(ROOT, name), "utf8");
  const resolved = (/** @type {RegExp} */ pattern) => [...text.matchAll(pattern)].map(([, path]) => join(dirname(name), path).replaceAll("\\", "/"));
  return { now: resolved(/^(?:import|export)[^;]* from "(\.[^"]+)";$/gm), later: resolved(/\b(?:import|new URL)\("(\.[^"]+)"[^()]*\)/g) };
}

test("every module is imported by another one, and every imported module exists", () => {
  const used = new Set(["main.js"]);
  for (const name of MODULES) {
    const { now, later } = importsOf(name);
    for (const other of [...now, ...later]) {
      assert.ok(MODULES.includes(other), `${name} imports ${other}, which does not exist`);
      used.add(other);
    }
  }
  assert.deepEqual(MODULES.filter((name) => !used.has(name)), []);
});

test("there are no circular imports", () => {
  /** @type {Set<string>} */
  const done = new Set();
  const visit = (/** @type {string} */ name, /** @type {string[]} */ path) => {
    assert.ok(!path.includes(name), `a circle of imports: ${[...path, name].join(" → ")}`);
    if (done.has(name)) return;
    for (const other of importsOf(name).now) visit(other, [...path, name]);
    done.add(name);
  };
  for (const name of MODULES) visit(name, []);
  assert.ok(done.size > 40, "the imports are found");
});

test("no file of the page names a game or its contracts", () => {
  const games = fileURLToPath(new URL("../../templates/games/", import.meta.url));
  const names = readdirSync(games).flatMap((folder) => {
    const form = readFileSync(join(games, folder, "form.toml"), "utf8");
    const contracts = [...form.matchAll(/"([a-z]+(?:-[a-z]+)+)"/g)].map(([, id]) => id);
    return [folder, folder.replaceAll("_", "-"), folder.replaceAll("_", " "), ...contracts];
  });
  assert.ok(names.length > 10, "the games are found");
  for (const folder of ["../../templates/web/", "../../templates/embed/"]) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    for (const file of readdirSync(root, { recursive: true }).map(String).filter((name) => /\.(js|css|html)$/.test(name))) {
      const text = readFileSync(join(root, file), "utf8").toLowerCase();
      for (const name of names) assert.ok(!text.includes(name), `${folder}${file} names ${name}`);
    }
  }
});
