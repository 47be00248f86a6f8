import type { PriceHistory, PurchasedProduct, PurchasedProductChange } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { computed, signal, untracked } from "../core/signal.ts";
import { formModel } from "../models/account.ts";
import { formatDay, formatMoney, formatUnitPrice } from "../models/money.ts";
import { priceSeries, productModel } from "../models/products.ts";
import { describeError } from "../models/problems.ts";
import { barChart, lineChart } from "./charts.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { ask, field, formSummary, section, skeletons, submitButton } from "./parts.ts";
import { notify } from "./snackbar.ts";
import { asCategory, categoryOptions, problemNote, selectField } from "./spending-parts.ts";

interface Texts {
    readonly name: string;
    readonly brand: string;
    readonly gtin: string;
    readonly category: string;
}

/** A product that the person buys: its name and category, and its prices. */
export default function productScreen(page: Page): Child {
    const id = page.parameters.id ?? "";
    const model = productModel(page.client, id);
    page.setTitle(() => model.product.value()?.name ?? t("product.title"));
    const form = formModel<Texts>(
        ["name", "brand", "gtin"],
        (texts): Record<string, string> => texts.name.trim() ? {} : { name: t("problem.field.required") },
        async ({ name, brand, gtin, category }) => {
            const old = model.product.value();
            const change: PurchasedProductChange = {
                name: name.trim(),
                brand: brand.trim() || null,
                gtin: gtin.trim() || null,
                category: asCategory(category),
            };
            await model.change(change);
            notify(
                () => t("product.saved"),
                old && {
                    label: () => t("receipt.undo"),
                    run: () =>
                        void model.change({
                            name: old.name,
                            brand: old.brand ?? null,
                            gtin: old.gtin ?? null,
                            category: old.category,
                        }).catch(() => {}),
                },
            );
        },
    );
    // The form is recreated only for another version, so that an event about another product does not clear the input.
    const version = computed(() => model.product.value()?.version);
    return h(
        "div",
        { class: "page-grid" },
        () => {
            if (version() === undefined) {
                const error = model.product.error();
                return error ? problemNote(error, model.product.reload, "/products") : skeletons();
            }
            const product = untracked(model.product.value);
            return product && [suggestions(product), details(product), untracked(() => same(product))];
        },
        () => {
            const history = model.prices.value();
            if (!history) return null;
            return section("product.prices", prices(history));
        },
    );

    /** Names that a model suggests for a line of a receipt; they apply only after the person confirms one. */
    function suggestions(product: PurchasedProduct): Child {
        const list = product.suggestions ?? [];
        return list.length > 0 && h(
            "div",
            { class: "card advice" },
            h("p", { class: "strong" }, t("product.maybe")),
            h(
                "div",
                { class: "chips" },
                list.map(({ name, category }) =>
                    h("button", {
                        type: "button",
                        class: "chip",
                        onclick: () => void model.change({ name, category }).catch(() => {}),
                    }, name)
                ),
            ),
        );
    }

    function details(product: PurchasedProduct): Child {
        return section(
            "product.details",
            h(
                "div",
                { class: "card" },
                keptForm(
                    page,
                    `product/${id}`,
                    (text) =>
                        form.submit({
                            name: text("name"),
                            brand: text("brand"),
                            gtin: text("gtin"),
                            category: text("category"),
                        }),
                    field({
                        name: "name",
                        label: "product.name",
                        errors: form.errors,
                        maxlength: 120,
                        value: product.name,
                    }),
                    field({
                        name: "brand",
                        label: "product.brand",
                        errors: form.errors,
                        maxlength: 120,
                        value: product.brand ?? "",
                    }),
                    selectField({
                        name: "category",
                        label: "receipt.category",
                        options: categoryOptions,
                        value: () => product.category,
                    }),
                    field({
                        name: "gtin",
                        label: "product.gtin",
                        errors: form.errors,
                        inputmode: "numeric",
                        value: product.gtin ?? "",
                    }),
                    formSummary(form.errors),
                    h("div", { class: "actions" }, submitButton("app.save", form.isBusy)),
                ),
            ),
            product.aliases.length > 0 && h(
                "p",
                { class: "hint" },
                t("product.printed", { names: [...new Set(product.aliases.map(({ name }) => name))].join(" · ") }),
            ),
        );
    }

    /** A form to state that two products are the same. */
    function same(product: PurchasedProduct): Child {
        const found = signal<readonly PurchasedProduct[] | undefined>(undefined);
        const problem = signal("");
        const search = async (query: string): Promise<void> => {
            problem.set("");
            await model.similar(query).then(found.set, (error: unknown) => problem.set(describeError(error)));
        };
        async function join(other: PurchasedProduct): Promise<void> {
            const isSure = await ask(
                () => t("product.join", { one: other.name, other: product.name }),
                h("p", null, t("product.joinText")),
                [
                    { value: false, label: () => t("app.cancel") },
                    { value: true, label: () => t("product.joinYes"), kind: "primary" },
                ],
                false,
            );
            if (!isSure) return;
            try {
                await model.change({ sameAs: other.id });
                model.prices.reload();
                notify(() => t("product.joined"));
            } catch (error) {
                problem.set(describeError(error));
            }
        }
        return h(
            "details",
            {
                class: "card",
                ontoggle: () => {
                    if (found.peek() === undefined) void search(product.name);
                },
            },
            h("summary", null, () => t("product.same")),
            h(
                "div",
                { class: "stack" },
                h("label", { for: "same" }, () => t("product.search")),
                h("input", {
                    id: "same",
                    type: "search",
                    onchange: (event: Event) => void search((event.target as HTMLInputElement).value),
                }),
                () => problem() && h("p", { class: "error", role: "alert" }, icon("info"), problem()),
                () =>
                    found()?.length === 0 ? h("p", { class: "hint", role: "status" }, t("product.noMatch")) : h(
                        "div",
                        { class: "chips" },
                        (found() ?? []).map((other) =>
                            h("button", { type: "button", class: "chip", onclick: () => void join(other) }, other.name)
                        ),
                    ),
            ),
        );
    }

    function prices(history: PriceHistory): Child {
        const series = priceSeries(history);
        if (!series.length && !history.nearby.length) return h("p", { class: "hint" }, t("product.noPrices"));
        return [
            series.map(({ currency, unit, points }) => {
                const shown = points.map(({ day, price }) => ({
                    label: formatDay(day),
                    value: Number(price),
                    text: formatUnitPrice(price, currency, unit),
                }));
                const last = shown.at(-1);
                if (shown.length === 1 && last) {
                    return h("p", null, t("product.paidLast", { price: last.text, day: last.label }));
                }
                return lineChart({
                    title: t("product.paid"),
                    sentence: t("product.paidLast", { price: last?.text ?? "", day: last?.label ?? "" }),
                    points: shown,
                    labels: t("receipt.day"),
                    values: t("receipt.unitPrice"),
                });
            }),
            history.nearby.length > 0
                ? barChart({
                    title: t("product.nearby"),
                    sentence: t("product.nearbyText", {
                        count: Math.min(...history.nearby.map((one) => one.contributors)),
                    }),
                    points: history.nearby.map(({ store, price, currency, unit }) => ({
                        label: [
                            store.name ?? t("product.otherShop"),
                            store.kilometres === undefined ? "" : t("product.away", { kilometers: store.kilometres }),
                        ].filter(Boolean).join(" · "),
                        value: Number(price),
                        text: formatUnitPrice(price, currency, unit),
                    })),
                    labels: t("receipt.merchant"),
                    values: t("receipt.unitPrice"),
                })
                : h(
                    "p",
                    { class: "hint" },
                    `${t("product.noNearby")} `,
                    h("a", { href: "/spending/shops" }, t("shops.title")),
                ),
            history.proteinCost &&
            h("p", { class: "hint" }, t("product.protein", { amount: formatMoney(history.proteinCost.cost) })),
        ];
    }
}
