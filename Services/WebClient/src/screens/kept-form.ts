import type { Child } from "../core/dom.ts";
import { effect, onCleanup, untracked } from "../core/signal.ts";
import { type FieldTexts, type UnsavedInput, unsavedInput } from "../models/drafts.ts";
import { isSecret } from "./error-page.ts";
import type { Page } from "./page.ts";
import { askToLeave, focusFirstError, formElement, textsOf } from "./parts.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The forms of a visit to a page, by their names. */
interface Forms {
    readonly inputs: Map<string, UnsavedInput>;
    readonly shown: Map<string, { save(): Promise<boolean>; adopt(): void }>;
    /** Those whose input is being saved: it is not written into a form that is created again meanwhile. */
    readonly saving: Set<string>;
}

const formsOf = new WeakMap<Page, Forms>();

/**
 * A form that keeps its input: it is stored on the device until it is saved, restored when the form is shown again, and
 * saved or discarded before the page is left. Passwords and codes are not stored.
 *
 * A form that is created again during a visit, for example after a change on another device, keeps its input.
 * @param name Identifies the form on the device, such as `budget/{id}`.
 * @param submit Saves the texts; resolves to true after a success.
 */
export function keptForm(
    page: Page,
    name: string,
    submit: (text: (name: string) => string, form: HTMLFormElement) => Promise<boolean>,
    ...content: Child[]
): HTMLFormElement {
    const forms: Forms = formsOf.get(page) ?? { inputs: new Map(), shown: new Map(), saving: new Set() };
    formsOf.set(page, forms);
    const input = forms.inputs.get(name) ?? unsavedInput(page.client, `form/${name}`);
    forms.inputs.set(name, input);
    let saved: Record<string, string> = {};
    const form = formElement(send, ...content);
    async function send(text: (name: string) => string): Promise<boolean> {
        forms.saving.add(name);
        const sent = input.texts.peek();
        try {
            const isDone = await submit(text, form);
            if (isDone) settle(sent);
            return isDone;
        } finally {
            forms.saving.delete(name);
            forms.shown.get(name)?.adopt();
        }
    }
    /** Forgets the input that was saved, but not what was typed meanwhile. */
    function settle(sent: FieldTexts): void {
        const rest = Object.entries(input.texts.peek()).filter(([field, text]) => text !== sent[field]);
        saved = Object.fromEntries(rest.map(([field]) => [field, sent[field] ?? saved[field] ?? ""]));
        if (rest.length) input.set(Object.fromEntries(rest), isSecretField);
        else input.forget();
    }
    function isSecretField(name: string): boolean {
        return fieldsOf(form).some((field) => nameOf(field) === name && isSecret(field));
    }
    let isAdopting = false;
    /** Notes the saved texts of fields that are new in the form, and writes the unsaved ones into them. */
    function adopt(): void {
        if (isAdopting) return;
        isAdopting = true;
        const texts = input.texts.peek();
        for (const field of fieldsOf(form)) {
            saved[nameOf(field)] ??= textOf(field);
            const unsaved = texts[nameOf(field)];
            if (unsaved !== undefined && unsaved !== textOf(field) && !forms.saving.has(name)) write(field, unsaved);
        }
        isAdopting = false;
    }
    const typed = (): void => {
        // The other unsaved texts are not in the form yet.
        if (isAdopting) return;
        const fields = fieldsOf(form);
        const texts = { ...input.texts.peek() };
        for (const field of fields) {
            if (textOf(field) === saved[nameOf(field)]) delete texts[nameOf(field)];
            else texts[nameOf(field)] = textOf(field);
        }
        input.set(texts, isSecretField);
    };
    form.addEventListener("input", typed);
    form.addEventListener("change", typed);
    // Fields that depend on a loaded list come later than the others.
    new MutationObserver(adopt).observe(form, { childList: true, subtree: true });

    forms.shown.set(name, {
        adopt,
        save: async () => {
            const isDone = await send(textsOf(form));
            if (!isDone) focusFirstError(form);
            return isDone;
        },
    });
    effect(() => {
        input.texts();
        untracked(() => {
            adopt();
            guard(page, forms);
        });
    });
    onCleanup(() => {
        forms.shown.delete(name);
        guard(page, forms);
    });
    return form;
}

/** Has the page ask before it is left while a shown form has unsaved input. */
function guard(page: Page, { inputs, shown }: Forms): void {
    const changed = [...shown].filter(([name]) => untracked(() => inputs.get(name)?.isChanged()));
    page.setGuard(
        changed.length
            ? () =>
                askToLeave(async () => {
                    for (const [, { save }] of changed) {
                        if (!(await save())) return false;
                    }
                    return true;
                }, () => changed.forEach(([name]) => inputs.get(name)?.forget()))
            : undefined,
    );
}

function fieldsOf(form: HTMLFormElement): readonly Field[] {
    return [...form.elements].filter((one): one is Field =>
        (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement) &&
        one.name !== "" && one.type !== "file"
    );
}

function isTick(field: Field): field is HTMLInputElement {
    return field.type === "checkbox" || field.type === "radio";
}

function nameOf(field: Field): string {
    return isTick(field) ? `${field.name}=${field.value}` : field.name;
}

function textOf(field: Field): string {
    return isTick(field) ? String(field.checked) : field.value;
}

/** Writes a text into a field as the person would, so that the page follows. */
function write(field: Field, text: string): void {
    if (isTick(field)) field.checked = text === "true";
    else if (!(field instanceof HTMLSelectElement) || [...field.options].some(({ value }) => value === text)) {
        field.value = text;
    } else return;
    field.closest("details")?.setAttribute("open", "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
}
