/**
 * Makes the pictures of the documentation: PAGE_PACKAGES="$(tests/page/install)" SFUMATO=... node tests/page/pictures.mjs
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, Server, choose, close, open, panel, review, view } from "./harness.mjs";

const server = await new Server("--no-token").start();
const page = await open(server, { width: 1180, height: 690 });
await review(page, "letter-en.txt");
const keep = async (name) => {
  await page.waitForSelector("#said:not(.shown)", { state: "attached" });
  writeFileSync(join(ROOT, "docs/images", name), await page.screenshot());
};
await page.waitForSelector("#text mark");
await choose(page, "Penhallick");
await keep("review.png");
await view(page, "both");
await page.waitForSelector("#result-text mark");
await panel(page, "queue");
await keep("review-side-by-side.png");
await close();
await server.stop();
