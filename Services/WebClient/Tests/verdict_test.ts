/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok } from "node:assert/strict";
import type { Evidence, LabelScan } from "../generated/api.ts";
import { setLanguage } from "../src/core/i18n.ts";
import {
    findingViews,
    markedWords,
    otherAllergens,
    verdictState,
    verdictView,
    waitingView,
} from "../src/models/verdict.ts";
import { scan } from "./fakes.ts";

const names: Record<string, string> = { milk: "Milk", nuts: "Tree nuts", fish: "Fish" };
const nameOf = (code: string): string => names[code] ?? code;
const evidence = (text: string, box?: number[]): Evidence => ({
    text,
    start: 0,
    length: text.length,
    rule: "ingredient-term",
    source: "",
    ...(box ? { box } : {}),
});
const milk = { allergen: "milk", evidence: [evidence("milk\npowder", [0, 0, 1, 0, 1, 1, 0, 1])] };
const nuts = { allergen: "nuts", evidence: [evidence("nuts")] };

/** The wording of each state; one row is one promise to a person with an allergy. */
const table: readonly (readonly [string, Partial<LabelScan>, string, string, readonly string[]])[] = [
    ["contains", { verdict: "contains", contains: [milk, nuts] }, "contains", "Contains milk and tree nuts", [
        "You avoid this.",
    ]],
    [
        "contains, beside traces",
        { verdict: "contains", contains: [milk], mayContain: [nuts] },
        "contains",
        "Contains milk",
        ["May contain tree nuts", "You avoid this."],
    ],
    [
        "contains, not read in full",
        { verdict: "contains", contains: [milk], complete: false },
        "contains",
        "Contains milk",
        ["You avoid this.", "Could not read it all. Treat it as unsafe until you have read the pack yourself."],
    ],
    ["may contain", { verdict: "mayContain", mayContain: [milk] }, "mayContain", "May contain milk", [
        "The label warns of traces.",
    ]],
    ["could not read", { verdict: "couldNotRead", complete: false }, "couldNotRead", "Could not read it all", [
        "Treat it as unsafe until you have read the pack yourself.",
    ]],
    [
        "could not read, with traces",
        { verdict: "couldNotRead", complete: false, mayContain: [nuts] },
        "couldNotRead",
        "Could not read it all",
        ["May contain tree nuts", "Treat it as unsafe until you have read the pack yourself."],
    ],
    [
        "nothing found in a list that was not read in full",
        { complete: false },
        "couldNotRead",
        "Could not read it all",
        ["Treat it as unsafe until you have read the pack yourself."],
    ],
    [
        "nothing found",
        {},
        "notDetected",
        "Nothing you avoid was found",
        ["Looked for: milk and kiwi.", "Recipes change: the pack in your hand has the last word."],
    ],
    [
        "no profile",
        { verdict: "contains", contains: [milk, nuts], profileEmpty: true },
        "noProfile",
        "The label names milk and tree nuts",
        ["You have not said what you avoid."],
    ],
    [
        "no profile, traces",
        { verdict: "mayContain", mayContain: [milk], profileEmpty: true },
        "noProfile",
        "The label warns of traces of milk",
        ["You have not said what you avoid."],
    ],
    [
        "no profile, nothing named",
        { profileEmpty: true },
        "noProfile",
        "The label names none of the 14 allergens",
        ["You have not said what you avoid."],
    ],
    [
        "changed to contains",
        { verdict: "contains", contains: [milk], reassessment: "profileChanged" },
        "contains",
        "Changed: now contains milk",
        ["You avoid this."],
    ],
    [
        "changed to nothing found",
        { reassessment: "lexiconChanged" },
        "notDetected",
        "Changed: nothing you avoid is found now",
        ["Looked for: milk and kiwi.", "Recipes change: the pack in your hand has the last word."],
    ],
    [
        "shortened, not changed",
        { verdict: "contains", contains: [milk], reassessment: "compacted" },
        "contains",
        "Contains milk",
        [
            "You avoid this.",
        ],
    ],
    [
        "profile pending",
        { verdict: "contains", contains: [milk], profilePending: true },
        "contains",
        "Contains milk",
        ["You avoid this.", "Your new profile is not in use yet. This was checked for all 14 allergens."],
    ],
];

