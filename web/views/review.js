/**
 * A document under review: its views, what is chosen in them, and what every key does.
 */

import { api, ServerProblem } from "../api.js";
import { familyOfLetter } from "../categories.js";
import { element, fill, find, icon, STROKES } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { commandOf } from "../keys.js";
import { looks, marksOf, VIEW_KINDS } from "../marks.js";
import { calm, complain, leave, say } from "../notices.js";
import { isDoubtful, ReviewSession } from "../review_session.js";
import { TextWindow } from "../text_window.js";
import { moved, wordAfter, wordBefore } from "../words.js";
import { showDownloads } from "./downloads.js";
import { entitiesPanel } from "./entities.js";
import { FindBar } from "./find_bar.js";
import { showHelp } from "./help.js";
import { placePanel, quoted } from "./place.js";
import { queuePanel } from "./queue.js";
import { riskPanel } from "./risk.js";
import { settingsPanel } from "./settings.js";
import { SideBySide } from "./side_by_side.js";
import { tabs } from "./tabs.js";

/** @import { Mention, Operation, RiskAnswer } from "../api.js" */
/** @import { StringKey } from "../i18n.js" */
/** @import { ViewKind } from "../marks.js" */
/** @import { TextRange } from "../words.js" */

/** @typedef {"place" | "queue" | "entities" | "risk" | "settings"} PanelKind */

/** @type {PanelKind[]} */
const PANELS = ["place", "queue", "entities", "risk", "settings"];
/** What answers a question, so that the next one may be asked. */
const ANSWERS = new Set(["accept", "remove", "keep", "mask", "recategorise"]);

export class ReviewView {
  /** @type {ViewKind} */
  kind = "classify";
  /** @type {PanelKind} */
  panel = "place";
  /** @type {number | null} */
  current = null;
  /** @type {TextRange | null} */
  range = null;
  /** @type {"place" | "entity"} whether an answer is for one place or for all of its entity */
  scope = "entity";
  /** What is looked for among the entities. */
  entityFilter = "";
  /** @type {RiskAnswer | null} */
  risk = null;
  /** @type {number | null} the limit that is looked at */
  limit = null;
  #isLowered = false;
  #isClosed = false;
  /** @type {SideBySide | null} */
  #both = null;
  /** The end of a selection that moves with the keys. */
  #anchor = 0;

