import type { ShoppingSuggestions } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { type Key, t, translate } from "../core/i18n.ts";
import { signal } from "../core/signal.ts";
import { type FormErrors, noErrors } from "../models/account.ts";
import { formatDay, formatMoney, formatUnitPrice, parseAmount } from "../models/money.ts";
import { suggestionsModel } from "../models/products.ts";
import type { Page } from "./page.ts";
import { emptyNote, field, formElement, linkButton, skeletons } from "./parts.ts";
import {
    allCategoryOptions,
    asCategory,
    currencyOptions,
    judgement,
    problemNote,
    selectField,
} from "./spending-parts.ts";

type Suggestion = ShoppingSuggestions["items"][number];

const reasonKeys: Readonly<Record<Suggestion["reasons"][number], Key>> = {
    cheaperNearby: "product.reason.cheaperNearby",
    belowUsual: "product.reason.belowUsual",
    inSeason: "product.reason.inSeason",
    generic: "product.reason.generic",
    bulk: "product.reason.bulk",
    preferredShop: "product.reason.preferredShop",
    oftenBought: "product.reason.oftenBought",
};

/** Buying suggestions with reasons. */
export default function suggestionsScreen(page: Page): Child {
    const model = suggestionsModel(page.client);
    const budget = page.query.get("budget");
    if (budget) model.setFilter({ budget });
    const errors = signal<FormErrors>(noErrors);
    const isJudged = signal(false);

    function filter(text: (name: string) => string): Promise<boolean> {
        const currency = text("currency");
        const wrong: Record<string, string> = {};
        const price = (name: string): string | undefined => {
            const parsed = parseAmount(text(name), currency);
            if (text(name).trim() && !parsed) wrong[name] = t("receipt.notAnAmount");
            return parsed;
        };
        const priceFrom = price("priceFrom");
        const priceTo = price("priceTo");
        errors.set({ fields: wrong, summary: "" });
        if (Object.keys(wrong).length > 0) return Promise.resolve(false);
        const category = text("category");
        model.setFilter({
            ...(category ? { category: asCategory(category) } : {}),
            ...(priceFrom || priceTo ? { currency } : {}),
            ...(priceFrom ? { priceFrom } : {}),
            ...(priceTo ? { priceTo } : {}),
            ...(budget ? { budget } : {}),
        });
        isJudged.set(false);
        return Promise.resolve(true);
    }

    return h(
        "div",
        { class: "page-grid" },
        budget && h("p", { class: "card advice" }, () => t("product.forBudget")),
        h(
            "details",
            { class: "card filters" },
            h("summary", null, () => t("spending.filters")),
            formElement(
                filter,
                selectField({
                    name: "category",
                    label: "receipt.category",
                    options: allCategoryOptions,
                    value: () => model.filter().category ?? "",
                }),
                h(
                    "div",
                    { class: "pair" },
                    field({ name: "priceFrom", label: "product.priceFrom", errors, inputmode: "decimal" }),
                    field({ name: "priceTo", label: "product.priceTo", errors, inputmode: "decimal" }),
                ),
                selectField({
                    name: "currency",
                    label: "receipt.currency",
                    options: currencyOptions,
                    value: () => model.filter().currency ?? "CAD",
                }),
                h("div", { class: "actions" }, h("button", { class: "primary" }, () => t("product.show"))),
            ),
        ),
        () => {
            const list = model.resource.value()?.items;
            if (!list) {
                const error = model.resource.error();
                return error ? problemNote(error, model.resource.reload) : skeletons();
            }
            // Products with reasons come first; those that only match the filter are not suggestions.
            const worth = list.filter(({ reasons }) => reasons.length > 0);
            const isFiltered = Object.keys(model.filter()).length > 0;
            const shown = isFiltered ? list : worth;
            if (!shown.length) {
                return emptyNote(
                    () => t(isFiltered ? "product.noMatch" : "product.noSuggestions"),
                    () => t("product.noSuggestionsText"),
                    linkButton("/spending/shops", () => t("shops.title")),
                );
            }
            return [
                h("ul", { class: "list" }, shown.map(row)),
                judgement(isJudged, judge),
            ];
        },
    );

    async function judge(isUseful: boolean): Promise<void> {
        isJudged.set(true);
        await model.judge(isUseful).catch(() => isJudged.set(false));
    }

    function row(
        { product, lastPaid, lastBoughtOn, reasons, saving, nearby, insteadOf, nearExpiry, reducedBy }: Suggestion,
    ) {
        return h(
            "li",
            { class: "card fact" },
            h("a", { href: `/products/${product.id}`, class: "strong" }, product.name),
            h(
                "span",
                { class: "hint" },
                t("product.lastPaid", { amount: formatMoney(lastPaid), day: formatDay(lastBoughtOn) }),
            ),
            nearby && h(
                "span",
                null,
                t("product.cheaperAt", {
                    where: nearby.store.name ?? t("product.otherShop"),
                    price: formatUnitPrice(nearby.price, nearby.currency, nearby.unit),
                }),
            ),
            insteadOf && h("span", null, t("product.insteadOf", { what: insteadOf.name })),
            saving && Number(saving.amount) > 0 &&
                h("span", { class: "strong" }, t("budget.step.saves", { amount: formatMoney(saving) })),
            (reducedBy || nearExpiry) && h("span", { class: "hint" }, t("product.wasReduced")),
            reasons.length > 0 && h(
                "ul",
                { class: "chips" },
                reasons.map((reason) => h("li", { class: "tag" }, translate(reasonKeys[reason]))),
            ),
        );
    }
}
