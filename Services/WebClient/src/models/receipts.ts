import type { Receipt, ReceiptChange, ReceiptItemEntry } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { t } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, effect, onCleanup, type Readable, signal, untracked } from "../core/signal.ts";
import { type FormErrors, noErrors } from "./account.ts";
import type { Client } from "./client.ts";
import { keptObject } from "./kept.ts";
import { keepDraft } from "./drafts.ts";
import { amountText, dayOf, parseAmount } from "./money.ts";
import { describeError } from "./problems.ts";
import { takeFreshReceipt } from "./receipt-capture.ts";
import { emptyItem, itemChange, type ItemTexts, serverErrors, textsOfItem, type Wrong } from "./receipt-entry.ts";
import { isItemUnsure, type ReceiptField, type ReceiptItem } from "./receipt-view.ts";

/** The sum of the taxes that are not included in prices. */
function taxOf(receipt: Receipt): string {
    const own = receipt.taxes.filter(({ included }) => !included);
    if (own.length !== 1 || !own[0]) {
        const sum = own.reduce((total, { amount }) => total + Math.round(Number(amount.amount) * 100_000), 0);
        return own.length ? amountText({ amount: String(sum / 100_000), currency: receipt.currency ?? null }) : "";
    }
    return amountText(own[0].amount);
}

interface Edits {
    readonly fields: Readonly<Partial<Record<ReceiptField, string>>>;
    /** Changed texts by the id of the row; new rows have ids that begin with `new-`. */
    readonly items: Readonly<Record<string, Partial<ItemTexts>>>;
    readonly removed: readonly string[];
}

const noEdits: Edits = { fields: {}, items: {}, removed: [] };
const isEmpty = (edits: Edits): boolean =>
    !Object.keys(edits.fields).length && !Object.keys(edits.items).length && !edits.removed.length;

interface Versioned {
    readonly receipt: Receipt;
    readonly etag: string | undefined;
}

/** A purchase that is viewed and corrected. */
export interface ReceiptModel {
    readonly resource: Resource<Versioned>;
    readonly receipt: Readable<Receipt | undefined>;
    readonly isChanged: Readable<boolean>;
    readonly isBusy: Readable<boolean>;
    readonly errors: Readable<FormErrors>;
    /** Set after the purchase was changed on another device; the edits are kept. */
    readonly isConflict: Readable<boolean>;
    /** Ids of the rows in the order of display: those to be checked first, new ones last. */
    readonly rows: Readable<readonly string[]>;
    text(field: ReceiptField): string;
    itemTexts(id: string): ItemTexts;
    set(field: ReceiptField, text: string): void;
    setItem(id: string, name: keyof ItemTexts, text: string): void;
    addItem(): string;
    removeItem(id: string): void;
    restoreItem(id: string): void;
    discard(): void;
    save(): Promise<boolean>;
    /** Confirms all recognized values. */
    confirm(): Promise<boolean>;
    /** Assigns a product to a row. */
    choose(item: string, product: string): Promise<boolean>;
    keepBoth(): Promise<boolean>;
    undo(): Promise<boolean>;
    remove(): Promise<boolean>;
    photo(number: number): Promise<Blob>;
}

