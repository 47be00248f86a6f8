import type { Meal, MealItem, MealItemEntry, NewMeal, Suggestions } from "../../generated/api.ts";
import { language } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import type { Readable } from "../core/signal.ts";
import type { Entry } from "../store/outbox.ts";
import type { Client } from "./client.ts";
import { eatenAt, isSlot } from "./days.ts";
import { keptResource } from "./kept.ts";

/** An added meal: recorded, or stored on the device until there is a connection. */
export type Added = { readonly meal: Meal; undo(): Promise<void> } | { readonly meal?: undefined };

/** Adding food to a meal of a day. */
export interface MealEntryModel {
    readonly suggestions: Resource<Suggestions>;
    /** Records items as a meal of the slot. */
    add(items: readonly MealItemEntry[], name?: string): Promise<Added>;
}

/** Sends a meal of the outbox. */
export async function sendMeal(client: Pick<Client, "api">, entry: Entry, content: Blob): Promise<Meal> {
    const body = JSON.parse(await content.text()) as NewMeal;
    return (await client.api.send("POST", "/v1/meals", { body, idempotencyKey: entry.id })).value;
}

export function mealEntryModel(client: Client, slot: Readable<string>, date: Readable<string>): MealEntryModel {
    const suggestions = keptResource<Suggestions>(client, () => `suggestions/${slot()}`, async () => {
        const wanted = slot();
        client.changesOf("meal");
        language();
        const query = { slot: isSlot(wanted) ? wanted : "custom", limit: 8 } as const;
        return (await client.api.get("/v1/suggestions", { query })).value;
    });
    return {
        suggestions,
        add: async (items, name) => {
            const body = {
                slot: slot(),
                eatenAt: eatenAt(date(), slot(), client.now()),
                items,
                ...(name ? { name } : {}),
            };
            const { outbox } = await client.store();
            const content = new Blob([JSON.stringify(body)], { type: "application/json" });
            const entry = await outbox.add("meal", content);
            const meal = await outbox.deliver(entry, () => sendMeal(client, entry, content));
            return meal ? { meal, undo: () => deleteMeal(client, meal.id) } : {};
        },
    };
}

export async function deleteMeal(client: Pick<Client, "api">, id: string): Promise<void> {
    await client.api.send("DELETE", "/v1/meals/{id}", { segments: { id } });
}

export async function restoreMeal(client: Pick<Client, "api" | "newID">, id: string): Promise<void> {
    await client.api.send("POST", "/v1/meals/{id}/restore", { segments: { id }, idempotencyKey: client.newID() });
}

/** The entry that repeats an item of an earlier meal: its food and mass, else its figures. */
export function entryOf(item: MealItem): MealItemEntry {
    const grams = item.grams?.value;
    if (item.savedFoodId) return { savedFoodId: item.savedFoodId, ...(grams ? { grams } : {}) };
    if (item.food.id && grams) return { foodId: item.food.id, grams };
    const name = item.food.name ? { name: item.food.name } : {};
    if (item.energyKcal !== null) return { ...name, energyKcal: item.energyKcal, ...(grams ? { grams } : {}) };
    return { ...name, ...(grams ? { grams } : {}) };
}
