/** A long text in a real browser: what is near is there, what is far away is not, and offsets stay true. */

import { test } from "node:test";
import assert from "node:assert/strict";
import { open, serve } from "./harness.mjs";

/** A text of lines with a mark in each, shown in a window of its own, which later calls find again. */
async function shown(page, lines) {
  return page.evaluate(async (count) => {
    const { TextWindow } = await import("/page/text_window.js");
    const parts = [];
    const marks = [];
    const blocks = [];
    let at = 0;
    for (let line = 0; line < count; line++) {
      const words = `On line ${line} stands Ann Lee 😀 of Harrowdale, who came with some other words that fill it.`;
      const mark = at + words.indexOf("Ann Lee");
      marks.push({ start: mark, end: mark + 7, id: String(line) });
      blocks.push({ start: at, end: at + words.length, kind: "paragraph" });
      parts.push(words);
      at += words.length + 1;
    }
    const root = document.createElement("div");
    root.className = "text";
    root.style.height = "600px";
    root.tabIndex = 0;
    document.querySelector("#main").replaceChildren(root);
    const shown = new TextWindow(root, (mark) => ({ className: "m", letter: "P", label: `mark ${mark.id}` }));
    shown.show(parts.join("\n"), blocks, marks);
    globalThis.shown = shown;
    globalThis.marks = marks;
    return { ...shown.stretches, units: shown.text.length };
  }, lines);
}

test("ten thousand marks are shown with elements for what is near alone", async () => {
  const page = await open(await serve());
  const first = await shown(page, 10_000);
  assert.ok(first.units > 900_000 && first.all > 300, JSON.stringify(first));
  // In the middle the words are there, with all the rest still away.
  await page.evaluate(() => globalThis.shown.reveal(globalThis.marks[5000].start));
  await page.waitForSelector('mark[data-id="5000"]');
  await page.waitForFunction(() => globalThis.shown.stretches.filled < 12);
  const where = await page.locator('mark[data-id="5000"]').boundingBox();
  assert.ok(where.y > 0 && where.y < 860, JSON.stringify(where));
  assert.ok((await page.locator("mark").count()) < 500);
  assert.deepEqual(page.defects, []);
});

test("a text of 2,000 pages is scrolled to its end and back", async () => {
  const page = await open(await serve());
  const first = await shown(page, 44_000);
  assert.ok(first.units > 4_000_000);
  await page.evaluate(() => globalThis.shown.reveal(globalThis.shown.text.length - 1));
  await page.waitForSelector('mark[data-id="43999"]');
  await page.evaluate(() => globalThis.shown.scrollTop(globalThis.marks[20_000].start));
  await page.waitForSelector('mark[data-id="20000"]');
  const top = await page.evaluate(() => globalThis.shown.topOffset());
  const wanted = await page.evaluate(() => globalThis.marks[20_000].start);
  assert.ok(Math.abs(top - wanted) < 200, `${top} for ${wanted}`);
  await page.evaluate(() => globalThis.shown.reveal(0));
  await page.waitForSelector('mark[data-id="0"]');
});

test("what is selected is told in units of the text, whatever stands between", async () => {
  const page = await open(await serve());
  await shown(page, 50);
  const told = await page.evaluate(() => {
    const { shown, marks } = globalThis;
    const text = shown.text;
    const round = (start, end) => {
      shown.select(start, end);
      const range = shown.selection();
      return range && text.slice(range.start, range.end) === text.slice(start, end).trim();
    };
    const first = marks[3].start;
    return [
      round(first, first + 7), round(first - 8, first + 3), round(first + 2, first + 11),
      // Over the end of a block into the next one, and with blanks at both ends.
      round(first, marks[4].end), round(first - 1, first + 8),
    ];
  });
  assert.deepEqual(told, [true, true, true, true, true]);
});

test("what stands in the place of a mark is selected whole", async () => {
  const page = await open(await serve());
  await shown(page, 5);
  const range = await page.evaluate(() => {
    const { shown, marks } = globalThis;
    shown.mark(marks, () => ({ className: "m", text: "[PERSON 1]", label: "x" }));
    const node = document.querySelector('mark[data-id="2"]').firstChild;
    document.getSelection().setBaseAndExtent(node, 2, node, 5);
    return { told: shown.selection(), mark: marks[2] };
  });
  assert.deepEqual(range.told, { start: range.mark.start, end: range.mark.end });
});
