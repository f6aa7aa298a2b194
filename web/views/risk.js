/**
 * How much the document still tells, and the dial for how much it may.
 */

import { element } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { complain } from "../notices.js";
import { leftOf } from "../marks.js";
import { quoted } from "./place.js";

/** @import { RiskAnswer } from "../api.js" */
/** @import { ReviewView } from "./review.js" */

const LEAST = 1;
const MOST = 40;
/** So many phrases are listed, the most telling first. */
const LISTED = 60;

/**
 * What was asked about a document and has or has not been answered.
 * @typedef {object} RiskQuestion
 * @property {number} revision
 * @property {number} document
 * @property {boolean} isAsking
 * @property {boolean} hasFailed
 * @property {number | null} wanted the limit that is to be looked at
 */

/** @type {WeakMap<ReviewView, RiskQuestion>} */
const questions = new WeakMap();

/**
 * Asks until the answer is that of the limit that is wanted: the dial moves faster than answers come.
 * @param {ReviewView} view
 * @param {RiskQuestion} question
 */
async function ask(view, question) {
  if (question.isAsking) return;
  question.isAsking = true;
  try {
    for (let limit; limit !== question.wanted;) {
      limit = question.wanted;
      const risk = await view.askRisk(limit);
      if (questions.get(view) !== question) return;
      // The curve is of the document, not of one limit.
      if (!risk.curve && view.risk?.curve) risk.curve = view.risk.curve;
      view.setRisk(risk);
      if (view.panel === "risk") view.drawPanel();
    }
  } catch (error) {
    if (questions.get(view) !== question) return;
    question.hasFailed = true;
    complain(error);
    if (view.panel === "risk") view.drawPanel();
  } finally {
    question.isAsking = false;
  }
}

/** @param {ReviewView} view */
export function riskPanel(view) {
  const { session } = view;
  const limit = view.limit ?? session.summary.settings.bits;
  const { revision } = session.summary;
  let question = questions.get(view);
  // What was measured is of one state of one document.
  if (!question || question.revision !== revision || question.document !== session.document) {
    question = { revision, document: session.document, isAsking: false, hasFailed: false, wanted: limit };
    questions.set(view, question);
    void ask(view, question);
  }
  const own = question;
  const { risk } = view;
  if (!risk && own.hasFailed) {
    return [element("h2", {}, t("risk.title")), element("p", { class: "empty" }, t("risk.failed")),
      element("button", {
        type: "button", id: "risk-again", "data-focus": "risk-again",
        onclick: () => {
          questions.delete(view);
          view.drawPanel();
        },
      }, t("away.again"))];
  }
  if (!risk) {
    return [element("h2", {}, t("risk.title")), element("p", { class: "opening", "aria-busy": "true" }, t("risk.measuring"))];
  }
  const shown = limit ?? risk.limit;
  const told = element("output", { for: "limit", id: "limit-told" }, shown === null ? t("risk.no_limit") : t("risk.bits", { bits: number(shown, 1) }));
  const dial = element("input", {
    type: "range", id: "limit", "data-focus": "limit", min: LEAST, max: MOST, step: 0.5, value: String(shown ?? MOST),
    oninput: () => {
      view.limit = Number(dial.value);
      told.textContent = t("risk.bits", { bits: number(view.limit, 1) });
      own.wanted = view.limit;
      void ask(view, own);
    },
  });
  const telling = risk.objected ?? risk.phrases.filter((phrase) => shown !== null && !phrase.hidden && phrase.bits > shown).length;
  const listed = [...risk.phrases].sort((one, other) => leftOf(other) - leftOf(one)).slice(0, LISTED);
  const attackers = attackersShare(risk.attackers);
  return [
    element("h2", {}, t("risk.title")),
    element("dl", { class: "figures" },
      figure(t("risk.exposure"), risk.exposure === null ? "–" : number(risk.exposure, 1), "exposure"),
      figure(t("risk.utility"), risk.utility === null ? "–" : percent(risk.utility), "utility"),
      figure(t("risk.telling"), shown === null ? "–" : number(telling), "telling"),
      attackers === null ? null : figure(t("risk.attackers"), percent(attackers), "attackers")),
    element("div", { class: "field dial" },
      element("label", { for: "limit" }, t("risk.dial")), dial, told,
      element("p", { class: "hint" }, t("risk.dial_hint")),
      element("div", { class: "inline" },
        element("button", {
          type: "button", class: "primary", id: "limit-apply", "data-focus": "limit-apply",
          onclick: () => void view.perform({ do: "settings", bits: view.limit ?? shown ?? MOST }),
        }, t("risk.apply")),
        view.session.summary.settings.bits === null ? null : element("button", {
          type: "button", id: "limit-reset", "data-focus": "limit-reset",
          onclick: () => {
            view.limit = null;
            void view.perform({ do: "settings", bits: null });
          },
        }, t("risk.reset")))),
    risk.curve && risk.curve.length > 1 ? curve(risk.curve, shown) : null,
    element("h3", {}, t("risk.phrases")),
    element("ol", { class: "queue" }, listed.map((phrase, at) => element("li", {}, element("button", {
      type: "button", class: "queued", "data-focus": `phrase-${at}`, onclick: () => view.goToRange(phrase),
    },
    element("span", { class: "bits" }, number(leftOf(phrase), 1)),
    element("span", { class: "context" }, quoted(view.session.text.slice(phrase.start, phrase.end)),
      phrase.replacement ? element("span", { class: "to" }, ` → ${phrase.replacement}`) : null,
      phrase.hidden ? element("span", { class: "to" }, ` ${t("risk.hidden", { bits: number(phrase.bits, 1) })}`) : null),
    betrayed(view, phrase.betrays ?? []))))),
  ];
}

