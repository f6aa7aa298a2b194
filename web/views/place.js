/**
 * What is known of the chosen place, and everything that can be done about it.
 */

import { FAMILIES, family, look } from "../categories.js";
import { element } from "../dom.js";
import { moment, named, number, percent, t } from "../i18n.js";
import { fate } from "../marks.js";
import { ENGLISH } from "../strings/en.js";

/** @import { Mention } from "../api.js" */
/** @import { ReviewView } from "./review.js" */

/** Every category the page has words for, in order. */
const CATEGORIES = Object.keys(ENGLISH).filter((key) => key.startsWith("category.")).map((key) => key.slice("category.".length));
/** No more of a text than this is quoted. */
const QUOTE = 160;

/** @param {string} text */
export function quoted(text) {
  const line = text.replace(/\s+/g, " ");
  return line.length > QUOTE ? `${line.slice(0, QUOTE)}…` : line;
}

/**
 * The letter of a category, in its colour.
 * @param {string} category
 */
export function chip(category) {
  const { letter, hue } = look(category);
  return element("span", { class: `chip hue-${hue}`, "aria-hidden": "true" }, letter);
}

/**
 * Categories in the groups of their first parts.
 * @param {Record<string, unknown>} attributes
 * @param {string} chosen
 */
export function categorySelect(attributes, chosen) {
  const known = CATEGORIES.includes(chosen) || chosen === "" ? CATEGORIES : [...CATEGORIES, chosen];
  return element("select", { ...attributes, value: chosen },
    chosen === "" ? element("option", { value: "" }, t("category.choose")) : null,
    [...new Set(known.map(family))].map((group) => element("optgroup", { label: named("category", group) },
      known.filter((path) => family(path) === group).map((path) => element("option", { value: path }, named("category", path))))));
}

/** @param {ReviewView} view */
export function placePanel(view) {
  if (view.range) return selectionPanel(view, view.range);
  const { mention } = view;
  if (!mention) {
    return [
      element("h2", {}, t("place.title")),
      element("p", { class: "hint" }, t("place.how")),
      element("ul", { class: "legend", "aria-label": t("place.legend") },
        FAMILIES.filter((name) => Object.keys(view.session.summary.counts).some((path) => family(path) === name)).map((name) => {
          const count = Object.entries(view.session.summary.counts).filter(([path]) => family(path) === name)
            .reduce((sum, [, n]) => sum + n, 0);
          return element("li", {}, chip(name), element("span", {}, named("category", name)), element("span", { class: "number" }, number(count)));
        })),
    ];
  }
  return mentionPanel(view, mention);
}

/**
 * @param {ReviewView} view
 * @param {number} places of the entity
 * @param {boolean} isSelection
 */
function scopeChoice(view, places, isSelection) {
  /** @param {"place" | "entity"} scope @param {string} words */
  const one = (scope, words) => {
    const input = element("input", {
      type: "radio", name: "scope", id: `scope-${scope}`, checked: view.scope === scope, "data-focus": `scope-${scope}`,
      onchange: () => view.setScope(scope),
    });
    return element("label", { class: "choice", for: `scope-${scope}` }, input, element("span", {}, words));
  };
  return element("fieldset", { class: "segments" },
    element("legend", { class: "unseen" }, t("scope.title")),
    one("place", t("scope.place")),
    one("entity", isSelection ? t("scope.everywhere") : t("scope.entity", { n: places })));
}

/**
 * @param {ReviewView} view
 * @param {Mention} mention
 */
