/**
 * How a mention looks in each view.
 */

import { look } from "./categories.js";
import { named, number, t } from "./i18n.js";
import { disjoint, isDoubtful } from "./review_session.js";

/** @import { Mention, RiskPhrase } from "./api.js" */
/** @import { ReviewSession } from "./review_session.js" */
/** @import { MarkLook, TextMark } from "./text_window.js" */

/** @typedef {"identify" | "classify" | "mask" | "replace" | "both" | "risk"} ViewKind */

/** @type {ViewKind[]} */
export const VIEW_KINDS = ["identify", "classify", "mask", "replace", "both", "risk"];

/** From so many bits on, a phrase is shaded one step darker. */
const SHADES = [4, 8, 12, 16, 20];

/**
 * The marks of a view.
 * @param {ReviewSession} session
 * @param {ViewKind} kind
 * @param {RiskPhrase[]} phrases
 * @returns {TextMark[]}
 */
export function marksOf(session, kind, phrases) {
  if (kind === "risk") {
    const marks = phrases.map((phrase, at) => ({ start: phrase.start, end: phrase.end, id: `phrase-${at}` }));
    marks.sort((one, other) => one.start - other.start || other.end - one.end);
    let end = 0;
    return marks.filter((mark) => {
      if (mark.start < end) return false;
      end = mark.end;
      return true;
    });
  }
  const isResult = kind === "mask" || kind === "replace";
  const shown = isResult ? session.mentions.filter((mention) => mention.state !== "near" && mention.state !== "removed") : session.mentions;
  return disjoint(shown).map((mention) => ({ start: mention.start, end: mention.end, id: String(mention.id) }));
}

/**
 * What is said of a mention in few words.
 * @param {Mention} mention
 */
export function fate(mention) {
  if (mention.state === "near") return t("fate.near");
  if (mention.state === "removed") return t("fate.removed");
  if (mention.action === "keep") return t("fate.kept");
  return isDoubtful(mention) ? t("fate.doubtful") : t("fate.masked");
}

/**
 * @param {ReviewSession} session
 * @param {ViewKind} kind
 * @param {RiskPhrase[]} phrases
 * @returns {(mark: TextMark) => MarkLook}
 */
export function looks(session, kind, phrases) {
  if (kind === "risk") return (mark) => riskLook(session, phrases, mark);
  return (mark) => {
    const mention = session.mention(Number(mark.id));
    if (!mention) return { className: "", label: "" };
    const own = session.textOf(mention);
    const category = named("category", mention.category);
    const classes = ["m", `is-${mention.state}`];
    if (mention.action === "keep" && mention.state !== "near" && mention.state !== "removed") classes.push("is-kept");
    if (isDoubtful(mention)) classes.push("is-doubtful");
    const label = t("mark.label", { text: own, category, fate: fate(mention) });
    if (kind === "mask" || kind === "replace") {
      const text = kind === "mask" ? mention.label : mention.pseudonym;
      classes.push("is-replaced", `hue-${look(mention.category).hue}`);
      if (mention.action === "keep" || text === null) return { className: classes.join(" "), label };
      // What is taken out leaves a sign that something was there.
      const shown = text === "" ? "∅" : text;
      return { className: classes.join(" "), text: shown, label: t("mark.replaced", { text: own, by: shown, category }) };
    }
    if (kind === "identify") return { className: `${classes.join(" ")} plain`, label };
    const { letter, hue } = look(mention.category);
    return { className: `${classes.join(" ")} hue-${hue}`, letter, label };
  };
}

/**
 * How much a phrase still tells.
 * @param {RiskPhrase} phrase
 */
export function leftOf(phrase) {
  return phrase.after ?? phrase.bits;
}

/**
 * @param {ReviewSession} session
 * @param {RiskPhrase[]} phrases
 * @param {TextMark} mark
 * @returns {MarkLook}
 */
function riskLook(session, phrases, mark) {
  const phrase = phrases[Number(mark.id.slice("phrase-".length))];
  if (!phrase) return { className: "", label: "" };
  const left = leftOf(phrase);
  const shade = SHADES.filter((from) => left >= from).length;
  const text = session.text.slice(phrase.start, phrase.end);
  return { className: `m risk shade-${shade}${phrase.hidden ? " is-hidden" : ""}`, label: t("mark.bits", { text, bits: number(phrase.bits, 1), left: number(left, 1) }) };
}
