/**
 * The page from its start: what stands around every view, and which view is shown.
 */

import { connection, ping, takeToken } from "./api.js";
import { element, fill, find, icon, STROKES } from "./dom.js";
import { chooseLanguage, pageLanguage, remember, remembered, setLanguage, t } from "./i18n.js";
import { calm, leave } from "./notices.js";
import { showHelp } from "./views/help.js";
import { HomeView } from "./views/home.js";
import { ReviewView } from "./views/review.js";

/**
 * A view that fills the page.
 * @typedef {object} PageView
 * @property {() => void} draw shows itself, in the language of the page
 * @property {() => void} close
 * @property {(event: KeyboardEvent) => void} [key]
 */

/** How long the page waits before it asks again whether the server is there. */
const RETRY = 1500;

/** @type {PageView | null} */
let view = null;
/** Each change of address makes what was under way before of no use. */
let turn = 0;

function drawTop() {
  const isDark = document.documentElement.dataset.theme === "dark"
    || (document.documentElement.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
  fill(find(document, "#top"),
    element("a", { class: "skip", href: "#main", onclick: skip }, t("top.skip")),
    element("a", { class: "brand", href: "#/", "aria-label": t("top.home") },
      element("img", { src: "page/icon.svg", alt: "", width: 22, height: 22 }), element("span", {}, "sfumato")),
    element("span", { class: "tagline" }, t("top.tagline")),
    element("span", { class: "spacer" }),
    element("button", {
      type: "button", class: "quiet", id: "language", "data-focus": "language", lang: pageLanguage() === "en" ? "es" : "en",
      onclick: () => {
        const other = pageLanguage() === "en" ? "es" : "en";
        remember("language", other);
        setLanguage(other);
        drawTop();
        view?.draw();
      },
    }, pageLanguage() === "en" ? "Español" : "English"),
    element("button", {
      type: "button", class: "quiet", id: "theme", "data-focus": "theme", "aria-pressed": isDark ? "true" : "false",
      onclick: () => {
        setTheme(isDark ? "light" : "dark");
        remember("theme", isDark ? "light" : "dark");
        drawTop();
      },
    }, t("top.dark")),
    element("button", {
      type: "button", class: "quiet with-icon", id: "help", "data-focus": "help", "aria-label": t("help.title"), onclick: showHelp,
    }, icon(STROKES.help)));
  fill(find(document, "#away"), element("strong", {}, t("away.title")), " ", t("away.words"), " ",
    element("button", { type: "button", onclick: () => void ping() }, t("away.again")));
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  find(document, "#main").focus();
}

/** @param {string | null} theme */
function setTheme(theme) {
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}

/** Shows what the address names: the list of documents, or one of them. */
async function follow() {
  const mine = ++turn;
  calm();
  const [, place, id, kind] = location.hash.split("/");
  if (view instanceof ReviewView && place === "review" && view.session.id === id) {
    view.setKind(kind ?? "");
    return;
  }
  view?.close();
  view = null;
  const main = find(document, "#main");
  if (place === "review" && id) {
    main.setAttribute("aria-busy", "true");
    fill(main, element("p", { class: "opening" }, t("review.opening")));
    try {
      const made = await ReviewView.open(main, id, kind ?? "");
      if (mine !== turn) return made.close();
      view = made;
    } catch (error) {
      if (mine !== turn) return;
      leave(error);
    } finally {
      main.removeAttribute("aria-busy");
    }
  } else {
    const home = new HomeView(main);
    view = home;
    home.draw();
  }
}

function start() {
  takeToken();
  chooseLanguage();
  setTheme(remembered("theme"));
  drawTop();
  addEventListener("hashchange", () => void follow());
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?" && !(view instanceof ReviewView) && !(event.target instanceof HTMLTextAreaElement)
      && !(event.target instanceof HTMLInputElement)) showHelp();
    else view?.key?.(event);
  });
  connection.addEventListener("away", () => {
    find(document, "#away").hidden = false;
    const again = setInterval(() => void ping(), RETRY);
    connection.addEventListener("back", () => clearInterval(again), { once: true });
  });
  connection.addEventListener("back", () => {
    find(document, "#away").hidden = true;
  });
  // What is dropped beside the place for it must not open in the place of the page.
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => event.preventDefault());
  void follow();
}

start();