for (const [title, more, state, headline, details] of table) {
    Deno.test(`verdict: ${title}`, async () => {
        await setLanguage("en");
        const view = verdictView(scan(more), nameOf, ["milk", "kiwi"]);
        same([view.state, view.headline, view.details], [state, headline, details]);
        same(view.state, verdictState(scan(more)));
    });
}

Deno.test("verdict: with an outdated profile, no checked allergens are named", async () => {
    await setLanguage("en");
    const { headline, details } = verdictView(scan(), nameOf, ["milk"], true);
    same([headline, details], ["Nothing you avoid was found", [
        "This was checked with your earlier profile. The new check follows shortly.",
        "The whole list was read.",
        "Recipes change: the pack in your hand has the last word.",
    ]]);
    const pending = scan({ profilePending: true });
    ok(verdictView(pending, nameOf, [], true).details.every((text) => !text.includes("earlier")));
});

Deno.test("verdict: own ingredients keep the user's spelling", () => {
    const view = verdictView(
        scan({ verdict: "contains", contains: [{ otherIngredient: "Kiwi", evidence: [] }] }),
        nameOf,
        [],
    );
    same(view.headline, "Contains Kiwi");
});

Deno.test("verdict: an incomplete reading has one piece of advice", () => {
    const view = verdictView(
        scan({ verdict: "couldNotRead", complete: false, advice: "photograph-closer" }),
        nameOf,
        [],
    );
    same(view.advice, "Go closer.");
    same(verdictView(scan({ complete: false }), nameOf, []).advice, "Photograph it again, straight on.");
    ok(!("advice" in verdictView(scan(), nameOf, [])));
});

Deno.test("verdict: each state has its own icon, different from waiting", () => {
    const views = table.map(([, more]) => verdictView(scan(more), nameOf, []));
    const byLook = new Map([...views, waitingView()].map(({ state, icon }) => [state, icon]));
    same(byLook.size, new Set(byLook.values()).size);
    same(waitingView().details.at(-1), "Nothing has been checked yet.");
    same(waitingView(true).details.map((text) => text.split(".")[0]), [
        "We cannot read photos right now",
        "Nothing has been checked yet",
    ]);
});

Deno.test("verdict: the decisive words are framed and quoted", () => {
    const found = scan({ verdict: "contains", contains: [milk], mayContain: [nuts] });
    same(markedWords(found), [{ box: [0, 0, 1, 0, 1, 1, 0, 1], kind: "contains" }]);
    same(findingViews(found, nameOf).map(({ name, quotes }) => [name, quotes]), [
        ["Milk", ["milk powder"]],
        ["Tree nuts", ["nuts"]],
    ]);
});

Deno.test("verdict: other allergens are those of the 14 without a finding", () => {
    const found = scan({
        verdict: "contains",
        contains: [milk],
        allContained: ["milk", "fish", "cod"],
        allPossible: ["milk", "fish", "nuts"],
    });
    const fourteen = Object.entries(names).map(([code, name]) => ({ code, name }));
    same(otherAllergens(found, fourteen), [{ name: "Fish", kind: "contains" }, {
        name: "Tree nuts",
        kind: "mayContain",
    }]);
});

Deno.test("verdict: has texts in Chinese and French", async () => {
    await setLanguage("zh");
    same(verdictView(scan({ verdict: "contains", contains: [milk] }), () => "牛奶", []).headline, "含有牛奶");
    await setLanguage("fr");
    same(
        verdictView(scan({ verdict: "contains", contains: [milk, nuts] }), nameOf, []).headline,
        "Contient\u00a0: milk et tree nuts",
    );
    await setLanguage("en");
});

Deno.test("verdict: the help explains it in the words of the result", async () => {
    const pages = new URL("../../Ingestion/Accounts/Help/Pages/", import.meta.url);
    for (const language of ["en", "fr", "es", "zh"] as const) {
        await setLanguage(language);
        const { headline } = verdictView(scan(), nameOf, []);
        for (const page of ["faq", "manual"]) {
            const text = await Deno.readTextFile(new URL(`${page}.${language}.md`, pages));
            ok(text.toLowerCase().includes(headline.toLowerCase()), `${page}.${language}: ${headline}`);
        }
    }
    await setLanguage("en");
});
