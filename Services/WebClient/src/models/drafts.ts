import type { Client } from "./client.ts";

/** What was typed into a form and not sent yet, kept on the device. */
export interface Draft<T> {
    read(): Promise<T | undefined>;
    /** Keeps a value soon; a later one replaces it. */
    keep(value: T): void;
    clear(): Promise<void>;
}

/** How long after the last change a draft is written, in milliseconds. */
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
