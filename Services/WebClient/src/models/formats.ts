import { dateFormat, formatNumber } from "../core/i18n.ts";

/** A calendar day such as `2026-11-26`, formatted without a shift by time zones. */
export function formatDay(day: string): string {
    return dateFormat({ dateStyle: "long", timeZone: "UTC" }).format(
        new Date(`${day.slice(0, 10)}T00:00:00Z`),
    );
}

/** The local day of an instant. */
export function formatDate(at: string | Date): string {
    return dateFormat({ dateStyle: "long" }).format(new Date(at));
}

/** A number of bytes in kB, MB or GB. */
export function formatBytes(bytes: number): string {
    const [unit, size, digits] = bytes >= 1e9
        ? ["gigabyte", 1e9, 1] as const
        : bytes >= 1e6
        ? ["megabyte", 1e6, 1] as const
        : ["kilobyte", 1e3, 0] as const;
    return formatNumber(Math.max(1, bytes / size), { style: "unit", unit, maximumFractionDigits: digits });
}

/** The local calendar day of a date, such as `2026-11-26`. */
export function dayOf(date: Date): string {
    const pad = (value: number): string => String(value).padStart(2, "0");
    return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
