/**
 * The calls that the page makes: all of them to `/v1` of the server it came from.
 */

/**
 * @typedef {object} DocumentSummary
 * @property {number} number
 * @property {string} name
 * @property {number} length
 * @property {string} [language]
 * @property {number} masked
 * @property {number} near
 */

/**
 * @typedef {object} ReviewSettings
 * @property {"policy" | "label" | "pseudonym"} view
 * @property {[number, number] | null} date_days
 * @property {number | null} age_range
 * @property {number | null} bits
 */

/**
 * @typedef {object} ReviewSummary
 * @property {string} id
 * @property {string} name
 * @property {string} format
 * @property {number} bytes
 * @property {number} revision
 * @property {"to-review" | "reviewed"} state
 * @property {string} expires
 * @property {boolean} kept
 * @property {string} policy
 * @property {string | null} [quality]
 * @property {Record<string, number>} counts
 * @property {number} masked
 * @property {number} kept_places
 * @property {number} near
 * @property {number} doubtful
 * @property {number} answered
 * @property {number | null} exposure
 * @property {number | null} utility
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {ReviewSettings} settings
 * @property {DocumentSummary[]} documents
 */

/**
 * @typedef {object} Mention
 * @property {number} id
 * @property {number} document
 * @property {number} start
 * @property {number} end
 * @property {string} category
 * @property {number | null} entity
 * @property {number | null} score
 * @property {"found" | "added" | "near" | "removed"} state
 * @property {number[]} evidence
 * @property {"mask" | "keep"} action
 * @property {string | null} rule
 * @property {string | null} label
 * @property {string | null} pseudonym
 * @property {string | null} replacement
 * @property {boolean} edited
 * @property {string | null} decided_by
 * @property {string | null} decided_at
 * @property {boolean} accepted
 * @property {number | null} bits
 */

/** @typedef {{ recogniser: string, rule: string | null, why: string }} Evidence */

/**
 * @typedef {object} Delta
 * @property {number} revision
 * @property {Mention[]} changed
 * @property {number[]} gone
 * @property {Evidence[]} [evidence]
 * @property {ReviewSummary} summary
 */

/** @typedef {Record<string, unknown> & { do: string }} Operation */

/** @typedef {{ mention: number | null, start: number, end: number, new_start: number, new_end: number }} MappedEdit */

/**
 * @typedef {object} RiskPhrase
 * @property {number} start
 * @property {number} end
 * @property {number} bits
 * @property {number | null} [after] what is left of it
 * @property {boolean} [hidden] whether something else stands there
 * @property {string | null} [replacement]
 * @property {number[]} [betrays]
 */

/**
 * @typedef {object} RiskAnswer
 * @property {number | null} limit
 * @property {number | null} exposure
 * @property {number | null} utility
 * @property {number} [words]
 * @property {number} [words_changed]
 * @property {number} [objected] phrases that a model objects to at this limit
 * @property {RiskPhrase[]} phrases
 * @property {{ limit: number, utility: number, objected: number }[]} [curve]
 * @property {unknown} [attackers]
 */


/** What the server told instead of a result; `gone` where it did not answer at all. */
export class ServerProblem extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} detail
   * @param {string} [place]
   */
  constructor(status, code, detail, place) {
    super(detail);
    this.status = status;
    this.code = code;
    this.place = place;
  }
}

const TOKEN = "sfumato.token";

/**
 * Takes the token out of the page's address, where it would be seen and kept, and holds it as long as the tab is open.
 */
export function takeToken() {
  const address = new URL(location.href);
  const token = address.searchParams.get("token");
  if (token === null) return;
  keepToken(token);
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}

/** @param {string} token */
export function keepToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

