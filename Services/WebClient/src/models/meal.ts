import type { Meal, MealCost, MealItem, MealItemEntry } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { formatList, inSentence, language, t } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, effect, type Readable, signal, untracked } from "../core/signal.ts";
import { profileResource } from "./allergens.ts";
import type { Client } from "./client.ts";
import { keptObject } from "./kept.ts";
import { localDate } from "./days.ts";
import { keepDraft } from "./drafts.ts";
import type { FreshMeal } from "./meal-capture.ts";
import { deleteMeal, restoreMeal } from "./meal-entry.ts";
import { decimalText, energyValue, gramsOf, kilocalories, massValue, parseDecimal } from "./nutrients.ts";
import { pagePicture } from "./pictures.ts";
import type { VerdictView } from "./verdict.ts";
import { requestKeys } from "./request-key.ts";

/** An item of a meal in the editor, with numbers as they were typed. */
export interface ItemEdit {
    readonly key: string;
    /** The id of an existing item; absent for a new one. */
    readonly id?: string;
    readonly foodId?: string;
    readonly savedFoodId?: string;
    readonly name: string;
    readonly grams: string;
    /** The energy of an item without a food, in the unit of the settings. */
    readonly energy?: string;
}

export interface MealEdit {
    readonly name: string;
    readonly slot: string;
    /** Local date and time in the format of an input field. */
    readonly eatenAt: string;
    readonly items: readonly ItemEdit[];
    /** The version of the meal that the first change was made in; absent in drafts from before it was written. */
    readonly version?: number;
}

/** A food chosen for an item. */
export interface PickedFood {
    readonly foodId?: string;
    readonly savedFoodId?: string;
    readonly name: string;
    /** The usual amount, in grams. */
    readonly grams?: number;
}

export type MealSaveState = "idle" | "saving" | "conflict" | { readonly error: unknown };

interface VersionedMeal {
    readonly meal: Meal;
    readonly etag: string | undefined;
}

/** A meal, and its changes until they are saved. */
export interface MealModel {
    readonly meal: Resource<VersionedMeal>;
    readonly photo: Readable<Blob | undefined>;
    readonly verdict: Readable<VerdictView | undefined>;
    /** The cost of its food according to the person's purchases; undefined until loaded. */
    readonly cost: Readable<MealCost | undefined>;
    /** The content of the fields; undefined until the meal is loaded. */
    readonly edit: Readable<MealEdit | undefined>;
    readonly isChanged: Readable<boolean>;
    readonly state: Readable<MealSaveState>;
    /** Errors of items by their key; those of the meal as a whole under "". */
    readonly errors: Readable<Readonly<Record<string, string>>>;
    change(part: Partial<Omit<MealEdit, "items">>): void;
    changeItem(key: string, part: Partial<Pick<ItemEdit, "grams" | "energy">>): void;
    replaceItem(key: string, food: PickedFood): void;
    addItem(food: PickedFood): void;
    removeItem(key: string): void;
    discard(): void;
    save(): Promise<boolean>;
    keepMine(): Promise<boolean>;
    /** Deletes the meal; the returned function restores it. */
    remove(): Promise<() => Promise<void>>;
    /** Reports to the staff that the meal was recognized wrongly. */
    report(text: string): Promise<void>;
}

