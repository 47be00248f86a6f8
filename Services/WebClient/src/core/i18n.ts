import entry from "../../lang/entry/en.ts";
import type everyday from "../../lang/everyday/en.ts";
import type administration from "../../lang/administration/en.ts";
import { signal } from "./signal.ts";

/** The English texts by parts: `entry` is available before signing in, the others are loaded afterwards. */
interface Parts {
    readonly entry: typeof entry;
    readonly everyday: typeof everyday;
    readonly administration: typeof administration;
}
type Part = keyof Parts;
type English = Parts["entry"] & Parts["everyday"] & Parts["administration"];
/** The texts of a part in another language: every key of English, and no other. A missing key is a type error. */
export type TextsOf<P extends Part> = Readonly<Record<keyof Parts[P], string>>;
/** The key of a text; `key|one` and `key|other` are plural forms of the key `key`. */
export type Key = keyof English extends infer K ? K extends `${infer Base}|${string}` ? Base : K : never;
type Pattern<K extends Key> = K extends keyof English ? English[K]
    : `${K}|other` extends keyof English ? English[`${K}|other`]
    : never;
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** Parameters of a text: a value for each `{name}` in it. */
export type Values<K extends Key> = [Names<Pattern<K>>] extends [never] ? []
    : [values: Readonly<Record<Names<Pattern<K>>, string | number>>];

export const languages = ["en", "fr", "es", "zh"] as const;
export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
    en: "English",
    fr: "Français",
    es: "Español",
    zh: "中文",
};

type Texts = Readonly<Record<string, string>>;
type Loader = () => Promise<{ default: Texts }>;

const loaders: Readonly<Record<Language, Readonly<Record<Part, Loader>>>> = {
    en: {
        entry: () => Promise.resolve({ default: entry }),
        everyday: () => import("../../lang/everyday/en.ts"),
        administration: () => import("../../lang/administration/en.ts"),
    },
    fr: {
        entry: () => import("../../lang/entry/fr.ts"),
        everyday: () => import("../../lang/everyday/fr.ts"),
        administration: () => import("../../lang/administration/fr.ts"),
    },
    es: {
        entry: () => import("../../lang/entry/es.ts"),
        everyday: () => import("../../lang/everyday/es.ts"),
        administration: () => import("../../lang/administration/es.ts"),
    },
    zh: {
        entry: () => import("../../lang/entry/zh.ts"),
        everyday: () => import("../../lang/everyday/zh.ts"),
        administration: () => import("../../lang/administration/zh.ts"),
    },
};

/** The loaded texts; those of `entry` in English are part of the first load. */
const loaded: Record<Language, Partial<Record<Part, Texts>>> = { en: { entry }, fr: {}, es: {}, zh: {} };
/** The parts that are loaded for a language. */
const wanted = new Set<Part>(["entry"]);

/** Loads the texts of a language, in all parts that are needed. */
async function load(language: Language): Promise<Texts> {
    const have = loaded[language];
    await Promise.all([...wanted].map(async (part) => {
        have[part] ??= (await loaders[language][part]()).default;
    }));
    return Object.assign({}, ...Object.values(have)) as Texts;
}

const current = signal<Language>("en");
/** The loaded texts of the current language. */
const catalog = signal<Texts>(entry);

/** The current language of texts. */
export const language: () => Language = current;

/** Number of the newest change of the language. */
let newest = 0;

/** Loads a language and changes to it, unless another one is chosen meanwhile. */
export async function setLanguage(next: Language): Promise<void> {
    const number = newest += 1;
    const texts = await load(next);
    if (number !== newest) return;
    catalog.set(texts);
    current.set(next);
}

/** Makes later loads of a language include the texts for signed-in people. */
export function wantAllTexts(): void {
    wanted.add("everyday").add("administration");
}

let allTexts: Promise<void> | undefined;

/** Loads the texts for signed-in people; later calls return at once. */
export function loadAllTexts(): Promise<void> {
    allTexts ??= (async () => {
        wantAllTexts();
        try {
            const wanted = current.peek();
            const texts = await load(wanted);
            // A language that was chosen meanwhile was loaded with all its texts.
            if (current.peek() === wanted) catalog.set(texts);
        } catch (error) {
            allTexts = undefined;
            throw error;
        }
    })();
    return allTexts;
}

/** The first language of the list with a catalog, else English. */
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

/** The text of a computed key; the caller must pass the values that it needs. */
export function translate(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
    const texts = catalog();
    let pattern = texts[key];
    if (typeof values.count === "number") {
        const form = pluralRules(current()).select(values.count);
        pattern = texts[`${key}|${form}`] ?? texts[`${key}|other`] ?? pattern;
    }
    const text = (pattern ?? key).replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name];
        return typeof value === "number" ? formatNumber(value) : value ?? "";
    });
    return withSigns(text);
}

/** A text whose lines do not break before or after a French sign, which a space separates from its word. */
export function withSigns(text: string): string {
    if (current() !== "fr") return text;
    return text.replaceAll("« ", "«\u00a0").replace(/ (?=[?!:;»])/g, "\u00a0");
}

/** Formats are made once for each language and options: making one takes longer than a hundred uses of it. */
function once<Options, Format>(make: (language: Language, options?: Options) => Format) {
    const made = new Map<string, Format>();
    return (language: Language, options?: Options): Format => {
        const key = language + JSON.stringify(options ?? {});
        const format = made.get(key) ?? make(language, options);
        made.set(key, format);
        return format;
    };
}

const numberFormat = once((language, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));
const dateFormats = once((language, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, options)
);
const pluralRules = once((language) => new Intl.PluralRules(language));

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
    return numberFormat(current(), options).format(value);
}

/** The format of dates in the current language. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return dateFormats(current(), options);
}

/** A list as text: "milk, eggs and fish". */
export function formatList(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
    return new Intl.ListFormat(current(), { type }).format(items);
}

/** A date and time in the format of the language; without the date if it is the current day. */
export function formatMoment(at: string | Date, now = new Date()): string {
    const date = new Date(at);
    if (date.toDateString() !== now.toDateString()) return formatDateAndTime(date);
    return dateFormat({ timeStyle: "short" }).format(date);
}

/** A date and time in the format of the language, for use within a sentence. */
export function formatDateAndTime(at: string | Date): string {
    return dateFormat({ dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
}

/** A name from the server in the form used within a sentence. */
export function inSentence(name: string): string {
    return name.toLocaleLowerCase(current());
}
