/**
 * Every key and every letter, in one box.
 */

import { FAMILIES, look } from "../categories.js";
import { element } from "../dom.js";
import { named, t } from "../i18n.js";
import { COMMANDS, hasSingleKeys, setSingleKeys } from "../keys.js";
import { openDialog } from "./dialog.js";

/** @param {string} key */
function shown(key) {
  return key.replace("Control+Z", "Ctrl+Shift+Z").replace("Control+", "Ctrl+").replace("ArrowRight", "→")
    .replace("ArrowLeft", "←").replace(/\+([a-z])$/, (_, /** @type {string} */ letter) => `+${letter.toUpperCase()}`);
}

/** Shows all keys. */
export function showHelp() {
  const single = element("input", {
    type: "checkbox", id: "single-keys", checked: hasSingleKeys(), onchange: () => setSingleKeys(single.checked),
  });
  openDialog(t("help.title"),
    element("ol", { class: "steps" },
      element("li", {}, t("help.step_1")), element("li", {}, t("help.step_2")),
      element("li", {}, t("help.step_3")), element("li", {}, t("help.step_4"))),
    element("h3", {}, t("help.keys")),
    element("p", {}, element("label", { class: "check" }, single, t("help.single"))),
    element("dl", { class: "keys" }, COMMANDS.map((command) => element("div", {},
      element("dt", {}, command.keys.map((key) => element("kbd", {}, shown(key)))),
      element("dd", {}, t(command.about))))),
    element("h3", {}, t("help.letters")),
    element("p", { class: "hint" }, t("help.letters_hint")),
    element("dl", { class: "keys letters" }, FAMILIES.map((family) => element("div", {},
      element("dt", {}, element("kbd", { class: `chip hue-${look(family).hue}` }, look(family).letter)),
      element("dd", {}, named("category", family))))));
}
