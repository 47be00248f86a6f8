import { type Child, h, type Props } from "../core/dom.ts";
import { type Key, t, translate } from "../core/i18n.ts";
import { type Icon, icon } from "../core/icons.ts";
import { effect, flush, onCleanup, signal } from "../core/signal.ts";
import type { FormErrors } from "../models/account.ts";
import type { Client } from "../models/client.ts";
import { describeError } from "../models/problems.ts";

/** A button; `primary` for the main action of a page. */
export function button(
    label: () => string,
    onclick: () => unknown,
    { kind = "secondary", icon: name, ...props }: Props & { kind?: "primary" | "secondary" | "plain"; icon?: Icon } =
        {},
): HTMLButtonElement {
    return h(
        "button",
        { type: "button", class: kind, onclick: () => void onclick(), ...props },
        name && icon(name),
        label,
    );
}

/** A link that looks like a button. */
export function linkButton(
    href: string,
    label: () => string,
    kind: "primary" | "secondary" | "plain" = "secondary",
    name?: Icon,
): HTMLElement {
    return h("a", { href, class: kind }, name && icon(name), h("span", null, label));
}

/** A titled part of a page. */
export function section(title: Key, ...content: Child[]): HTMLElement {
    const id = `section-${title.replaceAll(".", "-")}`;
    return h("section", { "aria-labelledby": id }, h("h2", { id }, () => translate(title)), ...content);
}

/** Placeholders shown while content is loaded. */
export function skeletons(count = 3): HTMLElement {
    return h(
        "div",
        { class: "stack placeholders", "aria-busy": "true", "aria-label": () => t("app.loading"), role: "status" },
        Array.from({ length: count }, () => h("div", { class: "skeleton" })),
    );
}

/** A link to the next page from a public page. */
export function homeLink(client: Client): HTMLElement {
    const isSignedIn = (): boolean => typeof client.session.state() === "object";
    return linkButton("/", () => t(isSignedIn() ? "app.notFound.home" : "welcome.signIn"));
}

/** A sentence and one action, shown in place of an empty list. */
export function emptyNote(title: () => string, text: () => string, action?: Child): HTMLElement {
    return h(
        "div",
        { class: "card empty" },
        h("p", { class: "strong" }, title),
        h("p", { class: "hint" }, text),
        action,
    );
}

/** The text about an error, with a button to try again. */
export function errorNote(error: unknown, retry?: () => void): HTMLElement {
    return h(
        "div",
        { class: "card empty", role: "alert" },
        h("p", null, describeError(error)),
        retry && button(() => t("app.retry"), retry),
    );
}

export interface FieldOptions extends Props {
    readonly name: string;
    readonly label: Key;
    readonly hint?: Key;
    readonly errors: () => FormErrors;
}

