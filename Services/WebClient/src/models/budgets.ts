import type { Budget, BudgetChange, NewBudget, PurchaseCategory, PurchasedProduct } from "../../generated/api.ts";
import { t } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, type Readable } from "../core/signal.ts";
import { type FormModel, formModel } from "./account.ts";
import type { Client } from "./client.ts";
import { keptObject, keptResource } from "./kept.ts";
import { parseAmount } from "./money.ts";
import { requestKeys } from "./request-key.ts";

/** The state of a budget, shown by words and shapes, not color alone. */
export type BudgetState = "within" | "near" | "over";

/** Share of the limit from which a budget is near it. */
export const nearFrom = 0.85;

export function budgetShare(budget: Budget): number {
    const limit = Number(budget.amount.amount);
    return limit > 0 ? Number(budget.progress?.spent.amount ?? 0) / limit : 0;
}

export function budgetState(budget: Budget): BudgetState {
    if (budget.progress?.exceeded) return "over";
    return budgetShare(budget) >= nearFrom ? "near" : "within";
}

export interface BudgetListModel {
    readonly resource: Resource<readonly Budget[]>;
    /** Budgets that are near or over their limit, the worst first. */
    readonly pressing: Readable<readonly Budget[]>;
}

export function budgetListModel(client: Client): BudgetListModel {
    const loaded = keptResource<readonly Budget[]>(client, "budgets", async () => {
        client.changesOf("budget");
        client.changesOf("receipt");
        return (await client.api.get("/v1/budgets", {})).value.items;
    });
    return {
        resource: loaded,
        pressing: computed(() =>
            (loaded.value() ?? []).filter((budget) => budgetState(budget) !== "within")
                .sort((a, b) => budgetShare(b) - budgetShare(a))
        ),
    };
}

export interface BudgetTexts {
    readonly name: string;
    readonly amount: string;
    readonly currency: string;
    readonly period: Budget["period"];
    readonly category: PurchaseCategory | "";
    readonly product: string;
    readonly scope: "personal" | "household";
}

function check({ name, amount, currency }: BudgetTexts): Readonly<Record<string, string>> {
    const parsed = parseAmount(amount, currency);
    return {
        ...(name.trim() ? {} : { name: t("problem.field.required") }),
        ...(parsed && Number(parsed) > 0
            ? {}
            : { amount: t(amount.trim() ? "budget.aboveZero" : "problem.field.required") }),
    };
}

/** The products that a budget can be for: those that the person buys. */
export function budgetProducts(client: Client): Resource<readonly PurchasedProduct[]> {
    return keptResource<readonly PurchasedProduct[]>(
        client,
        "budget-products",
        async () => (await client.api.get("/v1/products", { query: { limit: 100 } })).value.items,
    );
}

/**
 * The form of a new or changed budget.
 * @param then Called with the saved budget.
 */
export function budgetForm(
    client: Client,
    old: Budget | undefined,
    then: (budget: Budget) => void,
): FormModel<BudgetTexts> {
    const withKey = requestKeys(client);
    return formModel<BudgetTexts>(["name", "amount", "currency", "category"], check, async (texts) => {
        const body: NewBudget & BudgetChange = {
            name: texts.name.trim(),
            period: texts.period,
            amount: { amount: parseAmount(texts.amount, texts.currency) ?? "", currency: texts.currency },
            scope: texts.scope,
            ...(old || texts.category ? { category: texts.category || null } : {}),
            ...(old || texts.product ? { product: texts.product || null } : {}),
        };
        const { value } = old
            ? await client.api.send("PATCH", "/v1/budgets/{id}", {
                segments: { id: old.id },
                body,
                ifMatch: `"${old.version}"`,
            })
            : await withKey(
                body,
                (idempotencyKey) => client.api.send("POST", "/v1/budgets", { body, idempotencyKey }),
            );
        then(value);
    });
}

export interface BudgetModel {
    readonly resource: Resource<Budget>;
    remove(): Promise<void>;
    restore(): Promise<void>;
    judge(isUseful: boolean): Promise<void>;
}

export function budgetModel(client: Client, id: string): BudgetModel {
    const loaded = keptObject<Budget>(client, "budget", id, async () => {
        client.changesOf("budget");
        client.changesOf("receipt");
        return (await client.api.get("/v1/budgets/{id}", { segments: { id } })).value;
    });
    return {
        resource: loaded,
        remove: async () => {
            await client.api.send("DELETE", "/v1/budgets/{id}", { segments: { id } });
            loaded.forget();
        },
        restore: async () => {
            await client.api.send("POST", "/v1/budgets/{id}/restore", {
                segments: { id },
                idempotencyKey: client.newID(),
            });
        },
        judge: async (useful) => {
            await client.api.send("PUT", "/v1/budgets/{id}/advice", { segments: { id }, body: { useful } });
            const old = loaded.value();
            if (old?.advice) loaded.set({ ...old, advice: { ...old.advice, useful } });
        },
    };
}
