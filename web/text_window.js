/**
 * A long text on the page, of which only what is near the window is made into elements.
 *
 * The text is cut into stretches of some thousand characters at borders of blocks.
 * Each stretch has an element whose height is known or estimated; it is filled when it comes near and emptied when it is
 * far away, so that two thousand pages cost what three do.
 * The browser itself keeps what is looked at in its place when the height of something above it turns out otherwise.
 */

import { element } from "./dom.js";
import { cut, gather } from "./stretches.js";
import { withRows } from "./tables.js";

/**
 * A part of a document's text that is shown as a whole. Offsets count UTF-16 units.
 * @typedef {object} TextBlock
 * @property {number} start
 * @property {number} end
 * @property {string} [kind]
 * @property {number} [level] of a heading
 * @property {number} [row]
 * @property {number} [column]
 * @property {number} [page]
 * @property {string} [label] of its column, field or part
 */

/**
 * A place of the text that is told from the rest of it.
 * @typedef {object} TextMark
 * @property {number} start
 * @property {number} end
 * @property {string} id
 */

/**
 * How a mark is shown.
 * @typedef {object} MarkLook
 * @property {string} className
 * @property {string} [text] what stands in the place of its own text
 * @property {string} [letter] shown before it
 * @property {string} label for those who do not see it
 */

/**
 * @typedef {object} TextStretch
 * @property {TextBlock[]} blocks
 * @property {number} start
 * @property {number} end
 * @property {HTMLElement} place
 * @property {boolean} filled
 */

/** How far from the window a stretch is filled, in its own heights. */
const MARGIN = "120%";

export class TextWindow {
  /** @type {string} */
  #text = "";
  /** @type {TextStretch[]} */
  #stretches = [];
  /** @type {TextMark[]} */
  #marks = [];
  /** @type {(mark: TextMark) => MarkLook} */
  #look;
  /** @type {WeakMap<Node, number>} where each text node begins in the text */
  #offsets = new WeakMap();
  /** @type {IntersectionObserver} */
  #observer;
  /** @type {string | null} */
  #current = null;

