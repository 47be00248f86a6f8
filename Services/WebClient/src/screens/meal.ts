import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { go } from "../core/router.ts";
import { computed, effect, signal, untracked } from "../core/signal.ts";
import { RefusedError } from "../api/problem.ts";
import type { Client } from "../models/client.ts";
import { formatDay, formatTime, goalsResource, isSlot, mealTitle, slotName, slots } from "../models/days.ts";
import { keepDraft } from "../models/drafts.ts";
import { foodSearchModel, type FoundFood } from "../models/foods.ts";
import { takeFreshMeal } from "../models/meal-capture.ts";
import { type ItemEdit, type MealModel, mealModel, outlines } from "../models/meal.ts";
import { formatMoney } from "../models/money.ts";
import {
    energyUnitName,
    formatEnergy,
    formatFigure,
    formatMassRange,
    formatPercent,
    formatSides,
    mainNutrients,
    massUnitName,
    nutrientName,
} from "../models/nutrients.ts";
import { describeError } from "../models/problems.ts";
import { labeled } from "./add.ts";
import { foodFacts, foodSearch } from "./food-search.ts";
import type { Page } from "./page.ts";
import { askToLeave, button, errorNote, linkButton, objectURL, section, skeletons } from "./parts.ts";
import { shareButton } from "./share-button.ts";
import { notify } from "./snackbar.ts";
import { storedNote, verdictCard } from "./verdict-parts.ts";

/** A meal: its items, the allergens found by their names, and its editor. */
export default function mealScreen(page: Page): Child {
    const { client } = page;
    const id = page.parameters.id ?? "";
    const model = mealModel(client, id, takeFreshMeal(id));
    const goals = goalsResource(client);
    const hidesNumbers = (): boolean => goals.value()?.goals.hideNumbers === true;
    page.setTitle(() => {
        const known = model.meal.value()?.meal;
        return known ? mealTitle(known) : t("meal.title");
    });
    effect(() => page.setGuard(model.isChanged() ? () => askToLeave(model.save, model.discard) : undefined));

    const url = computed(() => {
        const photo = model.photo();
        return photo && objectURL(photo);
    });
    const shownVerdict = computed(() => JSON.stringify(model.verdict()));
    const isThere = computed(() => model.meal.value() !== undefined);

    async function remove(): Promise<void> {
        try {
            const undo = await model.remove();
            page.setGuard(undefined);
            const day = model.meal.value()?.meal.day;
            notify(() => t("meal.deleted"), {
                label: () => t("meal.undo"),
                run: () => void undo().then(() => go(`/meals/${id}`), (error) => notify(() => describeError(error))),
            });
            await go(day ? `/diary/${day}` : "/", "replace");
        } catch (error) {
            notify(() => describeError(error));
        }
    }

    async function save(): Promise<void> {
        if (await model.save()) notify(() => t("meal.saved"));
        else requestAnimationFrame(() => document.querySelector<HTMLElement>("main [aria-invalid=true]")?.focus());
    }

    return h("div", { class: "stack wide" }, () => {
        if (!isThere()) {
            const error = model.meal.error();
            if (error instanceof RefusedError && error.status === 404) return gone();
            return error ? errorNote(error, model.meal.reload) : skeletons();
        }
        return [
            // The card is recreated only when its text changes.
            () => {
                shownVerdict();
                const view = untracked(model.verdict);
                return view && [
                    verdictCard(view, false),
                    view.offersProfile &&
                    h(
                        "div",
                        { class: "actions" },
                        linkButton("/allergens/profile", () => t("verdict.noProfile.choose"), "primary"),
                    ),
                ];
            },
            storedNote(model.meal),
            () => {
                const address = url();
                const seen = outlines(model.meal.value()?.meal.items ?? []);
                return address && photoFigure(address, seen);
            },
            () => !hidesNumbers() && totals(model),
            costs(model),
            items(page, model, hidesNumbers),
            details(model),
            problem(model),
            () =>
                model.isChanged() && h(
                    "div",
                    { class: "actions sticky" },
                    h("p", { class: "hint", role: "status" }, t("meal.unsaved")),
                    button(() => t("app.leave.discard"), model.discard),
                    button(() => t("app.save"), save, {
                        kind: "primary",
                        "aria-disabled": () => model.state() === "saving" ? "true" : null,
                    }),
                ),
            h(
                "div",
                { class: "actions" },
                linkButton(`/meals/${id}/report`, () => t("report.title"), "secondary", "list"),
                shareButton(client, { meal: id }, () => model.photo() !== undefined),
                button(() => t("meal.delete"), remove, { icon: "close" }),
            ),
            notRight(client, id, model),
        ];
    });
}

