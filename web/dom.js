/**
 * Elements made without markup in strings, so that no text of a document is ever read as HTML.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[]} Children */

/** What is set as a property of an element, since the attribute of that name only says how it begins. */
const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "hidden", "open", "indeterminate"]);

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (PROPERTIES.has(name)) {
      // Set once the children are there: the value of a select is one of them.
      continue;
    } else {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  add(made, children);
  for (const name of PROPERTIES) {
    if (name in attributes && attributes[name] !== undefined) {
      /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (made))[name] = attributes[name];
    }
  }
  return made;
}

/**
 * @param {Node} parent
 * @param {Children[]} children
 */
function add(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false) {
      parent.appendChild(document.createTextNode(String(child)));
    }
  }
}

/**
 * Puts other children into an element.
 * What had the focus and is there again, by its `data-focus`, has it again; so has what was being written.
 * @param {Element} parent
 * @param {...Children} children
 */
export function fill(parent, ...children) {
  const active = document.activeElement;
  const held = active instanceof HTMLElement && parent.contains(active) ? active.dataset.focus : undefined;
  const caret = active instanceof HTMLInputElement && active.type === "text" ? active.selectionStart : null;
  const scrolled = parent.scrollTop;
  parent.replaceChildren();
  add(parent, children);
  parent.scrollTop = scrolled;
  if (held === undefined) return;
  for (const candidate of parent.querySelectorAll("[data-focus]")) {
    if (candidate instanceof HTMLElement && candidate.dataset.focus === held) {
      candidate.focus({ preventScroll: true });
      if (candidate instanceof HTMLInputElement && caret !== null) candidate.setSelectionRange(caret, caret);
      return;
    }
  }
}

/**
 * A picture of strokes, for a button whose words say the same.
 * @param {string} path
 * @returns {SVGSVGElement}
 */
export function icon(path) {
  const name = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(name, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(name, "path");
  line.setAttribute("d", path);
  picture.appendChild(line);
  return picture;
}

/** The strokes of each picture. */
export const STROKES = {
  undo: "M9 14 4 9l5-5M4 9h11a5 5 0 0 1 0 10h-3",
  redo: "M15 14l5-5-5-5M20 9H9a5 5 0 0 0 0 10h3",
  download: "M12 4v11m-5-4 5 5 5-5M5 20h14",
  help: "M9.5 9a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 17h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  add: "M12 5v14M5 12h14",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  check: "M5 13l4 4 10-10",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
};

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
}