  /**
   * @param {HTMLElement} root the element that scrolls
   * @param {(mark: TextMark) => MarkLook} look
   */
  constructor(root, look) {
    this.root = root;
    this.#look = look;
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), { root, rootMargin: `${MARGIN} 0px` });
  }

  get text() {
    return this.#text;
  }

  /** How many stretches there are, and how many of them are elements now. */
  get stretches() {
    return { all: this.#stretches.length, filled: this.#stretches.filter((one) => one.filled).length };
  }

  /**
   * Shows a text from its beginning.
   * @param {string} text
   * @param {TextBlock[]} blocks
   * @param {TextMark[]} marks disjoint, in order
   */
  show(text, blocks, marks) {
    this.#observer.disconnect();
    this.#text = text;
    this.#marks = marks;
    const pieces = cut(text, withRows(blocks, text));
    const width = Math.max(24, Math.floor((this.root.clientWidth || 720) / 8.2));
    this.#stretches = gather(pieces).map((own) => this.#stretch(own, width));
    this.root.replaceChildren(...this.#stretches.map((one) => one.place));
    this.root.scrollTop = 0;
    // What is seen at once is filled at once; the rest when the observer says so.
    for (let i = 0; i < Math.min(3, this.#stretches.length); i++) this.#fill(/** @type {TextStretch} */ (this.#stretches[i]));
    for (const one of this.#stretches) this.#observer.observe(one.place);
  }

  /**
   * Other marks, or another look of the same ones; what is not near costs nothing.
   * @param {TextMark[]} marks
   * @param {(mark: TextMark) => MarkLook} [look]
   */
  mark(marks, look) {
    this.#marks = marks;
    if (look) this.#look = look;
    const focused = document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement)
      ? document.activeElement.dataset.id : undefined;
    for (const one of this.#stretches) if (one.filled) this.#fill(one);
    if (focused !== undefined) this.elementOf(focused)?.focus({ preventScroll: true });
  }

  /**
   * Makes one mark the current one: it is the one that the tabulator reaches.
   * @param {string | null} id
   */
  setCurrent(id) {
    for (const old of this.root.querySelectorAll("mark.current")) {
      old.classList.remove("current");
      old.setAttribute("tabindex", "-1");
      old.removeAttribute("aria-current");
    }
    this.#current = id;
    if (id === null) return;
    for (const now of this.#elementsOf(id)) setCurrentLook(now);
  }

  /**
   * Scrolls to a place and gives the element of the mark there, if there is one.
   * @param {number} offset
   * @param {"nearest" | "start" | "center"} [block]
   * @returns {HTMLElement | null}
   */
  reveal(offset, block = "center") {
    const stretch = this.#stretchAt(offset);
    if (!stretch) return null;
    if (!stretch.filled) this.#fill(stretch);
    const target = this.#nodeAt(stretch, offset);
    const into = target ?? stretch.place;
    const view = this.root.getBoundingClientRect();
    const where = into.getBoundingClientRect();
    const isSeen = where.top >= view.top + 24 && where.bottom <= view.bottom - 24;
    if (block === "start") this.root.scrollTop += where.top - view.top;
    else if (!isSeen) this.root.scrollTop += where.top - view.top - view.height / 3;
    return target;
  }

  /**
   * @param {string} id
   * @returns {HTMLElement | null}
   */
  elementOf(id) {
    return this.#elementsOf(id)[0] ?? null;
  }

  /**
   * What is selected, in units of the text, without blanks at either end.
   * @returns {{ start: number, end: number } | null}
   */
  selection() {
    const selected = document.getSelection();
    if (!selected || selected.isCollapsed || selected.rangeCount === 0) return null;
    const range = selected.getRangeAt(0);
    if (!this.root.contains(range.commonAncestorContainer)) return null;
    let start = this.#offsetOf(range.startContainer, range.startOffset, false);
    let end = this.#offsetOf(range.endContainer, range.endOffset, true);
    if (start === null || end === null) return null;
    while (start < end && /\s/.test(this.#text.charAt(start))) start++;
    while (end > start && /\s/.test(this.#text.charAt(end - 1))) end--;
    return start < end ? { start, end } : null;
  }

  /**
   * Selects a place, as if it had been done with the mouse.
   * @param {number} start
   * @param {number} end
   */
  select(start, end) {
    const from = this.#point(start, false);
    const to = this.#point(end, true);
    if (!from || !to) return;
    document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  }

  /** The first offset that is seen at the top of the window. */
  topOffset() {
    if (this.root.scrollTop <= 0) return 0;
    const top = this.root.getBoundingClientRect().top;
    for (const stretch of this.#stretches) {
      const rect = stretch.place.getBoundingClientRect();
      if (rect.bottom <= top + 1) continue;
      if (!stretch.filled || rect.height === 0) return stretch.start;
      let last = stretch.start;
      for (const block of stretch.place.querySelectorAll("[data-at]")) {
        const own = block.getBoundingClientRect();
        if (own.bottom > top + 1) {
          const at = Number(/** @type {HTMLElement} */ (block).dataset.at);
          const length = Number(/** @type {HTMLElement} */ (block).dataset.length);
          const share = own.height > 0 ? Math.min(1, Math.max(0, (top - own.top) / own.height)) : 0;
          return at + Math.floor(length * share);
        }
        last = Number(/** @type {HTMLElement} */ (block).dataset.at);
      }
      return last;
    }
    return this.#text.length;
  }

  /**
   * Brings a place to the top of the window, as near as its block and the share of it allow.
   * @param {number} offset
   */
  scrollTop(offset) {
    const stretch = this.#stretchAt(offset);
    if (!stretch || offset <= 0) {
      this.root.scrollTop = 0;
      return;
    }
    if (!stretch.filled) this.#fill(stretch);
    const view = this.root.getBoundingClientRect();
    let target = /** @type {HTMLElement | null} */ (null);
    for (const block of stretch.place.querySelectorAll("[data-at]")) {
      if (Number(/** @type {HTMLElement} */ (block).dataset.at) > offset) break;
      target = /** @type {HTMLElement} */ (block);
    }
    const rect = (target ?? stretch.place).getBoundingClientRect();
    const share = target ? (offset - Number(target.dataset.at)) / Math.max(1, Number(target.dataset.length)) : 0;
    this.root.scrollTop += rect.top - view.top + rect.height * Math.min(1, share);
  }

  /** Forgets the text. */
  close() {
    this.#observer.disconnect();
    this.root.replaceChildren();
  }

  /**
   * @param {TextBlock[]} blocks
   * @param {number} width in characters
   * @returns {TextStretch}
   */
  #stretch(blocks, width) {
    const first = /** @type {TextBlock} */ (blocks[0]);
    const last = /** @type {TextBlock} */ (blocks[blocks.length - 1]);
    const place = element("div", { class: "stretch" });
    let lines = 0;
    for (const block of blocks) {
      // A row is as high as its first cell, more or less.
      if (!block.column) lines += linesOf(this.#text, block, width) + 0.5;
    }
    place.style.height = `${Math.round(lines * 26)}px`;
    return { blocks, start: first.start, end: last.end, place, filled: false };
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const entry of entries) {
      const stretch = this.#stretches.find((one) => one.place === entry.target);
      if (!stretch) continue;
      if (entry.isIntersecting && !stretch.filled) this.#fill(stretch);
      else if (!entry.isIntersecting && stretch.filled && !this.#isHeld(stretch)) this.#empty(stretch);
    }
  }

  /**
   * What is selected or has the focus stays, however far away it is.
   * @param {TextStretch} stretch
   */
  #isHeld(stretch) {
    const selected = document.getSelection();
    const isSelected = selected !== null && !selected.isCollapsed
      && (stretch.place.contains(selected.anchorNode) || stretch.place.contains(selected.focusNode));
    return isSelected || stretch.place.contains(document.activeElement);
  }

  /** @param {TextStretch} stretch */
  #empty(stretch) {
    stretch.place.style.height = `${stretch.place.offsetHeight}px`;
    stretch.place.replaceChildren();
    stretch.filled = false;
  }

  /** @param {TextStretch} stretch */
  #fill(stretch) {
    const made = document.createDocumentFragment();
    let next = firstAfter(this.#marks, stretch.start);
    /** @type {HTMLElement | null} */
    let table = null;
    /** @type {HTMLElement | null} */
    let row = null;
    let rowNumber = -1;
    for (const block of stretch.blocks) {
      let into;
      if (block.row !== undefined) {
        if (!table) {
          table = element("div", { class: "table", role: "table" });
          made.appendChild(table);
          row = null;
        }
        if (!row || block.row !== rowNumber) {
          row = element("div", { class: "row", role: "row" });
          rowNumber = block.row;
          table.appendChild(row);
        }
        // Columns without a value in this row keep their place.
        while (block.column !== undefined && row.childElementCount < block.column) row.appendChild(element("div", { class: "cell", role: "cell" }));
        into = element("div", { class: "cell", role: block.kind === "header" ? "columnheader" : "cell" });
        row.appendChild(into);
      } else {
        table = null;
        into = blockElement(block, this.#text);
        made.appendChild(into);
      }
      into.dataset.at = String(block.start);
      into.dataset.length = String(block.end - block.start);
      if (block.label && block.row === undefined) into.dataset.label = block.label;
      while (next < this.#marks.length && /** @type {TextMark} */ (this.#marks[next]).end <= block.start) next++;
      let at = block.start;
      for (let mark = next; mark < this.#marks.length; mark++) {
        const one = /** @type {TextMark} */ (this.#marks[mark]);
        if (one.start >= block.end) break;
        const from = Math.max(one.start, block.start);
        const to = Math.min(one.end, block.end);
        if (from > at) this.#addText(into, at, from);
        this.#addMark(into, one, from, to);
        at = to;
      }
      if (at < block.end) this.#addText(into, at, block.end);
    }
    stretch.place.replaceChildren(made);
    stretch.place.style.height = "";
    stretch.filled = true;
  }

  /**
   * @param {HTMLElement} into
   * @param {number} from
   * @param {number} to
   */
  #addText(into, from, to) {
    const node = document.createTextNode(this.#text.slice(from, to));
    this.#offsets.set(node, from);
    into.appendChild(node);
  }

  /**
   * @param {HTMLElement} into
   * @param {TextMark} mark
   * @param {number} from
   * @param {number} to
   */
  #addMark(into, mark, from, to) {
    const look = this.#look(mark);
    const made = document.createElement("mark");
    made.className = look.className;
    made.dataset.id = mark.id;
    made.dataset.from = String(from);
    made.dataset.to = String(to);
    made.setAttribute("role", "button");
    made.setAttribute("tabindex", "-1");
    made.setAttribute("aria-label", look.label);
    if (look.letter) made.dataset.letter = look.letter;
    if (mark.id === this.#current) setCurrentLook(made);
    if (look.text === undefined) {
      this.#addText(made, from, to);
    } else if (from === mark.start) {
      made.appendChild(document.createTextNode(look.text));
    }
    into.appendChild(made);
  }

  /**
   * @param {string} id
   * @returns {HTMLElement[]}
   */
  #elementsOf(id) {
    return [...this.root.querySelectorAll(`mark[data-id="${CSS.escape(id)}"]`)].map((one) => /** @type {HTMLElement} */ (one));
  }

  /** @param {number} offset */
  #stretchAt(offset) {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (/** @type {TextStretch} */ (this.#stretches[middle]).end <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#stretches[Math.min(low, this.#stretches.length - 1)];
  }

  /**
   * The mark at an offset, or the block.
   * @param {TextStretch} stretch
   * @param {number} offset
   * @returns {HTMLElement | null}
   */
  #nodeAt(stretch, offset) {
    for (const mark of stretch.place.querySelectorAll("mark")) {
      if (Number(mark.dataset.from) <= offset && offset < Number(mark.dataset.to)) return mark;
    }
    for (const block of stretch.place.querySelectorAll("[data-at]")) {
      const own = /** @type {HTMLElement} */ (block);
      const at = Number(own.dataset.at);
      if (at <= offset && offset <= at + Number(own.dataset.length)) return own;
    }
    return null;
  }

  /**
   * @param {Node} node
   * @param {number} within
   * @param {boolean} isEnd
   * @returns {number | null}
   */
  #offsetOf(node, within, isEnd) {
    if (node.nodeType === Node.TEXT_NODE) {
      const start = this.#offsets.get(node);
      if (start !== undefined) return start + within;
      // What stands in the place of a mark's text is the whole of it or nothing.
      const mark = node.parentElement?.closest("mark");
      return mark ? Number(isEnd ? mark.dataset.to : mark.dataset.from) : null;
    }
    const child = node.childNodes[within] ?? null;
    if (child) {
      const at = this.#edge(child, true);
      if (at !== null) return at;
    }
    for (let before = within - 1; before >= 0; before--) {
      const at = this.#edge(/** @type {Node} */ (node.childNodes[before]), false);
      if (at !== null) return at;
    }
    const block = node instanceof HTMLElement ? node.closest("[data-at]") : null;
    return block instanceof HTMLElement ? Number(block.dataset.at) : null;
  }

  /**
   * Where a node begins or ends.
   * @param {Node} node
   * @param {boolean} isStart
   * @returns {number | null}
   */
  #edge(node, isStart) {
    if (node instanceof HTMLElement && node.dataset.from !== undefined) {
      return Number(isStart ? node.dataset.from : node.dataset.to);
    }
    if (node instanceof HTMLElement && node.dataset.at !== undefined) {
      return Number(node.dataset.at) + (isStart ? 0 : Number(node.dataset.length));
    }
    const start = this.#offsets.get(node);
    if (start !== undefined) return isStart ? start : start + (node.nodeValue ?? "").length;
    const inner = isStart ? node.firstChild : node.lastChild;
    return inner ? this.#edge(inner, isStart) : null;
  }

  /**
   * @param {number} offset
   * @param {boolean} isEnd
   */
  #point(offset, isEnd) {
    const stretch = this.#stretchAt(isEnd ? offset - 1 : offset);
    if (!stretch) return null;
    if (!stretch.filled) this.#fill(stretch);
    const walker = document.createTreeWalker(stretch.place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = this.#offsets.get(node);
      if (start === undefined) continue;
      const end = start + (node.nodeValue ?? "").length;
      if (isEnd ? start < offset && offset <= end : start <= offset && offset < end) return { node, offset: offset - start };
    }
    return null;
  }
}

/** @param {HTMLElement} mark */
function setCurrentLook(mark) {
  mark.classList.add("current");
  mark.setAttribute("tabindex", "0");
  mark.setAttribute("aria-current", "true");
}

/**
 * @param {TextBlock} block
 * @param {string} text
 * @returns {HTMLElement}
 */
function blockElement(block, text) {
  if (block.kind === "heading") {
    const level = Math.min(6, Math.max(2, (block.level ?? 1) + 1));
    return element("div", { class: `block heading level-${level}`, role: "heading", "aria-level": level });
  }
  const isBlankAfter = /^\r?\n[ \t]*\r?\n/.test(text.slice(block.end, block.end + 8));
  const kind = block.kind && /^[a-z-]+$/.test(block.kind) ? ` kind-${block.kind}` : "";
  return element("div", { class: `block${kind}${isBlankAfter ? " apart" : ""}` });
}

/**
 * @param {string} text
 * @param {TextBlock} block
 * @param {number} width
 */
function linesOf(text, block, width) {
  let lines = 0;
  let at = block.start;
  while (at < block.end) {
    let end = text.indexOf("\n", at);
    if (end < 0 || end > block.end) end = block.end;
    lines += Math.max(1, Math.ceil((end - at) / width));
    at = end + 1;
  }
  return Math.max(1, lines);
}

/**
 * The first mark that ends after an offset.
 * @param {TextMark[]} marks
 * @param {number} offset
 */
export function firstAfter(marks, offset) {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {TextMark} */ (marks[middle]).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