/** A text field with its label, hint and error. */
export function field({ name, label, hint, errors, ...props }: FieldOptions): HTMLElement {
    const id = `field-${name}`;
    const error = (): string | undefined => errors().fields[name];
    const described = (): string | null =>
        [error() && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || null;
    const input = h("input", {
        id,
        name,
        ...props,
        "aria-describedby": described,
        "aria-invalid": () => error() ? "true" : null,
    });
    return h(
        "div",
        { class: "field" },
        h("label", { for: id }, () => translate(label)),
        props.type === "password" ? passwordBox(input) : input,
        () => error() && h("p", { class: "error", id: `${id}-error` }, icon("info"), error() ?? ""),
        hint && h("p", { class: "hint", id: `${id}-hint` }, () => translate(hint)),
    );
}

function passwordBox(input: HTMLInputElement): HTMLElement {
    const isShown = signal(false);
    effect(() => input.type = isShown() ? "text" : "password");
    return h(
        "div",
        { class: "password" },
        input,
        button(
            () => t(isShown() ? "welcome.hidePassword" : "welcome.showPassword"),
            () => isShown.update((old) => !old),
            {
                kind: "plain",
            },
        ),
    );
}

/** A check box with a text. */
export function checkbox({ name, label, errors, ...props }: FieldOptions): HTMLElement {
    const id = `field-${name}`;
    const error = (): string | undefined => errors().fields[name];
    return h(
        "div",
        { class: "field" },
        h(
            "label",
            { class: "tick" },
            h("input", {
                id,
                type: "checkbox",
                name,
                ...props,
                "aria-describedby": () => error() ? `${id}-error` : null,
                "aria-invalid": () => error() ? "true" : null,
            }),
            h("span", null, () => translate(label)),
        ),
        () => error() && h("p", { class: "error", id: `${id}-error` }, icon("info"), error() ?? ""),
    );
}

/** The error of a form as a whole. */
export function formSummary(errors: () => FormErrors): Child {
    return () => errors().summary && h("p", { class: "error card", role: "alert" }, icon("info"), errors().summary);
}

/** The texts of a form's fields, by name. */
export function textsOf(form: HTMLFormElement): (name: string) => string {
    const data = new FormData(form);
    return (name) => String(data.get(name) ?? "");
}

/** Moves the focus to the first field with an error. */
export function focusFirstError(form: HTMLFormElement): void {
    flush();
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

/** A form that is sent by a model; after an error the focus moves to the first field with an error. */
export function formElement(
    submit: (text: (name: string) => string, form: HTMLFormElement) => Promise<boolean>,
    ...content: Child[]
): HTMLFormElement {
    const form = h(
        "form",
        {
            novalidate: true,
            class: "stack",
            onsubmit: (event: Event) => {
                event.preventDefault();
                void submit(textsOf(form), form).then((isDone) => {
                    if (!isDone) focusFirstError(form);
                });
            },
        },
        ...content,
    );
    return form;
}

export function submitButton(label: Key, isBusy: () => boolean): HTMLElement {
    return h("button", { class: "primary", "aria-disabled": () => isBusy() ? "true" : null }, () => translate(label));
}

/** A selection of a few values, as a row of chips. */
export function choice<T extends string>(
    label: Key,
    name: string,
    options: readonly (readonly [T, () => string])[],
    value: () => T,
    onchange: (value: T) => void,
): HTMLElement {
    return h(
        "fieldset",
        null,
        h("legend", null, () => translate(label)),
        h(
            "div",
            { class: "chips" },
            options.map(([option, text]) =>
                h(
                    "label",
                    { class: "chip" },
                    h("input", {
                        type: "radio",
                        name,
                        value: option,
                        checked: () => value() === option,
                        onchange: () => onchange(option),
                    }),
                    h("span", null, text),
                )
            ),
        ),
    );
}

/** The answers of a dialog, the recommended one last. */
export interface DialogAnswer<T> {
    readonly value: T;
    readonly label: () => string;
    readonly kind?: "primary" | "secondary" | "plain";
}

/** Shows a dialog; Escape gives `otherwise`. */
export function ask<T>(
    title: () => string,
    content: Child,
    answers: readonly DialogAnswer<T>[],
    otherwise: T,
): Promise<T> {
    return new Promise((resolve) => {
        let answer = otherwise;
        const dialog = h(
            "dialog",
            { class: "dialog", "aria-labelledby": "dialog-title" },
            h("h2", { id: "dialog-title" }, title),
            content,
            h(
                "div",
                { class: "actions" },
                answers.map(({ value, label, kind }) =>
                    button(label, () => {
                        answer = value;
                        dialog.close();
                    }, { kind: kind ?? "secondary" })
                ),
            ),
        );
        dialog.addEventListener("close", () => {
            dialog.remove();
            resolve(answer);
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}

/** Asks whether changes are saved or discarded before a page is left. */
export async function askToLeave(save: () => Promise<boolean>, discard: () => void): Promise<boolean> {
    const answer = await ask<"save" | "discard" | "stay">(
        () => t("app.leave.title"),
        h("p", null, () => t("app.leave.text")),
        [
            { value: "stay", label: () => t("app.leave.stay"), kind: "plain" },
            { value: "discard", label: () => t("app.leave.discard") },
            { value: "save", label: () => t("app.save"), kind: "primary" },
        ],
        "stay",
    );
    if (answer === "discard") discard();
    return answer === "discard" || (answer === "save" && await save());
}

/** The small picture of a row; empty until it is loaded, and for rows without one. */
export function thumbnail(load: (() => Promise<Blob>) | undefined): Child {
    if (!load) return null;
    const picture = signal<Blob | undefined>(undefined);
    load().then((bytes) => picture.set(bytes), () => {});
    return () => {
        const bytes = picture();
        return bytes && h("img", { class: "thumbnail", src: objectURL(bytes), alt: "" });
    };
}

/**
 * An object URL of a photo; released some seconds after the surrounding effect has ended, when it is no longer shown.
 */
export function objectURL(photo: Blob): string {
    const url = URL.createObjectURL(photo);
    onCleanup(() => setTimeout(() => URL.revokeObjectURL(url), 10_000));
    return url;
}
