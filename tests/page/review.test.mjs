/** What a person does with the mouse, from the dropped file to the decision, against the real program. */

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { LETTER } from "./letter.mjs";
import { choose, decide, mark, open, panel, review, select, serve, textFile, view } from "./harness.mjs";

let server;
before(async () => {
  server = await serve();
});

/** A page with the letter open. */
async function letter(options = {}) {
  const page = await open(server, options);
  return review(page, textFile("letter.txt", options.text ?? LETTER));
}

async function done(page) {
  assert.deepEqual(page.defects, []);
  await page.context().close();
}

const marks = (page, words) => page.locator("#text mark").filter({ hasText: words });
const text = (page) => page.locator("#text").innerText();

test("a file is dropped on the page, and is read", async () => {
  const page = await open(server);
  await page.waitForSelector("#option-policy option[value=hipaa]", { state: "attached" });
  const data = await page.evaluateHandle((words) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([words], "dropped.txt", { type: "text/plain" }));
    return transfer;
  }, LETTER);
  await page.dispatchEvent(".drop", "dragover", { dataTransfer: data });
  assert.match(await page.getAttribute(".drop", "class"), /over/);
  await page.dispatchEvent(".drop", "drop", { dataTransfer: data });
  await page.waitForSelector("#text mark");
  assert.equal(await page.textContent("h1"), "dropped.txt");
  await done(page);
});

test("text is pasted, and an empty one is not sent", async () => {
  const page = await open(server);
  await page.click(".paste button");
  await page.waitForSelector("#said.shown");
  await page.fill("#paste", "Call Mr Tobias Quell on 07700 900123.");
  await page.click(".paste button");
  await page.waitForSelector("#text mark");
  assert.match(await text(page), /Call Mr/);
  await done(page);
});

test("several files are read one after the other, and listed with counts and state", async () => {
  const page = await open(server);
  await page.setInputFiles("#files", [textFile("one.txt", LETTER), textFile("two.txt", "Nothing is here."), textFile("three.txt", LETTER)]);
  for (const name of ["one.txt", "two.txt", "three.txt"]) {
    await page.locator(".review-line", { hasText: name }).first().waitFor();
  }
  const line = page.locator(".review-line", { hasText: "one.txt" }).first();
  assert.match(await line.innerText(), /\d+ hidden/);
  assert.match(await line.innerText(), /doubtful/);
  assert.match(await line.innerText(), /to review/);
  await line.locator("a").click();
  await page.waitForSelector("#text mark");
  await decide(page, () => page.click("#reviewed"));
  assert.equal(await page.textContent("#state"), "reviewed");
  await page.click(".bar a");
  await page.locator(".review-line", { hasText: "reviewed" }).first().waitFor();
  page.once("dialog", (box) => box.accept());
  const before = await page.locator(".review-line").count();
  await page.locator(".review-line", { hasText: "two.txt" }).first().locator("button").click();
  await page.waitForFunction((count) => document.querySelectorAll(".review-line").length === count - 1, before);
  await done(page);
});

test("policy, quality, language and names to protect are chosen before", async () => {
  const page = await open(server);
  await page.waitForSelector("#option-policy option[value=pseudonymise]", { state: "attached" });
  await page.selectOption("#option-policy", "pseudonymise");
  assert.notEqual(await page.locator("#options .hint").first().innerText(), "");
  await page.selectOption("#option-quality", "fast");
  await page.selectOption("#option-language", "en");
  await page.fill("#option-protect", "Zylo\n");
  await review(page, textFile("letter.txt", LETTER));
  assert.match(await page.innerText("#bar"), /policy pseudonymise/);
  await mark(page, "Zylo").waitFor();
  await done(page);
});

