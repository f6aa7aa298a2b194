/** The program, a browser, and what a person does in it, for the tests of the page. */

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after } from "node:test";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

const here = dirname(fileURLToPath(import.meta.url));
export const ROOT = join(here, "../..");
export const SAMPLES = join(ROOT, "samples");
const packages = createRequire(join(process.env.PAGE_PACKAGES ?? join(ROOT, "target/page"), "package.json"));
const { chromium } = packages("playwright-core");
const AXE = packages.resolve("axe-core/axe.min.js");

/** A server of its own. `stop` ends it, and `start` begins another at the same address. */
export class Server {
  constructor(...options) {
    this.options = options;
    this.listen = "127.0.0.1:0";
  }

  async start() {
    const program = process.env.SFUMATO ?? join(ROOT, "target/release/sfumato");
    this.child = spawn(program, ["serve", "--config", "none", "--listen", this.listen, ...this.options], { cwd: ROOT });
    this.address = await new Promise((resolve, reject) => {
      let told = "";
      const listen = (data) => {
        told += data;
        const found = /http:\/\/\S+/.exec(told);
        if (found) resolve(found[0]);
      };
      this.child.stdout.on("data", listen);
      this.child.stderr.on("data", listen);
      this.child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${told}`)));
    });
    this.origin = new URL(this.address).origin;
    this.listen = new URL(this.address).host;
    return this;
  }

  async stop() {
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await ended;
  }
}

let browser;
const servers = [];

/** A server that ends with the tests of the file. */
export async function serve(...options) {
  const server = await new Server(...(options.length > 0 ? options : ["--no-token"])).start();
  servers.push(server);
  return server;
}

/** Ends the browser and all servers; the tests of a file do so by themselves. */
export async function close() {
  await browser?.close();
  await Promise.all(servers.map((server) => server.stop()));
}
if (process.env.NODE_TEST_CONTEXT) after(close);

/** A page at a server's address, with the errors it told. */
export async function open(server, { width = 1280, height = 860, theme = "light", language = "en-GB", path = "/" } = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: theme, locale: language, acceptDownloads: true, reducedMotion: "reduce",
  });
  context.setDefaultTimeout(Number(process.env.PAGE_TIMEOUT ?? 30_000));
  const page = await context.newPage();
  page.defects = [];
  page.on("pageerror", (error) => page.defects.push(String(error)));
  page.on("console", (message) => {
    const isAnswer = /Failed to load resource/.test(message.text());
    if (message.type() === "error" && !isAnswer) page.defects.push(message.text());
  });
  await page.goto(new URL(path, server.address).href.replace(server.origin, server.origin) + (path === "/" ? new URL(server.address).search : ""));
  return page;
}

/** Brings files as a person does who chooses them. */
export async function bring(page, ...files) {
  await page.setInputFiles("#files", files);
}

/** Brings one file or text, and waits until it is open. */
export async function review(page, file) {
  await bring(page, typeof file === "string" ? (file.includes("/") ? file : join(SAMPLES, file)) : file);
  await page.waitForSelector(".review #text .stretch");
  return page;
}

/** A file that stands nowhere but here. */
export function textFile(name, text) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

/** The mark of some words, the first if there are more. */
export function mark(page, words) {
  return page.locator("#text mark").filter({ hasText: words }).first();
}

/** Chooses the mark of some words by clicking it. */
export async function choose(page, words) {
  await mark(page, words).click();
  await page.locator("#text mark.current").first().waitFor();
}

/** Opens a view. */
export async function view(page, kind) {
  await page.click(`#tab-${kind}`);
  await page.waitForSelector(`#tab-${kind}[aria-selected="true"]`);
}

/** Opens a panel. */
export async function panel(page, kind) {
  await page.click(`#panel-tab-${kind}`);
  await page.waitForSelector(`#panel-tab-${kind}[aria-selected="true"]`);
}

/** Does something and waits until the server's answer to it is shown. */
export async function decide(page, what, route = "/operations") {
  const answered = page.waitForResponse((response) => response.url().includes(route) && response.request().method() === "POST");
  await what();
  const response = await answered;
  const revision = (await response.json()).revision;
  await page.waitForFunction((wanted) => document.querySelector("#main").dataset.revision === String(wanted), revision);
  return response;
}

/** Selects the first place where some words stand, with the mouse's own means. */
export async function select(page, words) {
  await page.evaluate((wanted) => {
    const text = document.querySelector("#text");
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue.indexOf(wanted);
      if (at >= 0) {
        document.getSelection().setBaseAndExtent(node, at, node, at + wanted.length);
        return;
      }
    }
    throw new Error("these words stand in no piece of the text");
  }, words);
  await page.waitForSelector(".letters");
}

/** What a download holds. */
export async function download(page, what) {
  const [file] = await Promise.all([page.waitForEvent("download"), what()]);
  const stream = await file.createReadStream();
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(pieces) };
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Holds what is shown to the guidelines, as axe-core checks them. */
export async function guidelines(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(readFileSync(AXE, "utf8"));
  const { violations, passes } = await page.evaluate((runOnly) => window.axe.run(document, { runOnly, resultTypes: ["violations"] }), rules);
  const told = violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join(" | ")}`);
  assert.deepEqual(told, [], where);
  assert.ok(passes.length > 15, `${where}: only ${passes.length} rules had something to look at`);
}
