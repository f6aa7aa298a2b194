/**
 * Measures the page on this machine: PAGE_PACKAGES="$(tests/page/install)" SFUMATO=... node tests/page/measure.mjs
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLES, Server, close, open, review, textFile } from "./harness.mjs";

const RUNS = 11;
const server = await new Server("--no-token").start();
const median = (all) => [...all].sort((one, other) => one - other)[all.length >> 1];
const tell = (what, times) =>
  console.log(`${what.padEnd(58)} ${median(times).toFixed(0).padStart(6)} ms  (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`);

/** From the drop of a file to the frame in which its first mark is seen. */
async function dropped(page, name, text) {
  await page.goto(`${server.origin}/#/`);
  await page.waitForSelector(".drop");
  return page.evaluate(async ([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name, { type: "text/plain" }));
    const seen = new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector("#text mark")) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    const start = performance.now();
    document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    return (await seen) - start;
  }, [name, text]);
}

/** From a key to the frame that shows what the server answered. */
async function pressed(page, key, options = {}) {
  return page.evaluate(async ([key, options]) => {
    const main = document.querySelector("#main");
    const before = main.dataset.revision;
    const start = performance.now();
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));
    await new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        if (main.dataset.revision === before) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(resolve));
      });
      watch.observe(main, { attributes: true });
    });
    return performance.now() - start;
  }, [key, options]);
}

const page = await open(server);
const letter = readFileSync(join(SAMPLES, "letter-en.txt"), "utf8");
await dropped(page, "first.txt", letter);
const times = { letter: [], category: [], kept: [], undo: [], select: [], shown: [] };
for (let run = 0; run < RUNS; run++) times.letter.push(await dropped(page, `letter-${run}.txt`, letter));
tell("a letter of one page, from the drop to its marks", times.letter);

// A page is some 2,500 characters.
const pages = letter.repeat(Math.ceil(250_000 / letter.length));
await page.goto(`${server.origin}/#/`);
await review(page, textFile("hundred-pages.txt", pages));
await page.waitForSelector("#text mark");
console.log(`100 pages: ${pages.length} characters, ${await page.innerText("#masked")}`);
await page.click("#text mark >> nth=3");
await page.click("#scope-place");
for (let run = 0; run < RUNS; run++) {
  await page.keyboard.press("n");
  times.category.push(await pressed(page, run % 2 ? "O" : "L", { shiftKey: true }));
  times.kept.push(await pressed(page, "k"));
  times.undo.push(await pressed(page, "z", { ctrlKey: true }));
  times.select.push(await page.evaluate(async (at) => {
    const block = document.querySelectorAll("#text .block")[at + 3].firstChild;
    const node = block.nodeType === 3 ? block : block.firstChild;
    const start = performance.now();
    document.getSelection().setBaseAndExtent(node, 0, node, Math.min(4, node.length));
    await new Promise((resolve) => {
      document.addEventListener("selectionchange", () => requestAnimationFrame(() => setTimeout(resolve)), { once: true });
    });
    return performance.now() - start;
  }, run));
  await page.keyboard.press("Escape");
}
tell("100 pages: a category by letter", times.category);
tell("100 pages: let stay", times.kept);
tell("100 pages: undo", times.undo);
tell("100 pages: select words", times.select);

const lines = Array.from({ length: 23_500 }, (_, line) => line % 40 === 7
  ? `Line ${line}: Mr Tobias Quell can be reached at t.quell${line}@mailbox.example, or on 07700 900123.`
  : `Line ${line}: the surgery has nothing to tell of this and of nothing else than that it is so.`);
const long = lines.join("\n");
console.log(`2 MB of text: ${Buffer.byteLength(long)} bytes`);
tell("2 MB: from the drop to its marks, with all that is found", [await dropped(page, "long.txt", long)]);
const address = page.url();
for (let run = 0; run < 5; run++) {
  await page.goto(`${server.origin}/#/`);
  await page.waitForSelector(".review-line");
  const start = performance.now();
  await page.goto(address);
  await page.waitForSelector("#text mark");
  times.shown.push(performance.now() - start);
}
tell("2 MB: opened again", times.shown);
const frames = await page.evaluate(async () => {
  const text = document.querySelector("#text");
  const times = [];
  let last = performance.now();
  for (let step = 0; step < 240; step++) {
    text.scrollTop += 700;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times;
});
tell("2 MB: a frame while scrolling by 700 pixels each", frames);
console.log(`frames longer than 50 ms: ${frames.filter((time) => time > 50).length} of ${frames.length}`);
await close();
await server.stop();
