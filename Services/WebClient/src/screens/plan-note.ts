import { h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { linkButton } from "./parts.ts";

/** A note that names a feature of Pro where it would be used, with a link to Pro. */
export function planNote(text: () => string): HTMLElement {
    return h(
        "div",
        { class: "card fact plan" },
        h("p", { class: "strong" }, () => t("problem.planRequired")),
        h("p", { class: "hint" }, text),
        planLink(),
    );
}

/** The link to Pro. */
export function planLink(): HTMLElement {
    return h("div", { class: "actions" }, linkButton("/plan", () => t("meal.seePro")));
}
