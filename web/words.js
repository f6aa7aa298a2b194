/**
 * Words of a text, as a person steps over them.
 */

/** @typedef {{ start: number, end: number }} TextRange */

const WORD = /[\p{L}\p{N}\p{M}_]+(?:['’.@-][\p{L}\p{N}\p{M}_]+)*/gu;
/** No word is looked for further away than this. */
const REACH = 2000;

/**
 * The first word that begins at an offset or after it.
 * @param {string} text
 * @param {number} from
 * @returns {TextRange | null}
 */
export function wordAfter(text, from) {
  WORD.lastIndex = 0;
  const found = WORD.exec(text.slice(from, from + REACH));
  return found ? { start: from + found.index, end: from + found.index + found[0].length } : null;
}

/**
 * The last word that ends at an offset or before it.
 * @param {string} text
 * @param {number} to
 * @returns {TextRange | null}
 */
export function wordBefore(text, to) {
  const from = Math.max(0, to - REACH);
  let last = null;
  for (const found of text.slice(from, to).matchAll(WORD)) {
    last = { start: from + found.index, end: from + found.index + found[0].length };
  }
  return last;
}

/**
 * A range with one of its ends moved by a word.
 * @param {string} text
 * @param {TextRange} range
 * @param {"widen-left" | "widen-right" | "narrow-left" | "narrow-right"} way
 * @returns {TextRange | null} none where there is nothing to move to
 */
export function moved(text, range, way) {
  const { start, end } = range;
  if (way === "widen-left") {
    const word = wordBefore(text, start);
    return word && { start: word.start, end };
  }
  if (way === "widen-right") {
    const word = wordAfter(text, end);
    return word && { start, end: word.end };
  }
  if (way === "narrow-left") {
    const first = wordAfter(text, start);
    const word = first && wordAfter(text, first.end);
    // A word that is the whole of it loses its first character instead.
    if (word && word.start < end) return { start: word.start, end };
    return end - start > 1 ? { start: start + 1, end } : null;
  }
  const last = wordBefore(text, end);
  const word = last && wordBefore(text, last.start);
  if (word && word.end > start) return { start, end: word.end };
  return end - start > 1 ? { start, end: end - 1 } : null;
}
