import { RefusedError } from "../api/problem.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { signal } from "../core/signal.ts";
import { type AnyFood, foodModel, isOwn, printedBarcode, savedFoodsModel } from "../models/foods.ts";
import { formatAmount, formatMass, nutrientName, nutrients } from "../models/nutrients.ts";
import { describeError } from "../models/problems.ts";
import type { Page } from "./page.ts";
import { ask, button, errorNote, linkButton, section, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** A food with its nutrients in 100 g. */
export default function foodScreen(page: Page): Child {
    const { client } = page;
    const id = page.parameters.id ?? "";
    const model = foodModel(client, id);
    const saved = savedFoodsModel(client);
    const isOffered = signal(false);
    page.setTitle(() => model.food.value()?.name ?? t("food.title"));

    async function attempt(run: () => Promise<void>): Promise<void> {
        try {
            await run();
        } catch (error) {
            notify(() => describeError(error));
        }
    }

    const remove = (): Promise<void> =>
        attempt(async () => {
            const undo = await model.remove();
            notify(() => t("food.deleted"), {
                label: () => t("meal.undo"),
                run: () => void undo().then(() => go(`/foods/${id}`), (error) => notify(() => describeError(error))),
            });
            await go("/foods", "replace");
        });

    const offer = (): Promise<void> =>
        attempt(async () => {
            const isSure = await ask(() => t("food.offerTitle"), h("p", null, () => t("food.offerText")), [
                { value: false, label: () => t("app.cancel") },
                { value: true, label: () => t("food.offer"), kind: "primary" },
            ], false);
            if (!isSure) return;
            await model.submit();
            isOffered.set(true);
            notify(() => t("food.offered"));
        });

    const save = (food: AnyFood): Promise<void> =>
        attempt(async () => {
            await saved.save({ name: food.name, foodId: food.id, grams: food.portions[0]?.grams ?? 100 });
            notify(() => t("food.savedNow", { name: food.name }));
        });

    return h("div", { class: "stack wide" }, () => {
        const food = model.food.value();
        if (!food) {
            const error = model.food.error();
            if (error instanceof RefusedError && error.status === 404) {
                return h(
                    "div",
                    { class: "card empty" },
                    h("p", { class: "strong" }, t("problem.notFound")),
                    linkButton("/foods", () => t("food.title"), "primary"),
                );
            }
            return error ? errorNote(error, model.food.reload) : skeletons();
        }
        const isSaved = (): boolean => saved.list.value()?.some(({ foodId }) => foodId === food.id) ?? false;
        return [
            h(
                "div",
                { class: "card fact" },
                food.brand && h("p", { class: "strong" }, food.brand),
                !isOwn(food) && h("p", { class: "hint", lang: "en" }, food.description),
                h("p", { class: "hint" }, isOwn(food) ? t("food.own") : t("food.source", { title: food.source.title })),
                food.gtin && h("p", { class: "hint" }, t("food.barcodeIs", { number: printedBarcode(food.gtin) })),
            ),
            h(
                "div",
                { class: "actions" },
                linkButton(`/add?food=${encodeURIComponent(food.id)}`, () => t("food.addToMeal"), "primary", "plus"),
                () => !isSaved() && button(() => t("food.save"), () => save(food)),
            ),
            figures(food),
            food.portions.length > 0 && section(
                "food.portions",
                h(
                    "ul",
                    { class: "card nutrients" },
                    food.portions.map(({ measure, measureLanguage, grams }) =>
                        h(
                            "li",
                            { class: "split" },
                            h("span", { lang: measureLanguage ?? null }, measure),
                            h("span", { class: "hint" }, formatMass(grams)),
                        )
                    ),
                ),
            ),
            isOwn(food) && h(
                "div",
                { class: "actions" },
                linkButton(`/foods/${encodeURIComponent(food.id)}/edit`, () => t("food.edit")),
                button(() => t("app.delete"), remove),
                () => !isOffered() && button(() => t("food.offer"), offer),
            ),
        ];
    });
}

/** Nutrients per 100 g; unknown ones are hidden initially. */
function figures(food: AnyFood): HTMLElement {
    const rows = nutrients.map(({ code, unit }) => ({ code, unit, amount: food.nutrients[code]?.amount ?? null }));
    const known = rows.filter(({ amount }) => amount !== null);
    const unknown = rows.filter(({ amount }) => amount === null);
    return section(
        "food.in100",
        h(
            "div",
            { class: "card" },
            h(
                "table",
                null,
                h("caption", { class: "hidden" }, t("food.in100")),
                h(
                    "thead",
                    null,
                    h(
                        "tr",
                        null,
                        h("th", { scope: "col" }, t("report.nutrient")),
                        h("th", { scope: "col" }, t("report.amount")),
                    ),
                ),
                h(
                    "tbody",
                    null,
                    known.map(({ code, unit, amount }) =>
                        h(
                            "tr",
                            null,
                            h("th", { scope: "row" }, nutrientName(code)),
                            h("td", null, formatAmount(amount ?? 0, unit)),
                        )
                    ),
                ),
            ),
        ),
        unknown.length > 0 &&
            h(
                "p",
                { class: "hint" },
                t("food.notKnown", { what: unknown.map(({ code }) => nutrientName(code)).join(", ") }),
            ),
    );
}
