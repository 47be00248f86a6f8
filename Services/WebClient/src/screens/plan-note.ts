import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { linkButton } from "./parts.ts";
import { routes } from "./routes.ts";

/** Whether a page of the client is there to lead to. */
export function isBuilt(path: string): boolean {
    return routes.find((route) => route.path === path)?.load !== undefined;
}

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

export function planLink(): Child {
    return isBuilt("/plan") && h("div", { class: "actions" }, linkButton("/plan", () => t("meal.seePro")));
}

/** A page that another page leads to, as a row of a list. */
export function linkRow(href: string, label: () => string, hint?: () => string): HTMLElement {
    return h(
        "li",
        null,
        h(
            "a",
            { href, class: "card entry" },
            h(
                "span",
                { class: "words" },
                h("span", { class: "strong" }, label),
                hint && h("span", { class: "hint" }, hint),
            ),
            icon("forward"),
        ),
    );
}
