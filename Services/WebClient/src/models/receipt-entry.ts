import type { PurchaseCategory, PurchaseUnit, Receipt, ReceiptChange, ReceiptItemEntry } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { formatNumber, t } from "../core/i18n.ts";
import { type Readable, signal } from "../core/signal.ts";
import { type FormErrors, noErrors } from "./account.ts";
import type { Client } from "./client.ts";
import { keepDraft } from "./drafts.ts";
import { amountText, dayOf, parseAmount, parseQuantity } from "./money.ts";
import { describeError, describeField, fieldErrors } from "./problems.ts";
import type { ReceiptItem } from "./receipt-view.ts";

/** The texts of a row in the editor. */
export interface ItemTexts {
    readonly name: string;
    readonly quantity: string;
    readonly unit: PurchaseUnit;
    readonly unitPrice: string;
    readonly amount: string;
    readonly discount: string;
    readonly category: PurchaseCategory;
}

export const emptyItem: ItemTexts = {
    name: "",
    quantity: "1",
    unit: "ea",
    unitPrice: "",
    amount: "",
    discount: "",
    category: "other",
};

export function textsOfItem(item: ReceiptItem): ItemTexts {
    return {
        name: item.name,
        quantity: formatNumber(item.quantity, { useGrouping: false, maximumFractionDigits: 3 }),
        unit: item.unit,
        unitPrice: amountText(item.unitPrice),
        amount: amountText(item.amount),
        discount: item.discount ? amountText(item.discount) : "",
        category: item.category,
    };
}

/** The name under which errors of a row's field are stored. */
export const itemField = (id: string, name: keyof ItemTexts): string => `${id}-${name}`;

/** Errors by the name of the field. */
export type Wrong = Record<string, string>;

export function itemChange(
    id: string,
    edited: Partial<ItemTexts>,
    texts: ItemTexts,
    money: (
        value: string,
        field: string,
        isRequired: boolean,
    ) => { amount: string; currency: string | null } | null,
    wrong: Wrong,
): ReceiptItemEntry {
    const isNew = id.startsWith("new-");
    const all: Partial<ItemTexts> = isNew ? texts : edited;
    const { name, unit, category } = all;
    if (name !== undefined && !name.trim()) wrong[itemField(id, "name")] = t("problem.field.required");
    const quantity = all.quantity === undefined ? undefined : parseQuantity(all.quantity);
    if (all.quantity !== undefined && quantity === undefined) {
        wrong[itemField(id, "quantity")] = t("receipt.notAQuantity");
    }
    const amount = all.amount === undefined ? undefined : money(all.amount, itemField(id, "amount"), true);
    const unitPrice = all.unitPrice === undefined ? undefined : money(all.unitPrice, itemField(id, "unitPrice"), false);
    const discount = all.discount === undefined ? undefined : money(all.discount, itemField(id, "discount"), false);
    // People type discounts without a sign.
    const less = discount && !discount.amount.startsWith("-") && Number(discount.amount) > 0
        ? { ...discount, amount: `-${discount.amount}` }
        : discount;
    return {
        ...(isNew ? {} : { id }),
        ...(name !== undefined ? { name: name.trim() } : {}),
        ...(quantity !== undefined ? { quantity } : {}),
        ...(unit ? { unit } : {}),
        ...(amount ? { amount } : {}),
        ...(unitPrice !== undefined && !(isNew && unitPrice === null) ? { unitPrice } : {}),
        ...(less !== undefined && !(isNew && less === null) ? { discount: less } : {}),
        ...(category ? { category } : {}),
    };
}

/**
 * Errors of the server at the fields that the editor shows.
 * @param rows The ids of the rows that were sent, in order.
 */
export function serverErrors(error: unknown, rows: readonly string[]): Wrong {
    const wrong: Wrong = { ...fieldErrors(error, ["merchant", "currency"]) };
    if (!(error instanceof RefusedError)) return wrong;
    for (const problem of error.problem.errors ?? []) {
        const [, head = "", index = "", name = ""] = problem.pointer?.split("/") ?? [];
        if (head === "purchasedAt") wrong.day = t("receipt.notYet");
        else if (head === "total" || head === "tax") wrong[head] = t("receipt.notAnAmount");
        else if (head === "items") {
            const id = rows[Number(index)];
            if (id) wrong[itemField(id, name as keyof ItemTexts)] = describeField(problem);
        }
    }
    return wrong;
}