export function receiptModel(client: Client, id: string): ReceiptModel {
    let known = takeFreshReceipt(id);
    const loaded = keptObject<Versioned>(client, "receipt", id, async () => {
        client.changesOf("receipt");
        client.changesOf("purchase-allergens");
        const first = known;
        known = undefined;
        if (first) return { receipt: first, etag: undefined };
        const { value, etag } = await client.api.get("/v1/receipts/{id}", { segments: { id } });
        return { receipt: value, etag };
    });
    const receipt = computed(() => loaded.value()?.receipt);
    const edits = signal<Edits>(noEdits);
    const errors = signal<FormErrors>(noErrors);
    const isBusy = signal(false);
    const isConflict = signal(false);
    keepDraft(client, `receipt/${id}`, edits, noEdits, isEmpty);

    // The event of the allergen assessment may have arrived before this page subscribed.
    effect(() => {
        if (!receipt()?.allergensPending) return;
        const timer = setTimeout(loaded.reload, 3_000);
        onCleanup(() => clearTimeout(timer));
    });

    const itemOf = (item: string): ReceiptItem | undefined => receipt()?.items.find((one) => one.id === item);
    const itemTexts = (item: string): ItemTexts => {
        const stored = itemOf(item);
        return { ...(stored ? textsOfItem(stored) : emptyItem), ...edits().items[item] };
    };
    const text = (field: ReceiptField): string => {
        const now = receipt();
        const edited = edits().fields[field];
        if (edited !== undefined || !now) return edited ?? "";
        switch (field) {
            case "merchant":
                return now.merchant ?? "";
            case "day":
                return now.purchasedAt?.slice(0, 10) ?? "";
            case "time":
                return now.purchasedAt?.slice(11, 16) ?? "";
            case "currency":
                return now.currency ?? "";
            case "total":
                return amountText(now.total);
            default:
                return taxOf(now);
        }
    };

    /** Sends a change; the edits are cleared only after a success. */
    async function run(request: () => Promise<Receipt | undefined>): Promise<boolean> {
        if (isBusy.peek()) return false;
        isBusy.set(true);
        errors.set(noErrors);
        try {
            const next = await request();
            if (next) loaded.set({ receipt: next, etag: `"${next.version}"` });
            isConflict.set(false);
            return true;
        } catch (error) {
            if (error instanceof RefusedError && error.status === 412) {
                isConflict.set(true);
                loaded.reload();
            } else errors.set({ fields: {}, summary: describeError(error) });
            return false;
        } finally {
            isBusy.set(false);
        }
    }

    async function patch(body: ReceiptChange): Promise<Receipt> {
        const version = untracked(receipt)?.version;
        return (await client.api.send("PATCH", "/v1/receipts/{id}", {
            segments: { id },
            body,
            ...(version ? { ifMatch: `"${version}"` } : {}),
        })).value;
    }

    return {
        resource: loaded,
        receipt,
        isChanged: computed(() => !isEmpty(edits())),
        isBusy,
        errors,
        isConflict,
        rows: computed(() => {
            const items = receipt()?.items ?? [];
            const removed = new Set(edits().removed);
            const shown = items.filter((item) => !removed.has(item.id));
            return [
                ...shown.filter(isItemUnsure),
                ...shown.filter((item) => !isItemUnsure(item)),
            ].map((item) => item.id).concat(Object.keys(edits().items).filter((one) => one.startsWith("new-")));
        }),
        text,
        itemTexts,
        set: (field, value) => edits.update((old) => ({ ...old, fields: { ...old.fields, [field]: value } })),
        setItem: (item, name, value) =>
            edits.update((old) => ({ ...old, items: { ...old.items, [item]: { ...old.items[item], [name]: value } } })),
        addItem: () => {
            const item = `new-${client.newID()}`;
            edits.update((old) => ({ ...old, items: { ...old.items, [item]: {} } }));
            return item;
        },
        removeItem: (item) =>
            edits.update((old) => {
                const { [item]: _, ...items } = old.items;
                return item.startsWith("new-") ? { ...old, items } : { ...old, removed: [...old.removed, item] };
            }),
        restoreItem: (item) => edits.update((old) => ({ ...old, removed: old.removed.filter((one) => one !== item) })),
        discard: () => {
            edits.set(noEdits);
            errors.set(noErrors);
            isConflict.set(false);
        },
        save: async () => {
            const now = receipt();
            if (!now) return false;
            const built = untracked(() => changeOf(edits(), now, text, itemTexts, client.now()));
            if (Object.keys(built.wrong).length > 0) {
                errors.set({ fields: built.wrong, summary: "" });
                return false;
            }
            let wrong: Readonly<Record<string, string>> = {};
            const isSaved = await run(async () => {
                try {
                    return await patch(built.body);
                } catch (error) {
                    wrong = serverErrors(error, built.rows);
                    throw error;
                }
            });
            if (isSaved) edits.set(noEdits);
            else if (Object.keys(wrong).length > 0) errors.set({ fields: wrong, summary: "" });
            return isSaved;
        },
        confirm: () => run(() => patch(confirmation(untracked(receipt)))),
        choose: (item, product) => run(() => patch({ items: [{ id: item, product }] })),
        keepBoth: () => run(() => patch({ possibleDuplicate: null })),
        undo: () =>
            run(async () =>
                (await client.api.send("POST", "/v1/receipts/{id}/undo", {
                    segments: { id },
                    idempotencyKey: client.newID(),
                })).value
            ),
        remove: () =>
            run(async () => {
                await client.api.send("DELETE", "/v1/receipts/{id}", { segments: { id } });
                loaded.forget();
                return undefined;
            }),
        // The whole photo is loaded, because the places of fields are in its pixels.
        photo: async (number) =>
            (await client.api.get("/v1/receipts/{id}/photo", { segments: { id }, query: { number } })).value,
    };
}

