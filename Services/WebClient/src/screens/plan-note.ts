import { h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { linkButton } from "./parts.ts";

/** Names what is part of Pro where it is missed, with the way to it. */
export function planNote(text: () => string): HTMLElement {
    return h(
        "div",
        { class: "card fact plan" },
        h("p", { class: "strong" }, () => t("problem.planRequired")),
        h("p", { class: "hint" }, text),
        planLink(),
    );
}

/** The way to Pro. */
export function planLink(): HTMLElement {
    return h("div", { class: "actions" }, linkButton("/plan", () => t("meal.seePro")));
}
