import type { FoodChange, OwnFood } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { t } from "../core/i18n.ts";
import { effect, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { draftOf } from "./drafts.ts";
import { energyValue, kilocalories, nutrients, parseDecimal } from "./nutrients.ts";
import { describeField, withoutLimits } from "./problems.ts";
import { requestKeys } from "./request-key.ts";

/** Nutrients that a label usually has, in the order of a label. */
export const labelNutrients = nutrients.filter(({ code }) =>
    ["protein", "carbohydrate", "sugars", "fiber", "fat", "saturated", "sodium"].includes(code)
);

/** A food as the content of its fields: texts by the names of the fields. */
export type FoodForm = Readonly<Record<string, string>>;

export interface OwnFoodModel {
    readonly form: Readable<FoodForm>;
    readonly errors: Readable<Readonly<Record<string, string>>>;
    readonly problem: Readable<unknown>;
    readonly isBusy: Readable<boolean>;
    readonly isChanged: Readable<boolean>;
    change(name: string, text: string): void;
    /** Saves the food; resolves to undefined if it was refused. */
    save(isSaved: boolean): Promise<OwnFood | undefined>;
    forget(): void;
}

export function foodFormOf(food: OwnFood): FoodForm {
    const energy = food.nutrients.energy?.amount;
    const portion = food.portions[0];
    return {
        name: food.name,
        brand: food.brand ?? "",
        gtin: food.gtin ?? "",
        energy: energy === null || energy === undefined ? "" : String(energyValue(energy)),
        portion: portion?.measure ?? "",
        portionGrams: portion ? String(portion.grams) : "",
        ...Object.fromEntries(labelNutrients.map(({ code, figure }) => [
            figure,
            String(food.nutrients[code]?.amount ?? ""),
        ])),
    };
}

/** The request for the values of a form, or the errors of its fields. */
export function foodChange(
    form: FoodForm,
    isNew: boolean,
): { readonly body: FoodChange; readonly errors: Readonly<Record<string, string>> } {
    const errors: Record<string, string> = {};
    const number = (name: string, max: number): number | null => {
        const text = form[name]?.trim() ?? "";
        if (!text) return null;
        const value = parseDecimal(text);
        if (value === undefined || value > max) errors[name] = t("food.error.number");
        return value ?? null;
    };
    const name = form.name?.trim() ?? "";
    if (!name) errors.name = t("problem.field.required");
    const gtin = (form.gtin ?? "").replace(/\s/g, "");
    if (gtin && !/^\d{8,14}$/.test(gtin)) errors.gtin = t("food.error.barcode");
    const energy = number("energy", 100_000);
    const amounts: Record<string, number | null> = {};
    for (const { figure, unit } of labelNutrients) {
        const value = number(figure, unit === "g" ? 100 : 100_000);
        if (value !== null || !isNew) amounts[figure] = value;
    }
    if (energy === null && Object.values(amounts).every((value) => value === null)) {
        errors.energy ??= t("food.error.noFigures");
    }
    const measure = form.portion?.trim() ?? "";
    const grams = number("portionGrams", 10_000);
    if (measure && !grams) errors.portionGrams ??= t("problem.field.required");
    const body = {
        name,
        ...(form.brand?.trim() || !isNew ? { brand: form.brand?.trim() || null } : {}),
        ...(gtin || !isNew ? { gtin: gtin || null } : {}),
        ...(energy !== null || !isNew
            ? { energyKcal: energy === null ? null : Number(kilocalories(energy).toFixed(1)) }
            : {}),
        nutrients: amounts,
        ...(grams
            ? { portions: [{ measure: measure || t("food.portionDefault"), grams }] }
            : isNew
            ? {}
            : { portions: [] }),
    };
    return { body, errors };
}

const fieldOfPointer: Readonly<Record<string, string>> = {
    "/name": "name",
    "/brand": "brand",
    "/gtin": "gtin",
    "/energyKcal": "energy",
};

/**
 * Adding or changing an own food.
 * @param known The changed food; undefined for a new one.
 */
export function ownFoodModel(client: Client, known: OwnFood | undefined, initial: FoodForm = {}): OwnFoodModel {
    const base = known ? foodFormOf(known) : initial;
    const form = signal<FoodForm>(base);
    const errors = signal<Readonly<Record<string, string>>>({});
    const problem = signal<unknown>(undefined);
    const isBusy = signal(false);
    const isChanged = signal(false);
    const withKey = requestKeys(client);
    const draft = draftOf<FoodForm>(client, `food/${known?.id ?? "new"}`);
    void draft.read().then((kept) => {
        if (!kept || form.peek() !== base) return;
        const { version, ...texts } = kept;
        form.set({ ...texts, ...initial });
        isChanged.set(true);
        if (version === undefined || version === String(known?.version)) return;
        // The food was changed elsewhere since: saving would undo that, so the person is told.
        problem.set(new RefusedError({ type: "/problems/version-mismatch", title: "", status: 412 }));
    });
    effect(() => {
        const typed = form();
        if (isChanged.peek()) draft.keep(known ? { ...typed, version: String(known.version) } : typed);
    });
    function forget(): void {
        isChanged.set(false);
        void draft.clear();
    }
    return {
        form,
        errors,
        problem,
        isBusy,
        isChanged,
        change: (name, text) => {
            isChanged.set(true);
            form.update((old) => ({ ...old, [name]: text }));
            const { [name]: _, ...left } = errors.peek();
            errors.set(left);
        },
        forget,
        save: async (isSaved) => {
            if (isBusy.peek()) return undefined;
            const { body, errors: found } = foodChange(form.peek(), !known);
            errors.set(found);
            problem.set(undefined);
            if (Object.keys(found).length) return undefined;
            isBusy.set(true);
            try {
                const { value } = known
                    ? await client.api.send("PATCH", "/v1/foods/{food}", {
                        segments: { food: known.id },
                        body,
                        ifMatch: `"${known.version}"`,
                    })
                    : await withKey(
                        body,
                        (idempotencyKey) => client.api.send("POST", "/v1/foods", { body, idempotencyKey }),
                    );
                if (isSaved) {
                    // The API does not list own foods, so the new food is also saved, where it can be found again.
                    const grams = value.portions[0]?.grams ?? 100;
                    await client.api.send("POST", "/v1/saved-foods", {
                        body: { name: value.name, foodId: value.id, grams },
                        idempotencyKey: client.newID(),
                    }).catch(() => {});
                }
                forget();
                return value;
            } catch (error) {
                const fields: Record<string, string> = {};
                for (const field of error instanceof RefusedError ? error.problem.errors ?? [] : []) {
                    const pointer = field.pointer;
                    const figure = /^\/nutrients\/(\w+)/.exec(pointer ?? "")?.[1];
                    const name = figure ?? fieldOfPointer[pointer ?? ""];
                    if (name) {
                        fields[name] = name === "gtin"
                            ? t("food.error.barcode")
                            : describeField(name === "energy" ? withoutLimits(field) : field);
                    }
                }
                errors.set(fields);
                if (!Object.keys(fields).length) problem.set(error);
                return undefined;
            } finally {
                isBusy.set(false);
            }
        },
    };
}
