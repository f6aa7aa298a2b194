/**
 * Which cells of a table stand in one row, where only the columns are told.
 */

/** @import { TextBlock } from "./text_window.js" */

/**
 * The same blocks, with a row and a column for each header and cell that has none.
 * Headers that follow each other are a row; a cell begins another one where its column is not to the right of the last.
 * @param {TextBlock[]} blocks in order
 * @param {string} text that they are of
 * @returns {TextBlock[]}
 */
export function withRows(blocks, text) {
  /** @type {string[]} */
  let columns = [];
  let row = -1;
  let column = -1;
  /** @type {string | undefined} */
  let before;
  return blocks.map((given, at) => {
    const block = given.kind === "cell" && isHeading(blocks, at, text) ? { ...given, kind: "header" } : given;
    const { kind } = block;
    const last = before;
    before = kind;
    if (kind !== "header" && kind !== "cell") return block;
    if (block.row !== undefined) return block;
    if (kind === "header") {
      if (last !== "header") {
        columns = [];
        row++;
      }
      columns.push(text.slice(block.start, block.end));
      return { ...block, row, column: columns.length - 1 };
    }
    let own = block.label === undefined ? -1 : columns.indexOf(block.label, last === "cell" ? column + 1 : 0);
    const isNext = last === "cell" && own > column;
    if (!isNext) {
      row++;
      own = block.label === undefined ? 0 : columns.indexOf(block.label);
      if (own < 0 && block.label !== undefined) own = columns.push(block.label) - 1;
    }
    column = own;
    return { ...block, row, column: own };
  });
}

/**
 * True of a cell without a column in a run that later cells have as their columns: the first row of a table in Word.
 * @param {TextBlock[]} blocks
 * @param {number} at
 * @param {string} text
 */
function isHeading(blocks, at, text) {
  const words = text.slice(blocks[at]?.start, blocks[at]?.end);
  for (let next = at; next < Math.min(blocks.length, at + 64); next++) {
    const block = blocks[next];
    if (block?.kind !== "cell") return false;
    if (block.label !== undefined) return next > at && blocks.slice(next, next + 64).some((one) => one.label === words);
  }
  return false;
}
