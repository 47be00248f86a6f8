import type { SavedFood } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { signal } from "../core/signal.ts";
import { dislikedFoodsModel, foodSearchModel, savedFoodsModel } from "../models/foods.ts";
import { decimalText, formatMass, gramsOf, massUnitName, massValue, parseDecimal } from "../models/nutrients.ts";
import { describeError } from "../models/problems.ts";
import { labeled } from "./add.ts";
import { foodFacts, foodSearch } from "./food-search.ts";
import type { Page } from "./page.ts";
import { ask, button, emptyNote, errorNote, linkButton, section, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** Food search, and the foods that the person has saved or added. */
export default function foodsScreen({ client }: Page): Child {
    const search = foodSearchModel(client);
    const saved = savedFoodsModel(client);
    const disliked = dislikedFoodsModel(client);

    async function remove(food: SavedFood): Promise<void> {
        try {
            const undo = await saved.remove(food);
            notify(() => t("food.savedRemoved", { name: food.name }), {
                label: () => t("meal.undo"),
                run: () => void undo().catch((error) => notify(() => describeError(error))),
            });
        } catch (error) {
            notify(() => describeError(error));
        }
    }

    async function edit(food: SavedFood): Promise<void> {
        const name = signal(food.name);
        const grams = signal(food.grams ? decimalText(massValue(food.grams)) : "");
        const isSaved = await ask(
            () => t("food.editSaved"),
            h(
                "div",
                { class: "stack" },
                labeled("saved-name", t("food.name"), {
                    value: food.name,
                    maxlength: 120,
                    oninput: (event: Event) => name.set((event.target as HTMLInputElement).value),
                }),
                food.foodId && labeled("saved-grams", t("food.usualAmountIn", { unit: massUnitName() }), {
                    value: grams.peek(),
                    inputmode: "decimal",
                    oninput: (event: Event) => grams.set((event.target as HTMLInputElement).value),
                }),
            ),
            [
                { value: false, label: () => t("app.cancel") },
                { value: true, label: () => t("app.save"), kind: "primary" },
            ],
            false,
        );
        if (!isSaved || !name.peek().trim()) return;
        const amount = parseDecimal(grams.peek());
        try {
            await saved.change(food, {
                name: name.peek().trim(),
                grams: amount ? gramsOf(amount) : food.foodId ? null : food.grams ?? null,
            });
        } catch (error) {
            notify(() => describeError(error));
        }
    }

    const list = (): Child => {
        const foods = saved.list.value();
        if (!foods) return saved.list.error() ? errorNote(saved.list.error(), saved.list.reload) : skeletons();
        if (!foods.length) return emptyNote(() => t("food.noneSaved"), () => t("food.noneSavedText"));
        return h(
            "ul",
            { class: "list" },
            foods.map((food) =>
                h(
                    "li",
                    { class: "card" },
                    h(
                        "div",
                        { class: "words" },
                        food.foodId
                            ? h("a", { href: `/foods/${encodeURIComponent(food.foodId)}`, class: "strong" }, food.name)
                            : h("span", { class: "strong" }, food.name),
                        h(
                            "span",
                            { class: "hint" },
                            [food.grams && formatMass(food.grams), food.foodId?.startsWith("own-") && t("food.own")]
                                .filter(Boolean).join(" · "),
                        ),
                    ),
                    h(
                        "div",
                        { class: "row-tools" },
                        button(() => t("food.edit"), () => edit(food), {
                            kind: "plain",
                            "aria-label": t("food.editWhat", { name: food.name }),
                        }),
                        button(() => t("meal.remove"), () => remove(food), {
                            kind: "plain",
                            "aria-label": t("meal.removeWhat", { what: food.name }),
                        }),
                    ),
                )
            ),
        );
    };

    const dislikedList = (): Child => {
        const foods = disliked.list.value();
        if (!foods?.length) return null;
        return section(
            "food.disliked",
            h(
                "ul",
                { class: "list" },
                foods.map(({ foodId, name }) =>
                    h(
                        "li",
                        { class: "card" },
                        h("span", { class: "words" }, name),
                        button(() => t("food.allow"), () =>
                            disliked.remove(foodId).catch((error) => notify(() => describeError(error))), {
                            kind: "plain",
                            "aria-label": t("food.allowWhat", { what: name }),
                        }),
                    )
                ),
            ),
        );
    };

    return h(
        "div",
        { class: "page-grid" },
        foodSearch(
            search,
            (food) =>
                h(
                    "li",
                    null,
                    h(
                        "a",
                        { href: `/foods/${encodeURIComponent(food.foodId ?? food.id)}`, class: "card entry" },
                        h(
                            "span",
                            { class: "words" },
                            h("span", { class: "strong" }, food.name),
                            h("span", { class: "hint" }, foodFacts(food)),
                        ),
                        icon("forward"),
                    ),
                ),
        ),
        section(
            "food.savedFoods",
            list,
            h("div", { class: "actions" }, linkButton("/foods/new", () => t("food.new"), "secondary", "plus")),
        ),
        dislikedList,
    );
}
