import { type Child, h } from "../core/dom.ts";
import { language, languageNames, languages, setLanguage, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { changeSettings } from "../core/settings.ts";

/** The top of the pages for people who are not signed in. */
export function brand(): Child {
    return h(
        "div",
        { class: "brand" },
        h("div", { class: "logo" }, icon("scan")),
        h("p", { class: "name" }, () => t("app.name")),
        h("p", { class: "hint" }, () => t("app.tagline")),
    );
}

/** Buttons for the four languages, each in its own words. */
export function languageButtons(): HTMLElement {
    return h(
        "div",
        { class: "chips", role: "group", "aria-label": () => t("settings.language") },
        languages.map((one) =>
            h("button", {
                type: "button",
                class: "chip",
                lang: one,
                "aria-pressed": () => String(language() === one),
                onclick: () => {
                    changeSettings({ language: one });
                    void setLanguage(one);
                },
            }, languageNames[one])
        ),
    );
}
