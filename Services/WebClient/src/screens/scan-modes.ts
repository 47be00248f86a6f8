import { type Child, h } from "../core/dom.ts";
import { type Key, translate } from "../core/i18n.ts";
import { isBuilt } from "./plan-note.ts";

/** What can be photographed. A mode is offered once its page is built. */
const modes: readonly { readonly path: string; readonly label: Key }[] = [
    { path: "/scan/label", label: "meal.mode.label" },
    { path: "/scan/meal", label: "meal.mode.meal" },
    { path: "/scan/receipt", label: "meal.mode.receipt" },
];

/** The switch between what is photographed. */
export function modeSwitch(current: string): Child {
    return h(
        "nav",
        { class: "modes", "aria-label": () => translate("meal.modes") },
        modes.filter(({ path }) => isBuilt(path)).map(({ path, label }) =>
            h("a", { href: path, "aria-current": path === current ? "page" : null }, () => translate(label))
        ),
    );
}
