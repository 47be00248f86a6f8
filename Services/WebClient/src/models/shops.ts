import type { ShoppingPreferences, ShoppingPreferencesChange, StorePage } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { t } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, type Readable, signal } from "../core/signal.ts";
import { type FormErrors, noErrors } from "./account.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import { describeError } from "./problems.ts";

export type StoreChoice = "neutral" | "preferred" | "ignored";
type Store = StorePage["items"][number];

export const radii = { min: 1, max: 200 } as const;

/** A person's shopping preferences; each change is saved at once. */
export interface ShopsModel {
    readonly preferences: Resource<ShoppingPreferences>;
    readonly stores: Resource<readonly Store[]>;
    readonly errors: Readable<FormErrors>;
    readonly isBusy: Readable<boolean>;
    choiceOf(store: string): StoreChoice;
    choose(store: string, choice: StoreChoice): Promise<boolean>;
    change(change: Partial<ShoppingPreferencesChange>): Promise<boolean>;
    /** Saves a place given as two typed numbers. */
    setPlace(latitude: string, longitude: string): Promise<boolean>;
}

/** A place rounded to about a kilometer; the exact one never leaves the device. */
export function roundPlace(latitude: number, longitude: number): { latitude: number; longitude: number } {
    const round = (value: number): number => Math.round(value * 100) / 100;
    return { latitude: round(latitude), longitude: round(longitude) };
}

/** A typed degree with a decimal point or comma; undefined if it is invalid. */
export function parseDegree(text: string, maximum: number): number | undefined {
    const value = Number(text.normalize("NFKC").trim().replace(",", ".").replace("−", "-"));
    return text.trim() && Number.isFinite(value) && Math.abs(value) <= maximum ? value : undefined;
}

export function shopsModel(client: Client): ShopsModel {
    const errors = signal<FormErrors>(noErrors);
    const isBusy = signal(false);
    const preferences = keptResource<ShoppingPreferences>(client, "shopping-preferences", async () => {
        client.changesOf("shopping-preferences");
        return (await client.api.get("/v1/shopping-preferences", {})).value;
    });
    const stores = keptResource<readonly Store[]>(client, "stores", async () => {
        client.changesOf("receipt");
        return (await client.api.get("/v1/stores", {})).value.items;
    });
    const choices = computed(() => {
        const now = preferences.value();
        return { preferred: new Set(now?.preferredStores), ignored: new Set(now?.ignoredStores) };
    });

    /** Saves a change based on the newest version; repeated once if another device saved in between. */
    async function save(change: (old: ShoppingPreferences) => Partial<ShoppingPreferencesChange>): Promise<boolean> {
        const shown = preferences.value();
        if (!shown) return false;
        isBusy.set(true);
        errors.set(noErrors);
        preferences.set({ ...shown, ...change(shown) } as ShoppingPreferences);
        try {
            for (let base = shown, isSecond = false;; isSecond = true) {
                const { version, changedAt: _, ...rest } = base;
                try {
                    const { value } = await client.api.send("PUT", "/v1/shopping-preferences", {
                        body: { ...rest, ...change(base) },
                        ...(version ? { ifMatch: `"${version}"` } : {}),
                    });
                    preferences.set(value);
                    return true;
                } catch (error) {
                    if (isSecond || !(error instanceof RefusedError) || error.status !== 412) throw error;
                    base = (await client.api.get("/v1/shopping-preferences", {})).value;
                }
            }
        } catch (error) {
            preferences.set(shown);
            errors.set({ fields: {}, summary: describeError(error) });
            return false;
        } finally {
            isBusy.set(false);
        }
    }

    return {
        preferences,
        stores,
        errors,
        isBusy,
        choiceOf: (store) => {
            const { preferred, ignored } = choices();
            return preferred.has(store) ? "preferred" : ignored.has(store) ? "ignored" : "neutral";
        },
        choose: (store, choice) =>
            save((old) => ({
                preferredStores: [
                    ...(old.preferredStores ?? []).filter((one) => one !== store),
                    ...(choice === "preferred" ? [store] : []),
                ],
                ignoredStores: [
                    ...(old.ignoredStores ?? []).filter((one) => one !== store),
                    ...(choice === "ignored" ? [store] : []),
                ],
            })),
        change: (change) => save(() => change),
        setPlace: async (latitude, longitude) => {
            const north = parseDegree(latitude, 90);
            const east = parseDegree(longitude, 180);
            if (north === undefined || east === undefined) {
                errors.set({
                    fields: {
                        ...(north === undefined ? { latitude: t("shops.notLatitude") } : {}),
                        ...(east === undefined ? { longitude: t("shops.notLongitude") } : {}),
                    },
                    summary: "",
                });
                return false;
            }
            return await save(() => ({ location: roundPlace(north, east) }));
        },
    };
}
