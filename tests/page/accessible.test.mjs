/** WCAG 2.2 AA, as axe-core checks it, of every view: light and dark, wide and narrow. */

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { choose, guidelines as check, open, panel, review, select, serve, view } from "./harness.mjs";

let server;
before(async () => {
  server = await serve();
});

const ways = [
  { name: "light", width: 1280, height: 860 },
  { name: "dark", width: 1280, height: 860, theme: "dark" },
  { name: "light and narrow", width: 360, height: 740 },
  { name: "dark and narrow", width: 360, height: 740, theme: "dark" },
];
for (const way of ways) {
  test(`no view offends against the guidelines, ${way.name}`, async () => {
    const page = await open(server, way);
    await page.waitForSelector("#option-policy option[value=hipaa]", { state: "attached" });
    await check(page, "empty list");
    await review(page, "letter-en.txt");
    await check(page, "classify");
    await choose(page, "Penhallick");
    await check(page, "a mention");
    await select(page, "BMI");
    await check(page, "a selection");
    for (const kind of ["queue", "entities", "settings"]) {
      await panel(page, kind);
      await check(page, kind);
    }
    await page.keyboard.press("Escape");
    await page.focus("#text");
    await page.keyboard.press("/");
    await page.waitForSelector("#find");
    for (const kind of ["identify", "mask", "replace", "both"]) {
      await view(page, kind);
      if (kind === "both") await page.waitForSelector("#result-text mark");
      await check(page, kind);
    }
    for (const box of ["help", "downloads"]) {
      await page.click(`#${box}`);
      await page.waitForSelector("dialog[open]");
      await check(page, box);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    }
    await page.click(".bar a");
    await page.waitForSelector(".review-line");
    await check(page, "list");
    // Nothing needs a second direction of scrolling.
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it is as wide as the window");
    assert.deepEqual(page.defects, []);
    await page.context().close();
  });
}
