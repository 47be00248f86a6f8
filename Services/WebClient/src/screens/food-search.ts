import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { type FoodSearchModel, type FoundFood, isBarcode } from "../models/foods.ts";
import { formatEnergy, formatMass } from "../models/nutrients.ts";
import { errorNote, linkButton } from "./parts.ts";

let boxes = 0;

/** A search field for foods with its results; `row` creates a row of the list. */
export function foodSearch(model: FoodSearchModel, row: (food: FoundFood) => Child, idle?: Child): HTMLElement {
    boxes += 1;
    const id = `food-search-${boxes}`;
    return h(
        "div",
        { class: "stack", role: "search" },
        h(
            "div",
            { class: "field" },
            h("label", { for: id }, () => t("food.search")),
            h("input", {
                id,
                type: "search",
                name: "food-search",
                autocomplete: "off",
                enterkeyhint: "search",
                "aria-describedby": `${id}-hint`,
                value: () => model.text(),
                oninput: (event: Event) => model.text.set((event.target as HTMLInputElement).value),
                onkeydown: (event: KeyboardEvent) => {
                    if (event.key === "Enter") event.preventDefault();
                },
            }),
            h("p", { class: "hint", id: `${id}-hint` }, () => t("food.searchHint")),
        ),
        h("p", { class: "hidden", role: "status" }, () => {
            const found = model.results();
            return found && !model.isSearching() ? t("food.found", { count: found.length }) : "";
        }),
        () => {
            const error = model.error();
            if (error !== undefined) return errorNote(error, model.retry);
            const found = model.results();
            if (found?.length) return h("ul", { class: "list" }, found.map((food) => row(food)));
            if (found && !model.isSearching()) return nothing(model.text.peek());
            return model.text().trim() ? h("div", { class: "skeleton" }) : idle;
        },
    );
}

function nothing(text: string): HTMLElement {
    const number = text.replace(/\s/g, "");
    const query = isBarcode(text) ? `gtin=${number}` : `name=${encodeURIComponent(text.trim())}`;
    return h(
        "div",
        { class: "card empty" },
        h("p", { class: "strong" }, t(isBarcode(text) ? "food.unknownBarcode" : "food.nothing")),
        h("p", { class: "hint" }, t("food.nothingText")),
        linkButton(`/foods/new?${query}`, () => t("food.new"), "primary", "plus"),
    );
}

/** A one-line summary of a food. */
export function foodFacts(food: FoundFood): string {
    const amount = food.source === "savedFood" ? food.grams ?? 100 : 100;
    return [
        food.brand,
        food.source === "ownFood" && t("food.own"),
        food.source === "savedFood" && t("food.saved"),
        food.energyKcal !== undefined &&
        t("food.energyIn", { energy: formatEnergy(food.energyKcal), mass: formatMass(amount) }),
    ].filter(Boolean).join(" · ");
}
