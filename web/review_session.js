/**
 * One document under review, as the page knows it: its text, its mentions, and what a person does to them.
 */

import { api, ServerProblem } from "./api.js";

/** @import { Delta, Evidence, Mention, Operation, ReviewSummary } from "./api.js" */
/** @import { TextBlock } from "./text_window.js" */

/** Above this score nobody is asked. */
const SURE = 0.9;

/**
 * Mentions of one thing.
 * @typedef {object} ReviewEntity
 * @property {number} number
 * @property {string} category
 * @property {string} name how it is written where it is written at greatest length
 * @property {Mention[]} mentions
 */

/** Tells `change` when mentions or the summary are others, and `document` when the text is. */
export class ReviewSession extends EventTarget {
  /** @type {ReviewSummary} */
  summary;
  document = 0;
  text = "";
  /** @type {TextBlock[]} */
  blocks = [];
  /** @type {Evidence[]} */
  evidence = [];
  /** @type {Map<number, Mention>} */
  #mentions = new Map();
  /** @type {Mention[]} those of the document that is shown, in order */
  mentions = [];
  /** What was asked for is done one after the other, since each step begins where the last one ended. */
  #work = Promise.resolve();

  /** @param {ReviewSummary} summary */
  constructor(summary) {
    super();
    this.summary = summary;
  }

  /**
   * @param {string} id
   * @returns {Promise<ReviewSession>}
   */
  static async open(id) {
    const [summary, text, mentions] = await Promise.all([api.summary(id), api.text(id, 0), api.mentions(id)]);
    const session = new ReviewSession(summary);
    session.text = text.text;
    session.blocks = text.blocks;
    session.#take(mentions);
    return session;
  }

  get id() {
    return this.summary.id;
  }

  /** @param {number} number */
  async openDocument(number) {
    const text = await api.text(this.id, number);
    this.document = number;
    this.text = text.text;
    this.blocks = text.blocks;
    this.#order();
    this.dispatchEvent(new Event("document"));
  }

  /** Everything anew from the server: another page may have changed it. */
  async reload() {
    const [summary, mentions] = await Promise.all([api.summary(this.id), api.mentions(this.id)]);
    this.summary = summary;
    this.#take(mentions);
    this.dispatchEvent(new Event("change"));
  }

  /** @param {number} id */
  mention(id) {
    return this.#mentions.get(id);
  }

  /** @param {Mention} mention */
  textOf(mention) {
    return this.text.slice(mention.start, mention.end);
  }

  /** Mentions that are looked at: all but those that somebody said are nothing. */
  get shown() {
    return this.mentions.filter((mention) => mention.state !== "removed");
  }

  /** What a person should look at, what is least sure first. */
  get queue() {
    const waiting = this.mentions.filter(isDoubtful);
    return waiting.sort((one, other) => doubt(other) - doubt(one) || one.start - other.start);
  }

  /** @returns {ReviewEntity[]} */
  get entities() {
    /** @type {Map<number, ReviewEntity>} */
    const all = new Map();
    for (const mention of this.mentions) {
      if (mention.entity === null || mention.state === "removed" || mention.state === "near") continue;
      const known = all.get(mention.entity);
      const name = this.textOf(mention);
      if (known) {
        known.mentions.push(mention);
        if (name.length > known.name.length) known.name = name;
      } else {
        all.set(mention.entity, { number: mention.entity, category: mention.category, name, mentions: [mention] });
      }
    }
    return [...all.values()];
  }

  /** @param {number} number */
  entity(number) {
    return this.mentions.filter((mention) => mention.entity === number && mention.state !== "removed");
  }

  /**
   * Does what a person decided; one call is one step of undoing.
   * @param {...Operation} operations
   * @returns {Promise<Delta>}
   */
  perform(...operations) {
    return this.#inTurn(() => api.operate(this.id, this.summary.revision, operations));
  }

  /** @param {"undo" | "redo"} way */
  step(way) {
    return this.#inTurn(() => api.step(this.id, way, this.summary.revision));
  }

  /** @param {unknown} plan */
  async restore(plan) {
    await api.restore(this.id, plan);
    await this.reload();
  }

  /**
   * @param {() => Promise<Delta>} work
   * @returns {Promise<Delta>}
   */
  #inTurn(work) {
    const done = this.#work.then(async () => {
      try {
        const delta = await work();
        this.#apply(delta);
        return delta;
      } catch (error) {
        if (error instanceof ServerProblem && error.code === "revision") await this.reload();
        throw error;
      }
    });
    this.#work = done.then(() => undefined, () => undefined);
    return done;
  }

  /** @param {Delta} delta */
  #apply(delta) {
    for (const id of delta.gone) this.#mentions.delete(id);
    for (const mention of delta.changed) this.#mentions.set(mention.id, mention);
    if (delta.evidence) this.evidence = delta.evidence;
    this.summary = delta.summary;
    this.#order();
    this.dispatchEvent(new Event("change"));
  }

  /** @param {{ evidence: Evidence[], mentions: Mention[] }} told */
  #take(told) {
    this.evidence = told.evidence;
    this.#mentions = new Map(told.mentions.map((mention) => [mention.id, mention]));
    this.#order();
  }

  #order() {
    this.mentions = [...this.#mentions.values()]
      .filter((mention) => mention.document === this.document)
      .sort((one, other) => one.start - other.start || other.end - one.end);
  }
}

/** @param {Mention} mention */
export function isDoubtful(mention) {
  if (mention.accepted || mention.decided_by !== null) return false;
  if (mention.state === "near") return true;
  return mention.state === "found" && mention.action === "mask" && mention.score !== null && mention.score < SURE;
}

/** @param {Mention} mention from 0 (sure) to 1 (a coin) */
function doubt(mention) {
  return 1 - Math.abs((mention.score ?? 0.5) - 0.5) * 2;
}

/**
 * Those of them that can be shown beside each other: of two that overlap, what was found before what was nearly found.
 * @param {Mention[]} mentions in order
 * @returns {Mention[]}
 */
export function disjoint(mentions) {
  /** @type {Mention[]} */
  const kept = [];
  for (const mention of mentions) {
    const last = kept[kept.length - 1];
    if (!last || mention.start >= last.end) kept.push(mention);
    else if (weight(mention) > weight(last)) kept[kept.length - 1] = mention;
  }
  return kept;
}

/** @param {Mention} mention */
function weight(mention) {
  if (mention.state === "near") return 0;
  return mention.state === "removed" ? 1 : 2;
}
