import type { Budget } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { budgetForm, budgetProducts } from "../models/budgets.ts";
import { amountText } from "../models/money.ts";
import { householdModel } from "../models/household.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { field, formSummary, submitButton } from "./parts.ts";
import { allCategoryOptions, asCategory, currencyOptions, selectField } from "./spending-parts.ts";

/** The fields of a budget. */
export function budgetFields(page: Page, old: Budget | undefined, then: (budget: Budget) => void): HTMLFormElement {
    const { client } = page;
    const form = budgetForm(client, old, then);
    const household = householdModel(client);
    const products = budgetProducts(client);
    const periods: readonly Budget["period"][] = ["day", "week", "month", "year"];
    const names = { day: "budget.day", week: "budget.week", month: "budget.month", year: "budget.year" } as const;
    const name = field({
        name: "name",
        label: "budget.name",
        errors: form.errors,
        maxlength: 60,
        value: old?.name ?? "",
        autocomplete: "off",
    });
    return keptForm(
        page,
        `budget/${old?.id ?? "new"}`,
        (text, element) => {
            // A list that has not loaded must not change what the budget is about.
            const has = (field: string): boolean => element.elements.namedItem(field) !== null;
            const scope = has("scope") ? text("scope") : old?.household ? "household" : "personal";
            return form.submit({
                name: text("name"),
                amount: text("amount"),
                currency: text("currency"),
                period: periods.find((one) => one === text("period")) ?? "month",
                category: text("category") ? asCategory(text("category")) : "",
                product: has("product") ? text("product") : old?.product ?? "",
                scope: scope === "household" ? "household" : "personal",
            });
        },
        name,
        h(
            "div",
            { class: "pair" },
            field({
                name: "amount",
                label: "budget.amount",
                errors: form.errors,
                inputmode: "decimal",
                autocomplete: "off",
                value: amountText(old?.amount),
            }),
            selectField({
                name: "currency",
                label: "receipt.currency",
                errors: form.errors,
                options: currencyOptions,
                value: () => old?.amount.currency ?? "CAD",
            }),
        ),
        selectField({
            name: "period",
            label: "budget.period",
            options: () => periods.map((one) => [one, t(names[one])]),
            value: () => old?.period ?? "month",
        }),
        selectField({
            name: "category",
            label: "receipt.category",
            options: allCategoryOptions,
            value: () => old?.category ?? "",
        }),
        () => {
            const list = products.value() ?? [];
            // A list without the product of the budget, such as an outdated one, would change it.
            const isComplete = !old?.product || list.some(({ id }) => id === old.product);
            return list.length > 0 && isComplete && selectField({
                name: "product",
                label: "budget.product",
                hint: "budget.productHint",
                options: () => [["", t("budget.anyProduct")], ...list.map((one) => [one.id, one.name] as const)],
                value: () => old?.product ?? "",
            });
        },
        (): Child =>
            household.resource.value() && selectField({
                name: "scope",
                label: "budget.scope",
                options: () => [["personal", t("budget.mine")], ["household", t("budget.ours")]],
                value: () => old?.household ? "household" : "personal",
            }),
        formSummary(form.errors),
        h("div", { class: "actions" }, submitButton("app.save", form.isBusy)),
    );
}
