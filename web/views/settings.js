/**
 * What holds for the whole document: what stands in the place of things, how far dates and ages move, and both lists.
 */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { categorySelect } from "./place.js";

/** @import { StringKey } from "../i18n.js" */
/** @import { ReviewView } from "./review.js" */

/** @param {ReviewView} view */
export function settingsPanel(view) {
  const { settings } = view.session.summary;
  /** @param {"policy" | "label" | "pseudonym"} value @param {StringKey} words */
  const choice = (value, words) => element("label", { class: "choice", for: `writes-${value}` },
    element("input", {
      type: "radio", name: "writes", id: `writes-${value}`, checked: settings.view === value, "data-focus": `writes-${value}`,
      onchange: () => void view.perform({ do: "settings", view: value }),
    }), element("span", {}, t(words)));
  /** @param {string} id @param {number | null | undefined} value @param {number} [least] */
  const amount = (id, value, least) => element("input", {
    type: "number", id, "data-focus": id, step: 1, min: least, value: value === null || value === undefined ? "" : String(value),
  });
  const from = amount("days-from", settings.date_days?.[0]);
  const to = amount("days-to", settings.date_days?.[1]);
  const years = amount("age-range", settings.age_range, 0);
  const word = element("input", { type: "text", id: "list-word", "data-focus": "list-word", autocomplete: "off" });
  const category = categorySelect({ id: "list-category", "data-focus": "list-category" }, "other");
  /** @param {"allow" | "deny"} list */
  const add = (list) => {
    const text = word.value.trim();
    if (text === "") {
      word.focus();
      return;
    }
    void view.perform(list === "allow" ? { do: "allow", text } : { do: "deny", text, category: category.value });
  };
  return [
    element("h2", {}, t("settings.title")),
    element("fieldset", { class: "stack" }, element("legend", {}, t("settings.writes")),
      choice("policy", "settings.writes_policy"), choice("label", "settings.writes_label"), choice("pseudonym", "settings.writes_pseudonym")),
    element("form", {
      class: "stack",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const days = from.value === "" || to.value === "" ? null : [Number(from.value), Number(to.value)].sort((one, other) => one - other);
        void view.perform({ do: "settings", date_days: days, age_range: years.value === "" ? null : Number(years.value) });
      },
    },
    element("fieldset", { class: "stack" }, element("legend", {}, t("settings.ranges")),
      element("div", { class: "pair" },
        element("div", { class: "field" }, element("label", { for: "days-from" }, t("settings.days_from")), from),
        element("div", { class: "field" }, element("label", { for: "days-to" }, t("settings.days_to")), to)),
      element("div", { class: "field" }, element("label", { for: "age-range" }, t("settings.age")), years),
      element("p", { class: "hint" }, t("settings.ranges_hint")),
      element("button", { type: "submit", id: "set-ranges", "data-focus": "set-ranges" }, t("settings.set")))),
    element("fieldset", { class: "stack" }, element("legend", {}, t("lists.title")),
      element("p", { class: "hint" }, t("lists.hint")),
      element("div", { class: "field" }, element("label", { for: "list-word" }, t("lists.word")), word),
      element("div", { class: "field" }, element("label", { for: "list-category" }, t("lists.category")), category),
      element("div", { class: "inline" },
        element("button", { type: "button", id: "list-allow", "data-focus": "list-allow", onclick: () => add("allow") }, t("lists.allow")),
        element("button", { type: "button", id: "list-deny", "data-focus": "list-deny", onclick: () => add("deny") }, t("lists.deny")))),
  ];
}
