/** What needs no browser: the tables of words, the words of a text, how a text is cut, and what all of it weighs. */

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import assert from "node:assert/strict";
import { ROOT } from "./harness.mjs";
import { ENGLISH } from "../../web/strings/en.js";
import { SPANISH } from "../../web/strings/es.js";
import { FAMILIES, look } from "../../web/categories.js";
import { COMMANDS } from "../../web/keys.js";
import { withRows } from "../../web/tables.js";
import { cut, gather } from "../../web/stretches.js";
import { firstAfter } from "../../web/text_window.js";
import { moved, wordAfter, wordBefore } from "../../web/words.js";

const WEB = join(ROOT, "web");
const files = readdirSync(WEB, { recursive: true }).map(String).filter((name) => statSync(join(WEB, name)).isFile());
const read = (name) => readFileSync(join(WEB, name), "utf8");

test("both languages have all words, with the same values in them", () => {
  assert.deepEqual(Object.keys(SPANISH).sort(), Object.keys(ENGLISH).sort());
  const values = (words) => [...words.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort().join();
  for (const [key, words] of Object.entries(ENGLISH)) {
    assert.ok(words.trim() !== "" && SPANISH[key].trim() !== "", key);
    assert.equal(values(SPANISH[key]), values(words), key);
  }
});

test("every word that the page asks for is there, and none is there for nothing", () => {
  const source = files.filter((name) => name.endsWith(".js") && !name.startsWith("strings")).map(read).join("\n");
  const prefixes = ["category.", "step.", "problem.", "view.", "panel.", "who."];
  for (const [, key] of source.matchAll(/\bt\("([\w.-]+)"/g)) assert.ok(key in ENGLISH, key);
  for (const key of Object.keys(ENGLISH)) {
    const name = key.replace(/_one$/, "");
    assert.ok(source.includes(`"${name}"`) || prefixes.some((prefix) => name.startsWith(prefix)), key);
  }
});

test("every category of the program has a name in both languages and a letter of its own", () => {
  const paths = [...readFileSync(join(ROOT, "assets/categories.toml"), "utf8").matchAll(/^path = "(.*)"$/gm)].map((found) => found[1]);
  assert.ok(paths.length > 50);
  for (const path of paths) {
    assert.ok(`category.${path}` in ENGLISH, path);
    assert.ok(FAMILIES.includes(path.split("/")[0]), path);
  }
  const letters = FAMILIES.map((family) => look(family).letter);
  assert.equal(new Set(letters).size, letters.length);
});

test("no key does two things", () => {
  const keys = COMMANDS.flatMap((command) => command.keys);
  assert.equal(new Set(keys).size, keys.length);
});

test("what the page weighs, compressed, is far below 300 kB", () => {
  const weight = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(WEB, name))).length, 0);
  assert.ok(weight < 90_000, `${weight} bytes`);
});

test("no page asks for anything of elsewhere, and no script or style stands in the page itself", () => {
  for (const name of files) {
    const elsewhere = [...read(name).matchAll(/https?:\/\/[^\s"'`)]+/g)].map((found) => found[0]).filter((address) => !address.startsWith("http://www.w3.org/"));
    assert.deepEqual(elsewhere, [], name);
  }
  assert.doesNotMatch(read("index.html"), /<style|style=|\son\w+=|<script(?![^>]*src)/);
});

test("a text is cut into pieces that hold all of it but blanks between blocks", () => {
  const text = `Heading\n\n${"word ".repeat(3000)}\nend 😀${"x".repeat(9000)}`;
  const pieces = cut(text, [{ start: 0, end: 7, kind: "heading" }, { start: 9, end: 15_009, kind: "paragraph" }]);
  let at = 0;
  for (const piece of pieces) {
    assert.equal(text.slice(at, piece.start).trim(), "");
    assert.ok(piece.end > piece.start && piece.end - piece.start <= 4001);
    assert.doesNotMatch(text.charAt(piece.start), /[\uDC00-\uDFFF]/);
    at = piece.end;
  }
  assert.equal(at, text.length);
  assert.equal(gather(pieces).flat().length, pieces.length);
});

test("a row of a table is in one stretch", () => {
  const cells = [];
  for (let row = 0; row < 400; row++) for (let column = 0; column < 5; column++) {
    const start = (row * 5 + column) * 20;
    cells.push({ start, end: start + 19, row, column });
  }
  for (const own of gather(cells)) assert.equal(own.length % 5, 0);
});

test("cells that tell their columns alone are put into rows, and empty ones leave their place", () => {
  const text = "id\nname\nP1\nAnn\nP2\nBea\nCy\nend";
  const at = (kind, words, label) => ({ kind, start: text.indexOf(words), end: text.indexOf(words) + words.length, label });
  const blocks = withRows([
    at("header", "id"), at("header", "name"), at("cell", "P1", "id"), at("cell", "Ann", "name"), at("cell", "P2", "id"),
    at("cell", "Bea", "name"), at("cell", "Cy", "name"), at("paragraph", "end"),
  ], text);
  assert.deepEqual(blocks.map((block) => [block.row, block.column]),
    [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1], [3, 1], [undefined, undefined]]);
});

test("a first row of which later cells tell as their columns is a row of headers", () => {
  const text = "Born\nPhone\n1961\n077\nend";
  const at = (words, label) => ({ kind: "cell", start: text.indexOf(words), end: text.indexOf(words) + words.length, label });
  const blocks = withRows([at("Born"), at("Phone"), at("1961", "Born"), at("077", "Phone")], text);
  assert.deepEqual(blocks.map((block) => [block.kind, block.row, block.column]),
    [["header", 0, 0], ["header", 0, 1], ["cell", 1, 0], ["cell", 1, 1]]);
});

test("the first mark after an offset is found", () => {
  const marks = [{ start: 0, end: 4, id: "0" }, { start: 6, end: 9, id: "1" }];
  assert.deepEqual([0, 3, 4, 8, 9].map((offset) => firstAfter(marks, offset)), [0, 0, 1, 1, 2]);
});

test("words are stepped over whole, in any letters", () => {
  const text = "Call  Ann O’Neill-Ruiz, niña Íñigo.";
  const at = (range) => range && text.slice(range.start, range.end);
  assert.equal(at(wordAfter(text, 4)), "Ann");
  assert.equal(at(wordAfter(text, 9)), "O’Neill-Ruiz");
  assert.equal(at(wordBefore(text, text.length)), "Íñigo");
  assert.equal(wordBefore(text, 0), null);
  assert.equal(wordAfter(text, text.length - 1), null);
});

test("borders move by words, and by characters where there is one word only", () => {
  const text = "Dr Ann Lee of York";
  const range = { start: 3, end: 10 };
  const at = (way, from = range) => {
    const now = moved(text, from, way);
    return now && text.slice(now.start, now.end);
  };
  assert.equal(at("widen-left"), "Dr Ann Lee");
  assert.equal(at("widen-right"), "Ann Lee of");
  assert.equal(at("narrow-left"), "Lee");
  assert.equal(at("narrow-right"), "Ann");
  assert.equal(at("narrow-left", { start: 3, end: 6 }), "nn");
  assert.equal(at("narrow-right", { start: 3, end: 4 }), null);
  assert.equal(at("widen-left", { start: 0, end: 2 }), null);
});
