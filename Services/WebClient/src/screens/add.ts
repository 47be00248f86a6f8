import type { MealItemEntry, SavedFood, Suggestions } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatNumber, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { computed, signal } from "../core/signal.ts";
import { formatDay, isDate, isSlot, localDate, mealTitle, slotName, slotOfHour, slots } from "../models/days.ts";
import { foodModel, foodSearchModel, type FoundFood, savedFoodsModel } from "../models/foods.ts";
import { entryOf, mealEntryModel } from "../models/meal-entry.ts";
import {
    decimalText,
    energyUnitName,
    formatMass,
    gramsOf,
    kilocalories,
    massUnitName,
    massValue,
    parseDecimal,
} from "../models/nutrients.ts";
import { describeError } from "../models/problems.ts";
import { addHref } from "./day-parts.ts";
import { foodFacts, foodSearch } from "./food-search.ts";
import type { Page } from "./page.ts";
import { errorNote, linkButton, section, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** Adding food to a meal: frequent foods, search, a photo, a bar code, or only energy. */
export default function addScreen(page: Page): Child {
    const { client, query } = page;
    const today = localDate(client.now());
    const wanted = query.get("date");
    const date = isDate(wanted) ? wanted : today;
    const slot = query.get("slot") ?? slotOfHour(client.now().getHours());
    const model = mealEntryModel(client, () => slot, () => date);
    const saved = savedFoodsModel(client);
    const search = foodSearchModel(client);
    const problem = signal<unknown>(undefined);
    const isBusy = signal(false);
    const added = signal(0);
    page.setTitle(() => t("meal.addTo", { slot: slotName(slot) }));
    const given = query.get("food");

    async function add(items: readonly MealItemEntry[], what: string, name?: string): Promise<boolean> {
        if (isBusy.peek()) return false;
        isBusy.set(true);
        problem.set(undefined);
        try {
            const result = await model.add(items, name);
            added.update((count) => count + 1);
            if (!result.meal) notify(() => t("meal.keptHere", { what }));
            else {
                notify(() => t("meal.added", { what, slot: slotName(slot) }), {
                    label: () => t("meal.undo"),
                    run: () => void result.undo().then(() => added.update((count) => count - 1)),
                });
            }
            return true;
        } catch (error) {
            problem.set(error);
            return false;
        } finally {
            isBusy.set(false);
        }
    }

    return h(
        "div",
        { class: "stack wide" },
        h(
            "nav",
            { class: "modes", "aria-label": () => t("meal.slot") },
            [...slots, ...(isSlot(slot) ? [] : [slot])].map((one) =>
                h("a", { href: addHref(one, date), "aria-current": one === slot ? "page" : null }, () => slotName(one))
            ),
        ),
        date !== today && h("p", { class: "center strong" }, () => formatDay(date)),
        () => problem() !== undefined && h("p", { class: "error card", role: "alert" }, describeError(problem())),
        given && givenFood(given),
        h(
            "div",
            { class: "actions" },
            linkButton(
                `/scan/meal?slot=${encodeURIComponent(slot)}&date=${date}`,
                () => t("meal.photo"),
                "primary",
                "scan",
            ),
            linkButton("/foods", () => t("food.yours"), "secondary"),
        ),
        foodSearch(search, foundRow, [suggested(), savedSection(), onlyEnergy()]),
        () =>
            added() > 0 && h(
                "div",
                { class: "actions sticky" },
                linkButton(date === today ? "/" : `/diary/${date}`, () => t("meal.done"), "primary"),
            ),
    );

    /** A food passed by another page. */
    function givenFood(id: string): Child {
        const { food } = foodModel(client, id);
        return () => {
            const known = food.value();
            if (!known) return food.error() ? errorNote(food.error(), food.reload) : skeletons(1);
            return h(
                "ul",
                null,
                foundRow({ ...known, source: undefined as never, isMisspelled: false, portions: known.portions }, true),
            );
        };
    }

    function foundRow(food: FoundFood, isOpen = false): HTMLElement {
        const usual = food.grams ?? food.portions[0]?.grams ?? 100;
        const record = (grams: number): Promise<boolean> =>
            add([food.savedFoodId ? { savedFoodId: food.savedFoodId, grams } : { foodId: food.id, grams }], food.name);
        const isUnfolded = signal(isOpen);
        return h(
            "li",
            { class: "card" },
            h(
                "details",
                {
                    open: isOpen,
                    ontoggle: (event: Event) => {
                        if ((event.target as HTMLDetailsElement).open) isUnfolded.set(true);
                    },
                },
                h(
                    "summary",
                    null,
                    h(
                        "span",
                        { class: "words" },
                        h("span", { class: "strong" }, food.name),
                        h("span", { class: "hint" }, foodFacts(food)),
                    ),
                ),
                () =>
                    isUnfolded() && [
                        amountForm(food.name, usual, food.portions, record),
                        linkButton(
                            `/foods/${encodeURIComponent(food.foodId ?? food.id)}`,
                            () => t("food.details"),
                            "plain",
                        ),
                    ],
            ),
        );
    }

    function suggested(): Child {
        return () => {
            const known = model.suggestions.value();
            if (!known) return model.suggestions.error() ? null : skeletons(2);
            if (!known.foods.length && !known.meals.length) return null;
            return section(
                "meal.again",
                h(
                    "ul",
                    { class: "list" },
                    known.foods.slice(0, 5).map(suggestedFood),
                    known.meals.filter(({ items }) => items.length > 1).slice(0, 3).map(suggestedMeal),
                ),
            );
        };
    }

    function suggestedFood({ foodId, savedFoodId, name, grams }: Suggestions["foods"][number]): HTMLElement {
        const entry = { ...(savedFoodId ? { savedFoodId } : { foodId: foodId ?? null }), ...(grams ? { grams } : {}) };
        const hint = grams ? formatMass(grams) : "";
        return oneTap(name, hint, () => add([grams || savedFoodId ? entry : { ...entry, grams: 100 }], name));
    }

    function suggestedMeal(meal: Suggestions["meals"][number]): HTMLElement {
        const title = mealTitle({ name: meal.name ?? null, items: meal.items, slot: meal.slot });
        const hint = t("meal.foods", { count: meal.items.length });
        return oneTap(title, hint, () => add(meal.items.map(entryOf), title, meal.name));
    }

    function savedSection(): Child {
        return () => {
            const foods = saved.list.value();
            return foods && foods.length > 0 && section(
                "food.savedFoods",
                h("ul", { class: "list" }, foods.slice(0, 10).map(savedRow)),
            );
        };
    }

    function savedRow({ id, name, grams }: SavedFood): HTMLElement {
        return oneTap(name, grams ? formatMass(grams) : "", () => add([{ savedFoodId: id }], name));
    }

    function onlyEnergy(): Child {
        const error = signal("");
        return h(
            "details",
            { class: "card" },
            h("summary", null, () => t("meal.onlyEnergy")),
            h(
                "form",
                {
                    class: "stack",
                    novalidate: true,
                    onsubmit: async (event: Event) => {
                        event.preventDefault();
                        const form = event.target as HTMLFormElement;
                        const data = new FormData(form);
                        const energy = parseDecimal(String(data.get("energy")));
                        const name = String(data.get("name")).trim();
                        if (!energy || kilocalories(energy) > 10_000) {
                            error.set(t("food.error.number"));
                            form.querySelector<HTMLElement>("[name=energy]")?.focus();
                            return;
                        }
                        error.set("");
                        const energyKcal = Number(kilocalories(energy).toFixed(1));
                        const what = name || `${formatNumber(energy)} ${energyUnitName()}`;
                        if (await add([{ energyKcal, ...(name ? { name } : {}) }], what)) form.reset();
                    },
                },
                labeled(
                    "quick-energy",
                    t("meal.energyIn", { unit: energyUnitName() }),
                    { name: "energy", inputmode: "decimal" },
                    error,
                ),
                labeled("quick-name", t("meal.nameOptional"), { name: "name", maxlength: 120 }),
                h("button", { class: "primary" }, () => t("meal.add")),
            ),
        );
    }
}

/** A row that is added by one tap. */
function oneTap(name: string, hint: string, run: () => void): HTMLElement {
    return h(
        "li",
        { class: "card entry" },
        h("span", { class: "words" }, h("span", { class: "strong" }, name), hint && h("span", { class: "hint" }, hint)),
        h(
            "button",
            { type: "button", class: "round filled", "aria-label": t("meal.addWhat", { what: name }), onclick: run },
            icon("plus"),
        ),
    );
}

/** A labeled field that is not part of a form model. */
export function labeled(
    id: string,
    label: string,
    props: Record<string, unknown>,
    error: () => string = () => "",
): HTMLElement {
    return h(
        "div",
        { class: "field" },
        h("label", { for: id }, label),
        h("input", {
            id,
            ...props,
            "aria-describedby": () => error() ? `${id}-error` : null,
            "aria-invalid": () => error() ? "true" : null,
        }),
        () => error() && h("p", { class: "error", id: `${id}-error` }, icon("info"), error()),
    );
}

let forms = 0;

/** The amount of a food: a number, or one of its portions. */
function amountForm(
    name: string,
    usual: number,
    portions: FoundFood["portions"],
    add: (grams: number) => Promise<boolean>,
): HTMLElement {
    forms += 1;
    const id = `amount-${forms}`;
    const text = signal(decimalText(massValue(usual)));
    const error = signal("");
    const chosen = computed(() => {
        const value = parseDecimal(text());
        return value === undefined ? undefined : gramsOf(value);
    });
    return h(
        "form",
        {
            class: "stack",
            novalidate: true,
            onsubmit: (event: Event) => {
                event.preventDefault();
                const grams = chosen();
                if (!grams || grams > 10_000) {
                    error.set(t("meal.error.grams"));
                    (event.target as HTMLElement).querySelector("input")?.focus();
                    return;
                }
                error.set("");
                void add(grams);
            },
        },
        labeled(id, t("meal.amountIn", { unit: massUnitName() }), {
            name: "grams",
            inputmode: "decimal",
            autocomplete: "off",
            value: () => text(),
            oninput: (event: Event) => text.set((event.target as HTMLInputElement).value),
        }, error),
        portions.length > 0 && h(
            "div",
            { class: "chips" },
            portions.slice(0, 5).map(({ measure, measureLanguage, grams }) =>
                h(
                    "button",
                    {
                        type: "button",
                        class: "chip",
                        "aria-pressed": () => String(chosen() !== undefined && Math.abs((chosen() ?? 0) - grams) < 0.3),
                        onclick: () => text.set(decimalText(massValue(grams))),
                    },
                    h("span", null, h("span", { lang: measureLanguage ?? null }, measure), ` · ${formatMass(grams)}`),
                )
            ),
        ),
        h(
            "button",
            { class: "primary", "aria-label": t("meal.addWhat", { what: name }) },
            icon("plus"),
            () => t("meal.add"),
        ),
    );
}
