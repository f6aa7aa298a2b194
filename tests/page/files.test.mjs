/** Files of every kind, wrong files, and what happens when things go away or change elsewhere. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import assert from "node:assert/strict";
import { LETTER } from "./letter.mjs";
import { SAMPLES, bring, choose, decide, download, open, review, serve, textFile } from "./harness.mjs";

let server;
before(async () => {
  server = await serve();
});

async function done(page) {
  assert.deepEqual(page.defects, []);
  await page.context().close();
}

/** Opens the box of downloads and takes one. */
async function take(page, what) {
  if ((await page.locator("dialog[open]").count()) === 0) await page.click("#downloads");
  return download(page, () => page.click(`#download-${what}`));
}

const formats = [
  { file: "letter-en.txt", words: "QUILLMERE", hidden: "Penhallick" },
  { file: "letter-en-utf16.txt", words: "Old Tollhouse" },
  { file: "note-en.md", words: "" },
  { file: "nota-es.md", words: "" },
  { file: "referral-en.docx", words: "" },
  { file: "patients.xlsx", words: "", cells: true },
  { file: "patients.csv", words: "", cells: true },
  { file: "pacientes.tsv", words: "", cells: true },
  { file: "court-en.pdf", words: "" },
  { file: "visit-en.html", words: "" },
  { file: "mail-es.eml", words: "" },
  { file: "records.jsonl", words: "" },
  { file: "patient-fhir.json", words: "" },
];
for (const { file, words, hidden, cells } of formats) {
  test(`${file} is shown as text with its structure, changed, and downloaded in its own format`, async () => {
    const page = await open(server);
    await review(page, file);
    await page.waitForSelector("#text mark");
    assert.match(await page.locator("#text").innerText(), new RegExp(words));
    if (cells) assert.ok((await page.locator('#text [role="cell"]').count()) > 3);
    await page.locator("#text mark:not(.is-near)").first().click();
    await decide(page, () => page.keyboard.press("a"));
    const own = await take(page, "result");
    assert.ok(own.bytes.length > 100);
    const end = file.slice(file.lastIndexOf("."));
    assert.ok(own.name.endsWith(end), own.name);
    const original = readFileSync(join(SAMPLES, file));
    if (/docx|xlsx|pdf|utf16/.test(file)) assert.deepEqual(own.bytes.subarray(0, 2), original.subarray(0, 2), "it is a file of the same kind");
    assert.notDeepEqual(own.bytes, original);
    if (hidden) assert.ok(!own.bytes.toString().includes(hidden));
    await done(page);
  });
}

test("wrong files are refused in a line each, and the others are read", async () => {
  const page = await open(server);
  await bring(page,
    { name: "broken.docx", mimeType: "application/octet-stream", buffer: Buffer.from("PK\x03\x04 this is no archive") },
    { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nnothing of one") },
    { name: "program.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0xff, 0xfe, 0]) },
    textFile("good.txt", LETTER));
  await page.locator(".review-line", { hasText: "good.txt" }).first().waitFor();
  for (const name of ["broken.docx", "broken.pdf", "program.bin"]) {
    const line = page.locator(".upload.failed", { hasText: name });
    await line.waitFor();
    assert.ok((await line.locator(".why").innerText()).length > 10, name);
  }
  await page.locator(".upload.failed", { hasText: "program.bin" }).locator("button").click();
  assert.equal(await page.locator(".upload.failed").count(), 2);
  await done(page);
});

test("a server that goes away is told of, and the page goes on when it is back", async () => {
  const own = await serve();
  const page = await open(own);
  await review(page, textFile("letter.txt", LETTER));
  await choose(page, "Ines Farrow");
  await own.stop();
  await page.click("#do-keep");
  await page.waitForSelector("#away:not([hidden])");
  assert.match(await page.innerText("#away"), /does not answer/);
  await own.start();
  await page.waitForSelector("#away", { state: "hidden" });
  // What it held is gone with it: the page says so, and leads back.
  await page.click("#do-keep");
  await page.waitForSelector(".home .drop");
  await page.waitForSelector("#problems .problem");
  await review(page, textFile("again.txt", LETTER));
  await done(page);
});

test("two reviews at once do not meet, and one that is changed elsewhere says so", async () => {
  const [first, second] = [await open(server), await open(server)];
  await review(first, textFile("letter.txt", LETTER));
  await review(second, textFile("letter.txt", LETTER.replaceAll("Harrowdale", "Hexwick")));
  await choose(first, "Harrowdale");
  await decide(first, () => first.click("#do-keep"));
  assert.equal(await second.locator("#text mark.is-kept").count(), 0);
  assert.equal(await second.locator("#text", { hasText: "Harrowdale" }).count(), 0);

  // The same one in two windows: the later of two decisions is shown how it stands first.
  const third = await open(server, { path: `/#/review/${new URL(first.url()).hash.split("/")[2]}/classify` });
  await third.waitForSelector("#text mark.is-kept");
  await choose(third, "Ines Farrow");
  await decide(third, () => third.click("#do-keep"));
  await choose(first, "07700 900123");
  await first.click("#do-keep");
  await first.waitForSelector("#problems .problem");
  await first.locator("#text mark.is-kept", { hasText: "Ines Farrow" }).waitFor();
  await decide(first, () => first.click("#do-keep"));
  await first.locator("#text mark.is-kept", { hasText: "07700 900123" }).waitFor();
  await first.context().close();
  await second.context().close();
  await third.context().close();
});

test("a server with a token takes it from the address, and asks where it is not there", async () => {
  const own = await serve("--jobs", "1");
  assert.match(own.address, /token=/);
  const page = await open(own);
  await review(page, textFile("letter.txt", LETTER));
  assert.doesNotMatch(page.url(), /token/);
  await page.reload();
  await page.waitForSelector("#text mark");
  const stranger = await open({ ...own, address: own.origin });
  await stranger.waitForSelector("#token");
  await stranger.fill("#token", new URL(own.address).searchParams.get("token"));
  await stranger.keyboard.press("Enter");
  await stranger.locator(".review-line", { hasText: "letter.txt" }).waitFor();
  await done(page);
});

test("a document of 2 MB is opened, scrolled and changed", async () => {
  const page = await open(server);
  // Nothing in them is found, not even a number that could be a year.
  const lines = Array(21_000).fill("Nothing more is to be told of this, and of nothing else than that it is so and stays as it is.");
  lines[10_000] = "Here is Mr Tobias Quell, who can be reached at t.quell@mailbox.example.";
  await review(page, textFile("long.txt", lines.join("\n")));
  assert.ok((await page.locator("#text .block").count()) < 3000, "only what is near is there");
  await page.focus("#text");
  await page.keyboard.press("n");
  await page.waitForSelector("#text mark.current");
  assert.ok(await page.locator("#text", { hasText: "t.quell@mailbox.example" }).count());
  await decide(page, () => page.keyboard.press("k"));
  await done(page);
});
