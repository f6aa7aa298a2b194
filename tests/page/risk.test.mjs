/** How much a document still tells, and the dial for how much it may. */

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { LETTER } from "./letter.mjs";
import { decide, guidelines, open, review, serve, textFile, view } from "./harness.mjs";

let server;
before(async () => {
  server = await serve();
});

test("the dial tells utility and risk as it moves, and the limit is applied", async () => {
  const page = await open(server);
  await review(page, textFile("letter.txt", LETTER));
  await view(page, "risk");
  await page.waitForSelector("#limit");
  const figures = () => page.innerText(".figures");
  await page.locator("#text mark.risk").first().waitFor();
  await page.locator("#limit").fill("4");
  await page.waitForFunction(() => document.querySelector("#limit-told").textContent.startsWith("4.0"));
  await page.waitForFunction(() => document.querySelector("#figure-telling").textContent !== "–");
  const low = await figures();
  await page.locator("#limit").fill("39");
  await page.waitForFunction((before) => document.querySelector(".figures").innerText !== before, low);
  await page.locator("#limit").fill("6");
  await decide(page, () => page.click("#limit-apply"));
  await page.waitForSelector("#limit-reset");
  assert.deepEqual(page.defects, []);
  await page.context().close();
});

for (const way of [{}, { width: 360, height: 740, theme: "dark" }]) {
  test(`the view of the risk offends against nothing, ${way.theme ?? "light"}`, async () => {
    const page = await open(server, way);
    await review(page, textFile("letter.txt", LETTER));
    await view(page, "risk");
    await page.waitForSelector("#limit");
    await page.locator("#text mark.risk").first().waitFor();
    await guidelines(page, "risk");
  });
}