/** @param {ReviewView} view @param {number[]} mentions */
function betrayed(view, mentions) {
  const names = [...new Set(mentions.map((id) => view.session.mention(id)).filter((mention) => mention !== undefined)
    .map((mention) => quoted(view.session.textOf(mention))))];
  return names.length === 0 ? null : element("span", { class: "facts" }, t("risk.betrays", { names: names.slice(0, 3).join(", ") }));
}

/** @param {unknown} attackers */
function attackersShare(attackers) {
  if (typeof attackers === "number") return attackers;
  if (attackers && typeof attackers === "object" && "success" in attackers && typeof attackers.success === "number") return attackers.success;
  return null;
}

/** @param {string} words @param {string} value @param {string} id */
function figure(words, value, id) {
  return element("div", {}, element("dt", {}, words), element("dd", { id: `figure-${id}` }, value));
}

/**
 * Utility and risk against the limit: a picture, and the same as a table.
 * @param {NonNullable<RiskAnswer["curve"]>} points
 * @param {number | null} limit
 */
function curve(points, limit) {
  const name = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(name, "svg");
  picture.setAttribute("viewBox", "0 0 320 130");
  picture.setAttribute("class", "curve");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", t("risk.curve"));
  const first = /** @type {{ limit: number }} */ (points[0]).limit;
  const span = Math.max(1, /** @type {{ limit: number }} */ (points[points.length - 1]).limit - first);
  const most = Math.max(...points.map((point) => point.objected), 1e-9);
  /** @param {number} at */
  const x = (at) => 10 + (300 * (at - first)) / span;
  /** @param {string} tag @param {Record<string, string>} attributes @param {string} [words] */
  const draw = (tag, attributes, words) => {
    const made = document.createElementNS(name, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (words) made.textContent = words;
    picture.appendChild(made);
  };
  draw("line", { x1: "10", y1: "110", x2: "310", y2: "110", class: "axis" });
  draw("polyline", { class: "utility", points: points.map((point) => `${x(point.limit)},${110 - 95 * point.utility}`).join(" ") });
  draw("polyline", { class: "risk-line", points: points.map((point) => `${x(point.limit)},${110 - (95 * point.objected) / most}`).join(" ") });
  if (limit !== null && limit >= first && limit <= first + span) draw("line", { x1: `${x(limit)}`, x2: `${x(limit)}`, y1: "8", y2: "110", class: "at" });
  draw("text", { x: "10", y: "125" }, number(first));
  draw("text", { x: "310", y: "125", "text-anchor": "end" }, t("risk.bits", { bits: number(first + span) }));
  return element("div", { class: "curve-box" }, picture,
    element("p", { class: "key" }, element("span", { class: "swatch utility" }), t("risk.utility"), " ",
      element("span", { class: "swatch risk-line" }), t("risk.telling")),
    element("details", { class: "more" }, element("summary", {}, t("risk.table")),
      element("table", {}, element("thead", {}, element("tr", {},
        element("th", { scope: "col" }, t("risk.limit")), element("th", { scope: "col" }, t("risk.utility")), element("th", { scope: "col" }, t("risk.telling")))),
      element("tbody", {}, points.map((point) => element("tr", {},
        element("td", {}, number(point.limit, 1)), element("td", {}, percent(point.utility)), element("td", {}, number(point.objected))))))));
}