  /**
   * @param {HTMLElement} root
   * @param {ReviewSession} session
   */
  constructor(root, session) {
    this.root = root;
    this.session = session;
    this.textRoot = element("div", {
      class: "text", tabindex: "0", role: "region", id: "text",
      onclick: (/** @type {Event} */ event) => this.#clicked(event),
      ondblclick: (/** @type {Event} */ event) => this.#doubleClicked(event),
    });
    this.text = new TextWindow(this.textRoot, () => ({ className: "", label: "" }));
    this.finder = new FindBar(this);
    document.addEventListener("selectionchange", this.#selected);
    session.addEventListener("change", () => this.#changed());
    session.addEventListener("document", () => this.#opened());
  }

  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {string} kind
   */
  static async open(root, id, kind) {
    const view = new ReviewView(root, await ReviewSession.open(id));
    const wanted = VIEW_KINDS.find((one) => one === kind);
    if (wanted) view.kind = wanted;
    view.draw();
    view.#opened();
    return view;
  }

  close() {
    this.#isClosed = true;
    document.removeEventListener("selectionchange", this.#selected);
    this.text.close();
    this.#both?.close();
  }

  /** @returns {Mention | undefined} */
  get mention() {
    return this.current === null ? undefined : this.session.mention(this.current);
  }

  draw() {
    const { session } = this;
    document.title = `${session.summary.name} · sfumato`;
    this.root.className = "review";
    this.textRoot.setAttribute("aria-label", t("text.label", { name: session.summary.name }));
    fill(this.root,
      element("div", { class: "bar", id: "bar" }),
      element("div", { class: "tabs", role: "tablist", "aria-label": t("view.all"), id: "tabs" }),
      element("div", { class: "work" },
        element("section", { class: "pane", id: "pane", role: "tabpanel", "aria-labelledby": `tab-${this.kind}` }),
        element("aside", { class: "panel", id: "panel", "aria-label": t("panel.all") },
          element("div", { class: "panel-head" },
            element("div", { class: "tabs small", role: "tablist", "aria-label": t("panel.all"), id: "panel-tabs" }),
            element("div", { id: "panel-lower" })),
          element("div", { class: "panel-body", id: "panel-body", role: "tabpanel", tabindex: "0", "aria-labelledby": `panel-tab-${this.panel}` }))));
    this.drawBar();
    this.#drawTabs();
    this.#drawPane();
    this.drawPanel();
  }

  drawBar() {
    const { summary } = this.session;
    const isReviewed = summary.state === "reviewed";
    this.root.dataset.revision = String(summary.revision);
    const many = summary.documents.length > 1;
    const choice = many ? element("select", {
      id: "document", "data-focus": "document", "aria-label": t("bar.document"), value: String(this.session.document),
      onchange: () => void this.session.openDocument(Number(choice?.value)).catch(complain),
    }, summary.documents.map((one) => element("option", { value: String(one.number) }, one.name))) : null;
    fill(find(this.root, "#bar"),
      element("a", { class: "quiet with-icon button", href: "#/", "aria-label": t("bar.back"), "data-focus": "back" }, icon(STROKES.back)),
      element("div", { class: "title" },
        element("h1", {}, summary.name),
        element("div", { class: "facts" },
          element("span", { class: isReviewed ? "state done" : "state", id: "state" }, t(isReviewed ? "state.reviewed" : "state.to_review")),
          element("span", { id: "masked" }, t("count.masked", { n: summary.masked })),
          element("span", { id: "doubtful" }, t("count.doubtful", { n: summary.doubtful })),
          element("span", {}, t("bar.policy", { name: summary.policy })),
          summary.exposure === null ? null : element("span", {}, t("count.exposure", { bits: number(summary.exposure, 1) })),
          summary.utility === null ? null : element("span", {}, t("count.utility", { share: percent(summary.utility) })))),
      choice,
      element("span", { class: "spacer" }),
      element("div", { class: "group" },
        this.#button("undo", STROKES.undo, "bar.undo", !summary.can_undo),
        this.#button("redo", STROKES.redo, "bar.redo", !summary.can_redo)),
      element("button", {
        type: "button", id: "reviewed", "data-focus": "reviewed", "aria-pressed": isReviewed ? "true" : "false",
        onclick: () => void this.perform({ do: "reviewed", reviewed: !isReviewed }),
      }, icon(STROKES.check), element("span", {}, t("bar.reviewed"))),
      element("button", {
        type: "button", class: "primary", id: "downloads", "data-focus": "downloads", onclick: () => showDownloads(this.session),
      }, icon(STROKES.download), element("span", {}, t("bar.download"))));
  }

  /** @param {string} name @param {string} strokes @param {StringKey} words @param {boolean} disabled */
  #button(name, strokes, words, disabled) {
    return element("button", {
      type: "button", class: "with-icon", id: name, "data-focus": name, "aria-label": t(words), title: t(words),
      "aria-disabled": disabled ? "true" : null, onclick: () => this.act(name),
    }, icon(strokes));
  }

  #drawTabs() {
    fill(find(this.root, "#tabs"), tabs(VIEW_KINDS, this.kind, "tab", (kind) => [t(`view.${kind}`)], (kind) => this.choose(kind)));
    // Where there is no room for all of them the chosen one is seen.
    this.root.querySelector("#tabs [aria-selected=true]")?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }

  /** @param {ViewKind} kind */
  choose(kind) {
    history.replaceState(null, "", `#/review/${this.session.id}/${kind}`);
    this.setKind(kind);
  }

  /** @param {string} kind */
  setKind(kind) {
    const wanted = VIEW_KINDS.find((one) => one === kind);
    if (!wanted || wanted === this.kind) return;
    const at = this.text.topOffset();
    this.kind = wanted;
    this.#drawTabs();
    find(this.root, "#pane").setAttribute("aria-labelledby", `tab-${wanted}`);
    this.#drawPane();
    if (this.textRoot.isConnected && this.kind !== "both") this.text.scrollTop(at);
    if (wanted === "risk") this.show("risk");
    else if (this.panel === "risk") this.show("place");
    say(t("view.shown", { view: t(`view.${wanted}`) }), "heard");
  }

  #drawPane() {
    const pane = find(this.root, "#pane");
    this.#both?.close();
    this.#both = null;
    pane.className = `pane pane-${this.kind}`;
    if (this.kind === "both") {
      this.#both = new SideBySide(this, pane);
    } else {
      fill(pane, this.finder.root, this.textRoot);
    }
    this.#mark();
  }

  #opened() {
    this.current = null;
    this.range = null;
    this.risk = null;
    this.text.show(this.session.text, this.session.blocks, []);
    this.#mark();
    this.drawBar();
    this.drawPanel();
    this.#both?.refresh();
    if (this.kind === "risk") this.show("risk");
  }

  #changed() {
    if (this.#isClosed) return;
    if (this.current !== null && !this.session.mention(this.current)) this.current = null;
    this.#mark();
    this.drawBar();
    this.drawPanel();
    this.#both?.refresh();
  }

  #mark() {
    const phrases = this.risk?.phrases ?? [];
    const kind = this.kind === "both" ? "classify" : this.kind;
    this.text.mark(marksOf(this.session, kind, phrases), looks(this.session, kind, phrases));
    this.text.setCurrent(this.current === null ? null : String(this.current));
  }

