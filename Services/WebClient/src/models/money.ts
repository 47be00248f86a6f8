import type { Money, PurchaseCategory, PurchaseUnit } from "../../generated/api.ts";
import { dateFormat, formatNumber, type Key, t, translate } from "../core/i18n.ts";

/** Currencies offered first; others are shown if a receipt has them. */
export const currencies = ["CAD", "USD", "EUR", "GBP", "MXN", "CNY", "CHF", "JPY"] as const;

export const units: readonly PurchaseUnit[] = ["ea", "kg", "g", "lb", "oz", "L", "mL", "gal", "fl oz"];

/** The categories with their texts, in the order of display. */
export const categoryKeys: Readonly<Record<PurchaseCategory, Key>> = {
    produce: "category.produce",
    meat: "category.meat",
    seafood: "category.seafood",
    dairy: "category.dairy",
    bakery: "category.bakery",
    pantry: "category.pantry",
    snacks: "category.snacks",
    sweets: "category.sweets",
    beverages: "category.beverages",
    alcohol: "category.alcohol",
    frozen: "category.frozen",
    prepared: "category.prepared",
    household: "category.household",
    personalCare: "category.personalCare",
    baby: "category.baby",
    pet: "category.pet",
    other: "category.other",
};

export const categories = Object.keys(categoryKeys) as readonly PurchaseCategory[];

export function categoryName(category: PurchaseCategory): string {
    return translate(categoryKeys[category] ?? "category.other");
}

/** Number of decimals of a currency. */
export function decimalsOf(currency: string | null): number {
    if (!currency) return 2;
    try {
        const format = new Intl.NumberFormat("en", { style: "currency", currency });
        return format.resolvedOptions().maximumFractionDigits ?? 2;
    } catch {
        return 2;
    }
}

/** An amount formatted for the language; without a currency, a plain number. */
export function formatMoney(money: Money): string {
    const value = Number(money.amount);
    const digits = decimalsOf(money.currency);
    if (!money.currency) return formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return formatNumber(value, { style: "currency", currency: money.currency });
}

/** A price for one unit, which has more decimals than an amount. */
export function formatUnitPrice(price: string, currency: string, unit: PurchaseUnit): string {
    const text = formatNumber(Number(price), { style: "currency", currency });
    return unit === "ea" ? text : t("receipt.perUnit", { price: text, unit });
}

/** An amount as the value of a field: with the decimal separator of the language, without a currency. */
export function amountText(money: Money | undefined): string {
    if (!money) return "";
    const digits = decimalsOf(money.currency);
    return formatNumber(Number(money.amount), {
        useGrouping: false,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
    });
}

/**
 * The amount in a typed text: with a decimal point or comma, with or without thousands separators and a currency.
 * @returns undefined if the text is not an amount.
 */
export function parseAmount(text: string, currency: string | null): string | undefined {
    const digits = decimalsOf(currency);
    const cleaned = text.normalize("NFKC").replace(/[^\d.,\-−]/g, "").replace("−", "-");
    const match = /^(-?)([\d.,]*\d[\d.,]*)$/.exec(cleaned);
    const sign = match?.[1] ?? "";
    const body = match?.[2];
    if (!body) return undefined;
    const at = Math.max(body.lastIndexOf("."), body.lastIndexOf(","));
    const after = at < 0 ? "" : body.slice(at + 1);
    const isOnly = at >= 0 && !/[.,]/.test(body.slice(0, at));
    // A single separator before three digits separates thousands, as in 1,234; otherwise the last separator is that of
    // decimals.
    const isThousands = after.length === 3 && (isOnly ? digits < 3 && body.slice(0, at) !== "0" : true) &&
        new Set(body.replace(/\d/g, "")).size < 2;
    const whole = (at < 0 || isThousands ? body : body.slice(0, at)).replace(/[.,]/g, "") || "0";
    const fraction = at < 0 || isThousands ? "" : after;
    if (fraction.length > digits) return undefined;
    const value = `${whole.replace(/^0+(?=\d)/, "")}${digits ? `.${fraction.padEnd(digits, "0")}` : ""}`;
    return sign + value;
}

/** A typed quantity; undefined if it is not a number above zero. */
export function parseQuantity(text: string): number | undefined {
    const plain = text.normalize("NFKC").trim().replace(",", ".");
    const value = /^\d*\.?\d*$/.test(plain) ? Number(plain) : NaN;
    return plain && Number.isFinite(value) && value >= 0.001 ? Math.round(value * 1_000) / 1_000 : undefined;
}

const scale = 5;

function toMinor(amount: string): bigint {
    const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
    if (!match) return 0n;
    const minor = BigInt((match[2] ?? "0") + (match[3] ?? "").padEnd(scale, "0").slice(0, scale));
    return match[1] ? -minor : minor;
}

/** The exact sum of amounts in one currency. */
export function sumAmounts(amounts: readonly string[], currency: string | null): Money {
    const sum = amounts.reduce((total, amount) => total + toMinor(amount), 0n);
    const digits = decimalsOf(currency);
    const text = String(sum < 0n ? -sum : sum).padStart(scale + 1, "0");
    const whole = text.slice(0, -scale);
    const fraction = text.slice(-scale).slice(0, digits);
    return { amount: `${sum < 0n ? "-" : ""}${whole}${digits ? `.${fraction}` : ""}`, currency };
}

/** A day such as `2026-11-21`, formatted for the language. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
    const [year = 1970, month = 1, date = 1] = day.slice(0, 10).split("-").map(Number);
    return dateFormat({ ...options, timeZone: "UTC" })
        .format(new Date(Date.UTC(year, month - 1, date)));
}

/** The local calendar day of an instant, such as `2026-11-21`. */
export function dayOf(moment: Date): string {
    const two = (value: number): string => String(value).padStart(2, "0");
    return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