test("each view shows what it is for", async () => {
  const page = await letter();
  await view(page, "identify");
  assert.equal(await page.locator("#text mark.plain[data-letter]").count(), 0);
  assert.ok((await page.locator("#text mark.plain").count()) > 8);
  await view(page, "classify");
  assert.equal(await mark(page, "Tobias Quell").getAttribute("data-letter"), "P");
  assert.equal(await mark(page, "04/03/1961").getAttribute("data-letter"), "D");
  await view(page, "mask");
  assert.match(await text(page), /Re: Mr \[PERSON 1\], born \[DATE 1\]/);
  await view(page, "replace");
  const replaced = await text(page);
  assert.doesNotMatch(replaced, /Tobias|\[PERSON/);
  assert.match(replaced, /Re: Mr \S+/);
  await view(page, "both");
  await page.waitForSelector("#result-text mark");
  assert.match(await page.locator("#result-text").innerText(), /\[PERSON 1\]/);
  assert.match(await text(page), /Tobias Quell/);
  await page.selectOption("#result-view", "pseudonym");
  await page.waitForFunction(() => !document.querySelector("#result-text").innerText.includes("[PERSON"));
  await done(page);
});

test("original and result scroll together", async () => {
  const page = await letter({ text: `${LETTER}\n`.repeat(40) });
  await view(page, "both");
  await page.waitForSelector("#result-text mark");
  await page.locator("#text").hover();
  await page.mouse.wheel(0, 4000);
  await page.waitForFunction(() => document.querySelector("#result-text").scrollTop > 2000);
  await page.locator("#result-text").hover();
  await page.mouse.wheel(0, -20_000);
  await page.waitForFunction(() => document.querySelector("#text").scrollTop < 40);
  await done(page);
});

test("a mention tells who found it, why and how surely", async () => {
  const page = await letter();
  await choose(page, "Tobias Quell");
  const told = await page.innerText("#panel-body");
  assert.match(told, /patient|person/);
  assert.match(told, /en\//);
  assert.match(told, /%/);
  await done(page);
});

test("words are selected and become a category, here or wherever they stand", async () => {
  const page = await letter();
  await select(page, "joiner");
  await page.click("#scope-place");
  await decide(page, () => page.click("#add-profession"));
  assert.equal(await mark(page, "joiner").getAttribute("data-letter"), "R");
  await select(page, "Zylo");
  await page.click("#scope-entity");
  await decide(page, () => page.selectOption("#exact-category", "organisation"));
  assert.equal(await marks(page, "Zylo").count(), 2);
  assert.equal(await marks(page, "Zylo").first().getAttribute("data-letter"), "O");
  await view(page, "mask");
  assert.doesNotMatch(await text(page), /Zylo|joiner/);
  await done(page);
});

test("the category of one place changes, or of all of its entity", async () => {
  const page = await letter();
  const count = await marks(page, "Quell").count();
  assert.ok(count >= 3);
  await choose(page, "Tobias Quell");
  await page.click("#scope-entity");
  await decide(page, () => page.selectOption("#category", "organisation"));
  assert.equal(await page.locator('#text mark[data-letter="O"]').filter({ hasText: "Quell" }).count() >= 3, true);
  await page.click("#scope-place");
  await decide(page, () => page.selectOption("#category", "place/city"));
  assert.equal(await page.locator('#text mark[data-letter="L"]').filter({ hasText: "Quell" }).count(), 1);
  await done(page);
});

test("a mention is widened, narrowed, and given the borders of a selection", async () => {
  const page = await letter();
  await choose(page, "Ines Farrow");
  await decide(page, () => page.click("#widen-left"));
  assert.equal(await page.innerText(".quote"), "daughter Ines Farrow");
  await decide(page, () => page.click("#narrow-left"));
  assert.equal(await page.innerText(".quote"), "Ines Farrow");
  await decide(page, () => page.click("#narrow-right"));
  assert.equal(await page.innerText(".quote"), "Ines");
  await decide(page, () => page.click("#widen-right"));
  assert.equal(await page.innerText(".quote"), "Ines Farrow");
  await select(page, "Farrow");
  await decide(page, () => page.click("#use-borders"));
  await mark(page, /^Farrow$/).waitFor();
  await done(page);
});

test("a false alarm is removed and masked again, in one place or all", async () => {
  const page = await letter();
  await choose(page, "Harrowdale");
  await decide(page, () => page.click("#do-remove"));
  assert.match(await mark(page, "Harrowdale").getAttribute("class"), /is-removed/);
  await view(page, "mask");
  assert.match(await text(page), /Harrowdale/);
  await view(page, "classify");
  await choose(page, "Harrowdale");
  await decide(page, () => page.click("#do-mask"));
  await view(page, "mask");
  assert.doesNotMatch(await text(page), /Harrowdale/);
  await done(page);
});

test("one mention is kept, or all of the entity", async () => {
  const page = await letter();
  const kept = () => page.locator("#text mark.is-kept").filter({ hasText: "Quell" }).count();
  await choose(page, "Tobias Quell");
  await page.click("#scope-place");
  await decide(page, () => page.click("#do-keep"));
  assert.equal(await kept(), 1);
  await page.click("#scope-entity");
  await decide(page, () => page.click("#do-keep"));
  assert.ok((await kept()) >= 3);
  await done(page);
});

test("a replacement is edited, and given back to the program", async () => {
  const page = await letter();
  await choose(page, "07700 900123");
  const before = await page.inputValue("#replacement");
  await page.fill("#replacement", "a telephone");
  await decide(page, () => page.click("#set-replacement"));
  await view(page, "mask");
  assert.match(await text(page), /on a telephone or/);
  await decide(page, () => page.click("#unedit"));
  assert.equal(await page.inputValue("#replacement"), before);
  await done(page);
});

test("another pseudonym is drawn, and all anew", async () => {
  const page = await letter();
  await view(page, "replace");
  const shown = () => page.locator("#text mark").evaluateAll((all) => all.map((one) => one.textContent));
  const first = await shown();
  await page.locator("#text mark").nth(3).click();
  await decide(page, () => page.click("#redraw"));
  const second = await shown();
  assert.notDeepEqual(second, first);
  await panel(page, "entities");
  await decide(page, () => page.click("#redraw-all"));
  assert.notDeepEqual(await shown(), second);
  await done(page);
});

test("two entities that are one are merged, and split again", async () => {
  const page = await letter();
  const entity = () => page.evaluate(() => document.querySelector("#panel-body details:nth-of-type(2) summary")?.textContent);
  await choose(page, "Ines Farrow");
  const before = await entity();
  await page.locator("details", { has: page.locator("#merge-into") }).evaluate((box) => {
    box.open = true;
  });
  const other = await page.locator("#merge-into option").filter({ hasText: "Renwick" }).first().getAttribute("value");
  await page.selectOption("#merge-into", other);
  await decide(page, () => page.click("#merge"));
  const merged = await entity();
  assert.notEqual(merged, before);
  await page.click("#scope-place");
  await decide(page, () => page.click("#split"));
  assert.equal(await entity(), before);
  await done(page);
});

test("ranges of dates and ages are set for the document", async () => {
  const page = await letter();
  await panel(page, "settings");
  await decide(page, () => page.click("#writes-pseudonym"));
  await page.fill("#days-from", "7");
  await page.fill("#days-to", "7");
  await page.fill("#age-range", "1");
  await decide(page, () => page.click("#set-ranges"));
  assert.equal(await page.inputValue("#days-from"), "7");
  await view(page, "replace");
  // Seven days from the fifth and the twelfth of May.
  assert.match(await text(page), /called on 12 May 2023 and again on 19 May 2023/);
  await done(page);
});

test("words are put on the lists of what stays and what is hidden", async () => {
  const page = await letter();
  await panel(page, "settings");
  await page.fill("#list-word", "Zylo");
  await page.selectOption("#list-category", "organisation");
  await decide(page, () => page.click("#list-deny"));
  assert.equal(await marks(page, "Zylo").count(), 2);
  await page.fill("#list-word", "Harrowdale");
  await decide(page, () => page.click("#list-allow"));
  await view(page, "mask");
  const shown = await text(page);
  assert.match(shown, /Harrowdale/);
  assert.doesNotMatch(shown, /Zylo/);
  await done(page);
});

test("everything is undone and done again, without end", async () => {
  const page = await letter();
  await view(page, "mask");
  const shots = [await text(page)];
  for (const words of ["[PERSON 1]", "[DATE 1]", "[EMAIL 1]", "[PHONE 1]"]) {
    await choose(page, words);
    await decide(page, () => page.click("#do-keep"));
    shots.push(await text(page));
  }
  assert.equal(new Set(shots).size, 5);
  for (let back = 3; back >= 0; back--) {
    await decide(page, () => page.click("#undo"), "/undo");
    assert.equal(await text(page), shots[back]);
  }
  assert.equal(await page.getAttribute("#undo", "aria-disabled"), "true");
  await page.keyboard.press("u");
  await page.locator("#said", { hasText: "nothing to undo" }).waitFor();
  for (let on = 1; on <= 4; on++) {
    await decide(page, () => page.click("#redo"), "/redo");
    assert.equal(await text(page), shots[on]);
  }
  await done(page);
});

test("near misses wait in the queue, and are hidden when somebody says so", async () => {
  const page = await letter();
  await panel(page, "queue");
  const near = page.locator(".queued.near").first();
  await near.waitFor();
  await near.click();
  await page.waitForSelector(".beneath #do-accept");
  const words = await page.innerText(".beneath .quote");
  await decide(page, () => page.click(".beneath #do-accept"));
  await view(page, "mask");
  assert.ok(!(await text(page)).includes(words), "it is hidden");
  await done(page);
});

test("words of the document are found", async () => {
  const page = await letter({ text: `${LETTER}\n`.repeat(60) + "The last word is quince." });
  await page.focus("#text");
  await page.keyboard.press("Control+f");
  await page.fill("#find", "QUINCE");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getSelection().toString() === "quince");
  await page.fill("#find", "nowhere");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#found").textContent !== "");
  await done(page);
});

test("the page speaks Spanish, and is dark, as long as it is asked to", async () => {
  const page = await letter();
  await page.click("#language");
  assert.equal(await page.getAttribute("html", "lang"), "es");
  assert.equal(await page.innerText("#tab-classify"), "Clasificar");
  await page.click("#theme");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await page.reload();
  await page.waitForSelector("#text mark");
  assert.equal(await page.innerText("#tab-classify"), "Clasificar");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await done(page);
});

test("nothing of a document is kept in the browser", async () => {
  const page = await letter();
  await page.click("#theme");
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.doesNotMatch(kept, /Quell|letter|Renwick/);
  await done(page);
});
