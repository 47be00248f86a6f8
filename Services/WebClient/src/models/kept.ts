import { type Resource, resource } from "../core/resource.ts";
import { untracked } from "../core/signal.ts";
import type { Client } from "./client.ts";

/** An answer on the device, and which one it is. */
interface KeptAnswer<T> {
    readonly name: string;
    readonly value: T;
}

/** A resource whose newest value is also on the device, by `load` and by `set`. */
export interface KeptResource<T> extends Resource<T> {
    /** Shows a value until the next one is loaded, and does not keep it. */
    show(value: T): void;
}

/**
 * Something of the account: the answer that was kept on the device is shown until the server has answered again.
 *
 * So a page has its content before the network was asked, and without a connection.
 *
 * @param slot The place on the device; each new answer takes the place of the one before.
 * @param load Asks the server; reads signals only before its first `await`.
 * @param name Which answer it is, such as the date it is about: only a kept answer of the same name is shown. An answer with the
 *     name undefined is not kept.
 */
export function keptResource<T>(
    client: Pick<Client, "store">,
    slot: string,
    load: () => Promise<T>,
    name: () => string | undefined = () => "",
): KeptResource<T> {
    let shown: KeptAnswer<T> | undefined;
    function keep(name: string | undefined, value: T): void {
        shown = undefined;
        if (name === undefined) return;
        const answer: KeptAnswer<T> = { name, value };
        void client.store().then(({ kept }) => kept.write(slot, answer)).catch(() => {});
    }
    const made = resource<T>(async () => {
        const wanted = name();
        const value = await load();
        // A page that shows the same already is not drawn anew, so that nothing that is typed meanwhile is lost.
        if (shown && JSON.stringify(shown) === JSON.stringify({ name: wanted, value })) return shown.value;
        keep(wanted, value);
        return value;
    }, async () => {
        const wanted = untracked(name);
        if (wanted === undefined) return undefined;
        const found = await (await client.store()).kept.read<KeptAnswer<T>>(slot);
        if (found?.name !== wanted) return undefined;
        shown = found;
        return found.value;
    });
    return {
        ...made,
        show: made.set,
        set: (value) => {
            made.set(value);
            keep(untracked(name), value);
        },
    };
}
