/**
 * What nobody is sure of, what is least sure first.
 */

import { element } from "../dom.js";
import { named, percent, t } from "../i18n.js";
import { chip, placePanel, quoted } from "./place.js";

/** @import { ReviewView } from "./review.js" */

/** So many are listed at a time. */
const LISTED = 40;
/** So much of the text is shown on either side. */
const AROUND = 36;

/** @param {ReviewView} view */
export function queuePanel(view) {
  const { session } = view;
  const waiting = session.queue;
  if (waiting.length === 0) {
    return [element("h2", {}, t("queue.title")), element("p", { class: "empty" }, t("queue.done")), placeOf(view)];
  }
  const at = Math.max(0, waiting.findIndex((mention) => mention.id === view.current));
  const from = Math.max(0, Math.min(at - 4, waiting.length - LISTED));
  const current = waiting.find((mention) => mention.id === view.current);
  return [
    element("div", { class: "heading-line" },
      element("h2", {}, t("queue.title")),
      element("span", { class: "hint" }, t("queue.left", { n: waiting.length })),
      element("span", { class: "spacer" }),
      element("button", { type: "button", id: "queue-next", "data-focus": "queue-next", onclick: () => view.act("doubtful") },
        t("queue.next"), " ", element("kbd", { "aria-hidden": "true" }, "D"))),
    element("p", { class: "hint" }, t("queue.how")),
    element("ol", { class: "queue", start: from + 1 }, waiting.slice(from, from + LISTED).map((mention) => {
      const before = session.text.slice(Math.max(0, mention.start - AROUND), mention.start).replace(/\s+/g, " ");
      const after = session.text.slice(mention.end, mention.end + AROUND).replace(/\s+/g, " ");
      const isCurrent = mention.id === view.current;
      return element("li", {}, element("button", {
        type: "button", class: `queued${mention.state === "near" ? " near" : ""}`, "aria-current": isCurrent ? "true" : null,
        "data-focus": `queued-${mention.id}`, onclick: () => view.goTo(mention, false),
      },
      chip(mention.category),
      element("span", { class: "context" }, "…", before, element("b", {}, quoted(session.textOf(mention))), after, "…"),
      element("span", { class: "facts" }, named("category", mention.category),
        mention.score === null ? null : ` · ${percent(mention.score)}`,
        mention.state === "near" ? ` · ${t("fate.near")}` : null)));
    })),
    current ? placeOf(view) : null,
  ];
}

/** @param {ReviewView} view */
function placeOf(view) {
  return view.mention ? element("div", { class: "beneath" }, placePanel(view)) : null;
}
