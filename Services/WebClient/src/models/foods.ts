import type { DislikedFood, Food, FoodPage, OwnFood, SavedFood } from "../../generated/api.ts";
import { language } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { effect, onCleanup, type Readable, type Signal, signal, untracked } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptObject, keptResource } from "./kept.ts";

export type FoundFood = FoodPage["items"][number];

/** Foods that match the input: a part of the name, or the number of a bar code. */
export interface FoodSearchModel {
    readonly text: Signal<string>;
    /** Undefined without input, and until the first answer. */
    readonly results: Readable<readonly FoundFood[] | undefined>;
    readonly isSearching: Readable<boolean>;
    readonly error: Readable<unknown>;
    retry(): void;
}

/** Pause in typing before a search starts, in milliseconds. */
export const searchPause = 250;

/** Whether a text is the number of a bar code. */
export function isBarcode(text: string): boolean {
    return /^\d{8,14}$/.test(text.replace(/\s/g, ""));
}

/** The number as printed under a bar code: without the zeros that make it 14 digits long. */
export function printedBarcode(gtin: string): string {
    return gtin.replace(/^0+(?=(\d{8}|\d{12,13})$)/, "");
}

export function foodSearchModel(client: Client, pause = searchPause): FoodSearchModel {
    const text = signal("");
    const results = signal<readonly FoundFood[] | undefined>(undefined);
    const isSearching = signal(false);
    const error = signal<unknown>(undefined);
    const again = signal(0);
    effect(() => {
        const wanted = text().trim();
        again();
        language();
        if (!wanted) {
            untracked(() => {
                results.set(undefined);
                error.set(undefined);
                isSearching.set(false);
            });
            return;
        }
        isSearching.set(true);
        const stop = new AbortController();
        const timer = setTimeout(async () => {
            const query = isBarcode(wanted) ? { gtin: wanted.replace(/\s/g, "") } : { query: wanted.slice(0, 100) };
            try {
                const answer = await client.api.send("GET", "/v1/foods", {
                    query: { ...query, limit: 20 },
                    signal: stop.signal,
                });
                if (stop.signal.aborted) return;
                results.set(answer.value.items);
                error.set(undefined);
            } catch (reason) {
                if (stop.signal.aborted) return;
                error.set(reason);
            }
            isSearching.set(false);
        }, pause);
        onCleanup(() => {
            clearTimeout(timer);
            stop.abort();
        });
    });
    return { text, results, isSearching, error, retry: () => again.update((count) => count + 1) };
}

/** The foods that the person has saved. */
export interface SavedFoodsModel {
    readonly list: Resource<readonly SavedFood[]>;
    save(food: { readonly name: string; readonly foodId: string; readonly grams?: number }): Promise<SavedFood>;
    change(food: SavedFood, change: { readonly name: string; readonly grams: number | null }): Promise<void>;
    /** Deletes a food; the returned function restores it. */
    remove(food: SavedFood): Promise<() => Promise<void>>;
}

export function savedFoodsModel(client: Client): SavedFoodsModel {
    const list = keptResource<readonly SavedFood[]>(client, "saved-foods", async () => {
        client.changesOf("saved-food");
        return (await client.api.get("/v1/saved-foods", { query: { limit: 100 } })).value.items;
    });
    return {
        list,
        save: async (food) => {
            const { value } = await client.api.send("POST", "/v1/saved-foods", {
                body: food,
                idempotencyKey: client.newID(),
            });
            list.reload();
            return value;
        },
        change: async ({ id, version }, change) => {
            await client.api.send("PATCH", "/v1/saved-foods/{id}", {
                segments: { id },
                body: change,
                ifMatch: `"${version}"`,
            });
            list.reload();
        },
        remove: async ({ id }) => {
            await client.api.send("DELETE", "/v1/saved-foods/{id}", { segments: { id } });
            list.reload();
            return async () => {
                await client.api.send("POST", "/v1/saved-foods/{id}/restore", {
                    segments: { id },
                    idempotencyKey: client.newID(),
                });
                list.reload();
            };
        },
    };
}

/** Foods that are never recommended. */
export interface DislikedFoodsModel {
    readonly list: Resource<readonly DislikedFood[]>;
    /** Allows a food to be recommended again. */
    remove(foodId: string): Promise<void>;
}

export function dislikedFoodsModel(client: Client): DislikedFoodsModel {
    const list = resource<readonly DislikedFood[]>(async () => {
        language();
        return (await client.api.get("/v1/disliked-foods", {})).value.items;
    });
    return {
        list,
        remove: async (foodId) => {
            await allowFood(client, foodId);
            list.reload();
        },
    };
}

/** Stops recommending a food; the returned function allows it again. */
export async function dislikeFood(client: Client, foodId: string): Promise<() => Promise<void>> {
    await client.api.send("PUT", "/v1/disliked-foods/{food}", { segments: { food: foodId } });
    return () => allowFood(client, foodId);
}

async function allowFood(client: Client, foodId: string): Promise<void> {
    await client.api.send("DELETE", "/v1/disliked-foods/{food}", { segments: { food: foodId } });
}

/** A food of the catalog, or one of the person's own. */
export type AnyFood = Food | OwnFood;

export function isOwn(food: AnyFood): food is OwnFood {
    return food.source === "ownFood";
}

/** A food with its nutrients in 100 g. */
export interface FoodModel {
    readonly food: Resource<AnyFood>;
    /** Deletes an own food; the returned function restores it. */
    remove(): Promise<() => Promise<void>>;
    /** Submits an own food for the shared catalog. */
    submit(): Promise<void>;
}

export function foodModel(client: Client, id: string): FoodModel {
    const food = keptObject<AnyFood>(client, "food", id, async () => {
        client.changesOf("own-food");
        language();
        return (await client.api.get("/v1/foods/{food}", { segments: { food: id } })).value;
    }, language);
    return {
        food,
        remove: async () => {
            await client.api.send("DELETE", "/v1/foods/{food}", { segments: { food: id } });
            food.forget();
            return async () => {
                await client.api.send("POST", "/v1/foods/{food}/restore", {
                    segments: { food: id },
                    idempotencyKey: client.newID(),
                });
            };
        },
        submit: async () => {
            await client.api.send("POST", "/v1/foods/{food}/submission", {
                segments: { food: id },
                idempotencyKey: client.newID(),
            });
        },
    };
}
