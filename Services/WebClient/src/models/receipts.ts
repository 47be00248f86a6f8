import type {
    PurchaseCategory,
    PurchaseUnit,
    Receipt,
    ReceiptChange,
    ReceiptItemEntry,
    SharedReceipt,
} from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { formatList, formatNumber, inSentence, t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, effect, onCleanup, type Readable, signal, untracked } from "../core/signal.ts";
import type { FormErrors } from "./account.ts";
import { noErrors } from "./account.ts";
import type { Client } from "./client.ts";
import { amountText, dayOf, parseAmount, parseQuantity } from "./money.ts";
import { rowPicture, rowWidth } from "./pictures.ts";
import { describeError, describeField, fieldErrors } from "./problems.ts";
import { takeFreshReceipt } from "./receipt-capture.ts";
import type { VerdictView } from "./verdict.ts";

export type ReceiptItem = Receipt["items"][number];

/** Readings that are less certain than this are marked to be checked. */
export const certainFrom = 0.9;

/** The fields of a purchase that are read from its head and foot. */
export type ReceiptField = "merchant" | "day" | "time" | "currency" | "total" | "tax";

function isUnsure(field: { readonly origin: string; readonly confidence?: number } | undefined): boolean {
    return field?.origin === "read" && (field.confidence ?? 1) < certainFrom;
}

export function isItemUnsure(item: ReceiptItem): boolean {
    return isUnsure(item) || (item.candidates?.length ?? 0) > 0;
}

/** Fields of the head that have to be checked: not certain, or not read at all. */
export function unsureFields(receipt: Receipt): readonly ReceiptField[] {
    const { fields } = receipt;
    const found: ReceiptField[] = [];
    if (isUnsure(fields.merchant) || !receipt.merchant) found.push("merchant");
    if (isUnsure(fields.day) || !receipt.purchasedAt) found.push("day");
    if (isUnsure(fields.time)) found.push("time");
    if (isUnsure(fields.currency) || !receipt.currency) found.push("currency");
    if (isUnsure(fields.total) || !receipt.total) found.push("total");
    return found;
}

/** Loads the small picture of a purchase; absent of one that was typed. */
export function receiptPicture(client: Client, { id, photos }: Receipt): (() => Promise<Blob>) | undefined {
    const [first] = photos;
    if (!first) return undefined;
    const query = { number: first.number, width: rowWidth };
    return rowPicture(
        client,
        `${id}/${first.number}`,
        async () => (await client.api.get("/v1/receipts/{id}/photo", { segments: { id }, query })).value,
    );
}

/** How many things of a purchase have to be checked. */
export function toCheck(receipt: Receipt): number {
    return unsureFields(receipt).length + receipt.items.filter(isItemUnsure).length +
        (receipt.possibleDuplicate ? 1 : 0);
}

/** The taxes that are not part of the prices, added up. */
function taxOf(receipt: Receipt): string {
    const own = receipt.taxes.filter(({ included }) => !included);
    if (own.length !== 1 || !own[0]) {
        const sum = own.reduce((total, { amount }) => total + Math.round(Number(amount.amount) * 100_000), 0);
        return own.length ? amountText({ amount: String(sum / 100_000), currency: receipt.currency ?? null }) : "";
    }
    return amountText(own[0].amount);
}

/** The texts of a row while it is edited. */
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

interface Edits {
    readonly fields: Readonly<Partial<Record<ReceiptField, string>>>;
    /** Changed texts by the id of the row; new rows have ids that begin with `new-`. */
    readonly items: Readonly<Record<string, Partial<ItemTexts>>>;
    readonly removed: readonly string[];
}

const noEdits: Edits = { fields: {}, items: {}, removed: [] };
const isEmpty = (edits: Edits): boolean =>
    !Object.keys(edits.fields).length && !Object.keys(edits.items).length && !edits.removed.length;

/** The name under which errors of a row's field are kept. */
export const itemField = (id: string, name: keyof ItemTexts): string => `${id}-${name}`;

interface Versioned {
    readonly receipt: Receipt;
    readonly etag: string | undefined;
}

