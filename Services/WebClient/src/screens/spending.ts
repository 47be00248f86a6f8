import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { budgetListModel } from "../models/budgets.ts";
import { dayOf, formatMoney } from "../models/money.ts";
import { toCheck } from "../models/receipt-view.ts";
import { type CurrencyView, type GroupBy, type Period, receiptsCSV, spendingModel } from "../models/spending.ts";
import { barChart, columnChart } from "./charts.ts";
import type { Page } from "./page.ts";
import { button, choice, emptyNote, linkButton, section, skeletons } from "./parts.ts";
import { promotionSlot } from "./today-extras.ts";
import {
    allCategoryOptions,
    asCategory,
    budgetRow,
    download,
    problemNote,
    receiptRow,
    selectField,
} from "./spending-parts.ts";

/** Spending: sums, charts, budgets and receipts. */
export default function spendingScreen({ client }: Page): Child {
    const model = spendingModel(client);
    const budgets = budgetListModel(client);
    const periods: readonly (readonly [Period, () => string])[] = [
        ["month", () => t("spending.period.month")],
        ["lastMonth", () => t("spending.period.lastMonth")],
        ["quarter", () => t("spending.period.quarter")],
        ["year", () => t("spending.period.year")],
        ["all", () => t("spending.period.all")],
    ];
    const groupings: readonly (readonly [GroupBy, () => string])[] = [
        ["category", () => t("spending.by.category")],
        ["store", () => t("spending.by.store")],
        ["product", () => t("spending.by.product")],
    ];

    return h(
        "div",
        { class: "page-grid" },
        h(
            "div",
            { class: "actions" },
            linkButton("/scan/receipt", () => t("spending.addPhoto"), "primary", "scan"),
            linkButton("/receipts/new", () => t("spending.addTyped"), "secondary", "keyboard"),
        ),
        waitingRows,
        toReview,
        promotionSlot(client, "spending"),
        h(
            "section",
            { "aria-labelledby": "spent" },
            h("h2", { id: "spent" }, () => periods.find(([one]) => one === model.period())?.[1]()),
            totals,
            h(
                "details",
                { class: "card filters" },
                h("summary", null, () => t("spending.filters")),
                h(
                    "div",
                    { class: "stack" },
                    choice("spending.period", "period", periods, model.period, model.setPeriod),
                    choice("spending.by", "by", groupings, model.groupBy, model.setGroupBy),
                    selectField({
                        name: "category",
                        label: "receipt.category",
                        options: allCategoryOptions,
                        value: model.category,
                        onchange: (text) => model.setCategory(text ? asCategory(text) : ""),
                    }),
                    selectField({
                        name: "store",
                        label: "receipt.merchant",
                        options: () => [["", t("spending.allShops")], ...model.stores()],
                        value: model.store,
                        onchange: model.setStore,
                    }),
                ),
            ),
            charts,
        ),
        section("budget.list", () => {
            const list = budgets.resource.value();
            if (!list) {
                const error = budgets.resource.error();
                return error ? problemNote(error, budgets.resource.reload) : skeletons(1);
            }
            const add = linkButton("/budgets/new", () => t("budget.new"), "secondary");
            if (!list.length) return emptyNote(() => t("budget.empty"), () => t("budget.emptyText"), add);
            return [h("ul", { class: "list" }, list.map(budgetRow)), h("div", { class: "actions" }, add)];
        }),
        section("spending.receipts", () => {
            const receipts = model.receipts();
            if (!receipts) {
                return model.error() ? problemNote(model.error(), model.reload) : skeletons();
            }
            if (!receipts.length) {
                return emptyNote(() => t("spending.empty"), () => t("spending.emptyText"));
            }
            return [
                model.isPartial() && h("p", { class: "hint" }, t("spending.partial")),
                h("ul", { class: "list" }, receipts.map((receipt) => receiptRow(client, receipt))),
                h(
                    "div",
                    { class: "actions" },
                    button(
                        () => t("spending.csv"),
                        () => download(`receipts-${dayOf(client.now())}.csv`, receiptsCSV(receipts)),
                        { icon: "download" },
                    ),
                ),
            ];
        }),
        h(
            "nav",
            { "aria-label": () => t("spending.more") },
            h(
                "ul",
                { class: "list" },
                moreLink("/products", () => t("product.list"), () => t("product.listText")),
                moreLink("/spending/suggestions", () => t("product.suggestions"), () => t("product.suggestionsText")),
                moreLink("/spending/shops", () => t("shops.title"), () => t("shops.text")),
                moreLink("/spending/household", () => t("household.title"), () => t("household.text")),
                moreLink("/spending/import", () => t("import.title"), () => t("import.text")),
            ),
        ),
    );

    function waitingRows(): Child {
        const waiting = client.waiting().filter((entry) => entry.kind === "receipt" && entry.state === "waiting");
        return waiting.length > 0 && h(
            "ul",
            { class: "list" },
            waiting.map(() =>
                h(
                    "li",
                    { class: "card row waiting" },
                    h("span", { class: "badge" }, icon("cloudOff")),
                    h(
                        "span",
                        { class: "words" },
                        h("span", { class: "strong" }, t("verdict.waiting.headline")),
                        h("span", { class: "hint" }, t("receipt.waitingText")),
                    ),
                )
            ),
        );
    }

    function toReview(): Child {
        const open = model.receipts()?.filter((receipt) => toCheck(receipt) > 0) ?? [];
        const first = open[0];
        return first && h(
            "div",
            { class: "card advice" },
            h("p", { class: "strong" }, t("receipt.reviewLater", { count: open.length })),
            linkButton(`/receipts/${first.id}`, () => t("receipt.review"), "primary"),
        );
    }

    function totals(): Child {
        const views = model.views();
        if (!views) return model.error() ? null : skeletons(1);
        if (!views.length) return h("p", { class: "hint" }, t("spending.nothing"));
        return [
            model.isStale() && h("p", { class: "hint" }, t("today.asOf")),
            views.map((view) =>
                h(
                    "div",
                    { class: "card total" },
                    h("p", { class: "amount" }, formatMoney({ amount: view.total, currency: view.currency })),
                    h(
                        "p",
                        { class: "hint" },
                        t("spending.purchases", { count: view.purchases }),
                        Number(view.saved) > 0 &&
                            ` · ${
                                t("spending.saved", {
                                    amount: formatMoney({ amount: view.saved, currency: view.currency }),
                                })
                            }`,
                    ),
                    view.before !== undefined && Number(view.before) > 0 && h(
                        "p",
                        { class: "hint" },
                        t("spending.before", {
                            amount: formatMoney({ amount: view.before, currency: view.currency }),
                        }),
                    ),
                )
            ),
            model.uncounted() > 0 && h("p", { class: "hint" }, t("spending.uncounted", { count: model.uncounted() })),
        ];
    }

    function charts(): Child {
        return model.views()?.map((view) => [byGroup(view), overTime(view)]);
    }

    function points(groups: CurrencyView["groups"], currency: string) {
        return groups.map(({ label, amount }) => ({
            label,
            value: Number(amount),
            text: formatMoney({ amount, currency }),
        }));
    }

    function byGroup({ groups, currency }: CurrencyView): Child {
        const largest = groups[0];
        if (!largest) return null;
        const grouping = groupings.find(([one]) => one === model.groupBy())?.[1]() ?? "";
        return barChart({
            title: t("spending.chart.groups", { what: grouping, currency }),
            sentence: t("spending.chart.most", {
                what: largest.label,
                amount: formatMoney({ amount: largest.amount, currency }),
            }),
            points: points(groups.slice(0, 12), currency),
            labels: grouping,
            values: t("receipt.amount"),
        });
    }

    function overTime({ steps, currency }: CurrencyView): Child {
        const spent = steps.filter(({ amount }) => Number(amount) > 0);
        const largest = spent.toSorted((a, b) => Number(b.amount) - Number(a.amount))[0];
        // Years before the first purchase are left out.
        const from = model.period() === "all" ? steps.findIndex(({ count }) => count > 0) : 0;
        if (!largest || steps.length - from < 2) return null;
        return columnChart({
            title: t("spending.chart.time", { currency }),
            sentence: t("spending.chart.highest", {
                when: largest.label,
                amount: formatMoney({ amount: largest.amount, currency }),
            }),
            points: points(steps.slice(Math.max(0, from)), currency),
            labels: t("spending.chart.when"),
            values: t("receipt.amount"),
        });
    }
}

function moreLink(href: string, title: () => string, text: () => string): HTMLElement {
    return h(
        "li",
        null,
        h(
            "a",
            { href, class: "card row plain-row" },
            h("span", { class: "words" }, h("span", { class: "strong" }, title), h("span", { class: "hint" }, text)),
            icon("forward"),
        ),
    );
}
