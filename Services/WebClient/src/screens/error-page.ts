import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { button } from "./parts.ts";

/** Input on a page that failed. */
export interface TypedText {
    readonly label: string;
    readonly text: string;
}

/** Whether a field has a password or a code, which is neither shown again nor stored. */
export function isSecret({ autocomplete }: Pick<HTMLInputElement, "autocomplete">): boolean {
    return /^(current-|new-)?password$|one-time-code/.test(autocomplete);
}

/** The texts in the fields of a page, without passwords and codes. */
export function typedTexts(root: ParentNode): readonly TypedText[] {
    const fields = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea, input");
    return [...fields]
        .filter((field) =>
            field.value.trim() !== "" && !isSecret(field) &&
            ["text", "email", "search", "number", "tel", "url", "date", "textarea"].includes(field.type)
        )
        .map((field) => ({ label: field.labels?.[0]?.textContent?.trim() ?? field.name, text: field.value }));
}

/** Replaces a page that failed: shows the input for copying, and a link to continue. */
export function errorPage(typed: readonly TypedText[]): Child {
    return h(
        "div",
        { class: "stack" },
        h(
            "div",
            { class: "card stack", role: "alert" },
            h("h2", null, t("app.error.title")),
            h("p", null, t(typed.length ? "app.error.text" : "app.error.textEmpty")),
        ),
        typed.map(({ label, text }, index) =>
            h(
                "div",
                { class: "field" },
                h("label", { for: `typed-${index}` }, label || t("app.error.typed")),
                h("textarea", { id: `typed-${index}`, readonly: true, rows: 4, value: text }),
            )
        ),
        h(
            "div",
            { class: "actions" },
            button(() => t("app.error.reload"), () => location.reload(), { kind: "primary" }),
        ),
    );
}