/** One purchase while it is looked at and corrected. */
export interface ReceiptModel {
    readonly resource: Resource<Versioned>;
    readonly receipt: Readable<Receipt | undefined>;
    readonly isChanged: Readable<boolean>;
    readonly isBusy: Readable<boolean>;
    readonly errors: Readable<FormErrors>;
    /** Set after somebody changed the purchase elsewhere; the edits are still there. */
    readonly isConflict: Readable<boolean>;
    /** Ids of the rows as they are shown: those to be checked first, new ones last. */
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
    /** Says that everything that was read is right. */
    confirm(): Promise<boolean>;
    /** Says which product a row is. */
    choose(item: string, product: string): Promise<boolean>;
    keepBoth(): Promise<boolean>;
    undo(): Promise<boolean>;
    remove(): Promise<boolean>;
    photo(number: number): Promise<Blob>;
}

export function receiptModel(client: Client, id: string): ReceiptModel {
    let known = takeFreshReceipt(id);
    const loaded = resource<Versioned>(async () => {
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

    // The event that allergens were looked at may have come before this page was there to hear it.
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

    /** Sends a change; the edits go only after a success. */
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
                    wrong = serverErrors(error, built.body);
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
                return undefined;
            }),
        // The whole photo: the places of fields are in its pixels.
        photo: async (number) =>
            (await client.api.get("/v1/receipts/{id}/photo", { segments: { id }, query: { number } })).value,
    };
}

/** Keeps what was typed on the device until it was sent, and reads what was kept. */
export function keepDraft<T>(
    client: Client,
    name: string,
    value: { (): T; set(value: T): void; peek(): T },
    empty: T,
    isNothing: (value: T) => boolean,
): void {
    void client.store().then(async ({ drafts }) => {
        const kept = await drafts.read<T>(name);
        if (kept !== undefined && value.peek() === empty) value.set(kept);
    }).catch(() => {});
    let isFirst = true;
    effect(() => {
        const now = value();
        if (isFirst) {
            isFirst = false;
            return;
        }
        const timer = setTimeout(() => {
            void client.store().then(({ drafts }) => isNothing(now) ? drafts.delete(name) : drafts.write(name, now))
                .catch(() => {});
        }, 300);
        onCleanup(() => clearTimeout(timer));
    });
}

type Wrong = Record<string, string>;

