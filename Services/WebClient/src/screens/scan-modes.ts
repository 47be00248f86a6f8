import { type Child, h } from "../core/dom.ts";
import { type Key, translate } from "../core/i18n.ts";
import { changeSettings, type Settings, settings } from "../core/settings.ts";
import { untracked } from "../core/signal.ts";

type Mode = Settings["scanMode"];

export const modes: readonly { readonly mode: Mode; readonly label: Key }[] = [
    { mode: "label", label: "meal.mode.label" },
    { mode: "meal", label: "meal.mode.meal" },
    { mode: "receipt", label: "meal.mode.receipt" },
];

/** The page of a mode. */
export const modePath = (mode: Mode): string => `/scan/${mode}`;

/** The switch between the kinds of photos; the scan page opens with the last one used. */
export function modeSwitch(current: Mode): Child {
    if (untracked(settings).scanMode !== current) changeSettings({ scanMode: current });
    return h(
        "nav",
        { class: "modes", "aria-label": () => translate("meal.modes") },
        modes.map(({ mode, label }) =>
            h("a", { href: modePath(mode), "aria-current": mode === current ? "page" : null }, () => translate(label))
        ),
    );
}
