import { type Child, h } from "../core/dom.ts";
import { type Key, t, translate } from "../core/i18n.ts";
import { type Icon, icon } from "../core/icons.ts";
import type { Resource } from "../core/resource.ts";
import { RefusedError } from "../api/problem.ts";
import { button, emptyNote, errorNote, type FieldOptions, linkButton, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** Shows loaded content, or its loading, failure, missing plan or absence. */
export function loaded<T>(
    { value, error, reload }: Pick<Resource<T>, "value" | "error" | "reload">,
    view: (value: T) => Child,
    placeholders = 2,
): () => Child {
    return () => {
        const known = value();
        if (known !== undefined) return view(known);
        return error() ? failure(error(), reload) : skeletons(placeholders);
    };
}

/** A note that a stored value is shown, because loading it again has failed. */
export function agedNote({ value, error }: Pick<Resource<unknown>, "value" | "error">): () => Child {
    return () => value() !== undefined && error() !== undefined && h("p", { class: "hint" }, t("today.asOf"));
}

/** An error with what to do about it. */
export function failure(error: unknown, retry?: () => void): HTMLElement {
    if (error instanceof RefusedError && error.kind === "plan-required") return lockedNote();
    if (error instanceof RefusedError && error.status === 404) {
        return h("div", { class: "card empty" }, h("p", { class: "strong" }, t("account.gone")));
    }
    return errorNote(error, retry);
}

/** A note about something that the plan does not include, with a link to the plan that does. */
export function lockedNote(): HTMLElement {
    return emptyNote(
        () => t("account.locked.title"),
        () => t("account.locked.text"),
        linkButton("/plan", () => t("account.locked.see"), "primary"),
    );
}

/** A row with a link to another page. */
export function linkRow(href: string, name: Icon, title: () => string, hint?: () => string | undefined): HTMLElement {
    return h(
        "li",
        null,
        h(
            "a",
            { href, class: "card row" },
            h("span", { class: "badge" }, icon(name)),
            h(
                "span",
                { class: "words" },
                h("span", { class: "strong" }, title),
                hint && h("span", { class: "hint" }, hint),
            ),
            icon("forward"),
        ),
    );
}

/** A list of names and values. */
export function facts(rows: readonly (readonly [string, Child] | false | undefined)[]): HTMLElement {
    return h(
        "dl",
        { class: "facts" },
        rows.filter((row) => row !== false && row !== undefined).map(([name, value]) =>
            h("div", null, h("dt", { class: "hint" }, name), h("dd", null, value))
        ),
    );
}

/** A switch whose change takes effect at once, or with its form if it has a name. */
export function toggle(
    label: () => string,
    isOn: () => boolean,
    onchange: (isOn: boolean) => unknown,
    hint?: () => string | undefined,
    name?: string,
): HTMLElement {
    return h(
        "label",
        { class: "choice" },
        h("input", {
            type: "checkbox",
            name,
            checked: isOn,
            onchange: (event: Event) => void onchange((event.target as HTMLInputElement).checked),
        }),
        h("span", { class: "words" }, h("span", null, label), hint && h("span", { class: "hint" }, hint)),
    );
}

/** A text field of several lines, with its label and its error. */
export function textArea({ name, label, hint, errors, value, ...props }: FieldOptions): HTMLElement {
    const id = `field-${name}`;
    const error = (): string | undefined => errors().fields[name];
    return h(
        "div",
        { class: "field" },
        h("label", { for: id }, () => translate(label)),
        h("textarea", {
            id,
            name,
            rows: 4,
            ...props,
            "aria-describedby": () =>
                [error() && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || null,
            "aria-invalid": () => error() ? "true" : null,
        }, typeof value === "string" ? value : null),
        () => error() && h("p", { class: "error", id: `${id}-error` }, icon("info"), error() ?? ""),
        hint && h("p", { class: "hint", id: `${id}-hint` }, () => translate(hint)),
    );
}

/** An option of a list, or a group of options with a heading. */
export type Options =
    readonly (readonly [value: string, text: string] | { readonly heading: string; readonly options: Options })[];

/** A selection from a long list. */
export function selectField(
    name: string,
    label: Key,
    options: Options,
    value: string,
    onchange?: (value: string) => void,
): HTMLElement {
    const id = `field-${name}`;
    const list = (all: Options): Child =>
        all.map((one) =>
            "heading" in one
                ? h("optgroup", { label: one.heading }, list(one.options))
                : h("option", { value: one[0], selected: one[0] === value }, one[1])
        );
    return h(
        "div",
        { class: "field" },
        h("label", { for: id }, () => translate(label)),
        h("select", {
            id,
            name,
            onchange: (event: Event) => onchange?.((event.target as HTMLSelectElement).value),
        }, list(options)),
    );
}

/** The error of a group of check boxes, for example that none is selected. */
export function groupError(id: string, error: () => string | undefined): Child {
    return () => error() && h("p", { class: "error", id, role: "alert" }, icon("info"), error() ?? "");
}

/** A text with a button that copies it. */
export function copyable(text: string): HTMLElement {
    const code = h("code", { class: "read" }, text);
    return h(
        "div",
        { class: "copyable" },
        code,
        button(() => t("account.copy"), () => copy(text, code)),
    );
}

/** Copies a text; selects `shown`, which contains it, where the browser does not allow that. */
export async function copy(text: string, shown: Element): Promise<void> {
    try {
        await navigator.clipboard.writeText(text);
        notify(() => t("account.copied"));
    } catch {
        getSelection()?.selectAllChildren(shown);
    }
}

/** Downloads a file in the browser. */
export function saveFile(content: Blob, name: string): void {
    const url = URL.createObjectURL(content);
    const link = h("a", { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