function mentionPanel(view, mention) {
  const { session } = view;
  const text = session.textOf(mention);
  const entity = mention.entity === null ? [mention] : session.entity(mention.entity);
  const meant = view.scope === "entity" && mention.state !== "removed" ? entity : [mention];
  const isNear = mention.state === "near";
  const isNothing = mention.state === "removed";
  /** @param {string} what @param {string} words @param {string} key @param {string} [style] */
  const answer = (what, words, key, style = "") => element("button", {
    type: "button", id: `do-${what}`, class: style, "data-focus": `do-${what}`, onclick: () => view.answer(what),
  }, words, " ", element("kbd", { "aria-hidden": "true" }, key));
  return [
    element("div", { class: "about" },
      element("p", { class: "kind" }, chip(mention.category), element("span", {}, named("category", mention.category)),
        element("span", { class: `fate fate-${mention.state} ${mention.action}` }, fate(mention))),
      element("h2", { class: "quote" }, quoted(text)),
      // What will stand there: the document as it leaves.
      mention.action === "mask" && mention.replacement !== null && !isNothing
        ? element("p", { class: "becomes" }, element("span", {}, t("place.becomes")), " ",
          element("strong", {}, mention.replacement === "" ? t("place.nothing") : mention.replacement))
        : null),
    scopeChoice(view, entity.length, false),
    element("div", { class: "answers" },
      isNothing ? null : answer("accept", t(isNear ? "do.accept_near" : "do.accept"), "A", mention.accepted ? "on" : "primary"),
      isNothing ? null : answer("remove", t("do.remove"), "R"),
      !isNear && !isNothing && meant.some((one) => one.action === "mask") ? answer("keep", t("do.keep"), "K") : null,
      !isNear && meant.some((one) => one.action === "keep") ? answer("mask", t("do.mask"), "M", isNothing ? "primary" : "") : null),
    isNothing ? null : element("div", { class: "field" },
      element("label", { for: "category" }, t("place.category")),
      categoryField(view, mention)),
    isNothing || isNear ? null : replacementField(view, mention),
    isNothing ? null : element("fieldset", { class: "borders" },
      element("legend", {}, t("place.borders")),
      border(view, "widen-left", t("key.widen_left"), "["), border(view, "widen-right", t("key.widen_right"), "]"),
      border(view, "narrow-left", t("key.narrow_left"), "{"), border(view, "narrow-right", t("key.narrow_right"), "}")),
    element("details", { class: "more", open: true },
      element("summary", {}, t("place.why")),
      element("ul", { class: "evidence" }, mention.evidence.map((at) => {
        const evidence = session.evidence[at];
        return evidence ? element("li", {}, element("code", {}, evidence.recogniser), " ", evidence.why) : null;
      }), mention.evidence.length === 0 ? element("li", {}, t("place.by_person")) : null),
      element("dl", { class: "pairs" },
        mention.score === null ? null : [
          element("dt", {}, t("place.score")),
          element("dd", {}, element("meter", { min: 0, max: 1, value: String(mention.score), "aria-label": t("place.score") }), " ", percent(mention.score))],
        mention.bits === null ? null : [element("dt", {}, t("place.bits")), element("dd", {}, number(mention.bits, 1))],
        mention.rule === null ? null : [element("dt", {}, t("place.rule")), element("dd", {}, mention.rule)],
        mention.decided_by === null ? null : [
          element("dt", {}, t("place.decided")),
          element("dd", {}, t("place.decided_by", { who: named("who", mention.decided_by), when: mention.decided_at ? moment(mention.decided_at) : "" }))])),
    isNear || isNothing ? null : entityBox(view, mention, entity),
    listsBox(view, text, mention.category),
  ];
}

/**
 * @param {ReviewView} view
 * @param {Mention} mention
 */
function categoryField(view, mention) {
  const field = categorySelect({
    id: "category", "data-focus": "category", onchange: () => view.answer("recategorise", { category: field.value }),
  }, mention.category);
  return field;
}

/**
 * @param {ReviewView} view
 * @param {"widen-left" | "widen-right" | "narrow-left" | "narrow-right"} way
 * @param {string} words
 * @param {string} key
 */
function border(view, way, words, key) {
  return element("button", { type: "button", id: way, "data-focus": way, onclick: () => view.act(way) },
    words, " ", element("kbd", { "aria-hidden": "true" }, key));
}

/**
 * @param {ReviewView} view
 * @param {Mention} mention
 */
function replacementField(view, mention) {
  const field = element("input", {
    type: "text", id: "replacement", "data-focus": "replacement", autocomplete: "off", spellcheck: "false",
    value: mention.replacement ?? (view.kind === "replace" ? mention.pseudonym : mention.label) ?? "",
  });
  return element("form", {
    class: "field",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      view.answer("replace", { replacement: field.value });
    },
  },
  element("label", { for: "replacement" }, t("place.replacement")),
  element("div", { class: "inline" }, field, element("button", { type: "submit", id: "set-replacement" }, t("place.set"))),
  element("div", { class: "inline" },
    element("button", { type: "button", class: "quiet", id: "redraw", "data-focus": "redraw", onclick: () => view.act("redraw") },
      t("place.redraw"), " ", element("kbd", { "aria-hidden": "true" }, "O")),
    mention.edited ? element("button", {
      type: "button", class: "quiet", id: "unedit", "data-focus": "unedit", onclick: () => view.answer("replace", { replacement: null }),
    }, t("place.unedit")) : null,
    mention.pseudonym ? element("span", { class: "hint" }, t("place.pseudonym", { name: mention.pseudonym })) : null));
}

