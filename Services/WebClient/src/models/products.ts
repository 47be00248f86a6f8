import type {
    PriceHistory,
    PurchasedProduct,
    PurchasedProductChange,
    ShoppingSuggestions,
} from "../../generated/api.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptObject, keptResource } from "./kept.ts";

/** The products that a person buys. */
export interface ProductListModel {
    readonly query: Readable<string>;
    readonly items: Readable<readonly PurchasedProduct[] | undefined>;
    readonly isLoading: Readable<boolean>;
    readonly error: Readable<unknown>;
    readonly hasMore: Readable<boolean>;
    search(query: string): void;
    loadMore(): Promise<void>;
    reload(): void;
}

export function productListModel(client: Client): ProductListModel {
    const query = signal("");
    const page = resource(async () => {
        client.changesOf("purchased-product");
        const wanted = query();
        const search = { limit: 30, ...(wanted ? { query: wanted } : {}) };
        return (await client.api.get("/v1/products", { query: search })).value;
    });
    return {
        query,
        items: computed(() => page.value()?.items),
        isLoading: page.isLoading,
        error: page.error,
        hasMore: computed(() => page.value()?.next != null),
        search: (next) => query.set(next.trim()),
        loadMore: async () => {
            const known = page.value();
            if (!known?.next) return;
            const search = { limit: 30, cursor: known.next, ...(query.peek() ? { query: query.peek() } : {}) };
            const { value } = await client.api.get("/v1/products", { query: search });
            // Another search has been started in the meantime.
            if (page.value() !== known) return;
            page.show({ items: [...known.items, ...value.items], next: value.next });
        },
        reload: page.reload,
    };
}

export interface ProductModel {
    readonly product: Resource<PurchasedProduct>;
    readonly prices: Resource<PriceHistory>;
    change(change: PurchasedProductChange): Promise<void>;
    /** Products with similar names, from which the person can choose an equal one. */
    similar(query: string): Promise<readonly PurchasedProduct[]>;
}

export function productModel(client: Client, id: string): ProductModel {
    const segments = { product: id };
    const product = keptObject<PurchasedProduct>(client, "product", id, async () => {
        client.changesOf("purchased-product");
        return (await client.api.get("/v1/products/{product}", { segments })).value as PurchasedProduct;
    });
    return {
        product,
        prices: keptObject<PriceHistory>(client, "prices", id, async () => {
            client.changesOf("purchased-product");
            return (await client.api.get("/v1/products/{product}/prices", { segments })).value;
        }),
        change: async (body) => {
            const version = product.value()?.version;
            const { value } = await client.api.send("PATCH", "/v1/products/{product}", {
                segments,
                body,
                ...(version ? { ifMatch: `"${version}"` } : {}),
            });
            product.set(value);
        },
        similar: async (query) => {
            const { value } = await client.api.get("/v1/products", { query: { query, limit: 6 } });
            return value.items.filter((one) => one.id !== id);
        },
    };
}

/** The latest price paid in each currency and unit, the oldest first. */
export function priceSeries(history: PriceHistory): readonly {
    readonly currency: string;
    readonly unit: PriceHistory["paid"][number]["unit"];
    readonly points: PriceHistory["paid"];
}[] {
    const series = new Map<string, PriceHistory["paid"][number][]>();
    for (const paid of history.paid) {
        const key = `${paid.currency}/${paid.unit}`;
        series.set(key, [...series.get(key) ?? [], paid]);
    }
    return [...series.values()].flatMap((points) => {
        const first = points[0];
        const sorted = points.toSorted((a, b) => a.day.localeCompare(b.day));
        return first ? [{ currency: first.currency, unit: first.unit, points: sorted }] : [];
    });
}

export interface SuggestionFilter {
    readonly category?: PurchasedProduct["category"];
    readonly currency?: string;
    readonly priceFrom?: string;
    readonly priceTo?: string;
    readonly budget?: string;
}

export interface SuggestionsModel {
    readonly resource: Resource<ShoppingSuggestions>;
    readonly filter: Readable<SuggestionFilter>;
    setFilter(filter: SuggestionFilter): void;
    /** Rates the suggestion; the server counts ratings anonymously. */
    judge(isUseful: boolean): Promise<void>;
}

export function suggestionsModel(client: Client): SuggestionsModel {
    const filter = signal<SuggestionFilter>({});
    return {
        filter,
        resource: keptResource<ShoppingSuggestions>(client, "shopping-suggestions", async () => {
            client.changesOf("shopping-preferences");
            const query = { ...filter(), limit: 50 };
            return (await client.api.get("/v1/shopping-suggestions", { query })).value;
        }, () => JSON.stringify(filter())),
        setFilter: (next) => filter.set(next),
        judge: async (useful) => {
            await client.api.send("POST", "/v1/shopping-suggestions/judgements", {
                body: { useful },
                idempotencyKey: client.newID(),
            });
        },
    };
}
