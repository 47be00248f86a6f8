/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok } from "node:assert/strict";
import enEntry from "../lang/entry/en.ts";
import enEveryday from "../lang/everyday/en.ts";
import enAdministration from "../lang/administration/en.ts";
import esEntry from "../lang/entry/es.ts";
import esEveryday from "../lang/everyday/es.ts";
import esAdministration from "../lang/administration/es.ts";
import frEntry from "../lang/entry/fr.ts";
import frEveryday from "../lang/everyday/fr.ts";
import frAdministration from "../lang/administration/fr.ts";
import zhEntry from "../lang/entry/zh.ts";
import zhEveryday from "../lang/everyday/zh.ts";
import zhAdministration from "../lang/administration/zh.ts";
import {
    formatList,
    formatMoment,
    inSentence,
    language,
    loadAllTexts,
    preferredLanguage,
    setLanguage,
    t,
    withSigns,
} from "../src/core/i18n.ts";

const en = { ...enEntry, ...enEveryday, ...enAdministration };
const catalogs: Record<string, Record<string, string>> = {
    en,
    es: { ...esEntry, ...esEveryday, ...esAdministration },
    fr: { ...frEntry, ...frEveryday, ...frAdministration },
    zh: { ...zhEntry, ...zhEveryday, ...zhAdministration },
};
const later = { ...enEveryday, ...enAdministration };
/** Whether the catalog has the key, or a plural form of it. */
const isKeyOf = (texts: Record<string, string>, key: string): boolean => key in texts || `${key}|other` in texts;
const names = (text: string): string => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort().join();

Deno.test("catalogs: every text has the placeholders of English and is not empty", () => {
    for (const [language, texts] of Object.entries(catalogs)) {
        same(Object.keys(texts).sort(), Object.keys(en).sort(), language);
        for (const [key, text] of Object.entries(texts)) {
            ok(text.trim() === text && text !== "", `${language} ${key}`);
            same(names(text), names((en as Record<string, string>)[key] ?? ""), `${language} ${key}`);
        }
    }
});

Deno.test("catalogs: every key starts with its file's name and is in one file", async () => {
    const seen = new Set<string>();
    for await (const { name } of Deno.readDir(new URL("../lang/en/", import.meta.url))) {
        const { default: texts } = await import(`../lang/en/${name}`) as { default: Record<string, string> };
        for (const key of Object.keys(texts)) {
            ok(key.startsWith(name.replace(".ts", ".")), `${name}: ${key}`);
            ok(!seen.has(key), key);
            seen.add(key);
        }
    }
    same([...seen].sort(), Object.keys(en).sort());
});

Deno.test("catalogs: every key is used by the client", async () => {
    const sources: string[] = [];
    for (const folder of ["", "api/", "core/", "models/", "screens/", "store/"]) {
        for await (const { name, isFile } of Deno.readDir(new URL(`../src/${folder}`, import.meta.url))) {
            if (isFile) sources.push(await Deno.readTextFile(new URL(`../src/${folder}${name}`, import.meta.url)));
        }
    }
    const text = sources.join("\n");
    // Labels of tabs are put together from their names.
    const computed = new Set(["app.today", "app.allergens", "app.scan", "app.spending", "app.me"]);
    const unused = Object.keys(en).map((key) => key.replace(/\|.*/, ""))
        .filter((key) => !computed.has(key) && !text.includes(`"${key}"`));
    same(unused, []);
});

Deno.test("catalogs: pages before sign-in use only the texts loaded first", async () => {
    const guests = [
        "error-page",
        "frame",
        "parts",
        "recover",
        "register",
        "sign-in",
        "snackbar",
        "terms",
        "welcome-parts",
    ];
    for (const name of guests) {
        const text = await Deno.readTextFile(new URL(`../src/screens/${name}.ts`, import.meta.url));
        const used = [...text.matchAll(/"([a-zA-Z]+\.[\w.]+)"/g)].map((match) => match[1] ?? "");
        same(used.filter((key) => isKeyOf(later, key) && !isKeyOf(enEntry, key)), [], name);
    }
});

Deno.test("loadAllTexts: loads the texts of an account's pages in each language", async () => {
    await setLanguage("fr");
    await Promise.all([loadAllTexts(), loadAllTexts()]);
    same(t("diary.title"), frEveryday["diary.title"]);
    await setLanguage("zh");
    same(t("plan.title"), zhAdministration["plan.title"]);
    await setLanguage("en");
    same(t("plan.title"), enAdministration["plan.title"]);
});

Deno.test("catalogs: no text calls a food safe", () => {
    const forbidden = [
        /\bsafe\b/i,
        /harmless/i,
        /guarantee/i,
        /inoffensi/i,
        /\bsûr\b/i,
        /\bseguro\b/i,
        /garanti/i,
        /安全/,
    ];
    for (const [language, texts] of Object.entries(catalogs)) {
        for (const [key, text] of Object.entries(texts)) {
            const isAboutConnection = key === "scan.insecure";
            if (!isAboutConnection) {
                for (const word of forbidden) ok(!word.test(text), `${language} ${key}: ${text}`);
            }
        }
    }
});

Deno.test("t: fills in values, chooses plural forms, formats numbers", async () => {
    same(t("welcome.step", { step: 1, steps: 2 }), "Step 1 of 2");
    same(t("app.waiting", { count: 1 }), "1 photo waits to be sent.");
    same(t("app.waiting", { count: 1_200 }), "1,200 photos wait to be sent.");
    await setLanguage("fr");
    same(t("app.waiting", { count: 0 }), "0 photo attend d’être envoyée.");
    same(formatList(["lait", "œufs", "noix"]), "lait, œufs et noix");
    await setLanguage("zh");
    same(t("app.waiting", { count: 1 }), "1 张照片等待发送。");
    await setLanguage("en");
});

Deno.test("withSigns: French punctuation does not wrap away from its word", async () => {
    same(withSigns("a : b"), "a : b");
    await setLanguage("fr");
    same(withSigns("Sous « Moi » : quoi ?"), "Sous «\u00a0Moi\u00a0»\u00a0: quoi\u00a0?");
    await setLanguage("en");
});

Deno.test("formatMoment: omits the date for today", () => {
    const now = new Date(2026, 10, 26, 15, 0);
    ok(!formatMoment(new Date(2026, 10, 26, 14, 2), now).includes("2026"));
    ok(formatMoment(new Date(2026, 10, 25, 14, 2), now).includes("2026"));
});

Deno.test("preferredLanguage: takes the first supported language", () => {
    same(preferredLanguage(["de-DE", "fr-CA", "en"]), "fr");
    same(preferredLanguage(["zh-Hant-TW"]), "zh");
    same(preferredLanguage(["de"]), "en");
    same(inSentence("Tree nuts"), "tree nuts");
});

Deno.test("i18n: the language that was chosen last is shown", async () => {
    await Promise.all([setLanguage("es"), setLanguage("en")]);
    same(language(), "en");
});
