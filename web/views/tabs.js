/**
 * Rows of tabs.
 */

import { element } from "../dom.js";

/**
 * Buttons of which one is chosen; the arrows go from one to the next.
 * @template {string} Kind
 * @param {Kind[]} kinds
 * @param {Kind} chosen
 * @param {string} prefix
 * @param {(kind: Kind) => (Node | string)[]} words
 * @param {(kind: Kind) => void} choose
 */
export function tabs(kinds, chosen, prefix, words, choose) {
  return kinds.map((kind, at) => element("button", {
    type: "button", role: "tab", id: `${prefix}-${kind}`, "data-focus": `${prefix}-${kind}`, class: "tab",
    "aria-selected": kind === chosen ? "true" : "false", tabindex: kind === chosen ? "0" : "-1",
    "aria-controls": prefix === "tab" ? "pane" : "panel-body",
    onclick: () => choose(kind),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step === undefined ? undefined : kinds[(at + step + kinds.length) % kinds.length];
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      choose(next);
      const button = document.getElementById(`${prefix}-${next}`);
      button?.focus();
    },
  }, words(kind)));
}
