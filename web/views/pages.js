/**
 * The pages of a PDF as they are, with a box on each place that will be removed, and as they will be.
 */

import { api } from "../api.js";
import { look } from "../categories.js";
import { element, fill } from "../dom.js";
import { t } from "../i18n.js";
import { fate } from "../marks.js";
import { complain } from "../notices.js";

/** @import { PageBox, PageSize } from "../api.js" */
/** @import { ReviewView } from "./review.js" */

/**
 * @typedef {object} ShownPage
 * @property {PageSize} size
 * @property {HTMLElement} place
 * @property {HTMLElement} before
 * @property {HTMLElement} after
 * @property {boolean} isNear
 * @property {number} revision of what is shown; -1 if nothing is
 * @property {string[]} addresses
 */

const SCALE = 1.5;

export class PagesView {
  /** @type {ShownPage[]} */
  #pages = [];
  #isClosed = false;
  /** @type {IntersectionObserver} */
  #observer;

  /**
   * @param {ReviewView} view
   * @param {HTMLElement} pane
   */
  constructor(view, pane) {
    this.view = view;
    this.root = element("div", { class: "pages", tabindex: "0", role: "region", id: "pages", "aria-label": t("pages.label") });
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), { root: this.root, rootMargin: "60% 0px" });
    fill(pane, this.root);
    void this.#load();
  }

  async #load() {
    try {
      const { pages } = await api.pages(this.view.session.id);
      if (this.#isClosed) return;
      this.#pages = pages.map((size) => this.#page(size));
      fill(this.root, this.#pages.map((page) => page.place));
      for (const page of this.#pages) this.#observer.observe(page.place);
    } catch (error) {
      complain(error);
    }
  }

  close() {
    this.#isClosed = true;
    this.#observer.disconnect();
    for (const page of this.#pages) this.#forget(page);
  }

  /** What is shown is of an older state: what is near is drawn again. */
  refresh() {
    for (const page of this.#pages) if (page.isNear) void this.#draw(page);
  }

  /**
   * @param {number} mention
   */
  reveal(mention) {
    for (const old of this.root.querySelectorAll(".box.current")) old.classList.remove("current");
    const box = this.root.querySelector(`.box[data-id="${mention}"]`);
    if (!(box instanceof HTMLElement)) return;
    box.classList.add("current");
    box.scrollIntoView({ block: "nearest" });
    box.focus({ preventScroll: true });
  }

  /** @param {PageSize} size @returns {ShownPage} */
  #page(size) {
    const ratio = `${size.width} / ${size.height}`;
    const before = element("div", { class: "sheet" });
    const after = element("div", { class: "sheet" });
    before.style.aspectRatio = ratio;
    after.style.aspectRatio = ratio;
    const number = size.number + 1;
    const place = element("section", { class: "page-pair", "aria-label": t("pages.page", { n: number, number }) },
      element("figure", {}, element("figcaption", {}, t("pages.before", { number })), before),
      element("figure", {}, element("figcaption", {}, t("pages.after", { number })), after));
    return { size, place, before, after, isNear: false, revision: -1, addresses: [] };
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const entry of entries) {
      const page = this.#pages.find((one) => one.place === entry.target);
      if (!page) continue;
      page.isNear = entry.isIntersecting;
      if (page.isNear) void this.#draw(page);
      else this.#forget(page);
    }
  }

  /** @param {ShownPage} page */
  #forget(page) {
    for (const address of page.addresses) URL.revokeObjectURL(address);
    page.addresses = [];
    page.revision = -1;
    page.before.replaceChildren();
    page.after.replaceChildren();
  }

  /** @param {ShownPage} page */
  async #draw(page) {
    const { session } = this.view;
    const { revision } = session.summary;
    if (page.revision === revision) return;
    page.revision = revision;
    const number = page.size.number;
    try {
      const [before, boxes] = await Promise.all([api.pagePicture(session.id, number, "before", SCALE), api.boxes(session.id, number)]);
      if (page.revision !== revision || this.#isClosed) return;
      fill(page.before, this.#picture(page, before, t("pages.before", { number: number + 1 })), boxes.boxes.map((box) => this.#box(page, box)));
      const after = await api.pagePicture(session.id, number, "after", SCALE);
      if (page.revision !== revision || this.#isClosed) return;
      fill(page.after, this.#picture(page, after, t("pages.after", { number: number + 1 })));
    } catch (error) {
      if (!this.#isClosed) complain(error);
    }
  }

  /** @param {ShownPage} page @param {Blob} blob @param {string} words */
  #picture(page, blob, words) {
    const address = URL.createObjectURL(blob);
    page.addresses.push(address);
    return element("img", { src: address, alt: words });
  }

  /** @param {ShownPage} page @param {PageBox} box */
  #box(page, box) {
    const mention = box.mention === null ? undefined : this.view.session.mention(box.mention);
    const category = mention?.category ?? "other";
    const words = mention
      ? t("mark.label", { text: this.view.session.textOf(mention), category: this.view.categoryName(category), fate: fate(mention) })
      : t("both.other");
    const made = element("button", {
      type: "button", class: `box hue-${look(category).hue}${mention && mention.id === this.view.current ? " current" : ""}`,
      "aria-label": words, title: words, "data-id": box.mention, "data-letter": look(category).letter,
      "data-focus": `box-${box.mention}-${Math.round(box.x)}-${Math.round(box.y)}`,
      onclick: () => this.view.goTo(mention, false),
    });
    const { width, height } = page.size;
    made.style.left = `${(100 * box.x) / width}%`;
    made.style.top = `${(100 * box.y) / height}%`;
    made.style.width = `${(100 * box.width) / width}%`;
    made.style.height = `${(100 * box.height) / height}%`;
    return made;
  }
}
