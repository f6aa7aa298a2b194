/** Everything without a mouse. */

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { LETTER } from "./letter.mjs";
import { decide, mark, open, review, serve, textFile } from "./harness.mjs";

let server;
before(async () => {
  server = await serve();
});

const text = (page) => page.locator("#text").innerText();

/** Goes on with the tabulator until something has the focus. */
async function tabTo(page, selector) {
  for (let step = 0; step < 60; step++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tabulator does not reach ${selector}`);
}

/** Goes on to the next mention until it is that of some words. */
async function goTo(page, words) {
  for (let step = 0; step < 40; step++) {
    const at = page.locator("#text mark.current").first();
    if ((await at.count()) > 0 && (await at.innerText()).includes(words)) return;
    await page.keyboard.press("n");
  }
  assert.fail("it is not among the mentions");
}

test("a text is written, reviewed, undone and marked as reviewed with keys alone", async () => {
  const page = await open(server);
  await page.waitForSelector("#option-policy option[value=hipaa]", { state: "attached" });
  await tabTo(page, "#paste");
  await page.keyboard.insertText(LETTER);
  await tabTo(page, ".paste button");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#text mark");

  // Views by their numbers, and by arrows on the row of tabs.
  await page.keyboard.press("1");
  await page.waitForSelector('#tab-identify[aria-selected="true"]');
  await tabTo(page, "#tab-identify");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('#tab-classify[aria-selected="true"]');
  assert.ok(await page.evaluate(() => document.activeElement.id === "tab-classify"));

  // A mention: the next one, its category by letter, kept, undone, done again.
  await goTo(page, "Harrowdale");
  await decide(page, () => page.keyboard.press("Shift+O"));
  assert.equal(await mark(page, "Harrowdale").getAttribute("data-letter"), "O");
  await decide(page, () => page.keyboard.press("k"));
  assert.match(await mark(page, "Harrowdale").getAttribute("class"), /is-kept/);
  await decide(page, () => page.keyboard.press("Control+z"), "/undo");
  assert.doesNotMatch(await mark(page, "Harrowdale").getAttribute("class"), /is-kept/);
  await decide(page, () => page.keyboard.press("Control+y"), "/redo");
  assert.match(await mark(page, "Harrowdale").getAttribute("class"), /is-kept/);
  await decide(page, () => page.keyboard.press("m"));

  // Its borders, its replacement, and another pseudonym.
  await goTo(page, "Ines Farrow");
  await decide(page, () => page.keyboard.press("["));
  assert.equal(await page.innerText(".quote"), "daughter Ines Farrow");
  await decide(page, () => page.keyboard.press("{"));
  await page.keyboard.press("e");
  await page.keyboard.type("a relative");
  await decide(page, () => page.keyboard.press("Enter"));
  await tabTo(page, "#redraw");
  await decide(page, () => page.keyboard.press("Enter"));
  await page.keyboard.press("3");
  await page.waitForSelector('#tab-mask[aria-selected="true"]');
  assert.match(await text(page), /His daughter a relative/);

  // Words that were missed: stepped to, extended, and given a letter.
  await page.keyboard.press("2");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type("amlodipine");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => document.getSelection().toString() === "amlodipine for");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForFunction(() => document.getSelection().toString() === "amlodipine");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.getSelection().toString() === "for");
  await page.keyboard.press("ArrowLeft");
  await decide(page, () => page.keyboard.press("Shift+H"));
  assert.equal(await mark(page, "amlodipine").getAttribute("data-letter"), "H");

  await tabTo(page, "#reviewed");
  await decide(page, () => page.keyboard.press("Enter"));
  assert.equal(await page.getAttribute("#reviewed", "aria-pressed"), "true");
  assert.ok(await page.evaluate(() => document.activeElement.id === "reviewed"), "the focus stays where it was");
  assert.deepEqual(page.defects, []);
  await page.context().close();
});

test("the queue is answered with one key each, until nothing is left", async () => {
  const page = await open(server);
  await review(page, textFile("letter.txt", LETTER));
  const left = async () => Number(await page.innerText("#panel-tab-queue .badge"));
  const first = await left();
  assert.ok(first >= 2, `${first}`);
  await page.keyboard.press("d");
  await page.waitForSelector('#panel-tab-queue[aria-selected="true"]');
  const keys = ["r", "Shift+Q", "a"];
  for (let answered = 0; (await left()) > 0; answered++) {
    assert.ok(answered < 30);
    const before = await left();
    await decide(page, () => page.keyboard.press(keys[answered % keys.length]));
    assert.ok((await left()) < before);
  }
  await page.locator("#panel-body", { hasText: "Nothing doubtful is left" }).waitFor();
  assert.deepEqual(page.defects, []);
  await page.context().close();
});

test("the help lists every key, and single keys can be turned off", async () => {
  const page = await open(server);
  await review(page, textFile("letter.txt", LETTER));
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  assert.ok((await page.locator("dialog kbd").count()) > 40);
  await tabTo(page, "#single-keys");
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.keyboard.press("1");
  await page.keyboard.press("n");
  assert.equal(await page.getAttribute("#tab-classify", "aria-selected"), "true");
  assert.equal(await page.locator("#text mark.current").count(), 0);
  assert.deepEqual(page.defects, []);
  await page.context().close();
});

test("what happens is said to those who do not see it", async () => {
  const page = await open(server);
  await review(page, textFile("letter.txt", LETTER));
  assert.equal(await page.getAttribute("#said", "aria-live"), "polite");
  const label = await mark(page, "Tobias Quell").getAttribute("aria-label");
  assert.match(label, /Tobias Quell: .*(patient|person).*, hidden/);
  await page.keyboard.press("n");
  await decide(page, () => page.keyboard.press("k"));
  await page.locator("#said", { hasText: /place/ }).waitFor();
  await page.context().close();
});
