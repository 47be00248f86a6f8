import type { PurchaseCategory, Receipt, Spending } from "../../generated/api.ts";
import { t } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { localDate } from "./days.ts";
import { keptResource } from "./kept.ts";
import { categoryKeys, categoryName, dayOf, formatDay, sumAmounts } from "./money.ts";

export type Period = "month" | "lastMonth" | "quarter" | "year" | "all";
export type GroupBy = "category" | "store" | "product";

/** The first and the last day of a period. */
export interface Days {
    readonly from: string;
    readonly to: string;
}

export function daysOf(period: Period, now: Date): Days {
    const year = now.getFullYear();
    const month = now.getMonth();
    const today = dayOf(now);
    switch (period) {
        case "month":
            return { from: dayOf(new Date(year, month, 1)), to: today };
        case "lastMonth":
            return { from: dayOf(new Date(year, month - 1, 1)), to: dayOf(new Date(year, month, 0)) };
        case "quarter":
            return { from: dayOf(new Date(year, month - 2, 1)), to: today };
        case "year":
            return { from: dayOf(new Date(year, 0, 1)), to: today };
        default:
            return { from: dayOf(new Date(year - 9, 0, 1)), to: today };
    }
}

/** The length of one step of the chart over time. */
export function stepOf(period: Period): "day" | "week" | "month" | "year" {
    if (period === "month" || period === "lastMonth") return "day";
    if (period === "quarter") return "week";
    return period === "year" ? "month" : "year";
}

/** One bar of a chart. */
export interface Group {
    readonly key: string;
    readonly label: string;
    readonly amount: string;
    readonly count: number;
}

/** The spending in one currency. */
export interface CurrencyView {
    readonly currency: string;
    readonly total: string;
    readonly before?: string;
    readonly saved: string;
    readonly purchases: number;
    readonly groups: readonly Group[];
    readonly steps: readonly Group[];
}

export interface SpendingModel {
    readonly period: Readable<Period>;
    readonly groupBy: Readable<GroupBy>;
    /** The category and shop to show; empty for all. */
    readonly category: Readable<PurchaseCategory | "">;
    readonly store: Readable<string>;
    readonly views: Readable<readonly CurrencyView[] | undefined>;
    readonly receipts: Readable<readonly Receipt[] | undefined>;
    /** Shops of the listed receipts, by id. */
    readonly stores: Readable<readonly (readonly [string, string])[]>;
    /** Number of purchases left out of all sums, because their currency or day is unknown. */
    readonly uncounted: Readable<number>;
    /** Whether there are more receipts than the filters can include. */
    readonly isPartial: Readable<boolean>;
    readonly isLoading: Readable<boolean>;
    readonly error: Readable<unknown>;
    readonly isStale: Readable<boolean>;
    setPeriod(period: Period): void;
    setGroupBy(by: GroupBy): void;
    setCategory(category: PurchaseCategory | ""): void;
    setStore(store: string): void;
    reload(): void;
}

/** Maximum number of receipts loaded for a period; the server sends no more on one page. */
const maxReceipts = 100;

