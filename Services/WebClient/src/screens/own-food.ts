import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { effect, signal, untracked } from "../core/signal.ts";
import { foodModel, isOwn } from "../models/foods.ts";
import { energyUnitName, nutrientName } from "../models/nutrients.ts";
import { labelNutrients, ownFoodModel } from "../models/own-food.ts";
import type { OwnFood } from "../../generated/api.ts";
import { labeled } from "./add.ts";
import type { Page } from "./page.ts";
import { askToLeave, button, errorNote, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** Adding or changing an own food. */
export default function ownFoodScreen(page: Page): Child {
    const { id } = page.parameters;
    if (!id) return form(page, undefined);
    const { food } = foodModel(page.client, id);
    return () => {
        const known = food.value();
        if (!known) return food.error() ? errorNote(food.error(), food.reload) : skeletons(4);
        return isOwn(known)
            ? untracked(() => form(page, known, food.set))
            : h("p", { class: "card" }, t("food.notOwn"));
    };
}

/** @param onSaved Called with the saved food. */
function form(page: Page, known: OwnFood | undefined, onSaved: (food: OwnFood) => void = () => {}): HTMLElement {
    const { query } = page;
    const given = {
        ...(query.get("name") ? { name: query.get("name") ?? "" } : {}),
        ...(query.get("gtin") ? { gtin: query.get("gtin") ?? "" } : {}),
    };
    const model = ownFoodModel(page.client, known, known ? {} : given);
    const isSaved = signal(known === undefined);

    async function save(element?: HTMLElement): Promise<boolean> {
        const food = await model.save(isSaved.peek());
        if (!food) {
            requestAnimationFrame(() => element?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
            return false;
        }
        onSaved(food);
        page.setGuard(undefined);
        notify(() => t("food.kept", { name: food.name }));
        await go(`/foods/${encodeURIComponent(food.id)}`, "replace");
        return true;
    }
    effect(() => page.setGuard(model.isChanged() ? () => askToLeave(() => save(), model.forget) : undefined));

    const text = (
        name: string,
        label: string,
        props: Record<string, unknown> = { inputmode: "decimal" },
    ): HTMLElement =>
        labeled(
            `food-${name}`,
            label,
            {
                name,
                autocomplete: "off",
                value: () => model.form()[name] ?? "",
                oninput: (event: Event) => model.change(name, (event.target as HTMLInputElement).value),
                ...props,
            },
            () => model.errors()[name] ?? "",
        );

    return h(
        "form",
        {
            class: "stack",
            novalidate: true,
            onsubmit: (event: Event) => {
                event.preventDefault();
                void save(event.target as HTMLElement);
            },
        },
        h("p", { class: "hint" }, t("food.newText")),
        text("name", t("food.name"), { maxlength: 120 }),
        text("brand", t("food.brand"), { maxlength: 120 }),
        text("gtin", t("food.barcode"), { inputmode: "numeric" }),
        h("h2", null, t("food.in100")),
        text("energy", t("meal.energyIn", { unit: energyUnitName() })),
        h(
            "div",
            { class: "columns" },
            labelNutrients.map(({ figure, code, unit }) =>
                text(figure, t("food.nutrientIn", { name: nutrientName(code), unit }))
            ),
        ),
        h("h2", null, t("food.portions")),
        h(
            "div",
            { class: "columns" },
            text("portion", t("food.portionName"), { maxlength: 60 }),
            text("portionGrams", t("food.portionGrams")),
        ),
        !known && h(
            "label",
            { class: "tick" },
            h("input", {
                type: "checkbox",
                name: "isSaved",
                checked: true,
                onchange: (event: Event) => isSaved.set((event.target as HTMLInputElement).checked),
            }),
            h("span", null, t("food.alsoSave")),
        ),
        () => model.problem() !== undefined && errorNote(model.problem()),
        h(
            "div",
            { class: "actions sticky" },
            button(() => t("app.cancel"), () => void go(known ? `/foods/${encodeURIComponent(known.id)}` : "/foods")),
            h("button", { class: "primary", "aria-disabled": () => model.isBusy() ? "true" : null }, t("app.save")),
        ),
    );
}
