import en from "../../lang/en.ts";
import { signal } from "./signal.ts";

/** The texts of one language: every key of English, and no other. A missing key is a type error. */
export type Catalog = Readonly<Record<keyof typeof en, string>>;

type English = typeof en;
/** The key of a text; `key|one` and `key|other` are plural forms of the key `key`. */
export type Key = keyof English extends infer K ? K extends `${infer Base}|${string}` ? Base : K : never;
type Pattern<K extends Key> = K extends keyof English ? English[K]
    : `${K}|other` extends keyof English ? English[`${K}|other`]
    : never;
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** What a text needs: nothing, or a value for each `{name}` in it. */
export type Values<K extends Key> = [Names<Pattern<K>>] extends [never] ? []
    : [values: Readonly<Record<Names<Pattern<K>>, string | number>>];

export const languages = ["en", "fr", "es", "zh"] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words. */
export const languageNames: Readonly<Record<Language, string>> = {
    en: "English",
    fr: "Français",
    es: "Español",
    zh: "中文",
};

const loaded: Partial<Record<Language, Catalog>> = { en };
const loaders: Readonly<Record<Language, () => Promise<{ default: Catalog }>>> = {
    en: () => Promise.resolve({ default: en }),
    fr: () => import("../../lang/fr.ts"),
    es: () => import("../../lang/es.ts"),
    zh: () => import("../../lang/zh.ts"),
};

const current = signal<Language>("en");

/** The language that texts are in now. */
export const language: () => Language = current;

/** Loads a language and changes to it. */
export async function setLanguage(next: Language): Promise<void> {
    loaded[next] ??= (await loaders[next]()).default;
    current.set(next);
}

/** The first language of the list that there is a catalog for, else English. */
export function preferredLanguage(tags: readonly string[]): Language {
    for (const tag of tags) {
        const base = tag.slice(0, 2).toLowerCase();
        const found = languages.find((one) => one === base);
        if (found) return found;
    }
    return "en";
}

/** The text of a key in the current language, with its values filled in. */
export function t<K extends Key>(key: K, ...values: Values<K>): string {
    return translate(key, values[0] as Readonly<Record<string, string | number>> | undefined);
}

/** The same for a key that is computed; the caller makes sure that the values are there. */
export function translate(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
    const texts = (loaded[current()] ?? en) as Readonly<Record<string, string>>;
    let pattern = texts[key];
    if (typeof values.count === "number") {
        const form = new Intl.PluralRules(current()).select(values.count);
        pattern = texts[`${key}|${form}`] ?? texts[`${key}|other`] ?? pattern;
    }
    return (pattern ?? key).replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name];
        return typeof value === "number" ? formatNumber(value) : value ?? "";
    });
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(current(), options).format(value);
}

/** "milk, eggs and fish" */
export function formatList(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
    return new Intl.ListFormat(current(), { type }).format(items);
}

/** A date and time as people write them; without the date when it is today. */
export function formatMoment(at: string | Date, now = new Date()): string {
    const date = new Date(at);
    const isToday = date.toDateString() === now.toDateString();
    return new Intl.DateTimeFormat(
        current(),
        isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
    )
        .format(date);
}

/** A name of the server as it stands inside a sentence. */
export function inSentence(name: string): string {
    return name.toLocaleLowerCase(current());
}
