/**
 * What can be taken away: the document, and everything that tells about it.
 */

import { api } from "../api.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { complain, say } from "../notices.js";
import { openDialog } from "./dialog.js";

/** @import { StringKey } from "../i18n.js" */
/** @import { ReviewSession } from "../review_session.js" */

/**
 * Lets the browser save a file.
 * @param {{ name: string, blob: Blob }} file
 */
export function save(file) {
  const address = URL.createObjectURL(file.blob);
  const link = element("a", { href: address, download: file.name });
  document.body.appendChild(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @type {{ id: string, what: string, title: StringKey, about: StringKey }[]} */
const FILES = [
  { id: "result", what: "result", title: "download.result", about: "download.result_about" },
  { id: "report-page", what: "report.html", title: "download.report_page", about: "download.report_page_about" },
  { id: "report", what: "report", title: "download.report", about: "download.report_about" },
  { id: "plan", what: "plan", title: "download.plan", about: "download.plan_about" },
  { id: "brat", what: "annotations?as=brat", title: "download.brat", about: "download.brat_about" },
  { id: "jsonl", what: "annotations?as=jsonl", title: "download.jsonl", about: "download.jsonl_about" },
  { id: "i2b2", what: "annotations?as=i2b2", title: "download.i2b2", about: "download.i2b2_about" },
  { id: "gold", what: "annotations?as=gold", title: "download.gold", about: "download.gold_about" },
];

/** @param {ReviewSession} session */
export function showDownloads(session) {
  /** @param {() => Promise<{ name: string, blob: Blob }>} fetched */
  const take = async (fetched) => {
    try {
      const file = await fetched();
      save(file);
      say(t("download.done", { name: file.name }));
    } catch (error) {
      dialog.close();
      complain(error);
    }
  };
  /** @param {string} id @param {StringKey} title @param {StringKey} about @param {() => Promise<{ name: string, blob: Blob }>} fetched */
  const line = (id, title, about, fetched) => element("li", {},
    element("button", { type: "button", id: `download-${id}`, class: id === "result" ? "primary" : "", onclick: () => void take(fetched) }, t(title)),
    element("span", { class: "hint" }, t(about)));
  const plan = element("input", {
    type: "file", id: "restore", accept: ".json",
    onchange: async () => {
      const file = plan.files?.[0];
      if (!file) return;
      try {
        await session.restore(JSON.parse(await file.text()));
        say(t("restore.done"));
      } catch (error) {
        complain(error instanceof SyntaxError ? new Error("not JSON") : error);
      }
      dialog.close();
    },
  });
  const dialog = openDialog(t("download.title"),
    element("ul", { class: "downloads" },
      FILES.map((file) => line(file.id, file.title, file.about,
        () => api.file(session.id, file.id === "plan" ? `plan?document=${session.document}` : file.what))),
      line("archive", "download.archive", "download.archive_about", () => api.archive([session.id]))),
    element("div", { class: "field" },
      element("label", { for: "restore" }, t("restore.label")), plan,
      element("p", { class: "hint" }, t("restore.hint"))));
}