export function spendingModel(client: Client): SpendingModel {
    const period = signal<Period>("month");
    const groupBy = signal<GroupBy>("category");
    const category = signal<PurchaseCategory | "">("");
    const store = signal("");

    /** Only the default view, the current month, is stored on the device. */
    const month = (isFirst: boolean): string | undefined => isFirst ? localDate(client.now()).slice(0, 7) : undefined;
    const summary = keptResource<readonly [Spending, Spending]>(client, "spending", async () => {
        client.changesOf("receipt");
        const days = daysOf(period(), client.now());
        const by = groupBy();
        const step = stepOf(period());
        const [groups, steps] = await Promise.all([
            client.api.get("/v1/spending", { query: { ...days, by, limit: 50 } }),
            client.api.get("/v1/spending", { query: { ...days, by: step } }),
        ]);
        return [groups.value, steps.value] as const;
    }, () => month(period() === "month" && groupBy() === "category"));

    const list = keptResource<readonly Receipt[]>(client, "receipts", async () => {
        client.changesOf("receipt");
        const query = { ...daysOf(period(), client.now()), limit: maxReceipts };
        // Purchases without a day are on no page of a period; they are only found among the newest of all.
        const all = period() === "all" ? { limit: maxReceipts } : query;
        return (await client.api.get("/v1/receipts", { query: all })).value.items;
    }, () => month(period() === "month"));

    const isFiltered = computed(() => category() !== "" || store() !== "");
    const chosen = computed(() =>
        list.value()?.filter((receipt) =>
            (!store() || receipt.store.id === store()) &&
            (!category() || receipt.items.some((item) => item.category === category()))
        )
    );
    const views = computed((): readonly CurrencyView[] | undefined => {
        if (isFiltered()) {
            const receipts = chosen();
            const days = daysOf(period(), client.now());
            return receipts && viewsOf(receipts, category(), groupBy(), stepOf(period()), days);
        }
        const value = summary.value();
        if (!value) return undefined;
        const [groups, steps] = value;
        return groups.currencies.map((one) => ({
            currency: one.currency,
            total: one.total.amount,
            before: one.before.amount,
            saved: one.saved.amount,
            purchases: one.purchases,
            groups: one.groups.map((group) => ({
                key: group.key,
                label: groupLabel(group.key, group.name),
                amount: group.amount.amount,
                count: group.count,
            })),
            steps: (steps.currencies.find(({ currency }) => currency === one.currency)?.groups ?? []).map((group) => ({
                key: group.key,
                label: stepLabel(group.key, steps.by),
                amount: group.amount.amount,
                count: group.count,
            })),
        }));
    });
    return {
        period,
        groupBy,
        category,
        store,
        views,
        receipts: chosen,
        stores: computed(() => {
            const found = new Map<string, string>();
            for (const { store: shop, merchant } of list.value() ?? []) {
                if (shop.id && merchant) found.set(shop.id, merchant);
            }
            return [...found].sort((a, b) => a[1].localeCompare(b[1]));
        }),
        uncounted: computed(() => summary.value()?.[0].uncounted ?? 0),
        isPartial: computed(() => isFiltered() && list.value()?.length === maxReceipts),
        isLoading: computed(() => summary.isLoading() || list.isLoading()),
        error: computed(() => summary.error() ?? list.error()),
        isStale: computed(() => summary.error() !== undefined && summary.value() !== undefined),
        setPeriod: (next) => period.set(next),
        setGroupBy: (next) => groupBy.set(next),
        setCategory: (next) => category.set(next),
        setStore: (next) => store.set(next),
        reload: () => {
            summary.reload();
            list.reload();
        },
    };
}

/** The name of a group from the server. */
export function groupLabel(key: string, name?: string): string {
    if (name) return name;
    switch (key) {
        case "charges":
            return t("spending.charges");
        case "unassigned":
            return t("spending.unassigned");
        case "rest":
            return t("spending.rest");
        default:
            return key in categoryKeys ? categoryName(key as PurchaseCategory) : t("spending.unknown");
    }
}

export function stepLabel(day: string, by: string): string {
    if (by === "year") return day.slice(0, 4);
    if (by === "month") return formatDay(day, { month: "short", year: "numeric" });
    return formatDay(day, { day: "numeric", month: "short" });
}

