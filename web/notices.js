/**
 * What the page says by itself: to those who hear it, and in a line at the bottom.
 */

import { ServerProblem } from "./api.js";
import { element, find } from "./dom.js";
import { named, t } from "./i18n.js";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Says something once, without asking for anything.
 * @param {string} words
 * @param {"shown" | "heard"} [way] whether it is seen, or told by the page itself to those who see it
 */
export function say(words, way = "shown") {
  const line = find(document, "#said");
  // The same words again are words again.
  line.replaceChildren(element("span", {}, words));
  line.classList.toggle("shown", way === "shown");
  clearTimeout(timer);
  timer = setTimeout(() => line.classList.remove("shown"), 4000);
}

/**
 * The words for what went wrong.
 * @param {unknown} error
 */
export function wordsOf(error) {
  if (!(error instanceof ServerProblem)) return t("problem.page");
  const known = named("problem", error.code);
  const words = known === error.code ? error.message || t("problem.internal") : known;
  return error.place ? t("problem.at", { place: error.place, words }) : words;
}

/**
 * Says what went wrong, until it is put away.
 * @param {unknown} error
 */
export function complain(error) {
  if (!(error instanceof ServerProblem)) console.error(error instanceof Error ? error.stack : "defect");
  if (error instanceof ServerProblem && error.code === "gone") return;
  const place = find(document, "#problems");
  const line = element("div", { class: "problem" },
    element("span", {}, wordsOf(error)),
    element("button", { type: "button", class: "quiet", onclick: () => line.remove() }, t("problem.close")));
  place.replaceChildren(line);
}

/**
 * Goes back to the list of documents, and says there what went wrong.
 * @param {unknown} error
 */
export function leave(error) {
  // The list begins without what was told before it.
  addEventListener("hashchange", () => complain(error), { once: true });
  location.hash = "#/";
}

/** Puts away what went wrong. */
export function calm() {
  find(document, "#problems").replaceChildren();
}
