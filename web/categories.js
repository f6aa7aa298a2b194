/**
 * How each kind of thing is told from the others on the page: by a letter, a colour and a line below it.
 * The letter alone suffices; the colours differ in lightness too, for those who see few of them.
 */

/**
 * @typedef {object} CategoryLook
 * @property {string} letter the key that chooses it, with the shift key
 * @property {string} hue the class of its colour and line
 */

/** @type {Record<string, CategoryLook>} */
const LOOKS = {
  person: { letter: "P", hue: "blue" },
  kinship: { letter: "K", hue: "blue" },
  protected: { letter: "V", hue: "blue" },
  date: { letter: "D", hue: "amber" },
  time: { letter: "T", hue: "amber" },
  age: { letter: "A", hue: "amber" },
  place: { letter: "L", hue: "green" },
  organisation: { letter: "O", hue: "violet" },
  work: { letter: "W", hue: "violet" },
  event: { letter: "E", hue: "violet" },
  contact: { letter: "C", hue: "sky" },
  net: { letter: "N", hue: "sky" },
  id: { letter: "I", hue: "red" },
  finance: { letter: "F", hue: "red" },
  secret: { letter: "X", hue: "red" },
  profession: { letter: "R", hue: "rose" },
  demographic: { letter: "G", hue: "rose" },
  sex: { letter: "S", hue: "rose" },
  health: { letter: "H", hue: "rose" },
  topic: { letter: "U", hue: "rose" },
  quantity: { letter: "Q", hue: "grey" },
  term: { letter: "M", hue: "grey" },
  other: { letter: "Z", hue: "grey" },
};

/**
 * The first part of a category's path.
 * @param {string} category
 */
export function family(category) {
  const slash = category.indexOf("/");
  return slash < 0 ? category : category.slice(0, slash);
}

/**
 * @param {string} category
 * @returns {CategoryLook}
 */
export function look(category) {
  return LOOKS[family(category)] ?? /** @type {CategoryLook} */ (LOOKS.other);
}

/** The first parts of all paths, in the order they are shown in. */
export const FAMILIES = Object.keys(LOOKS);

/**
 * The category that a letter chooses, if one does.
 * @param {string} letter
 */
export function familyOfLetter(letter) {
  return FAMILIES.find((name) => LOOKS[name]?.letter === letter);
}
