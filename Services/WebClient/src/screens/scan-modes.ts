import { type Child, h } from "../core/dom.ts";
import { type Key, t, translate } from "../core/i18n.ts";

/** What can be photographed, in the order of the switch. A mode has a page of its own. */
export const scanModes: readonly { readonly path: string; readonly label: Key }[] = [
    { path: "/scan/label", label: "receipt.mode.label" },
    { path: "/scan/receipt", label: "receipt.mode.receipt" },
];

/** The switch between the modes of the camera. */
export function modeSwitch(current: string): Child {
    return h(
        "nav",
        { class: "modes", "aria-label": () => t("receipt.modes") },
        scanModes.map(({ path, label }) =>
            h(
                "a",
                { href: path, "aria-current": path === current ? "page" : null },
                () => translate(label),
            )
        ),
    );
}