function localMoment(moment: string): string {
    const date = new Date(moment);
    const two = (value: number): string => String(value).padStart(2, "0");
    return `${localDate(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

function editOf(meal: Meal): MealEdit {
    return {
        name: meal.name ?? "",
        slot: meal.slot,
        eatenAt: localMoment(meal.eatenAt),
        items: meal.items.map((item) => ({
            key: item.id,
            id: item.id,
            ...(item.food.id ? { foodId: item.food.id } : {}),
            name: item.food.name ?? "",
            grams: item.grams ? decimalText(massValue(item.grams.value)) : "",
            ...(item.source === "typed" && item.energyKcal !== null
                ? { energy: String(energyValue(item.energyKcal)) }
                : {}),
        })),
    };
}

/** The request for an edited item; only the changes of an existing one. */
export function itemEntry(item: ItemEdit, before: ItemEdit | undefined): MealItemEntry {
    const typed = parseDecimal(item.grams);
    const isGramsChanged = item.grams !== before?.grams || item.foodId !== before?.foodId ||
        item.savedFoodId !== before?.savedFoodId;
    const isEnergyChanged = item.energy !== undefined && item.energy !== before?.energy;
    const energy = isEnergyChanged ? parseDecimal(item.energy ?? "") : undefined;
    return {
        ...(item.id ? { id: item.id } : {}),
        ...(item.savedFoodId && item.savedFoodId !== before?.savedFoodId ? { savedFoodId: item.savedFoodId } : {}),
        ...(item.foodId && !item.savedFoodId && item.foodId !== before?.foodId ? { foodId: item.foodId } : {}),
        ...(!item.id && !item.foodId && !item.savedFoodId && item.name ? { name: item.name } : {}),
        ...(typed !== undefined && isGramsChanged ? { grams: gramsOf(typed) } : {}),
        ...(energy !== undefined ? { energyKcal: Number(kilocalories(energy).toFixed(1)) } : {}),
    };
}

export function mealModel(client: Client, id: string, fresh?: FreshMeal): MealModel {
    let known = fresh?.meal;
    const meal = keptObject<VersionedMeal>(client, "meal", id, async () => {
        client.changesOf("meal");
        client.changesOf("meal-allergens");
        language();
        const first = known;
        known = undefined;
        if (first) {
            // The event about the allergens may have arrived before this page was open.
            if (first.allergensPending) queueMicrotask(() => meal.reload());
            return { meal: first, etag: undefined };
        }
        const { value, etag } = await client.api.get("/v1/meals/{id}", { segments: { id } });
        return { meal: value, etag };
    }, language);
    const profile = profileResource(client);
    const photo = signal<Blob | undefined>(fresh?.photo);
    // A typed meal has no photo, and photos are deleted after their retention.
    const hasPhoto = computed(() => meal.value()?.meal.items.some(({ seen }) => seen) === true);
    effect(() => {
        if (!hasPhoto() || photo.peek()) return;
        pagePicture((width) => client.api.mealPhoto(id, width)).then((found) => photo.set(found), () => {});
    });

    const cost = keptObject<MealCost>(client, "meal-cost", id, async () => {
        client.changesOf("meal");
        client.changesOf("receipt");
        return (await client.api.get("/v1/meals/{id}/cost", { segments: { id } })).value;
    });

    const base = computed(() => {
        const value = meal.value();
        return value && editOf(value.meal);
    });
    const edited = signal<MealEdit | undefined>(undefined);
    const edit = computed(() => edited() ?? base());
    const isChanged = computed(() => {
        const mine = edited();
        return mine !== undefined && JSON.stringify({ ...mine, version: undefined }) !== JSON.stringify(base());
    });
    const state = signal<MealSaveState>("idle");
    const withKey = requestKeys(client);
    const errors = signal<Readonly<Record<string, string>>>({});
    let items = 0;

    // Input is restored after a reload.
    keepDraft(client, `meal/${id}`, edited, undefined);
    function forgetDraft(): void {
        edited.set(undefined);
        errors.set({});
    }

    function update(change: (old: MealEdit) => MealEdit): void {
        const old = edited.peek() ?? untracked(base);
        if (!old) return;
        edited.set({ version: meal.value()?.meal.version ?? 0, ...change(old) });
        if (state.peek() !== "conflict") state.set("idle");
    }

    function check(mine: MealEdit): boolean {
        const found: Record<string, string> = {};
        if (!mine.items.length) found[""] = t("meal.error.noItems");
        for (const item of mine.items) {
            const wasTyped = item.grams.trim() !== "";
            const grams = parseDecimal(item.grams);
            const needsGrams = item.foodId !== undefined;
            if ((wasTyped || needsGrams) && (grams === undefined || grams <= 0 || gramsOf(grams) > 10_000)) {
                found[item.key] = t("meal.error.grams");
            }
        }
        errors.set(found);
        return Object.keys(found).length === 0;
    }

    async function save(keepsMine: boolean): Promise<boolean> {
        if (state.peek() === "saving") return false;
        const basedOn = edited.peek()?.version;
        // Input based on an earlier version would undo what another device has changed since.
        if (!keepsMine && basedOn !== undefined && basedOn !== meal.value()?.meal.version) {
            state.set("conflict");
            return false;
        }
        return await send(meal.value()?.etag);
    }

    async function send(etag: string | undefined): Promise<boolean> {
        const mine = edited.peek() ?? untracked(base);
        const before = untracked(base);
        if (!mine || !before || !check(mine)) return false;
        state.set("saving");
        const own = new Map(before.items.map((item) => [item.key, item]));
        const body = {
            ...(mine.name !== before.name ? { name: mine.name.trim() || null } : {}),
            ...(mine.slot !== before.slot ? { slot: mine.slot } : {}),
            ...(mine.eatenAt !== before.eatenAt ? { eatenAt: new Date(mine.eatenAt).toISOString() } : {}),
            ...(JSON.stringify(mine.items) !== JSON.stringify(before.items)
                ? { items: mine.items.map((item) => itemEntry(item, own.get(item.key))) }
                : {}),
        };
        try {
            const answer = await client.api.send("PATCH", "/v1/meals/{id}", {
                segments: { id },
                body,
                // A meal that was just recognized came without an ETag; it may be stored and changed later.
                ifMatch: etag ?? `"${meal.value()?.meal.version}"`,
            });
            meal.set({ meal: answer.value, etag: answer.etag });
            forgetDraft();
            state.set("idle");
            return true;
        } catch (error) {
            if (!(error instanceof RefusedError) || error.status !== 412) {
                state.set({ error });
                return false;
            }
            const version = meal.value()?.meal.version;
            const { value, etag: newer } = await client.api.get("/v1/meals/{id}", { segments: { id } });
            // The ETag also changes after the assessment of allergens, which does not affect the edited fields.
            if (value.version === version && newer !== etag) {
                meal.set({ meal: value, etag: newer });
                return await send(newer);
            }
            meal.set({ meal: value, etag: newer });
            state.set("conflict");
            return false;
        }
    }

    return {
        meal,
        photo,
        cost: cost.value,
        verdict: computed(() => {
            const value = meal.value()?.meal;
            if (!value) return undefined;
            const avoided = profile.value()?.profile;
            const isEmpty = avoided !== undefined && !avoided.allergens?.length && !avoided.otherIngredients?.length;
            const list = client.allergenNames.list.value() ?? [];
            return mealVerdict(value, client.allergenNames.nameOf, isEmpty, new Set(list.map(({ code }) => code)));
        }),
        edit,
        isChanged,
        state,
        errors,
        change: (part) => update((old) => ({ ...old, ...part })),
        changeItem: (key, part) => {
            const { [key]: _, ...left } = errors.peek();
            errors.set(left);
            update((old) => ({
                ...old,
                items: old.items.map((item) => item.key === key ? { ...item, ...part } : item),
            }));
        },
        replaceItem: (key, food) =>
            update((old) => ({
                ...old,
                items: old.items.map((item) => {
                    if (item.key !== key) return item;
                    const { foodId: _, savedFoodId: __, energy: ___, ...rest } = item;
                    const { grams, ...picked } = food;
                    const isEmpty = rest.grams === "" && grams !== undefined;
                    return { ...rest, ...picked, ...(isEmpty ? { grams: decimalText(massValue(grams)) } : {}) };
                }),
            })),
        addItem: ({ grams, ...food }) =>
            update((old) => {
                items += 1;
                const text = grams ? decimalText(massValue(grams)) : "";
                return {
                    ...old,
                    items: [...old.items, { ...food, key: `new-${items}-${old.items.length}`, grams: text }],
                };
            }),
        removeItem: (key) => update((old) => ({ ...old, items: old.items.filter((item) => item.key !== key) })),
        discard: () => {
            forgetDraft();
            state.set("idle");
        },
        save: () => save(false),
        keepMine: () => save(true),
        remove: async () => {
            forgetDraft();
            await deleteMeal(client, id);
            meal.forget();
            cost.forget();
            return () => restoreMeal(client, id);
        },
        report: async (text) => {
            const body = { kind: "report", text, about: { meal: id } } as const;
            await withKey(body, (idempotencyKey) => client.api.send("POST", "/v1/feedback", { body, idempotencyKey }));
        },
    };
}

/** The allergens found by the names of the foods; the text says that no label was read. */
export function mealVerdict(
    meal: Pick<
        Meal,
        "allergens" | "allergensPending" | "allergensUnknownItems" | "allergensOtherIngredients" | "items"
    >,
    nameOf: (code: string) => string,
    isProfileEmpty: boolean,
    fourteen: ReadonlySet<string>,
): VerdictView {
    const view = (
        state: VerdictView["state"],
        icon: VerdictView["icon"],
        headline: string,
        details: readonly string[],
        offersProfile = false,
    ): VerdictView => ({ state, icon, headline, details, isReassessed: false, offersProfile });
    if (meal.allergensPending || meal.allergens === null) {
        return view("waiting", "clock", t("meal.verdict.pending"), [t("meal.verdict.pendingText")]);
    }
    const names = (likelihoods: readonly string[], isMine: boolean): readonly string[] => {
        const found = (meal.allergens ?? []).filter(({ likelihood, inProfile, allergen }) =>
            likelihoods.includes(likelihood) && (isMine ? inProfile : fourteen.size === 0 || fourteen.has(allergen))
        );
        return [...new Set(found.map(({ allergen }) => inSentence(nameOf(allergen))))];
    };
    const unknown = meal.items.filter(({ id }) => meal.allergensUnknownItems?.includes(id))
        .map(({ food }) => food.name ?? t("meal.verdict.unnamed"));
    const details = [
        ...(unknown.length ? [t("meal.verdict.unknown", { what: formatList([...new Set(unknown)]) })] : []),
        t("meal.verdict.noLabel"),
    ];
    if (isProfileEmpty) {
        const likely = names(["named", "likely"], false);
        const headline = likely.length
            ? t("meal.verdict.likely", { what: formatList(likely) })
            : t("meal.verdict.noneAtAll");
        return view("noProfile", "list", headline, [t("verdict.noProfile.why"), ...details], true);
    }
    const others = meal.allergensOtherIngredients ?? [];
    const likely = [...names(["named", "likely"], true), ...others];
    const possible = names(["possible"], true).filter((name) => !likely.includes(name));
    const also = possible.length ? [t("meal.verdict.alsoPossible", { what: formatList(possible, "disjunction") })] : [];
    if (likely.length) {
        const headline = t("meal.verdict.likely", { what: formatList(likely) });
        return view("contains", "octagonCross", headline, [t("verdict.contains.why"), ...also, ...details]);
    }
    if (possible.length) {
        const headline = t("verdict.mayContain.headline", { what: formatList(possible, "disjunction") });
        return view("mayContain", "triangle", headline, [t("meal.verdict.possibleWhy"), ...details]);
    }
    if (unknown.length) return view("couldNotRead", "question", t("meal.verdict.couldNotCheck"), details);
    return view("noProfile", "list", t("meal.verdict.none"), details);
}

/** The outline of one food recognized on a photo. */
export interface SeenOutline {
    readonly points: string;
    readonly label: string;
    /** The place of the number of the food, in percent of the width of the photo. */
    readonly x: number;
    readonly y: number;
}

export function outlines(items: readonly MealItem[]): readonly SeenOutline[] {
    return items.flatMap(({ seen, food }) => {
        if (!seen) return [];
        const [left = 0, top = 0, right = 1, bottom = 1] = seen.box;
        const corners = seen.outline ?? [left, top, right, top, right, bottom, left, bottom];
        return [{
            points: corners.map((part) => (part * 100).toFixed(2)).join(" "),
            label: food.name ?? seen.label,
            x: (left + right) * 50,
            y: (top + bottom) * 50,
        }];
    });
}
