/**
 * The original and what will be written, which scroll together.
 */

import { api } from "../api.js";
import { look } from "../categories.js";
import { element, fill } from "../dom.js";
import { named, t } from "../i18n.js";
import { complain } from "../notices.js";
import { withRows } from "../tables.js";
import { TextWindow } from "../text_window.js";

/** @import { MappedEdit } from "../api.js" */
/** @import { ReviewView } from "./review.js" */

/** @type {"policy" | "label" | "pseudonym" | ""} what is looked at; by the settings if nothing was chosen */
let wanted = "";

export class SideBySide {
  /** @type {MappedEdit[]} */
  #map = [];
  #isClosed = false;
  #isAsking = false;
  #isStale = false;
  /** @type {HTMLElement} whose scrolling the other follows */
  #leader;

  /**
   * @param {ReviewView} view
   * @param {HTMLElement} pane
   */
  constructor(view, pane) {
    this.view = view;
    this.resultRoot = element("div", {
      class: "text result", tabindex: "0", role: "region", id: "result-text", "aria-label": t("both.result"),
      onclick: (/** @type {Event} */ event) => {
        const mark = event.target instanceof HTMLElement ? event.target.closest("mark") : null;
        const edit = mark instanceof HTMLElement ? this.#map[Number(mark.dataset.id)] : undefined;
        if (edit && edit.mention !== null) view.goTo(view.session.mention(edit.mention), false);
      },
    });
    /** @type {TextWindow} */
    this.result = new TextWindow(this.resultRoot, (mark) => {
      const edit = this.#map[Number(mark.id)];
      const mention = edit && edit.mention !== null ? view.session.mention(edit.mention) : undefined;
      return {
        className: `m is-replaced hue-${look(mention?.category ?? "other").hue}`,
        label: mention
          ? t("mark.replaced", { text: view.session.textOf(mention), by: this.result.text.slice(mark.start, mark.end), category: named("category", mention.category) })
          : t("both.other"),
      };
    });
    const choice = element("select", {
      id: "result-view", "data-focus": "result-view", value: wanted,
      onchange: () => {
        wanted = /** @type {typeof wanted} */ (choice.value);
        this.refresh();
      },
    }, element("option", { value: "" }, t("both.as_set")), element("option", { value: "label" }, t("both.labels")),
    element("option", { value: "pseudonym" }, t("both.pseudonyms")));
    this.#leader = view.textRoot;
    for (const root of [view.textRoot, this.resultRoot]) {
      for (const event of ["pointerenter", "wheel", "keydown", "touchstart", "focusin"]) {
        root.addEventListener(event, () => {
          this.#leader = root;
        }, { passive: true });
      }
      root.addEventListener("scroll", () => this.#follow(root), { passive: true });
    }
    fill(pane, view.finder.root,
      element("div", { class: "both" },
        element("div", { class: "half" }, element("h2", { class: "half-title" }, t("both.original")), view.textRoot),
        element("div", { class: "half" },
          element("div", { class: "half-title" }, element("label", { for: "result-view" }, t("both.result")), choice),
          this.resultRoot)));
    this.refresh();
  }

  close() {
    this.#isClosed = true;
    this.result.close();
  }

  /** Asks for the result again; while it is asked for, once more is enough. */
  refresh() {
    this.#isStale = true;
    if (!this.#isAsking) void this.#ask();
  }

  async #ask() {
    this.#isAsking = true;
    const { session } = this.view;
    this.resultRoot.setAttribute("aria-busy", "true");
    try {
      while (this.#isStale && !this.#isClosed) {
        this.#isStale = false;
        const told = await api.resultText(session.id, session.document, wanted || null);
        if (this.#isClosed) return;
        const top = this.view.text.topOffset();
        this.#map = told.map;
        this.result.show(told.text, this.#blocks(), told.map.map((edit, at) => ({ start: edit.new_start, end: edit.new_end, id: String(at) }))
          .filter((mark) => mark.end > mark.start));
        this.#leader = this.view.textRoot;
        this.result.scrollTop(this.#toResult(top));
      }
    } catch (error) {
      if (!this.#isClosed) complain(error);
    } finally {
      this.#isAsking = false;
      this.resultRoot.removeAttribute("aria-busy");
    }
  }

  /** The blocks of the original, at their places in the result. */
  #blocks() {
    const { blocks, text } = this.view.session;
    return withRows(blocks, text).map((block) => ({ ...block, start: this.#toResult(block.start), end: this.#toResult(block.end) }));
  }

  /** @param {number} mention */
  reveal(mention) {
    const edit = this.#map.find((one) => one.mention === mention);
    if (edit) this.result.reveal(edit.new_start);
  }

  /** @param {HTMLElement} root */
  #follow(root) {
    if (root !== this.#leader || this.#isClosed) return;
    if (root === this.view.textRoot) this.result.scrollTop(this.#toResult(this.view.text.topOffset()));
    else this.view.text.scrollTop(this.#toOriginal(this.result.topOffset()));
  }

  /** @param {number} offset of the original */
  #toResult(offset) {
    const edit = lastBefore(this.#map, (one) => one.start, offset);
    if (!edit) return offset;
    return offset < edit.end ? edit.new_start : edit.new_end + (offset - edit.end);
  }

  /** @param {number} offset of the result */
  #toOriginal(offset) {
    const edit = lastBefore(this.#map, (one) => one.new_start, offset);
    if (!edit) return offset;
    return offset < edit.new_end ? edit.start : edit.end + (offset - edit.new_end);
  }
}

/**
 * @param {MappedEdit[]} map
 * @param {(edit: MappedEdit) => number} where
 * @param {number} offset
 */
function lastBefore(map, where, offset) {
  let low = 0;
  let high = map.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (where(/** @type {MappedEdit} */ (map[middle])) <= offset) low = middle + 1;
    else high = middle;
  }
  return map[low - 1];
}
