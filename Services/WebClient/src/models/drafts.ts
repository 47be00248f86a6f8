import { effect, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";

/**
 * Unsent input of a form, stored on the device.
 *
 * No call fails, since the input stays on the page: it is only not stored, for example because the session has ended.
 */
export interface Draft<T> {
    read(): Promise<T | undefined>;
    /** Stores a value after a short delay; a later one replaces it. */
    keep(value: T): void;
    clear(): Promise<void>;
}

/** Delay after the last change before a draft is stored, in milliseconds. */
const pause = 300;

export function draftOf<T>(client: Client, name: string): Draft<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return {
        read: async () => await client.store().then(({ drafts }) => drafts.read<T>(name)).catch(() => undefined),
        keep: (value) => {
            clearTimeout(timer);
            // The store of the person who typed, because another account may sign in during the delay.
            const store = client.store();
            store.catch(() => {});
            timer = setTimeout(() => {
                void store.then(({ drafts }) => drafts.write(name, value)).catch(() => {});
            }, pause);
        },
        clear: async () => {
            clearTimeout(timer);
            await client.store().then(({ drafts }) => drafts.delete(name)).catch(() => {});
        },
    };
}

/**
 * Stores a value on the device while it is edited, and restores it.
 * @param empty The value before any input; only this one is replaced by a stored value.
 * @param isNothing Whether a value need not be stored, such as one that was sent; by default undefined alone.
 * @returns The stored draft.
 */
export function keepDraft<T>(
    client: Client,
    name: string,
    value: { (): T; set(value: T): void; peek(): T },
    empty: T,
    isNothing: (value: T) => boolean = (now) => now === undefined,
): Draft<T> {
    const draft = draftOf<T>(client, name);
    void draft.read().then((kept) => {
        if (kept !== undefined && value.peek() === empty) value.set(kept);
    });
    let isFirst = true;
    effect(() => {
        const now = value();
        if (isFirst) isFirst = false;
        else if (isNothing(now)) void draft.clear();
        else draft.keep(now);
    });
    return draft;
}

/** The texts of a form's fields by their names. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Input of a form that is neither saved nor discarded: the texts that differ from the saved ones. */
export interface UnsavedInput {
    readonly texts: Readable<FieldTexts> & { peek(): FieldTexts };
    readonly isChanged: () => boolean;
    /**
     * Replaces the texts after an input, and stores them on the device.
     * @param isSecret Whether a field, such as a password, is not stored.
     */
    set(texts: FieldTexts, isSecret?: (name: string) => boolean): void;
    /** Forgets the input, which was saved or discarded. */
    forget(): void;
}

/** Input of a form, which begins with what is stored on the device. */
export function unsavedInput(client: Client, name: string): UnsavedInput {
    const texts = signal<FieldTexts>({});
    const draft = draftOf<FieldTexts>(client, name);
    let isForgotten = false;
    void draft.read().then((kept) => {
        if (kept && !isForgotten) texts.update((typed) => ({ ...kept, ...typed }));
    });
    return {
        texts,
        isChanged: () => Object.keys(texts()).length > 0,
        set: (next, isSecret = () => false) => {
            if (JSON.stringify(next) === JSON.stringify(texts.peek())) return;
            texts.set(next);
            const stored = Object.entries(next).filter(([field]) => !isSecret(field));
            if (stored.length) draft.keep(Object.fromEntries(stored));
            else void draft.clear();
        },
        forget: () => {
            isForgotten = true;
            texts.set({});
            void draft.clear();
        },
    };
}
