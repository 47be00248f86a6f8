import { resource } from "../core/resource.ts";
import { computed, type Readable } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";

/** A page of a list, with the cursor of the next one. */
export interface ListPage<T> {
    readonly items: readonly T[];
    readonly next: string | null;
}

/** A list that is loaded page by page. */
export interface ListModel<T> {
    readonly value: Readable<readonly T[] | undefined>;
    readonly error: Readable<unknown>;
    readonly hasMore: Readable<boolean>;
    loadMore(): Promise<void>;
    reload(): void;
    /** Shows other items until the list is loaded again. */
    change(change: (items: readonly T[]) => readonly T[]): void;
}

/**
 * A list that is loaded page by page.
 * @param kept The storage key of the first page on the device; absent for a list that is not stored.
 */
export function listModel<T>(
    load: (cursor: string | undefined) => Promise<ListPage<T>>,
    kept?: { readonly client: Pick<Client, "store">; readonly slot: string },
): ListModel<T> {
    const first = (): Promise<ListPage<T>> => load(undefined);
    const page = kept ? keptResource(kept.client, kept.slot, first) : resource(first);
    return {
        value: computed(() => page.value()?.items),
        error: page.error,
        hasMore: computed(() => page.value()?.next != null),
        loadMore: async () => {
            const known = page.value();
            if (!known?.next) return;
            const { items, next } = await load(known.next);
            // The list was loaded again in the meantime.
            if (page.value() !== known) return;
            page.show({ items: [...known.items, ...items], next });
        },
        reload: page.reload,
        change: (change) => {
            const known = page.value();
            if (known) page.show({ ...known, items: change(known.items) });
        },
    };
}
