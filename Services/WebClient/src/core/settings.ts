import type { Language } from "./i18n.ts";
import { type Readable, signal } from "./signal.ts";

/** Settings of this device. Stored in `localStorage`: they are needed before the first paint and are not personal. */
export interface Settings {
    readonly language?: Language;
    readonly theme: "auto" | "light" | "dark";
    readonly palette: "standard" | "colorBlind" | "highContrast";
    /** Text size in percent, 100 to 200. */
    readonly textSize: number;
    readonly energyUnit: "kcal" | "kJ";
    /** The units of the account; `mixed` is usual in Canada: pounds and inches, but grams and liters. */
    readonly units: "metric" | "imperial" | "mixed";
    /** The kind of photo that was taken last, with which the scan page opens. */
    readonly scanMode: "label" | "meal" | "receipt";
}

export const textSizes = { min: 100, max: 200, step: 10 } as const;

const defaults: Settings = {
    theme: "auto",
    palette: "standard",
    textSize: 100,
    energyUnit: "kcal",
    units: "metric",
    scanMode: "label",
};
const storageKey = "settings";

/** The settings in a stored text; missing or invalid ones get their defaults. */
export function parseSettings(text: string | null): Settings {
    let stored: Record<string, unknown> = {};
    try {
        const value: unknown = JSON.parse(text ?? "{}");
        if (typeof value === "object" && value !== null) stored = value as Record<string, unknown>;
    } catch {
        // A damaged entry is ignored and replaced by the next change.
    }
    const choice = <T extends string>(name: string, allowed: readonly T[], otherwise: T): T =>
        allowed.find((one) => one === stored[name]) ?? otherwise;
    const size = stored.textSize;
    const language = ["en", "fr", "es", "zh"].find((one) => one === stored.language) as Language | undefined;
    return {
        ...(language ? { language } : {}),
        theme: choice("theme", ["auto", "light", "dark"], defaults.theme),
        palette: choice("palette", ["standard", "colorBlind", "highContrast"], defaults.palette),
        textSize: typeof size === "number" && size >= textSizes.min && size <= textSizes.max ? size : defaults.textSize,
        energyUnit: choice("energyUnit", ["kcal", "kJ"], defaults.energyUnit),
        // Earlier versions stored ounces as a separate choice.
        units: choice("units", ["metric", "imperial", "mixed"], stored.massUnit === "oz" ? "imperial" : defaults.units),
        scanMode: choice("scanMode", ["label", "meal", "receipt"], defaults.scanMode),
    };
}

function stored(): string | null {
    try {
        return globalThis.localStorage?.getItem(storageKey) ?? null;
    } catch {
        return null;
    }
}

const current = signal(parseSettings(stored()));
export const settings: Readable<Settings> = current;

export function changeSettings(change: Partial<Settings>): void {
    current.update((old) => ({ ...old, ...change }));
    try {
        globalThis.localStorage?.setItem(storageKey, JSON.stringify(current.peek()));
    } catch {
        // If site data is blocked, the setting lasts until the page is closed.
    }
}

/** Minimum width of the page for the wide layout, in letter sizes. */
const narrowBelow = 19;
/**
 * The size of letters at 100 % and the width of the page, in pixels.
 *
 * Kept, since measuring makes the browser lay out the page at once, in the middle of a change of the settings.
 */
let measured: { readonly letter: number; readonly width: number } | undefined;

/** Writes the appearance to the root element, where app.css reads it. */
export function applySettings(root: HTMLElement): void {
    const { theme, palette, textSize } = current();
    root.dataset.theme = theme;
    root.dataset.palette = palette;
    root.style.setProperty("--text", String(textSize / 100));
    markLayout(root, textSize);
}

/** Marks whether letters are large for the width of the page, after the width has changed. */
export function measureLayout(root: HTMLElement): void {
    measured = undefined;
    markLayout(root, current.peek().textSize);
}

function markLayout(root: HTMLElement, textSize: number): void {
    measured ??= {
        letter: parseFloat(getComputedStyle(root).fontSize) / textSize * 100,
        width: root.clientWidth,
    };
    const { letter, width } = measured;
    root.dataset.layout = width < narrowBelow * letter * textSize / 100 ? "narrow" : "wide";
}
