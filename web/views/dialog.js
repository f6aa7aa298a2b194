/**
 * A box above the page, which takes the focus and gives it back.
 */

import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import { Children } from "../dom.js" */

/**
 * @param {string} title
 * @param {...Children} children
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...children) {
  const before = document.activeElement;
  const dialog = element("dialog", { "aria-labelledby": "dialog-title", onclose: () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  } },
  element("div", { class: "dialog-head" },
    element("h2", { id: "dialog-title" }, title),
    element("button", { type: "button", class: "quiet", id: "dialog-close", onclick: () => dialog.close() }, t("dialog.close"))),
  element("div", { class: "dialog-body", tabindex: "0" }, ...children));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.appendChild(dialog);
  dialog.showModal();
  return dialog;
}