/** The change that edits make, or the fields that are wrong. */
function changeOf(
    edits: Edits,
    receipt: Receipt,
    text: (field: ReceiptField) => string,
    itemTexts: (id: string) => ItemTexts,
    now: Date,
): { readonly body: ReceiptChange; readonly wrong: Wrong } {
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
    const items: ReceiptItemEntry[] = edits.removed.map((id) => ({ id, removed: true }));
    for (const [id, edited] of Object.entries(edits.items)) {
        if (edits.removed.includes(id)) continue;
        items.push(itemChange(id, edited, itemTexts(id), money, wrong));
    }
    return {
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

function itemChange(
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
    // People write what was taken off without a sign.
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

/** Errors of the server at the fields that the editor shows. */
function serverErrors(error: unknown, body: ReceiptChange): Wrong {
    const wrong: Wrong = { ...fieldErrors(error, ["merchant", "currency"]) };
    if (!(error instanceof RefusedError)) return wrong;
    for (const problem of error.problem.errors ?? []) {
        const [, head = "", index = "", name = ""] = problem.pointer?.split("/") ?? [];
        if (head === "purchasedAt") wrong.day = t("receipt.notYet");
        else if (head === "total" || head === "tax") wrong[head] = t("receipt.notAnAmount");
        else if (head === "items") {
            const id = body.items?.[Number(index)]?.id;
            if (id) wrong[itemField(id, name as keyof ItemTexts)] = describeField(problem);
        }
    }
    return wrong;
}

/** Every read value said again, by which the server marks it as confirmed. */
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

/** What the names on a receipt say about allergens, in the words of a verdict; never a promise. */
export function purchaseVerdict(receipt: Receipt, nameOf: (code: string) => string): VerdictView | undefined {
    const { allergens } = receipt;
    const base = { details: [] as string[], isReassessed: false, offersProfile: false };
    if (!allergens) {
        return receipt.items.length === 0 ? undefined : {
            ...base,
            look: "waiting",
            icon: "clock",
            headline: t("receipt.allergens.pending"),
        };
    }
    const names = (codes: readonly string[]): string => formatList(codes.map((code) => inSentence(nameOf(code))));
    const mine = allergens.found.filter(({ inProfile }) => inProfile);
    const named = mine.filter(({ likelihood }) => likelihood === "named").map(({ allergen }) => allergen);
    const likely = mine.filter(({ likelihood }) => likelihood !== "named").map(({ allergen }) => allergen);
    const own = allergens.otherIngredients;
    const unknown = allergens.unknownArticles;
    const details = [
        ...allergens.articles.map((article) =>
            t("receipt.allergens.article", { article: article.name, what: names(article.allergens) })
        ),
        ...(unknown ? [t("receipt.allergens.unknown", { count: unknown })] : []),
        t("receipt.allergens.why"),
    ];
    if (allergens.profileEmpty) {
        const all = allergens.found.filter(({ likelihood }) => likelihood === "named").map(({ allergen }) => allergen);
        return {
            ...base,
            look: "noProfile",
            icon: "list",
            headline: all.length
                ? t("receipt.allergens.names", { what: names(all) })
                : t("receipt.allergens.namesNone"),
            details: [t("verdict.noProfile.why"), ...details],
            offersProfile: true,
        };
    }
    if (named.length || own.length) {
        const what = formatList([...named.map((code) => inSentence(nameOf(code))), ...own]);
        if (likely.length) details.unshift(t("verdict.mayContain.headline", { what: names(likely) }));
        const headline = t("verdict.contains.headline", { what });
        return { ...base, look: "contains", icon: "octagonCross", headline, details };
    }
    if (likely.length) {
        const headline = t("verdict.mayContain.headline", { what: names(likely) });
        return { ...base, look: "mayContain", icon: "triangle", headline, details };
    }
    if (unknown) {
        const headline = t("receipt.allergens.notAllKnown");
        return { ...base, look: "couldNotRead", icon: "question", headline, details };
    }
    return { ...base, look: "notDetected", icon: "lens", headline: t("verdict.notDetected.headline"), details };
}

/** A purchase that a member of the household shares. */
export function sharedReceiptResource(client: Client, id: string): Resource<SharedReceipt> {
    return resource(async () => (await client.api.get("/v1/household/receipts/{id}", { segments: { id } })).value);
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

/** A purchase that is typed; kept on the device until the server has it. */
export interface TypedReceiptModel {
    readonly value: Readable<TypedReceipt>;
    readonly errors: Readable<FormErrors>;
    readonly isBusy: Readable<boolean>;
    set<K extends keyof TypedReceipt>(name: K, value: TypedReceipt[K]): void;
    setItem(index: number, name: keyof ItemTexts, text: string): void;
    addItem(): void;
    removeItem(index: number): void;
    /** Sends it: the purchase, "waiting" while there is no connection, or undefined when something is wrong. */
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
    keepDraft(client, "receipt/typed", value, empty, (now) => now === empty);

    function bodyOf(texts: TypedReceipt): { readonly body: ReceiptChange; readonly wrong: Wrong } {
        const wrong: Wrong = {};
        const money = (text: string, field: string, isRequired: boolean) => {
            const amount = parseAmount(text, texts.currency);
            if (amount === undefined && (text.trim() || isRequired)) {
                wrong[field] = t(text.trim() ? "receipt.notAnAmount" : "problem.field.required");
            }
            return amount === undefined ? null : { amount, currency: texts.currency };
        };
        if (texts.day > dayOf(client.now())) wrong.day = t("receipt.notYet");
        const items = texts.items.flatMap((item, index) =>
            item.name.trim() || item.amount.trim() ? [itemChange(`new-${index}`, item, item, money, wrong)] : []
        );
        const total = money(texts.total, "total", false);
        const tax = money(texts.tax, "tax", false);
        if (!total && !items.length && !wrong.total) wrong.total = t("receipt.totalOrItem");
        return {
            wrong,
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
            const { body, wrong } = bodyOf(value.peek());
            errors.set({ fields: wrong, summary: "" });
            if (Object.keys(wrong).length > 0) return undefined;
            isBusy.set(true);
            try {
                const { outbox } = await client.store();
                const content = new Blob([JSON.stringify(body)], { type: "application/json" });
                const entry = await outbox.add("receipt", content);
                const receipt = await outbox.deliver(entry, () => send(entry, content));
                value.set(empty);
                return receipt ?? "waiting";
            } catch (error) {
                const fields = serverErrors(error, body);
                errors.set({ fields, summary: Object.keys(fields).length ? "" : describeError(error) });
                return undefined;
            } finally {
                isBusy.set(false);
            }
        },
    };
}