/** The sums of the loaded receipts, exact to the cent. */
export function viewsOf(
    receipts: readonly Receipt[],
    category: PurchaseCategory | "",
    groupBy: GroupBy,
    step: "day" | "week" | "month" | "year",
    days: Days,
): readonly CurrencyView[] {
    const byCurrency = new Map<string, Receipt[]>();
    for (const receipt of receipts) {
        if (!receipt.currency || !receipt.purchasedAt) continue;
        byCurrency.set(receipt.currency, [...byCurrency.get(receipt.currency) ?? [], receipt]);
    }
    return [...byCurrency].sort().map(([currency, own]) => {
        const groups = new Map<string, { label: string; amounts: string[] }>();
        const steps = new Map<string, string[]>();
        const totals: string[] = [];
        for (const key of stepKeys(step, days)) steps.set(key, []);
        for (const receipt of own) {
            const day = stepKey((receipt.purchasedAt ?? "").slice(0, 10), step);
            const rows = receipt.items.filter((item) => !category || item.category === category);
            const amounts = category || !receipt.total
                ? rows.flatMap((item) =>
                    item.discount ? [item.amount.amount, item.discount.amount] : [item.amount.amount]
                )
                : [receipt.total.amount];
            totals.push(...amounts);
            steps.set(day, [...steps.get(day) ?? [], ...amounts]);
            const add = (key: string, label: string, more: readonly string[]): void => {
                const group = groups.get(key) ?? { label, amounts: [] };
                group.amounts.push(...more);
                groups.set(key, group);
            };
            if (groupBy === "store") add(receipt.store.id ?? "", receipt.merchant ?? t("spending.unknown"), amounts);
            else {
                for (const item of rows) {
                    const more = [item.amount.amount, ...(item.discount ? [item.discount.amount] : [])];
                    if (groupBy === "category") add(item.category, categoryName(item.category), more);
                    else add(item.product?.id ?? item.name, item.product?.name ?? item.name, more);
                }
            }
        }
        return {
            currency,
            total: sumAmounts(totals, currency).amount,
            saved: "0",
            purchases: own.length,
            groups: [...groups].map(([key, { label, amounts }]) => ({
                key,
                label,
                amount: sumAmounts(amounts, currency).amount,
                count: amounts.length,
            })).sort((a, b) => Number(b.amount) - Number(a.amount)),
            steps: [...steps].sort().map(([key, amounts]) => ({
                key,
                label: stepLabel(key, step),
                amount: sumAmounts(amounts, currency).amount,
                count: amounts.length,
            })),
        };
    });
}

/** The first day of the step that contains a day. */
function stepKey(day: string, step: "day" | "week" | "month" | "year"): string {
    if (step === "year") return `${day.slice(0, 4)}-01-01`;
    if (step === "month") return `${day.slice(0, 7)}-01`;
    if (step === "day") return day;
    const date = new Date(`${day}T12:00:00Z`);
    date.setUTCDate(date.getUTCDate() - (date.getUTCDay() + 6) % 7);
    return date.toISOString().slice(0, 10);
}

function stepKeys(step: "day" | "week" | "month" | "year", { from, to }: Days): readonly string[] {
    const keys = new Set<string>();
    const date = new Date(`${from}T12:00:00Z`);
    for (let count = 0; count < 4_000; count += 1) {
        const day = date.toISOString().slice(0, 10);
        if (day > to) break;
        keys.add(stepKey(day, step));
        date.setUTCDate(date.getUTCDate() + 1);
    }
    return [...keys];
}

/** Receipts as rows of a CSV file for spreadsheets, which the import also reads. */
export function receiptsCSV(receipts: readonly Receipt[]): string {
    const columns = [
        "date",
        "time",
        "merchant",
        "item",
        "quantity",
        "unit",
        "amount",
        "discount",
        "currency",
        "category",
        "total",
    ];
    const cell = (text: string): string => {
        // A spreadsheet would treat a text with such a beginning as a formula.
        const plain = /^[=+@\t\r-]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
        return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
    };
    const rows = receipts.flatMap((receipt) =>
        receipt.items.map((item) => [
            receipt.purchasedAt?.slice(0, 10) ?? "",
            receipt.purchasedAt?.slice(11, 16) ?? "",
            receipt.merchant ?? "",
            item.name,
            String(item.quantity),
            item.unit,
            item.amount.amount,
            item.discount?.amount ?? "",
            receipt.currency ?? "",
            item.category,
            receipt.total?.amount ?? "",
        ])
    );
    return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

const householdSlot = "household-spending";

/**
 * The household's spending in the current month, with the share of each member.
 * @param household The id of the household.
 */
export function householdSpendingResource(client: Client, household: string): Resource<Spending> {
    return keptResource(client, householdSlot, async () => {
        client.changesOf("receipt");
        const query = { ...daysOf("month", client.now()), scope: "household" as const };
        return (await client.api.get("/v1/spending", { query })).value;
    }, () => `${household} ${daysOf("month", client.now()).from}`);
}

/** Deletes the household's spending from the device. */
export function forgetHouseholdSpending(client: Client): void {
    void client.store().then(({ kept }) => kept.delete(householdSlot)).catch(() => {});
}
