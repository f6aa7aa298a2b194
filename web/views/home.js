/**
 * The list of documents under review, and the place where new ones are dropped.
 */

import { api, connection, keepToken, ServerProblem } from "../api.js";
import { element, fill, find, icon, STROKES } from "../dom.js";
import { fileSize, named, number, percent, t } from "../i18n.js";
import { complain, say, wordsOf } from "../notices.js";
import { save } from "./downloads.js";

/** @import { ReviewSummary } from "../api.js" */

/**
 * A file on its way to the server.
 * @typedef {object} Upload
 * @property {string} name
 * @property {number} bytes
 * @property {string} step
 * @property {number} share
 * @property {unknown} problem
 */

/** What was chosen, as long as the page is open. */
const chosen = { policy: "default", quality: "", language: "", protect: "", text: "" };

export class HomeView {
  /** @type {ReviewSummary[]} */
  #reviews = [];
  /** @type {{ name: string, about: string }[]} */
  #policies = [];
  /** @type {Upload[]} */
  #uploads = [];
  /** @type {Set<string>} */
  #ticked = new Set();
  #isClosed = false;
  #needsToken = false;
  /** @type {File | null} */
  #plan = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    connection.addEventListener("back", this.#onBack);
    void this.#load();
  }

  #onBack = () => void this.#load();

  async #load() {
    try {
      const [{ reviews }, { policies }] = await Promise.all([api.reviews(), api.policies()]);
      if (this.#isClosed) return;
      this.#reviews = reviews;
      this.#policies = policies;
      this.#needsToken = false;
      this.#drawOptions();
      this.#drawList();
    } catch (error) {
      if (this.#isClosed) return;
      if (error instanceof ServerProblem && error.status === 401) {
        this.#needsToken = true;
        this.draw();
      } else {
        complain(error);
      }
    }
  }

  close() {
    this.#isClosed = true;
    connection.removeEventListener("back", this.#onBack);
  }

  draw() {
    document.title = "sfumato";
    this.root.className = "home";
    if (this.#needsToken) {
      fill(this.root, this.#tokenForm());
      return;
    }
    fill(this.root,
      element("section", { class: "begin", "aria-labelledby": "begin-title" },
        element("h1", { id: "begin-title" }, t("home.title")),
        element("p", { class: "lead" }, t("home.lead")),
        this.#dropPlace(),
        this.#textForm(),
        element("fieldset", { class: "options", id: "options" })),
      element("section", { class: "documents", "aria-labelledby": "documents-title" },
        element("div", { class: "heading-line" },
          element("h2", { id: "documents-title" }, t("home.documents")),
          element("span", { class: "spacer" }),
          element("button", { type: "button", id: "archive", "data-focus": "archive", onclick: () => void this.#archive() },
            icon(STROKES.download), element("span", {}, t("home.archive")))),
        element("ul", { class: "uploads", id: "uploads" }),
        element("div", { id: "list" })));
    this.#drawOptions();
    this.#drawUploads();
    this.#drawList();
  }

  #tokenForm() {
    const field = element("input", { type: "password", id: "token", autocomplete: "off" });
    return element("form", {
      class: "token",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        keepToken(field.value.trim());
        this.#needsToken = false;
        this.draw();
        void this.#load();
      },
    },
    element("h1", {}, t("token.title")), element("p", {}, t("token.words")),
    element("label", { for: "token" }, t("token.label")), field,
    element("button", { type: "submit", class: "primary" }, t("token.go")));
  }

  #dropPlace() {
    const input = element("input", {
      type: "file", multiple: true, id: "files", class: "unseen",
      onchange: () => {
        void this.#take([...(input.files ?? [])]);
        input.value = "";
      },
    });
    const place = element("div", { class: "drop" },
      icon(STROKES.file),
      element("label", { for: "files", class: "button primary" }, t("home.choose")), input,
      element("p", {}, t("home.drop")),
      element("p", { class: "hint" }, t("home.formats")));
    place.addEventListener("dragover", (event) => {
      event.preventDefault();
      place.classList.add("over");
    });
    place.addEventListener("dragleave", () => place.classList.remove("over"));
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      place.classList.remove("over");
      void this.#take([...(event.dataTransfer?.files ?? [])]);
    });
    return place;
  }

  #textForm() {
    const field = element("textarea", {
      id: "paste", rows: 4, value: chosen.text, placeholder: t("home.paste_hint"),
      oninput: () => {
        chosen.text = field.value;
      },
    });
    return element("form", {
      class: "paste",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (field.value.trim() === "") {
          say(t("home.paste_empty"));
          field.focus();
          return;
        }
        void this.#take([new File([field.value], t("home.paste_name"), { type: "text/plain" })]);
        chosen.text = "";
        field.value = "";
      },
    },
    element("label", { for: "paste" }, t("home.paste")), field,
    element("button", { type: "submit" }, t("home.paste_go")));
  }

  #drawOptions() {
    const place = this.root.querySelector("#options");
    if (!place) return;
    const about = this.#policies.find((policy) => policy.name === chosen.policy)?.about ?? "";
    const policies = this.#policies.length > 0 ? this.#policies : [{ name: "default", about: "" }];
    /** @param {"policy" | "quality" | "language"} name @param {[string, string][]} values */
    const select = (name, values) => {
      const field = element("select", {
        id: `option-${name}`, "data-focus": `option-${name}`, value: chosen[name],
        onchange: () => {
          chosen[name] = field.value;
          this.#drawOptions();
        },
      }, values.map(([value, words]) => element("option", { value }, words)));
      return field;
    };
    const protect = element("textarea", {
      id: "option-protect", rows: 2, "data-focus": "option-protect", value: chosen.protect,
      oninput: () => {
        chosen.protect = protect.value;
      },
    });
    const plan = element("input", {
      type: "file", id: "option-plan", accept: ".json", "data-focus": "option-plan",
      onchange: () => {
        this.#plan = plan.files?.[0] ?? null;
      },
    });
    fill(place,
      element("legend", {}, t("options.title")),
      element("div", { class: "field" },
        element("label", { for: "option-policy" }, t("options.policy")),
        select("policy", policies.map((policy) => [policy.name, policy.name])),
        element("p", { class: "hint" }, about)),
      element("div", { class: "pair" },
        element("div", { class: "field" },
          element("label", { for: "option-quality" }, t("options.quality")),
          select("quality", [["", t("options.quality_policy")], ["fast", t("options.quality_fast")],
            ["balanced", t("options.quality_balanced")], ["best", t("options.quality_best")]])),
        element("div", { class: "field" },
          element("label", { for: "option-language" }, t("options.language")),
          select("language", [["", t("options.language_told")], ["en", t("language.en")], ["es", t("language.es")]]))),
      element("div", { class: "field" },
        element("label", { for: "option-protect" }, t("options.protect")), protect,
        element("p", { class: "hint" }, t("options.protect_hint"))),
      element("div", { class: "field" },
        element("label", { for: "option-plan" }, t("options.plan")), plan,
        element("p", { class: "hint" }, t("options.plan_hint"))));
  }

  /** @param {File[]} files */
  async #take(files) {
    const options = {
      policy: chosen.policy,
      ...(chosen.quality ? { quality: chosen.quality } : {}),
      ...(chosen.language ? { language: chosen.language } : {}),
      protect: chosen.protect.split("\n").map((line) => line.trim()).filter((line) => line !== ""),
    };
    const plan = this.#plan;
    this.#plan = null;
    const queue = files.map((file) => {
      /** @type {Upload} */
      const upload = { name: file.name, bytes: file.size, step: "sending", share: 0, problem: null };
      return { file, upload };
    });
    this.#uploads = [...this.#uploads.filter((upload) => upload.problem === null), ...queue.map((one) => one.upload)];
    this.#drawUploads();
    /** @type {ReviewSummary | null} */
    let last = null;
    // One after the other: the server works on each with all it has.
    for (const { file, upload } of queue) {
      try {
        last = await api.create(file, { ...options, name: file.name }, plan, (step, share) => {
          upload.step = step;
          upload.share = share;
          this.#drawUploads();
        });
        this.#uploads = this.#uploads.filter((one) => one !== upload);
        this.#reviews = [last, ...this.#reviews];
        say(t("home.read", { name: file.name, n: last.masked }), "heard");
      } catch (error) {
        upload.problem = error;
        last = null;
      }
      this.#drawUploads();
      this.#drawList();
    }
    if (plan) this.#drawOptions();
    // Who brought a single document wants to see it.
    if (files.length === 1 && last && !this.#isClosed) location.hash = `#/review/${last.id}`;
  }

  #drawUploads() {
    const place = this.root.querySelector("#uploads");
    if (!place) return;
    fill(place, this.#uploads.map((upload) => element("li", { class: upload.problem ? "upload failed" : "upload" },
      element("span", { class: "name" }, upload.name),
      upload.problem
        ? element("span", { class: "why", role: "alert" }, wordsOf(upload.problem))
        : [
          element("span", { class: "step" }, named("step", upload.step)),
          element("progress", { max: 1, value: String(upload.share), "aria-label": t("home.progress", { name: upload.name }) }),
        ],
      upload.problem ? element("button", {
        type: "button", class: "quiet",
        onclick: () => {
          this.#uploads = this.#uploads.filter((one) => one !== upload);
          this.#drawUploads();
        },
      }, t("problem.close")) : null)));
  }

  #drawList() {
    const place = this.root.querySelector("#list");
    if (!place) return;
    const archive = /** @type {HTMLButtonElement} */ (find(this.root, "#archive"));
    archive.hidden = this.#reviews.length === 0;
    if (this.#reviews.length === 0) {
      fill(place, element("p", { class: "empty" }, t("home.none")));
      return;
    }
    fill(place, element("ul", { class: "reviews" }, this.#reviews.map((review) => this.#line(review))));
  }

  /** @param {ReviewSummary} review */
  #line(review) {
    const isReviewed = review.state === "reviewed";
    const tick = element("input", {
      type: "checkbox", checked: this.#ticked.has(review.id), "data-focus": `tick-${review.id}`,
      "aria-label": t("home.tick", { name: review.name }),
      onchange: () => {
        if (tick.checked) this.#ticked.add(review.id);
        else this.#ticked.delete(review.id);
      },
    });
    return element("li", { class: "review-line", "data-id": review.id },
      tick,
      element("div", { class: "what" },
        element("a", { class: "name", href: `#/review/${review.id}`, "data-focus": `open-${review.id}` }, review.name),
        element("div", { class: "facts" },
          element("span", {}, review.format.toUpperCase()),
          element("span", {}, fileSize(review.bytes)),
          element("span", {}, t("count.masked", { n: review.masked })),
          element("span", {}, t("count.doubtful", { n: review.doubtful })),
          review.exposure === null ? null : element("span", {}, t("count.exposure", { bits: number(review.exposure, 1) })),
          review.utility === null ? null : element("span", {}, t("count.utility", { share: percent(review.utility) })))),
      element("span", { class: isReviewed ? "state done" : "state" },
        isReviewed ? icon(STROKES.check) : null, t(isReviewed ? "state.reviewed" : "state.to_review")),
      element("button", {
        type: "button", class: "quiet with-icon", "aria-label": t("home.forget", { name: review.name }), "data-focus": `forget-${review.id}`,
        onclick: () => void this.#forget(review),
      }, icon(STROKES.bin)));
  }

  /** @param {ReviewSummary} review */
  async #forget(review) {
    if (!confirm(t("home.forget_sure", { name: review.name }))) return;
    try {
      await api.forget(review.id);
      this.#reviews = this.#reviews.filter((one) => one.id !== review.id);
      this.#ticked.delete(review.id);
      this.#drawList();
      find(this.root, "#files").focus();
      say(t("home.forgotten", { name: review.name }));
    } catch (error) {
      complain(error);
    }
  }

  async #archive() {
    const ids = this.#reviews.map((review) => review.id).filter((id) => this.#ticked.size === 0 || this.#ticked.has(id));
    try {
      save(await api.archive(ids));
      say(t("home.archived", { n: ids.length }));
    } catch (error) {
      complain(error);
    }
  }
}
