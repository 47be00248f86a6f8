import { effect } from "../core/signal.ts";
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
