/**
 * What each key does, in one table: it is what the page listens to and what its help shows.
 */

import { remembered, remember } from "./i18n.js";

/** @import { StringKey } from "./i18n.js" */

/**
 * @typedef {object} KeyCommand
 * @property {string} name what is done
 * @property {string[]} keys as `event.key` has them; `Control+z` with the control or command key
 * @property {StringKey} about
 */

/** @type {KeyCommand[]} */
export const COMMANDS = [
  { name: "next", keys: ["n"], about: "key.next" },
  { name: "previous", keys: ["p"], about: "key.previous" },
  { name: "doubtful", keys: ["d"], about: "key.doubtful" },
  { name: "accept", keys: ["a"], about: "key.accept" },
  { name: "remove", keys: ["r"], about: "key.remove" },
  { name: "keep", keys: ["k"], about: "key.keep" },
  { name: "mask", keys: ["m"], about: "key.mask" },
  { name: "edit", keys: ["e"], about: "key.edit" },
  { name: "redraw", keys: ["o"], about: "key.redraw" },
  { name: "scope", keys: ["s"], about: "key.scope" },
  { name: "widen-left", keys: ["["], about: "key.widen_left" },
  { name: "widen-right", keys: ["]"], about: "key.widen_right" },
  { name: "narrow-left", keys: ["{"], about: "key.narrow_left" },
  { name: "narrow-right", keys: ["}"], about: "key.narrow_right" },
  { name: "word-right", keys: ["ArrowRight"], about: "key.word_right" },
  { name: "word-left", keys: ["ArrowLeft"], about: "key.word_left" },
  { name: "extend-right", keys: ["Shift+ArrowRight"], about: "key.extend_right" },
  { name: "extend-left", keys: ["Shift+ArrowLeft"], about: "key.extend_left" },
  { name: "clear", keys: ["Escape"], about: "key.clear" },
  { name: "undo", keys: ["Control+z", "u"], about: "key.undo" },
  { name: "redo", keys: ["Control+y", "Control+Z"], about: "key.redo" },
  { name: "find", keys: ["/", "Control+f"], about: "key.find" },
  { name: "view-1", keys: ["1"], about: "view.identify" },
  { name: "view-2", keys: ["2"], about: "view.classify" },
  { name: "view-3", keys: ["3"], about: "view.mask" },
  { name: "view-4", keys: ["4"], about: "view.replace" },
  { name: "view-5", keys: ["5"], about: "view.both" },
  { name: "view-6", keys: ["6"], about: "view.risk" },
  { name: "help", keys: ["?"], about: "key.help" },
];

/** Whether single keys do something: who talks to the page or has restless hands may turn them off. */
export function hasSingleKeys() {
  return remembered("single-keys") !== "off";
}

/** @param {boolean} on */
export function setSingleKeys(on) {
  remember("single-keys", on ? "on" : "off");
}

/**
 * The command of a key, or the letter of a category as `letter:P`.
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function commandOf(event) {
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey && event.key.length > 1) return null;
  const isWriting = event.target instanceof HTMLElement && isField(event.target);
  if (isCommand) {
    // A field undoes what was written in it by itself.
    if (isWriting && event.key !== "f") return null;
    return COMMANDS.find((command) => command.keys.includes(`Control+${event.key}`))?.name ?? null;
  }
  if (isWriting || !hasSingleKeys()) return event.key === "Escape" ? "clear" : null;
  if (event.key.startsWith("Arrow") && !isText(event.target)) return null;
  if (/^[A-Z]$/.test(event.key)) return `letter:${event.key}`;
  const key = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
  return COMMANDS.find((command) => command.keys.includes(key))?.name ?? null;
}

/** @param {HTMLElement} target */
function isField(target) {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** @param {EventTarget | null} target */
function isText(target) {
  return target instanceof HTMLElement && target.closest(".text") !== null;
}
