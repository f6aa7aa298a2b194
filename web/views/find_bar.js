/**
 * Finding words in the document: the browser's own search sees only what is near the window.
 */

import { element, fill } from "../dom.js";
import { t } from "../i18n.js";

/** @import { ReviewView } from "./review.js" */

export class FindBar {
  #wanted = "";

  /** @param {ReviewView} view */
  constructor(view) {
    this.view = view;
    this.root = element("form", {
      class: "find", role: "search", hidden: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.#go(1);
      },
    });
  }

  open() {
    if (!this.root.isConnected) this.view.choose("classify");
    const field = element("input", {
      type: "text", id: "find", "aria-label": t("find.label"), value: this.#wanted, autocomplete: "off",
      oninput: () => {
        this.#wanted = field.value;
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          this.close();
        }
      },
    });
    fill(this.root, field,
      element("button", { type: "submit", id: "find-next" }, t("find.next")),
      element("button", { type: "button", onclick: () => this.#go(-1) }, t("find.previous")),
      element("span", { id: "found", class: "hint", role: "status" }),
      element("button", { type: "button", class: "quiet", onclick: () => this.close() }, t("dialog.close")));
    this.root.hidden = false;
    field.focus();
    field.select();
  }

  close() {
    if (this.root.hidden) return;
    this.root.hidden = true;
    this.view.textRoot.focus({ preventScroll: true });
  }

  /** @param {1 | -1} way */
  #go(way) {
    const wanted = this.#wanted.toLowerCase();
    const told = this.root.querySelector("#found");
    if (wanted === "" || !told) return;
    const text = this.view.session.text.toLowerCase();
    const range = this.view.range;
    const from = range ? (way > 0 ? range.end : range.start - 1) : this.view.text.topOffset();
    let at = way > 0 ? text.indexOf(wanted, from) : text.lastIndexOf(wanted, Math.max(0, from));
    if (at < 0) at = way > 0 ? text.indexOf(wanted) : text.lastIndexOf(wanted);
    if (at < 0) {
      told.textContent = t("find.none");
      return;
    }
    told.textContent = "";
    this.view.goToRange({ start: at, end: at + wanted.length });
  }
}
