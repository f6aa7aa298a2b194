/** The pages of a PDF, before and after. */

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { decide, guidelines, open, review, serve, view } from "./harness.mjs";

let server;
before(async () => {
  server = await serve();
});

test("the pages of a PDF are shown before and after, with a box on each place that is removed", async () => {
  const page = await open(server);
  await review(page, "court-en.pdf");
  await view(page, "pages");
  await page.waitForSelector("#pages .box");
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll(".page-pair:first-child img")];
    return pictures.length === 2 && pictures.every((one) => one.complete && one.naturalWidth > 300);
  });
  const boxes = await page.locator(".page-pair:first-child .box").count();
  assert.ok(boxes > 5, `${boxes}`);
  await page.locator("#pages .box").first().click();
  await page.waitForSelector("#do-keep");
  await page.click("#scope-place");
  await decide(page, () => page.click("#do-keep"));
  await page.waitForFunction((before) => document.querySelectorAll(".page-pair:first-child .box").length < before, boxes);
  assert.deepEqual(page.defects, []);
  await page.context().close();
});

test("the pages of a PDF offend against nothing", async () => {
  const page = await open(server);
  await review(page, "court-en.pdf");
  await view(page, "pages");
  await page.waitForSelector("#pages .box");
  await guidelines(page, "pages");
});
