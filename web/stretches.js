/**
 * How a long text is cut into stretches that are shown or not as a whole.
 */

/** @import { TextBlock } from "./text_window.js" */

/** How many characters a stretch has at least, if it is not the last one. */
const STRETCH = 2500;
/** A block longer than this is cut at a line's end, or where it must. */
const LONGEST_BLOCK = 4000;

/**
 * Blocks that hold all of the text but blanks between them, none of them too long.
 * @param {string} text
 * @param {TextBlock[]} blocks in order
 * @returns {TextBlock[]}
 */
export function cut(text, blocks) {
  /** @type {TextBlock[]} */
  const pieces = [];
  let at = 0;
  /** @param {TextBlock} block */
  const addWhole = (block) => {
    let start = block.start;
    while (block.end - start > LONGEST_BLOCK) {
      const wish = start + LONGEST_BLOCK / 2;
      const line = text.indexOf("\n", wish);
      let end = line >= 0 && line < start + LONGEST_BLOCK ? line + 1 : text.lastIndexOf(" ", start + LONGEST_BLOCK) + 1;
      if (end <= start || end > block.end) end = start + LONGEST_BLOCK;
      // Not between the two halves of a character.
      const unit = text.charCodeAt(end);
      if (unit >= 0xdc00 && unit <= 0xdfff) end++;
      pieces.push({ ...block, start, end });
      start = end;
    }
    if (block.end > start) pieces.push({ ...block, start });
  };
  /** @param {number} end */
  const addBetween = (end) => {
    if (end > at && /\S/.test(text.slice(at, end))) addWhole({ start: at, end });
  };
  for (const block of blocks) {
    const start = Math.max(at, block.start);
    if (block.end <= start) continue;
    addBetween(start);
    addWhole({ ...block, start });
    at = block.end;
  }
  addBetween(text.length);
  if (pieces.length === 0) pieces.push({ start: 0, end: text.length });
  return pieces;
}

/**
 * Blocks put together until they are a stretch; a row of a table is not torn apart.
 * @param {TextBlock[]} blocks
 * @returns {TextBlock[][]}
 */
export function gather(blocks) {
  /** @type {TextBlock[][]} */
  const all = [];
  /** @type {TextBlock[]} */
  let now = [];
  let length = 0;
  for (const block of blocks) {
    const last = now[now.length - 1];
    const isSameRow = last?.row !== undefined && last.row === block.row;
    if (now.length > 0 && (length >= STRETCH || now.length >= 120) && !isSameRow) {
      all.push(now);
      now = [];
      length = 0;
    }
    now.push(block);
    length += block.end - block.start;
  }
  if (now.length > 0) all.push(now);
  return all;
}