/** @returns {Record<string, string>} */
function credentials() {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** What is told when the server goes away and when it is there again. */
export const connection = new EventTarget();
let isAway = false;

/**
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<Response>}
 */
async function send(path, request = {}) {
  let response;
  try {
    const headers = { ...credentials(), .../** @type {Record<string, string>} */ (request.headers ?? {}) };
    response = await fetch(path, { cache: "no-store", ...request, headers });
  } catch {
    noteAway(true);
    throw new ServerProblem(0, "gone", "");
  }
  noteAway(false);
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** @param {boolean} now */
function noteAway(now) {
  if (now === isAway) return;
  isAway = now;
  connection.dispatchEvent(new Event(now ? "away" : "back"));
}

/** Asks whether the server is there; it is noted either way. */
export async function ping() {
  try {
    await fetch("health", { cache: "no-store" });
    noteAway(false);
  } catch {
    noteAway(true);
  }
}

/**
 * @param {Response} response
 * @returns {Promise<ServerProblem>}
 */
async function problemOf(response) {
  try {
    return problem(await response.json(), response.status);
  } catch {
    return new ServerProblem(response.status, "internal", response.statusText);
  }
}

/**
 * @param {unknown} told
 * @param {number} status
 */
function problem(told, status) {
  const fields = /** @type {{ code?: string, detail?: string, place?: string, status?: number }} */ (told ?? {});
  return new ServerProblem(fields.status ?? status, fields.code ?? "internal", fields.detail ?? "", fields.place);
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
async function get(path) {
  const response = await send(path);
  return /** @type {Promise<T>} */ (response.json());
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<T>}
 */
async function post(path, body) {
  const response = await send(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  return /** @type {Promise<T>} */ (response.json());
}

/** @param {string} id */
const review = (id) => `v1/reviews/${encodeURIComponent(id)}`;

/**
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
function query(values) {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

export const api = {
  /** @returns {Promise<{ policies: { name: string, about: string }[] }>} */
  policies: () => get("v1/policies"),
  /** @returns {Promise<{ categories: { path: string, about: string }[] }>} */
  categories: () => get("v1/categories"),
  /** @returns {Promise<{ reviews: ReviewSummary[] }>} */
  reviews: () => get("v1/reviews"),
  /** @param {string} id @returns {Promise<ReviewSummary>} */
  summary: (id) => get(review(id)),
  /** @param {string} id */
  forget: (id) => send(review(id), { method: "DELETE" }),
  /** @param {string} id @param {number} document @returns {Promise<{ text: string, blocks: import("./text_window.js").TextBlock[] }>} */
  text: (id, document) => get(`${review(id)}/text${query({ document })}`),
  /** @param {string} id @returns {Promise<{ revision: number, evidence: Evidence[], mentions: Mention[] }>} */
  mentions: (id) => get(`${review(id)}/mentions`),
  /** @param {string} id @param {number} revision @param {Operation[]} operations @returns {Promise<Delta>} */
  operate: (id, revision, operations) => post(`${review(id)}/operations`, { revision, operations }),
  /** @param {string} id @param {"undo" | "redo"} way @param {number} revision @returns {Promise<Delta>} */
  step: (id, way, revision) => post(`${review(id)}/${way}`, { revision }),
  /**
   * @param {string} id @param {number} document @param {string | null} view
   * @returns {Promise<{ text: string, map: MappedEdit[] }>}
   */
  resultText: (id, document, view) => get(`${review(id)}/result/text${query({ document, view })}`),
  /**
   * @param {string} id @param {number} document @param {number | null} limit
   * @returns {Promise<RiskAnswer>}
   */
  risk: (id, document, limit) => get(`${review(id)}/risk${query({ document, limit })}`),
  /** @param {string} id @param {unknown} plan @returns {Promise<{ revision: number, summary: ReviewSummary }>} */
  restore: (id, plan) => post(`${review(id)}/restore`, plan),

  /**
   * Begins a review of a file, telling how far it has come.
   * @param {File} file
   * @param {Record<string, unknown>} options
   * @param {File | null} plan
   * @param {(step: string, share: number) => void} tell
   * @returns {Promise<ReviewSummary>}
   */
  async create(file, options, plan, tell) {
    const form = new FormData();
    form.append("options", JSON.stringify(options));
    if (plan) form.append("plan", await plan.text());
    form.append("file", file, file.name);
    const response = await send("v1/reviews", { method: "POST", headers: { accept: "text/event-stream" }, body: form });
    for await (const { event, data } of events(response)) {
      if (event === "progress") {
        const progress = /** @type {{ step: string, share: number }} */ (data);
        tell(progress.step, progress.share);
      } else if (event === "problem") {
        throw problem(data, 422);
      } else {
        return /** @type {ReviewSummary} */ (data);
      }
    }
    throw new ServerProblem(0, "gone", "");
  },

  /**
   * A file that the server made, with the name it gave it.
   * @param {string} id
   * @param {string} what such as `result` or `annotations?as=brat`
   */
  file: async (id, what) => named(await send(`${review(id)}/${what}`), what),
  /** @param {string[]} ids */
  archive: async (ids) =>
    named(
      await send("v1/reviews/archive", {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ids }),
      }),
      "archive.zip",
    ),
};

/**
 * @param {Response} response
 * @param {string} otherwise
 */
async function named(response, otherwise) {
  const told = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(told)?.[1];
  const plain = /filename="((?:[^"\\]|\\.)*)"/i.exec(told)?.[1]?.replace(/\\(.)/g, "$1");
  const name = encoded ? decodeURIComponent(encoded) : plain ?? otherwise.replace(/\?.*$/, "");
  return { name, blob: await response.blob() };
}

/**
 * The events of a stream, as they come.
 * @param {Response} response
 * @returns {AsyncGenerator<{ event: string, data: unknown }>}
 */
export async function* events(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    let read;
    try {
      read = await reader.read();
    } catch {
      noteAway(true);
      throw new ServerProblem(0, "gone", "");
    }
    if (read.done) return;
    held += read.value;
    for (let end = held.indexOf("\n\n"); end >= 0; end = held.indexOf("\n\n")) {
      const lines = held.slice(0, end).split("\n");
      held = held.slice(end + 2);
      const event = lines.find((line) => line.startsWith("event: "))?.slice(7) ?? "message";
      const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
      if (data !== "") yield { event, data: JSON.parse(data) };
    }
  }
}
