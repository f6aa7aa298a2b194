/** What can be taken away from the page, and what opens a review again. */

import { before, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import assert from "node:assert/strict";
import { LETTER } from "./letter.mjs";
import { bring, choose, decide, download, mark, open, review, serve, textFile, view } from "./harness.mjs";

let server;
before(async () => {
  server = await serve();
});

/** The files of a zip, by their names. */
function unzip(bytes) {
  const files = new Map();
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  assert.ok(end >= 0, "it is a zip");
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + packed);
    files.set(name, method === 0 ? data : inflateRawSync(data));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

/** Opens the box of downloads and takes one. */
async function take(page, what) {
  if ((await page.locator("dialog[open]").count()) === 0) await page.click("#downloads");
  return download(page, () => page.click(`#download-${what}`));
}

test("everything there is can be downloaded, and a plan opens the review again as it was", async () => {
  const page = await open(server);
  const file = textFile("letter.txt", LETTER);
  await review(page, file);
  await choose(page, "Ines Farrow");
  await page.fill("#replacement", "a relative");
  await decide(page, () => page.click("#set-replacement"));
  await choose(page, "Harrowdale");
  await decide(page, () => page.click("#do-keep"));
  await choose(page, "07700 900123");
  await decide(page, () => page.click("#do-accept"));

  const own = (await take(page, "result")).bytes.toString();
  assert.match(own, /His daughter a relative/);
  assert.match(own, /Harrowdale/);
  assert.doesNotMatch(own, /Quell|07700/);
  const report = JSON.parse((await take(page, "report")).bytes.toString());
  assert.ok(Array.isArray(report));
  assert.match((await take(page, "report-page")).bytes.toString(), /<html/i);
  const plan = await take(page, "plan");
  const told = JSON.parse(plan.bytes.toString());
  assert.ok(told.changes.some((change) => change.decided_by && change.decided_at), "who decided, and when");
  const brat = unzip((await take(page, "brat")).bytes);
  assert.ok([...brat.keys()].some((name) => name.endsWith(".ann")));
  const lines = (await take(page, "jsonl")).bytes.toString().trim().split("\n");
  assert.ok(lines.map((line) => JSON.parse(line)).length >= 1);
  assert.match((await take(page, "i2b2")).bytes.toString(), /<\?xml|</);
  // What nobody has confirmed is no gold, and the page says so.
  await page.click("#download-gold");
  await page.locator("#problems .problem", { hasText: "reviewed first" }).waitFor();
  await decide(page, () => page.click("#reviewed"));
  assert.match((await take(page, "gold")).bytes.toString(), /07700 900123|\{/);
  const all = unzip((await take(page, "archive")).bytes);
  assert.ok([...all.keys()].some((name) => name.endsWith("letter.txt")), [...all.keys()].join());
  assert.ok(all.size >= 4);
  await page.keyboard.press("Escape");

  // Elsewhere, from the plan: the same decisions.
  await page.click(".bar a");
  await page.waitForSelector("#option-plan");
  await page.setInputFiles("#option-plan", { name: "letter.plan.json", mimeType: "application/json", buffer: plan.bytes });
  await review(page, file);
  assert.match(await mark(page, "Harrowdale").getAttribute("class"), /is-kept/);
  await view(page, "mask");
  assert.match(await page.innerText("#text"), /His daughter a relative/);

  // And into a review of the same document that is under way.
  await page.click(".bar a");
  await review(page, file);
  assert.doesNotMatch(await mark(page, "Harrowdale").getAttribute("class"), /is-kept/);
  await page.click("#downloads");
  await page.setInputFiles("#restore", { name: "letter.plan.json", mimeType: "application/json", buffer: plan.bytes });
  await page.locator("#text mark.is-kept", { hasText: "Harrowdale" }).waitFor();
  // A plan of another document is refused in words.
  await page.click("#downloads");
  await page.setInputFiles("#restore", { name: "x.json", mimeType: "application/json", buffer: Buffer.from("[]") });
  await page.waitForSelector("#problems .problem");
  assert.deepEqual(page.defects, []);
  await page.context().close();
});

test("many documents are taken away as one archive", async () => {
  const own = await serve();
  const page = await open(own);
  await bring(page, textFile("first.txt", LETTER), textFile("second.txt", LETTER));
  await page.waitForFunction(() => document.querySelectorAll(".review-line").length === 2);
  const all = unzip((await download(page, () => page.click("#archive"))).bytes);
  for (const name of ["first.txt", "second.txt"]) assert.ok([...all.keys()].some((one) => one.includes(name)), name);
  await page.locator(".review-line", { hasText: "first.txt" }).locator("input").check();
  const one = unzip((await download(page, () => page.click("#archive"))).bytes);
  assert.ok(![...one.keys()].some((name) => name.includes("second.txt")));
  assert.deepEqual(page.defects, []);
  await page.context().close();
});