function gone(): HTMLElement {
    return h(
        "div",
        { class: "card empty" },
        h("p", { class: "strong" }, t("problem.notFound")),
        linkButton("/diary", () => t("diary.open"), "primary"),
    );
}

function photoFigure(url: string, seen: ReturnType<typeof outlines>): HTMLElement {
    return h(
        "figure",
        { class: "photo" },
        h("img", {
            src: url,
            alt: () =>
                seen.length
                    ? t("meal.photoOf", { what: seen.map(({ label }) => label).join(", ") })
                    : t("verdict.photoPlain"),
        }),
        h(
            "svg",
            { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
            seen.map(({ points }) => h("polygon", { points, class: "seen", "vector-effect": "non-scaling-stroke" })),
        ),
    );
}

function totals(model: MealModel): Child {
    return () => {
        const meal = model.meal.value()?.meal;
        if (!meal) return null;
        const { totals } = meal;
        const { low, high, value } = totals.energyKcal;
        const isRange = low !== null && high !== null && value !== null && high - low > 1;
        return h(
            "div",
            { class: "card energy" },
            h("p", { class: "large strong" }, formatFigure(totals.energyKcal, "kcal")),
            isRange &&
                h("p", { class: "hint" }, t("meal.between", { low: formatEnergy(low), high: formatEnergy(high) })),
            h(
                "dl",
                { class: "main-figures" },
                mainNutrients.map(({ figure, code, unit }) => {
                    const known = totals[figure as "energyKcal"];
                    return known && h(
                        "div",
                        null,
                        h("dt", null, nutrientName(code)),
                        h("dd", null, formatFigure(known, unit)),
                    );
                }),
            ),
        );
    };
}

/** A sum per currency; items without a price are listed and never treated as free. */
function costs(model: MealModel): Child {
    return () => {
        const cost = model.cost();
        return cost?.sums.map((sum) =>
            h(
                "p",
                null,
                t("meal.cost", { cost: formatMoney(sum.cost) }),
                sum.items < cost.of &&
                    h("span", { class: "hint" }, " ", t("meal.costOf", { items: sum.items, count: cost.of })),
            )
        ) ?? null;
    };
}

/** The items with their amounts. The fields are kept during typing. */
function items(page: Page, model: MealModel, hidesNumbers: () => boolean): HTMLElement {
    /** The item for which a food is being searched; "" for a new one. */
    const picking = signal<string | undefined>(undefined);
    const structure = computed(() =>
        JSON.stringify(model.edit()?.items.map(({ key, name, foodId }) => [key, name, foodId]) ?? [])
    );
    const version = computed(() => model.meal.value()?.meal.version);
    return section(
        "meal.items",
        () => model.errors()[""] && h("p", { class: "error", role: "alert" }, icon("info"), model.errors()[""] ?? ""),
        () => {
            structure();
            version();
            return h(
                "ul",
                { class: "list" },
                untracked(model.edit)?.items.map((item) => itemCard(page, model, item, picking, hidesNumbers)) ?? [],
            );
        },
        () =>
            picking() === ""
                ? picker(page, (food) => {
                    model.addItem(food);
                    picking.set(undefined);
                }, () => picking.set(undefined))
                : button(() => t("meal.addFood"), () => picking.set(""), { icon: "plus" }),
    );
}

function itemCard(
    page: Page,
    model: MealModel,
    item: ItemEdit,
    picking: ReturnType<typeof signal<string | undefined>>,
    hidesNumbers: () => boolean,
): HTMLElement {
    const { key } = item;
    const known = untracked(() => model.meal.value()?.meal.items.find((one) => one.id === item.id));
    const seen = known?.seen;
    const name = item.name || t("meal.unnamed");
    const isTyped = item.energy !== undefined && !item.foodId;
    // Until the person chooses another food, the food is a prediction and the mass an estimate.
    const isGuess = seen !== undefined && known?.food.id === item.foodId;
    const isNamed = known?.score !== null;
    const error = (): string => model.errors()[key] ?? "";
    return h(
        "li",
        { class: "card item" },
        h(
            "div",
            { class: "split" },
            item.foodId
                ? h("a", { href: `/foods/${encodeURIComponent(item.foodId)}`, class: "strong" }, name)
                : h("p", { class: "strong" }, name),
            known?.energyKcal !== null && known?.energyKcal !== undefined && !hidesNumbers() &&
                h("p", { class: "hint" }, formatEnergy(known.energyKcal)),
        ),
        known?.source === "none" && h("p", { class: "hint" }, t("meal.nothingKnown")),
        isGuess && seen && h(
            "p",
            { class: "hint" },
            [
                isNamed && t("meal.guess", { what: name, score: formatPercent(seen.score * 100) }),
                known?.grams && known.grams.high > known.grams.low &&
                t("meal.guessRange", { range: formatMassRange(known.grams.low, known.grams.high) }),
                seen.sizeCm &&
                t("meal.guessSize", { sides: formatSides(seen.sizeCm.length.value, seen.sizeCm.breadth.value) }),
            ].filter(Boolean).join(" "),
        ),
        isTyped
            ? labeled(`energy-${key}`, t("meal.energyIn", { unit: energyUnitName() }), {
                inputmode: "decimal",
                autocomplete: "off",
                value: item.energy,
                oninput: (event: Event) => model.changeItem(key, { energy: (event.target as HTMLInputElement).value }),
            }, error)
            : labeled(`grams-${key}`, t("meal.amountIn", { unit: massUnitName() }), {
                inputmode: "decimal",
                autocomplete: "off",
                value: item.grams,
                oninput: (event: Event) => model.changeItem(key, { grams: (event.target as HTMLInputElement).value }),
            }, error),
        () =>
            picking() === key
                ? picker(page, (food) => {
                    model.replaceItem(key, food);
                    picking.set(undefined);
                }, () => picking.set(undefined))
                : h(
                    "div",
                    { class: "row-tools" },
                    button(() => t("meal.replace"), () => picking.set(key), {
                        kind: "plain",
                        "aria-label": t("meal.replaceWhat", { what: name }),
                    }),
                    button(() => t("meal.remove"), () => model.removeItem(key), {
                        kind: "plain",
                        "aria-label": t("meal.removeWhat", { what: name }),
                    }),
                ),
    );
}

function picker(
    page: Page,
    pick: (food: { foodId?: string; savedFoodId?: string; name: string; grams?: number }) => void,
    cancel: () => void,
): HTMLElement {
    const search = foodSearchModel(page.client);
    const row = (food: FoundFood): HTMLElement =>
        h(
            "li",
            null,
            h(
                "button",
                {
                    type: "button",
                    class: "card entry",
                    onclick: () => {
                        const grams = food.grams ?? food.portions[0]?.grams;
                        pick({
                            ...(food.savedFoodId ? { savedFoodId: food.savedFoodId } : { foodId: food.id }),
                            name: food.name,
                            ...(grams ? { grams } : {}),
                        });
                    },
                },
                h(
                    "span",
                    { class: "words" },
                    h("span", { class: "strong" }, food.name),
                    h("span", { class: "hint" }, foodFacts(food)),
                ),
                icon("plus"),
            ),
        );
    const box = h(
        "div",
        { class: "stack picker" },
        foodSearch(search, row),
        button(() => t("app.cancel"), cancel, { kind: "plain" }),
    );
    queueMicrotask(() => box.querySelector("input")?.focus());
    return box;
}

/** Name, slot and time. */
function details(model: MealModel): Child {
    const version = computed(() => model.meal.value()?.meal.version);
    return () => {
        version();
        const edit = untracked(model.edit);
        const meal = untracked(() => model.meal.value()?.meal);
        if (!edit || !meal) return null;
        const names = [...slots, ...(isSlot(edit.slot) ? [] : [edit.slot])];
        return h(
            "details",
            { class: "card" },
            h(
                "summary",
                null,
                h(
                    "span",
                    { class: "words" },
                    h("span", null, t("meal.details")),
                    h(
                        "span",
                        { class: "hint" },
                        `${slotName(meal.slot)} · ${formatDay(meal.day)} · ${formatTime(meal.eatenAt)}`,
                    ),
                ),
            ),
            h(
                "div",
                { class: "stack" },
                labeled("meal-name", t("meal.nameOptional"), {
                    maxlength: 120,
                    value: edit.name,
                    oninput: (event: Event) => model.change({ name: (event.target as HTMLInputElement).value }),
                }),
                h(
                    "fieldset",
                    null,
                    h("legend", null, t("meal.slot")),
                    h(
                        "div",
                        { class: "chips" },
                        names.map((slot) =>
                            h(
                                "label",
                                { class: "chip" },
                                h("input", {
                                    type: "radio",
                                    name: "slot",
                                    value: slot,
                                    checked: () => model.edit()?.slot === slot,
                                    onchange: () => model.change({ slot }),
                                }),
                                h("span", null, slotName(slot)),
                            )
                        ),
                    ),
                ),
                labeled("meal-time", t("meal.when"), {
                    type: "datetime-local",
                    value: edit.eatenAt,
                    onchange: (event: Event) => {
                        const { value } = event.target as HTMLInputElement;
                        if (value) model.change({ eatenAt: value });
                    },
                }),
            ),
        );
    };
}

function problem(model: MealModel): Child {
    return () => {
        const state = model.state();
        if (state === "conflict") {
            const theirs = model.meal.value()?.meal;
            return h(
                "div",
                { class: "card advice", role: "alert" },
                h("p", { class: "strong" }, t("allergens.conflict")),
                theirs && h("p", null, t("allergens.theirs", { what: mealTitle(theirs) })),
                h(
                    "div",
                    { class: "actions" },
                    button(() => t("allergens.takeTheirs"), model.discard),
                    button(() => t("allergens.keepMine"), model.keepMine, { kind: "primary" }),
                ),
            );
        }
        return typeof state === "object" && h("p", { class: "error card", role: "alert" }, describeError(state.error));
    };
}

/** Reports an error to the staff. */
function notRight(client: Client, id: string, model: MealModel): Child {
    const isSent = signal(false);
    const error = signal<unknown>(undefined);
    const words = signal("");
    keepDraft(client, `not-right/${id}`, words, "", (written) => !written);
    const text = h("textarea", {
        id: "not-right",
        rows: 4,
        maxlength: 4_000,
        value: words,
        oninput: () => words.set(text.value),
    });
    return h(
        "details",
        { class: "card" },
        h("summary", null, () => t("report.notRight")),
        () =>
            isSent() ? h("p", { role: "status" }, t("report.thanks")) : h(
                "div",
                { class: "stack" },
                h("p", { class: "hint" }, t("report.notRightText")),
                h("label", { for: "not-right", class: "strong" }, t("report.whatIsWrong")),
                text,
                () => error() !== undefined && h("p", { class: "error", role: "alert" }, describeError(error())),
                button(() => t("report.send"), async () => {
                    if (!text.value.trim()) {
                        text.focus();
                        return;
                    }
                    try {
                        await model.report(text.value.trim());
                        words.set("");
                        isSent.set(true);
                    } catch (reason) {
                        error.set(reason);
                    }
                }),
            ),
    );
}
