import { resource } from "../core/resource.ts";
import { computed, type Readable } from "../core/signal.ts";

/** A page of a list, and where the next one begins. */
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

export function listModel<T>(
    load: (cursor: string | undefined) => Promise<ListPage<T>>,
    stored?: () => Promise<ListPage<T> | undefined>,
): ListModel<T> {
    const page = resource<ListPage<T>>(() => load(undefined), stored);
    return {
        value: computed(() => page.value()?.items),
        error: page.error,
        hasMore: computed(() => page.value()?.next != null),
        loadMore: async () => {
            const known = page.value();
            if (!known?.next) return;
            const { items, next } = await load(known.next);
            page.set({ items: [...known.items, ...items], next });
        },
        reload: page.reload,
        change: (change) => {
            const known = page.value();
            if (known) page.set({ ...known, items: change(known.items) });
        },
    };
}
