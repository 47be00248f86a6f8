import { effect } from "../core/signal.ts";
import type { Client } from "./client.ts";

/** Unsent input of a form, stored on the device. */
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
        read: async () => await (await client.store()).drafts.read<T>(name).catch(() => undefined),
        keep: (value) => {
            clearTimeout(timer);
            timer = setTimeout(() => {
                void client.store().then(({ drafts }) => drafts.write(name, value)).catch(() => {});
            }, pause);
        },
        clear: async () => {
            clearTimeout(timer);
            await (await client.store()).drafts.delete(name);
        },
    };
}

/**
 * Stores a value on the device while it is edited, and restores it.
 * @param empty The value before any input; only this one is replaced by a stored value.
 * @param isNothing Whether a value need not be stored, such as one that was sent.
 */
export function keepDraft<T>(
    client: Client,
    name: string,
    value: { (): T; set(value: T): void; peek(): T },
    empty: T,
    isNothing: (value: T) => boolean,
): void {
    const draft = draftOf<T>(client, name);
    void draft.read().then((kept) => {
        if (kept !== undefined && value.peek() === empty) value.set(kept);
    }, () => {});
    let isFirst = true;
    effect(() => {
        const now = value();
        if (isFirst) isFirst = false;
        else if (isNothing(now)) void draft.clear().catch(() => {});
        else draft.keep(now);
    });
}
