import { h } from "../core/dom.ts";
import { language, languageNames, languages, setLanguage, t } from "../core/i18n.ts";
import { changeSettings } from "../core/settings.ts";

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