  /** @param {RiskAnswer} risk */
  setRisk(risk) {
    this.risk = risk;
    if (this.kind === "risk") this.#mark();
  }

  drawPanel() {
    const waiting = this.session.queue.length;
    const isNarrowed = this.#isLowered;
    find(this.root, "#panel").classList.toggle("lowered", isNarrowed);
    fill(find(this.root, "#panel-tabs"),
      tabs(PANELS, this.panel, "panel-tab",
        (kind) => kind === "queue" ? [t("panel.queue"), element("span", { class: "badge" }, number(waiting))] : [t(`panel.${kind}`)],
        (kind) => this.show(kind)));
    fill(find(this.root, "#panel-lower"),
      element("button", {
        type: "button", class: "quiet with-icon lower", id: "lower", "data-focus": "lower", "aria-expanded": isNarrowed ? "false" : "true",
        "aria-controls": "panel-body", "aria-label": t("panel.lower"),
        onclick: () => {
          this.#isLowered = !this.#isLowered;
          this.drawPanel();
        },
      }, icon(isNarrowed ? "M6 15l6-6 6 6" : "M6 9l6 6 6-6")));
    const body = find(this.root, "#panel-body");
    body.setAttribute("aria-labelledby", `panel-tab-${this.panel}`);
    const made = {
      place: placePanel, queue: queuePanel, entities: entitiesPanel, risk: riskPanel, settings: settingsPanel,
    }[this.panel](this);
    fill(body, made);
  }

  /** @param {PanelKind} panel */
  show(panel) {
    const isOther = this.panel !== panel;
    this.panel = panel;
    this.#isLowered = false;
    this.drawPanel();
    if (isOther) find(this.root, "#panel-body").scrollTop = 0;
    if (panel === "queue" && isOther && (!this.mention || !isDoubtful(this.mention))) this.goTo(this.session.queue[0]);
  }

  /**
   * Makes a mention the current one, and brings it into view.
   * @param {Mention | undefined} mention
   * @param {boolean} [withFocus]
   */
  goTo(mention, withFocus = true) {
    if (!mention) return;
    this.current = mention.id;
    this.range = null;
    document.getSelection()?.removeAllRanges();
    this.text.setCurrent(String(mention.id));
    if (this.panel !== "place" && this.panel !== "queue" && this.panel !== "entities") this.panel = "place";
    this.drawPanel();
    this.#both?.reveal(mention.id);
    this.text.reveal(mention.start);
    this.text.setCurrent(String(mention.id));
    if (withFocus) {
      const shown = this.text.elementOf(String(mention.id));
      if (shown) shown.focus({ preventScroll: true });
      else this.text.select(mention.start, mention.end);
    }
  }

  /**
   * @param {TextRange} range
   */
  goToRange(range) {
    this.text.reveal(range.start);
    this.text.select(range.start, range.end);
    this.range = range;
    say(t("selection.heard", { text: quoted(this.session.text.slice(range.start, range.end)) }), "heard");
    this.drawPanel();
  }

