/**
 * The words of the page, in the language it is read in.
 */

import { ENGLISH } from "./strings/en.js";
import { SPANISH } from "./strings/es.js";

/** @typedef {keyof typeof ENGLISH} StringKey */
/** @typedef {"en" | "es"} PageLanguage */

/** @type {Record<PageLanguage, Record<StringKey, string>>} */
const TABLES = { en: ENGLISH, es: SPANISH };

/** @type {PageLanguage} */
let language = "en";

/** The language of the page. */
export function pageLanguage() {
  return language;
}

/**
 * Reads the page's language from what was chosen before, or from the browser's own.
 */
export function chooseLanguage() {
  const kept = remembered("language");
  const wanted = kept ?? navigator.language;
  setLanguage(wanted.startsWith("es") ? "es" : "en");
}

/** @param {PageLanguage} wanted */
export function setLanguage(wanted) {
  language = wanted;
  document.documentElement.lang = wanted;
}

/**
 * The words of a key, with what stands for `{name}` put in.
 * With `n`, the words of `key_one` stand for exactly one, if there are such.
 * @param {StringKey} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const table = TABLES[language];
  const one = /** @type {StringKey} */ (`${key}_one`);
  const words = values.n === 1 && one in table ? table[one] : table[key];
  return words.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : String(value ?? "");
  });
}

/**
 * The words for something that the server names, or that name where the page has no words for it.
 * @param {string} prefix
 * @param {string} name
 */
export function named(prefix, name) {
  const key = `${prefix}.${name}`;
  return key in TABLES[language] ? TABLES[language][/** @type {StringKey} */ (key)] : name;
}

/**
 * @param {number} value
 * @param {number} [digits] after the point
 */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits || 2 }).format(value);
}

/** @param {number} share of one */
export function percent(share) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** @param {number} bytes */
export function fileSize(bytes) {
  const units = /** @type {const} */ (["byte", "kilobyte", "megabyte", "gigabyte"]);
  const step = Math.min(3, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const form = new Intl.NumberFormat(language, {
    style: "unit", unit: units[step], unitDisplay: "short", maximumFractionDigits: step ? 1 : 0,
  });
  return form.format(bytes / 1000 ** step);
}

/** @param {string} time */
export function moment(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/**
 * What this browser was told to remember of the page: never anything of a document.
 * @param {string} name
 * @returns {string | null}
 */
export function remembered(name) {
  try {
    return localStorage.getItem(`sfumato.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`sfumato.${name}`, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
