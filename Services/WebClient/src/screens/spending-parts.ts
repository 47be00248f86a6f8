import type { Budget, PurchaseCategory, Receipt } from "../../generated/api.ts";
import { type Child, h, type Props } from "../core/dom.ts";
import { type Key, t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import type { FormErrors } from "../models/account.ts";
import { budgetShare, budgetState } from "../models/budgets.ts";
import type { Client } from "../models/client.ts";
import { isGone, isPlanLimit } from "../models/limits.ts";
import { categories, categoryName, currencies, formatDay, formatMoney } from "../models/money.ts";
import { describeError } from "../models/problems.ts";
import { receiptPicture, toCheck } from "../models/receipt-view.ts";
import { limitBar } from "./charts.ts";
import { button, emptyNote, errorNote, linkButton, thumbnail } from "./parts.ts";

export type Option = readonly [value: string, text: string];

/** A selection from a list, with its label and its error. */
export function selectField(
    { name, label, hint, errors, options, value, onchange, ...props }: Props & {
        readonly name: string;
        readonly label: Key;
        readonly hint?: Key;
        readonly errors?: () => FormErrors;
        readonly options: () => readonly Option[];
        readonly value: () => string;
        readonly onchange?: (value: string) => void;
    },
): HTMLElement {
    const id = `field-${name}`;
    const error = (): string | undefined => errors?.().fields[name];
    return h(
        "div",
        { class: "field" },
        h("label", { for: id }, () => translate(label)),
        h(
            "select",
            {
                id,
                name,
                ...props,
                "aria-describedby": () => error() ? `${id}-error` : hint ? `${id}-hint` : null,
                "aria-invalid": () => error() ? "true" : null,
                onchange: (event: Event) => onchange?.((event.target as HTMLSelectElement).value),
            },
            () => {
                const chosen = value();
                const list = options();
                const isKnown = list.some(([one]) => one === chosen);
                return [...list, ...(isKnown || !chosen ? [] : [[chosen, chosen] as const])].map(([one, text]) =>
                    h("option", { value: one, selected: one === chosen }, text)
                );
            },
        ),
        () => error() && h("p", { class: "error", id: `${id}-error` }, icon("info"), error() ?? ""),
        hint && h("p", { class: "hint", id: `${id}-hint` }, () => translate(hint)),
    );
}

export const currencyOptions = (): readonly Option[] => currencies.map((code) => [code, code]);

export const categoryOptions = (): readonly Option[] => categories.map((code) => [code, categoryName(code)]);

export const allCategoryOptions = (): readonly Option[] => [["", t("spending.allCategories")], ...categoryOptions()];

export function asCategory(text: string): PurchaseCategory {
    return categories.find((one) => one === text) ?? "other";
}

/** Shows an error: a limit of the plan as a friendly note, a deleted object with a link back. */
export function problemNote(error: unknown, retry: () => void, parent = "/spending"): HTMLElement {
    if (isPlanLimit(error)) {
        return h(
            "div",
            { class: "card advice" },
            h("p", { class: "strong" }, describeError(error)),
            linkButton("/plan", () => t("spending.seePro"), "primary"),
        );
    }
    if (isGone(error)) {
        const action = linkButton(parent, () => t("spending.back"), "primary");
        return emptyNote(() => t("app.notFound.title"), () => t("problem.notFound"), action);
    }
    return errorNote(error, retry);
}

/** A purchase as a row of a list, with the picture of its receipt. */
export function receiptRow(client: Client, receipt: Receipt): HTMLElement {
    const open = toCheck(receipt);
    return h(
        "li",
        null,
        h(
            "a",
            { href: `/receipts/${receipt.id}`, class: "card row money-row pictured" },
            h("span", { class: "badge" }, icon(open ? "question" : "receipt")),
            h(
                "span",
                { class: "words" },
                h("span", { class: "strong" }, receipt.merchant ?? t("receipt.unknownShop")),
                h(
                    "span",
                    { class: "hint" },
                    receipt.purchasedAt ? formatDay(receipt.purchasedAt) : t("receipt.unknownDay"),
                    open > 0 && ` · ${t("receipt.toCheck", { count: open })}`,
                ),
            ),
            thumbnail(receiptPicture(client, receipt)),
            h("span", { class: "figure strong" }, receipt.total ? formatMoney(receipt.total) : "–"),
        ),
    );
}

const stateIcons = { within: "check", near: "clock", over: "triangle" } as const;

/** The remaining amount of a budget, in words. */
export function budgetWords(budget: Budget): string {
    const { progress } = budget;
    if (!progress) return formatMoney(budget.amount);
    const { remaining } = progress;
    if (!progress.exceeded) return t("budget.left", { amount: formatMoney(remaining) });
    const over = { ...remaining, amount: remaining.amount.replace(/^-/, "") };
    return t("budget.over", { amount: formatMoney(over) });
}

/** A budget as a row of a list: its name and remaining amount. */
export function budgetRow(budget: Budget): HTMLElement {
    const state = budgetState(budget);
    return h(
        "li",
        null,
        h(
            "a",
            { href: `/budgets/${budget.id}`, class: "card row" },
            h("span", { class: state === "over" ? "badge contains" : "badge" }, icon(stateIcons[state])),
            h(
                "span",
                { class: "words" },
                h("span", { class: "strong" }, budget.name),
                h("span", { class: "hint" }, budgetWords(budget)),
                limitBar(budgetShare(budget)),
            ),
            icon("forward"),
        ),
    );
}

/** Downloads a text as a file. */
export function download(name: string, text: string, type = "text/csv"): void {
    // The byte order mark tells spreadsheets that the text is UTF-8.
    const url = URL.createObjectURL(new Blob(["\ufeff", text], { type: `${type};charset=utf-8` }));
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Asks whether something was useful; thanks the person after the answer. */
export function judgement(isAnswered: () => boolean, judge: (isUseful: boolean) => unknown): Child {
    return () =>
        isAnswered() ? h("p", { class: "hint center", role: "status" }, t("product.thanks")) : h(
            "div",
            { class: "judge" },
            h("p", { class: "hint" }, t("product.useful")),
            button(() => t("product.yes"), () => judge(true)),
            button(() => t("product.no"), () => judge(false)),
        );
}

/** A term with its value. */
export function fact(label: Key, value: Child): HTMLElement {
    return h("div", { class: "fact" }, h("dt", { class: "hint" }, () => translate(label)), h("dd", null, value));
}