/** The texts of a typed purchase. */
export interface TypedReceipt {
    readonly merchant: string;
    readonly day: string;
    readonly currency: string;
    readonly total: string;
    readonly tax: string;
    readonly items: readonly ItemTexts[];
}

/** A typed purchase, which is stored on the device until the server has accepted it. */
export interface TypedReceiptModel {
    readonly value: Readable<TypedReceipt>;
    readonly errors: Readable<FormErrors>;
    readonly isBusy: Readable<boolean>;
    set<K extends keyof TypedReceipt>(name: K, value: TypedReceipt[K]): void;
    setItem(index: number, name: keyof ItemTexts, text: string): void;
    addItem(): void;
    removeItem(index: number): void;
    /** Sends the purchase; resolves to it, to "waiting" without a connection, or to undefined after an error. */
    send(): Promise<Receipt | "waiting" | undefined>;
}

export function typedReceiptModel(
    client: Client,
    send: (entry: { readonly id: string }, content: Blob) => Promise<Receipt>,
): TypedReceiptModel {
    const empty: TypedReceipt = {
        merchant: "",
        day: dayOf(client.now()),
        currency: "CAD",
        total: "",
        tax: "",
        items: [emptyItem],
    };
    const value = signal<TypedReceipt>(empty);
    const errors = signal<FormErrors>(noErrors);
    const isBusy = signal(false);
    const draft = keepDraft(client, "receipt/typed", value, empty, (now) => now === empty);

    function bodyOf(
        texts: TypedReceipt,
    ): { readonly body: ReceiptChange; readonly rows: readonly string[]; readonly wrong: Wrong } {
        const wrong: Wrong = {};
        const money = (text: string, field: string, isRequired: boolean) => {
            const amount = parseAmount(text, texts.currency);
            if (amount === undefined && (text.trim() || isRequired)) {
                wrong[field] = t(text.trim() ? "receipt.notAnAmount" : "problem.field.required");
            }
            return amount === undefined ? null : { amount, currency: texts.currency };
        };
        if (texts.day > dayOf(client.now())) wrong.day = t("receipt.notYet");
        const filled = texts.items.flatMap((item, index) =>
            item.name.trim() || item.amount.trim() ? [{ id: `new-${index}`, item }] : []
        );
        const items = filled.map(({ id, item }) => itemChange(id, item, item, money, wrong));
        const total = money(texts.total, "total", false);
        const tax = money(texts.tax, "tax", false);
        if (!total && !items.length && !wrong.total) wrong.total = t("receipt.totalOrItem");
        return {
            wrong,
            rows: filled.map(({ id }) => id),
            body: {
                ...(texts.merchant.trim() ? { merchant: texts.merchant.trim() } : {}),
                ...(texts.day ? { purchasedAt: texts.day } : {}),
                currency: texts.currency,
                ...(total ? { total } : {}),
                ...(tax ? { tax } : {}),
                ...(items.length ? { items } : {}),
            },
        };
    }

    return {
        value,
        errors,
        isBusy,
        set: (name, next) => value.update((old) => ({ ...old, [name]: next })),
        setItem: (index, name, text) =>
            value.update((old) => ({
                ...old,
                items: old.items.map((item, at) => at === index ? { ...item, [name]: text } : item),
            })),
        addItem: () => value.update((old) => ({ ...old, items: [...old.items, emptyItem] })),
        removeItem: (index) => value.update((old) => ({ ...old, items: old.items.filter((_, at) => at !== index) })),
        send: async () => {
            if (isBusy.peek()) return undefined;
            const { body, rows, wrong } = bodyOf(value.peek());
            errors.set({ fields: wrong, summary: "" });
            if (Object.keys(wrong).length > 0) return undefined;
            isBusy.set(true);
            try {
                const { outbox } = await client.store();
                const content = new Blob([JSON.stringify(body)], { type: "application/json" });
                const entry = await outbox.add("receipt", content);
                // From here on the outbox has it: a tab that is closed now must not offer it again.
                await draft.clear();
                const receipt = await outbox.deliver(entry, () => send(entry, content));
                value.set(empty);
                return receipt ?? "waiting";
            } catch (error) {
                draft.keep(value.peek());
                const fields = serverErrors(error, rows);
                errors.set({ fields, summary: Object.keys(fields).length ? "" : describeError(error) });
                return undefined;
            } finally {
                isBusy.set(false);
            }
        },
    };
}