/**
 * @param {ReviewView} view
 * @param {Mention} mention
 * @param {Mention[]} entity
 */
function entityBox(view, mention, entity) {
  const { session } = view;
  const forms = [...new Set(entity.map((one) => quoted(session.textOf(one))))];
  const others = session.entities.filter((one) => one.number !== mention.entity && family(one.category) === family(mention.category));
  const into = element("select", { id: "merge-into", "data-focus": "merge-into", value: "" },
    element("option", { value: "" }, t("entity.choose")),
    others.slice(0, 500).map((one) => element("option", { value: String(one.number) }, quoted(one.name))));
  return element("details", { class: "more", open: entity.length > 1 },
    element("summary", {}, t("entity.title", { n: entity.length })),
    element("ul", { class: "forms" }, forms.slice(0, 8).map((form) => element("li", {}, form))),
    others.length > 0 ? element("div", { class: "field" },
      element("label", { for: "merge-into" }, t("entity.merge")),
      element("div", { class: "inline" }, into, element("button", {
        type: "button", id: "merge", "data-focus": "merge",
        onclick: () => {
          if (into.value !== "" && mention.entity !== null) void view.perform({ do: "merge", entity: mention.entity, into: Number(into.value) });
        },
      }, t("entity.merge_go")))) : null,
    entity.length > 1 ? element("button", {
      type: "button", id: "split", "data-focus": "split",
      onclick: () => void view.perform({ do: "split", mentions: splitOff(view, mention, entity) }),
    }, t(view.scope === "place" ? "entity.split_place" : "entity.split_form")) : null);
}

/**
 * What leaves the entity: the place alone, or all places that are written like it.
 * @param {ReviewView} view
 * @param {Mention} mention
 * @param {Mention[]} entity
 */
function splitOff(view, mention, entity) {
  if (view.scope === "place") return [mention.id];
  const written = view.session.textOf(mention);
  const alike = entity.filter((one) => view.session.textOf(one) === written);
  // All that are written alike may be all there are.
  return (alike.length === entity.length ? [mention] : alike).map((one) => one.id);
}

/**
 * @param {ReviewView} view
 * @param {string} text
 * @param {string} category
 */
function listsBox(view, text, category) {
  return element("details", { class: "more" },
    element("summary", {}, t("lists.title")),
    element("p", { class: "hint" }, t("lists.hint")),
    element("div", { class: "inline" },
      element("button", { type: "button", id: "allow", "data-focus": "allow", onclick: () => void view.perform({ do: "allow", text }) }, t("lists.allow")),
      element("button", {
        type: "button", id: "deny", "data-focus": "deny", onclick: () => void view.perform({ do: "deny", text, category }),
      }, t("lists.deny"))));
}

/**
 * @param {ReviewView} view
 * @param {{ start: number, end: number }} range
 */
function selectionPanel(view, range) {
  const text = view.session.text.slice(range.start, range.end);
  const { mention } = view;
  const touches = mention && mention.state !== "removed" && mention.start < range.end && range.start < mention.end ? mention : null;
  const exact = categorySelect({
    id: "exact-category", "data-focus": "exact-category",
    onchange: () => {
      if (exact.value !== "") view.categorise(exact.value);
    },
  }, "");
  return [
    element("div", { class: "about" },
      element("p", { class: "kind" }, t("selection.title")), element("h2", { class: "quote" }, quoted(text))),
    scopeChoice(view, 0, true),
    element("fieldset", { class: "letters" },
      element("legend", {}, t("selection.category")),
      FAMILIES.filter((name) => name !== "term" && name !== "protected").map((name) => element("button", {
        type: "button", id: `add-${name}`, "data-focus": `add-${name}`, onclick: () => view.categorise(name),
      }, chip(name), element("span", {}, named("category", name))))),
    element("div", { class: "field" },
      element("label", { for: "exact-category" }, t("selection.exact")), exact),
    touches ? element("button", {
      type: "button", id: "use-borders", "data-focus": "use-borders",
      onclick: () => {
        view.range = null;
        void view.perform({ do: "borders", mention: touches.id, ...range });
      },
    }, t("selection.borders", { text: quoted(view.session.textOf(touches)) })) : null,
    listsBox(view, text, "other"),
  ];
}
