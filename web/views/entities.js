/**
 * Who and what the document speaks of: each with all its places.
 */

import { element } from "../dom.js";
import { named, number, t } from "../i18n.js";
import { chip, quoted } from "./place.js";

/** @import { ReviewView } from "./review.js" */

/** So many are listed; the rest are found by their name. */
const LISTED = 200;

/** @param {ReviewView} view */
export function entitiesPanel(view) {
  const { session } = view;
  const wanted = view.entityFilter.toLowerCase();
  const all = session.entities;
  const found = all.filter((one) => wanted === "" || one.name.toLowerCase().includes(wanted));
  found.sort((one, other) => other.mentions.length - one.mentions.length);
  const filter = element("input", {
    type: "text", id: "entity-filter", "data-focus": "entity-filter", value: view.entityFilter, autocomplete: "off",
    oninput: () => {
      view.entityFilter = filter.value;
      view.drawPanel();
    },
  });
  return [
    element("div", { class: "heading-line" },
      element("h2", {}, t("entities.title")), element("span", { class: "hint" }, number(all.length)),
      element("span", { class: "spacer" }),
      element("button", { type: "button", id: "redraw-all", "data-focus": "redraw-all", onclick: () => void view.perform({ do: "redraw-all" }) },
        t("entities.redraw_all"))),
    element("div", { class: "field" }, element("label", { for: "entity-filter" }, t("entities.filter")), filter),
    element("ul", { class: "entities" }, found.slice(0, LISTED).map((one) => {
      const first = one.mentions[0];
      const isCurrent = view.mention?.entity === one.number;
      const replaced = first?.replacement;
      return element("li", { "data-entity": one.number },
        element("button", {
          type: "button", class: "queued", "aria-current": isCurrent ? "true" : null, "data-focus": `entity-${one.number}`,
          onclick: () => {
            // Again, and the next of its places is shown.
            const at = one.mentions.findIndex((mention) => mention.id === view.current);
            view.goTo(one.mentions[(at + 1) % one.mentions.length], false);
          },
        },
        chip(one.category),
        element("span", { class: "context" }, quoted(one.name), first?.action === "mask" && replaced ? element("span", { class: "to" }, ` → ${replaced}`) : null),
        element("span", { class: "facts" }, named("category", one.category), " · ", t("count.places", { n: one.mentions.length }))));
    })),
    found.length > LISTED ? element("p", { class: "hint" }, t("entities.more", { n: found.length - LISTED })) : null,
  ];
}