/** The change that the edits make, or the fields with errors. */
function changeOf(
    edits: Edits,
    receipt: Receipt,
    text: (field: ReceiptField) => string,
    itemTexts: (id: string) => ItemTexts,
    now: Date,
): { readonly body: ReceiptChange; readonly rows: readonly string[]; readonly wrong: Wrong } {
    const wrong: Wrong = {};
    const currency = text("currency") || receipt.currency || null;
    const money = (value: string, field: string, isRequired: boolean) => {
        const amount = parseAmount(value, currency);
        if (amount === undefined && (value.trim() || isRequired)) {
            wrong[field] = t(value.trim() ? "receipt.notAnAmount" : "problem.field.required");
        }
        return amount === undefined ? null : { amount, currency };
    };
    const { fields } = edits;
    const day = text("day");
    if ((fields.day !== undefined || fields.time !== undefined) && day > dayOf(now)) {
        wrong.day = t("receipt.notYet");
    }
    const time = text("time");
    const seconds = receipt.purchasedAt?.slice(11, 16) === time ? receipt.purchasedAt?.slice(16) ?? "" : ":00";
    const changed = Object.entries(edits.items).filter(([id]) => !edits.removed.includes(id));
    const items: ReceiptItemEntry[] = [
        ...edits.removed.map((id) => ({ id, removed: true as const })),
        ...changed.map(([id, edited]) => itemChange(id, edited, itemTexts(id), money, wrong)),
    ];
    return {
        rows: [...edits.removed, ...changed.map(([id]) => id)],
        body: {
            ...(fields.merchant !== undefined ? { merchant: fields.merchant.trim() || null } : {}),
            ...(fields.day !== undefined || fields.time !== undefined
                ? { purchasedAt: day ? (time ? `${day} ${time}${seconds || ":00"}` : day) : null }
                : {}),
            ...(fields.currency ? { currency: fields.currency } : {}),
            ...(fields.total !== undefined ? { total: money(fields.total, "total", false) } : {}),
            ...(fields.tax !== undefined ? { tax: money(fields.tax, "tax", false) } : {}),
            ...(items.length ? { items } : {}),
        },
        wrong,
    };
}

/** A change that repeats all recognized values, which confirms them. */
function confirmation(receipt: Receipt | undefined): ReceiptChange {
    if (!receipt) return {};
    const { fields } = receipt;
    const isRead = (field: { readonly origin: string } | undefined): boolean => field?.origin === "read";
    const items = receipt.items.filter(isRead).map(({ id, name, amount, quantity }) => ({
        id,
        name,
        amount,
        quantity,
    }));
    return {
        ...(isRead(fields.merchant) && receipt.merchant ? { merchant: receipt.merchant } : {}),
        ...((isRead(fields.day) || isRead(fields.time)) && receipt.purchasedAt
            ? { purchasedAt: receipt.purchasedAt }
            : {}),
        ...(isRead(fields.currency) && receipt.currency ? { currency: receipt.currency } : {}),
        ...(isRead(fields.total) && receipt.total ? { total: receipt.total } : {}),
        ...(items.length ? { items } : {}),
    };
}