  /** @param {Event} event */
  #clicked(event) {
    const mark = event.target instanceof HTMLElement ? event.target.closest("mark") : null;
    if (!(mark instanceof HTMLElement) || this.text.selection()) return;
    this.#chosen(mark.dataset.id ?? "");
  }

  /** @param {string} id */
  #chosen(id) {
    if (id.startsWith("phrase-")) {
      const phrase = this.risk?.phrases[Number(id.slice(7))];
      if (phrase) this.goToRange(phrase);
      return;
    }
    this.goTo(this.session.mention(Number(id)));
  }

  /** @param {Event} event */
  #doubleClicked(event) {
    const mark = event.target instanceof HTMLElement ? event.target.closest("mark") : null;
    if (!(mark instanceof HTMLElement) || mark.dataset.id?.startsWith("phrase-")) return;
    document.getSelection()?.removeAllRanges();
    this.goTo(this.session.mention(Number(mark.dataset.id)));
    this.act("edit");
  }

  #selected = () => {
    if (this.#isClosed || !this.textRoot.isConnected) return;
    const range = this.text.selection();
    if (range === null) {
      // What was selected stays chosen while its category is chosen beside the text.
      const selected = document.getSelection();
      const isInText = selected?.anchorNode && this.textRoot.contains(selected.anchorNode);
      if (this.range !== null && isInText && selected?.isCollapsed) {
        this.range = null;
        this.drawPanel();
      }
      return;
    }
    if (this.range?.start === range.start && this.range.end === range.end) return;
    this.range = range;
    if (this.panel !== "place") this.panel = "place";
    this.#isLowered = false;
    this.drawPanel();
  };

  /**
   * Does what was decided, and tells what became of it.
   * @param {...Operation} operations
   */
  async perform(...operations) {
    const first = operations[0];
    if (!first) return;
    const wasQueue = this.panel === "queue" && ANSWERS.has(first.do);
    const before = this.session.queue;
    const at = before.findIndex((mention) => mention.id === this.current);
    try {
      const delta = await this.session.perform(...operations);
      calm();
      if (first.do === "add") {
        const made = delta.changed.find((mention) => mention.start === first.start && mention.state !== "near")
          ?? delta.changed.find((mention) => mention.state === "added");
        this.goTo(made);
      }
      say(t("done.places", { n: delta.changed.length }));
      if (wasQueue) {
        const rest = this.session.queue;
        const next = before.slice(Math.max(0, at) + 1).find((mention) => rest.some((one) => one.id === mention.id));
        if (rest.length === 0) say(t("queue.done"));
        this.goTo(next ? this.session.mention(next.id) : rest[0]);
      }
    } catch (error) {
      if (error instanceof ServerProblem && error.code === "no-review") {
        leave(error);
        return;
      }
      complain(error);
    }
  }

  /**
   * An answer about the current mention, for it or for all of its entity.
   * @param {string} what
   * @param {Record<string, unknown>} [more]
   */
  answer(what, more = {}) {
    const { mention } = this;
    if (!mention) {
      say(t("place.none"));
      return;
    }
    void this.perform({ do: what, mention: mention.id, scope: this.scope, ...more });
  }

  /**
   * Gives what is selected, or the current mention, a category.
   * @param {string} category
   */
  categorise(category) {
    if (this.range) {
      const { start, end } = this.range;
      const scope = this.scope === "entity" ? "all" : "place";
      void this.perform({ do: "add", document: this.session.document, start, end, category, scope });
    } else {
      this.answer("recategorise", { category });
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.key === "Enter" || event.key === " ") && event.target instanceof HTMLElement && event.target.matches("mark")) {
      event.preventDefault();
      this.#chosen(event.target.dataset.id ?? "");
      return;
    }
    const command = commandOf(event);
    if (command === null) return;
    event.preventDefault();
    if (command.startsWith("letter:")) {
      const family = familyOfLetter(command.slice(7));
      if (family) this.categorise(family);
      else say(t("key.no_letter", { letter: command.slice(7) }));
      return;
    }
    this.act(command);
  }

  /** @param {string} command */
  act(command) {
    const { session, mention } = this;
    switch (command) {
      case "next":
      case "previous":
        this.#step(command === "next" ? 1 : -1);
        break;
      case "doubtful": {
        const waiting = session.queue;
        const at = waiting.findIndex((one) => one.id === this.current);
        this.panel = "queue";
        if (waiting.length === 0) {
          this.drawPanel();
          say(t("queue.done"));
        } else {
          this.goTo(waiting[(at + 1) % waiting.length]);
        }
        break;
      }
      case "accept":
      case "remove":
      case "keep":
      case "mask":
        this.answer(command);
        break;
      case "redraw":
        if (mention) void this.perform({ do: "redraw", mention: mention.id });
        break;
      case "edit": {
        this.show("place");
        const field = this.root.querySelector("#replacement");
        if (field instanceof HTMLInputElement) {
          field.focus();
          field.select();
        }
        break;
      }
      case "scope":
        this.setScope(this.scope === "place" ? "entity" : "place");
        say(t(this.scope === "place" ? "scope.place" : "scope.entity_short"));
        break;
      case "widen-left":
      case "widen-right":
      case "narrow-left":
      case "narrow-right":
        this.#move(command);
        break;
      case "word-right":
      case "word-left":
      case "extend-right":
      case "extend-left":
        this.#stepWord(command);
        break;
      case "clear":
        this.range = null;
        document.getSelection()?.removeAllRanges();
        this.finder.close();
        this.drawPanel();
        break;
      case "undo":
      case "redo":
        void this.#stepBack(command);
        break;
      case "find":
        this.finder.open();
        break;
      case "help":
        showHelp();
        break;
      default: {
        const kind = VIEW_KINDS[Number(command.replace("view-", "")) - 1];
        if (kind) this.choose(kind);
      }
    }
  }

  /** @param {"place" | "entity"} scope */
  setScope(scope) {
    this.scope = scope;
    this.drawPanel();
  }

  /** @param {"undo" | "redo"} way */
  async #stepBack(way) {
    try {
      const delta = await this.session.step(way);
      const first = delta.changed.find((mention) => mention.document === this.session.document);
      if (first) this.text.reveal(first.start);
      say(t(way === "undo" ? "done.undone" : "done.redone", { n: delta.changed.length }));
    } catch (error) {
      if (error instanceof ServerProblem && error.code.startsWith("nothing-to")) say(t(`problem.${/** @type {"nothing-to-undo"} */ (error.code)}`));
      else complain(error);
    }
  }

  /** @param {1 | -1} way */
  #step(way) {
    const all = this.session.shown;
    if (all.length === 0) return;
    const from = this.mention?.start ?? this.range?.start ?? this.text.topOffset() - (way > 0 ? 1 : 0);
    const at = all.findIndex((mention) => mention.id === this.current);
    let next;
    if (at >= 0) next = all[(at + way + all.length) % all.length];
    else next = way > 0 ? all.find((mention) => mention.start > from) ?? all[0] : all.filter((mention) => mention.start < from).pop() ?? all[all.length - 1];
    this.goTo(next);
  }

  /** @param {"widen-left" | "widen-right" | "narrow-left" | "narrow-right"} way */
  #move(way) {
    const { mention, session } = this;
    if (this.range) {
      const range = moved(session.text, this.range, way);
      if (range) this.goToRange(range);
      return;
    }
    if (!mention) return;
    const range = moved(session.text, mention, way);
    if (range) void this.perform({ do: "borders", mention: mention.id, ...range });
    else say(t("place.no_further"));
  }

  /** @param {"word-right" | "word-left" | "extend-right" | "extend-left"} command */
  #stepWord(command) {
    const { text } = this.session;
    const at = this.range ?? this.mention ?? { start: this.text.topOffset(), end: this.text.topOffset() };
    const isRight = command.endsWith("right");
    if (command.startsWith("word")) {
      const word = isRight ? wordAfter(text, at.end) : wordBefore(text, at.start);
      if (!word) return;
      this.#anchor = word.start;
      this.goToRange(word);
      return;
    }
    if (!this.range) this.#anchor = at.start;
    const growsRight = at.start >= this.#anchor;
    /** @type {TextRange | null} */
    let range = null;
    if (isRight && growsRight) range = moved(text, at, "widen-right");
    else if (!isRight && !growsRight) range = moved(text, at, "widen-left");
    else if (isRight) range = moved(text, at, "narrow-left");
    else range = wordBefore(text, at.end)?.start === at.start ? moved(text, at, "widen-left") : moved(text, at, "narrow-right");
    if (range) this.goToRange(range);
  }

  /**
   * What the document tells, with a limit or as it is.
   * @param {number | null} limit
   */
  askRisk(limit) {
    return api.risk(this.session.id, this.session.document, limit);
  }
}
