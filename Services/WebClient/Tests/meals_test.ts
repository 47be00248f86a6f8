/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok } from "node:assert/strict";
import type { Figure, Meal, MealItem, Share } from "../generated/api.ts";
import { RefusedError } from "../src/api/problem.ts";
import { setLanguage } from "../src/core/i18n.ts";
import { changeSettings } from "../src/core/settings.ts";
import {
    dayModel,
    eatenAt,
    energyState,
    firstWeekday,
    isDate,
    localDate,
    mealTitle,
    monthModel,
    monthWeeks,
    shiftDate,
    slotOfHour,
    slotViews,
} from "../src/models/days.ts";
import { isOutsidePlan } from "../src/models/limits.ts";
import { adviceResource, formatDay, formatMonth, formatTime, goalsResource } from "../src/models/days.ts";
import { foodModel, foodSearchModel, isBarcode, printedBarcode, savedFoodsModel } from "../src/models/foods.ts";
import { checkGoals, goalsChange, type GoalsForm, goalsModel } from "../src/models/goals.ts";
import { itemEntry, mealModel, mealVerdict, outlines } from "../src/models/meal.ts";
import {
    keepFreshMeal,
    mealCaptureModel,
    packMealPhoto,
    sendMealPhoto,
    takeFreshMeal,
    unpackMealPhoto,
} from "../src/models/meal-capture.ts";
import { entryOf, mealEntryModel, restoreMeal, sendMeal } from "../src/models/meal-entry.ts";
import {
    formatAmount,
    formatEnergy,
    formatFigure,
    formatMass,
    formatMassRange,
    formatSides,
    gramsOf,
    kilocalories,
    massValue,
    nutrientName,
    nutrientOfFigure,
    nutrients,
    parseDecimal,
    percentOfGoal,
} from "../src/models/nutrients.ts";
import { foodChange, foodFormOf, ownFoodModel } from "../src/models/own-food.ts";
import { keptReportsModel, reportModel } from "../src/models/reports.ts";
import { pictureOf, share, sharesModel } from "../src/models/shares.ts";
import { trendModel } from "../src/models/trend.ts";
import { type FakeClient, fakeClient, json, problem, settle, storedDraft } from "./fakes.ts";

const figure = (value: number | null, reported = 1, of = 1): Figure => ({
    value,
    low: value,
    high: value,
    reported,
    of,
});

function item(more: Partial<MealItem> = {}): MealItem {
    return {
        id: "i1",
        food: { id: "f1", name: "apple" },
        grams: { value: 150, low: 150, high: 150 },
        score: null,
        source: "catalogue",
        energyKcal: 78,
        ...more,
    };
}

function meal(more: Partial<Meal> = {}): Meal {
    return {
        id: "m1",
        name: null,
        slot: "lunch",
        day: "2026-11-26",
        eatenAt: "2026-11-26T12:00:00.000Z",
        items: [item()],
        totals: { energyKcal: figure(78) },
        allergens: [],
        allergensPending: false,
        allergensUnknownItems: [],
        allergensOtherIngredients: [],
        recordedAt: "2026-11-26T12:00:00Z",
        version: 1,
        ...more,
    };
}

const photo = new Blob(["photo"], { type: "image/jpeg" });
const asItIs = (blob: Blob): Promise<Blob> => Promise.resolve(blob);
const refused = (kind: string, status: number): RefusedError =>
    new RefusedError({ type: `https://foodmagic.example/problems/${kind}`, title: kind, status });

function answering(answers: Readonly<Record<string, (body: unknown) => Response>>): FakeClient {
    return fakeClient(({ method, path, body }) => {
        const key = `${method} ${path.replace(/\?.*/, "")}`;
        return answers[key]?.(body) ?? problem("not-found", 404);
    });
}

Deno.test("amounts: are shown in the units of the settings", () => {
    same([formatEnergy(521.4), formatMass(150.4), formatMass(3.26)], ["521 kcal", "150 g", "3.3 g"]);
    same(formatMassRange(152.1, 241.9), "152 to 242 g");
    same([formatAmount(0.234, "mg"), formatAmount(12.34, "µg"), formatAmount(508.4, "g")], [
        "0.23 mg",
        "12.3 µg",
        "508 g",
    ]);
    same(formatFigure(figure(null, 0, 2), "g"), "not known");
    same(formatFigure(figure(20.7, 1, 2), "g"), "at least 20.7 g");
    changeSettings({ energyUnit: "kJ", units: "imperial" });
    same([formatEnergy(500), formatMass(150), formatMassRange(100, 200)], ["2,092 kJ", "5.3 oz", "3.5 to 7.1 oz"]);
    same([massValue(28.349523), gramsOf(1), Math.round(kilocalories(418.4))], [1, 28.3, 100]);
    same(formatSides(8.58, 7.15), "3.4 × 2.8 in");
    changeSettings({ units: "mixed" });
    same([formatMass(150), formatSides(8.58, 7.15)], ["150 g", "3.4 × 2.8 in"]);
    changeSettings({ energyUnit: "kcal", units: "metric" });
    same(formatSides(8.58, 7.15), "8.6 × 7.2 cm");
});

Deno.test("parseDecimal: accepts thousands separators and full-width digits", async () => {
    const texts = ["1,500", "12,345.5", "0,125", "１２．５"];
    same(texts.map(parseDecimal), [1_500, 12_345.5, 0.125, 12.5]);
    await setLanguage("fr");
    same(texts.slice(0, 1).map(parseDecimal), [1.5]);
    await setLanguage("en");
});

Deno.test("parseDecimal: accepts a comma or a point and rejects other text", () => {
    same(["1,5", " 1.5 ", "1 200", "", "x", "-1", "1.2.3"].map(parseDecimal), [
        1.5,
        1.5,
        1200,
        undefined,
        undefined,
        undefined,
        undefined,
    ]);
});

Deno.test("nutrients: percent of a goal is rounded down as in the report", () => {
    // The day says 121.7, the report 121.
    same(percentOfGoal(334.6, 275), 121);
    same([percentOfGoal(17.999, 18), percentOfGoal(18, 18), percentOfGoal(0, 18)], [99, 100, 0]);
    same([percentOfGoal(null, 18), percentOfGoal(5, undefined), percentOfGoal(5, 0)], [null, null, null]);
});

Deno.test("nutrients: fields of the API are mapped to codes and names", () => {
    same(nutrients.length, 45);
    same(nutrientOfFigure("vitaminB12Mcg")?.code, "vitaminB12");
    same([nutrientName("iron"), nutrientName("ironMg"), nutrientName("x")], ["Iron", "Iron", "x"]);
});

Deno.test("days: dates are local and valid; the slot follows the hour", () => {
    same(localDate(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
    same(shiftDate("2026-03-01", -1), "2026-02-28");
    same(["2026-02-28", "2026-02-30", "x", null].map(isDate), [true, false, false, false]);
    same([3, 8, 12, 16, 19, 23].map(slotOfHour), ["snack", "breakfast", "lunch", "snack", "dinner", "snack"]);
    const now = new Date(2026, 10, 26, 9, 30);
    same(eatenAt("2026-11-26", "lunch", now), now.toISOString());
    same(new Date(eatenAt("2026-11-20", "dinner", now)).getHours(), 19);
    ok(formatDay("2026-11-26").includes("November"));
    ok(formatMonth("2026-11").includes("2026"));
    ok(formatTime("2026-11-26T12:00:00Z").length > 3);
});

Deno.test("energy: within a tenth of the goal counts as near", () => {
    same([null, 1_700, 1_850, 2_200, 2_201].map((kcal) => energyState(kcal, 2_000)), [
        "none",
        "under",
        "near",
        "near",
        "over",
    ]);
    same(energyState(100, undefined), "none");
});

Deno.test("month: weeks start on the first weekday of the language", () => {
    same(monthWeeks("2026-11", 1)[0], [undefined, undefined, undefined, undefined, undefined, undefined, "2026-11-01"]);
    same(monthWeeks("2026-11", 7)[0]?.[0], "2026-11-01");
    ok([1, 7].includes(firstWeekday("en-CA")));
});

Deno.test("month: a day's symbol follows from its energy and the goal", async () => {
    const client = answering({
        "GET /v1/goals": () => json({ energyKcal: 2_000, targets: {}, hideNumbers: false, version: 1 }),
        "GET /v1/calendar": () =>
            json({ items: [{ date: "2026-11-02", meals: 2, energyKcal: figure(2_500) }], next: null }),
    });
    const model = monthModel(client, () => "2026-11", goalsResource(client), () => "fr-FR");
    await settle();
    const days = model.weeks().flat();
    same(days.find((day) => day?.date === "2026-11-02")?.state, "over");
    same(days.find((day) => day?.date === "2026-11-03")?.meals, 0);
    same(model.weekdays().length, 7);
});

Deno.test("slots: the four meals always, a custom slot if it has meals", () => {
    const views = slotViews([meal(), meal({ id: "m2", slot: "tea", totals: { energyKcal: figure(10, 1, 2) } })]);
    same(views.map(({ slot, energyKcal, isAtLeast }) => [slot, energyKcal, isAtLeast]), [
        ["breakfast", undefined, false],
        ["lunch", 78, false],
        ["dinner", undefined, false],
        ["snack", undefined, false],
        ["tea", 10, true],
    ]);
    same(mealTitle(meal({ name: "Lunch box" })), "Lunch box");
    same(mealTitle(meal({ items: [item({ food: { id: null, name: null } })] })), "Only energy");
    same(
        mealTitle(meal({ items: ["a", "b", "c", "d"].map((name) => item({ food: { id: name, name } })) })),
        "a, b, c and 1 more",
    );
});

Deno.test("day: is cached on the device; a day outside the plan is locked", async () => {
    const client = answering({
        "GET /v1/days/1970-01-01": () =>
            json({
                date: "1970-01-01",
                meals: 1,
                totals: { energyKcal: figure(78) },
                slots: [],
                progress: {},
                version: 1,
            }),
        "GET /v1/meals": () => json({ items: [meal()], next: null }),
        "GET /v1/goals": () => json({ targets: {}, hideNumbers: true, version: 0 }),
    });
    const today = localDate(client.now());
    const day = (): string => today;
    client.server.handler =
        ((inner) => (request) => inner({ ...request, path: request.path.replace(today, "1970-01-01") }))(
            client.server.handler,
        );
    const model = dayModel(client, day);
    await settle();
    same(model.slots()?.[1]?.meals.length, 1);
    same([model.isLocked(), model.hidesNumbers()], [false, true]);
    client.server.handler = () => Promise.reject(new TypeError());
    const later = dayModel(client, day);
    await settle();
    same(later.meals.value()?.length, 1);
    client.server.handler = () => problem("forbidden", 403);
    const locked = dayModel(client, () => "2020-01-01");
    await settle();
    ok(locked.isLocked());
    locked.reload();
    await settle();
    ok(locked.error());
    ok(isOutsidePlan(refused("quota-exceeded", 429)) && !isOutsidePlan(refused("not-found", 404)));
});

Deno.test("advice and trend: are loaded for the day and the weeks", async () => {
    const client = answering({
        "GET /v1/days/2026-11-26/advice": () => json({ bandText: "Near" }),
        "GET /v1/trend": () => json({ weeks: [] }),
    });
    const advice = adviceResource(client, () => "2026-11-26");
    const trend = trendModel(client);
    await settle();
    same([advice.value()?.bandText, trend.trend.value()?.weeks], ["Near", []]);
    trend.weeks.set(4);
    await settle();
    ok(client.server.paths().some((path) => path.includes("weeks=4")));
});

Deno.test("adding: a meal goes through the outbox and can be undone", async () => {
    const client = answering({
        "GET /v1/suggestions": () => json({ slot: "lunch", foods: [], meals: [] }),
        "POST /v1/meals": (body) => json(meal({ slot: (body as Meal).slot }), 201),
        "DELETE /v1/meals/m1": () => new Response(null, { status: 204 }),
        "POST /v1/meals/m1/restore": () => json(meal()),
    });
    const model = mealEntryModel(client, () => "lunch", () => "2026-11-20");
    await settle();
    same(model.suggestions.value()?.foods, []);
    const added = await model.add([{ foodId: "f1", grams: 100 }], "Snack");
    same(added.meal?.slot, "lunch");
    const sent = client.server.seen.find(({ method }) => method === "POST");
    same((sent?.body as Meal).name, "Snack");
    ok(sent?.headers.get("idempotency-key"));
    if (added.meal) await added.undo();
    await restoreMeal(client, "m1");
    ok(client.server.paths().includes("DELETE /v1/meals/m1"));
});

Deno.test("adding: offline entries wait and are sent once with their time", async () => {
    const client = fakeClient(() => Promise.reject(new TypeError()));
    const model = mealEntryModel(client, () => "dinner", () => "2026-11-20");
    same(await model.add([{ energyKcal: 400 }]), {});
    const { outbox } = await client.store();
    same(outbox.entries().map(({ kind }) => kind), ["meal"]);
    outbox.register("meal", (entry, content) => sendMeal(client, entry, content));
    client.server.handler = () => json(meal(), 201);
    await outbox.flush();
    same(outbox.entries().length, 0);
    ok((client.server.seen.at(-1)?.body as Meal).eatenAt);
});

Deno.test("add again: sends the item's food id, or its name or energy without one", () => {
    same(entryOf(item()), { foodId: "f1", grams: 150 });
    same(entryOf(item({ savedFoodId: "s1" })), { savedFoodId: "s1", grams: 150 });
    same(entryOf(item({ food: { id: null, name: null }, grams: null, energyKcal: 300 })), { energyKcal: 300 });
    same(entryOf(item({ food: { id: null, name: "x" }, energyKcal: null })), { name: "x", grams: 150 });
});

Deno.test("meal photo: fields and photo are one entry of the outbox", async () => {
    const packed = packMealPhoto({ slot: "déjeuner", eatenAt: "t" }, photo);
    const { facts, photo: current } = await unpackMealPhoto(packed);
    same(facts, { slot: "déjeuner", eatenAt: "t" });
    same([await current.text(), current.type], ["photo", "image/jpeg"]);
});

Deno.test("meal photo: is uploaded early, confirmed and linked to the meal", async () => {
    const client = answering({
        "GET /v1/subscription": () => json({ tier: "basic", photosLeft: 2 }),
        "POST /v1/photos": () => json({ id: "p1" }, 201),
        "POST /v1/meals": () => json(meal(), 201),
    });
    const model = mealCaptureModel(client, asItIs);
    await model.take(photo);
    await settle();
    same([model.state().step, model.plan.value()?.photosLeft], ["review", 2]);
    await model.use({ slot: "lunch", eatenAt: "t" });
    same(model.state().step, "done");
    same(client.server.seen.at(-1)?.body, { photo: "p1", slot: "lunch", eatenAt: "t" });
    model.retake();
    same(model.state().step, "framing");
    keepFreshMeal({ meal: meal(), photo });
    same([takeFreshMeal("m1")?.meal.id, takeFreshMeal("m1")], ["m1", undefined]);
});

Deno.test("meal photo: an exhausted quota is shown and removes the outbox entry", async () => {
    const client = answering({
        "POST /v1/photos": () => json({ id: "p1" }, 201),
        "POST /v1/meals": () => problem("quota-exceeded", 429, { retryAfter: 60 }),
    });
    const model = mealCaptureModel(client, asItIs);
    await model.take(photo);
    await model.use({ slot: "lunch", eatenAt: "t" });
    const state = model.state();
    ok(state.step === "failed" && isOutsidePlan(state.error));
    same((await client.store()).outbox.entries().length, 0);
});

Deno.test("meal photo: refusals and non-photos are shown; offline it waits", async () => {
    const client = answering({ "POST /v1/meals": () => problem("unreadable", 422) });
    const model = mealCaptureModel(client, asItIs);
    await model.take(photo);
    await model.use({ slot: "lunch", eatenAt: "t" });
    same(model.state().step, "failed");
    const wrong = mealCaptureModel(client, () => Promise.reject(new Error("no photo")));
    await wrong.take(photo);
    same(wrong.state().step, "failed");
    client.server.handler = () => Promise.reject(new TypeError());
    const offline = mealCaptureModel(client, asItIs);
    await offline.take(photo);
    await offline.use({ slot: "lunch", eatenAt: "t" });
    same(offline.state().step, "waiting");
});

Deno.test("meal photo: a draft lost by the server is sent again as bytes", async () => {
    const client = fakeClient(({ body }) =>
        body instanceof Blob
            ? json(meal(), 201)
            : problem("invalid-fields", 422, { errors: [{ pointer: "/photo", detail: "unknown" }] })
    );
    const packed = packMealPhoto({ slot: "lunch", eatenAt: "t" }, photo);
    const entry = { id: "e1", kind: "meal-photo", madeAt: 0, size: 5, draft: "p1", state: "waiting" } as const;
    same((await sendMealPhoto(client, entry, packed)).id, "m1");
    same(client.server.seen.at(-1)?.path, "/v1/meals?slot=lunch&eatenAt=t");
});

function mealServer(changed: (body: unknown) => Response): FakeClient {
    return answering({
        "GET /v1/meals/m1": () => json(meal(), 200, { etag: '"1"' }),
        "GET /v1/allergen-profile": () => json({ allergens: ["milk"], otherIngredients: [], version: 1 }),
        "PATCH /v1/meals/m1": changed,
        "DELETE /v1/meals/m1": () => new Response(null, { status: 204 }),
        "POST /v1/meals/m1/restore": () => json(meal()),
        "POST /v1/feedback": () => json({ id: "x" }, 201),
        "GET /v1/meals/m1/photo": () => new Response("bytes", { headers: { "content-type": "image/jpeg" } }),
    });
}

Deno.test("meal editor: sends only the changed fields", async () => {
    const client = mealServer(() => json(meal({ version: 2 }), 200, { etag: '"2"' }));
    const model = mealModel(client, "m1");
    await settle();
    // No photo is requested for a typed meal.
    ok(!client.server.paths().some((path) => path.includes("photo")));
    model.changeItem("i1", { grams: "200" });
    model.addItem({ foodId: "f2", name: "milk", grams: 250 });
    model.change({ name: "Brunch", slot: "breakfast" });
    await settle();
    ok(model.isChanged());
    ok(await model.save());
    same(client.server.seen.at(-1)?.body, {
        name: "Brunch",
        slot: "breakfast",
        items: [{ id: "i1", grams: 200 }, { foodId: "f2", grams: 250 }],
    });
    same(client.server.seen.at(-1)?.headers.get("if-match"), '"1"');
    await settle();
    same(model.isChanged(), false);
});

Deno.test("meal editor: a meal that was just recognized is changed only in its version", async () => {
    const client = mealServer(() => json(meal({ version: 2 }), 200, { etag: '"2"' }));
    const model = mealModel(client, "m1", { meal: meal(), photo });
    await settle();
    model.change({ name: "Brunch" });
    await settle();
    ok(await model.save());
    same(client.server.seen.at(-1)?.headers.get("if-match"), '"1"');
});

Deno.test("meal editor: shows the photo of a meal with recognized foods", async () => {
    const client = answering({
        "GET /v1/meals/m1": () => json(meal({ items: [item({ seen: {} as MealItem["seen"] & object })] })),
        "GET /v1/meals/m1/photo": () => new Response("bytes", { headers: { "content-type": "image/jpeg" } }),
    });
    const model = mealModel(client, "m1");
    await settle();
    ok(model.photo());
});

Deno.test("meal editor: refuses invalid amounts and a meal without foods", async () => {
    const client = mealServer(() => json(meal()));
    const model = mealModel(client, "m1");
    await settle();
    model.changeItem("i1", { grams: "0" });
    await settle();
    same(await model.save(), false);
    ok(model.errors().i1);
    model.removeItem("i1");
    await settle();
    same(await model.save(), false);
    ok(model.errors()[""]);
    model.discard();
    await settle();
    same(model.edit()?.items.length, 1);
});

Deno.test("meal editor: replacing a food keeps the amount", async () => {
    const client = mealServer(() => json(meal()));
    const model = mealModel(client, "m1");
    await settle();
    model.replaceItem("i1", { foodId: "f9", name: "pear", grams: 10 });
    await settle();
    same(await model.save(), true);
    same(client.server.seen.at(-1)?.body, { items: [{ id: "i1", foodId: "f9", grams: 150 }] });
    await model.report("wrong");
    await settle();
    const stored = await client.database.all("kept");
    const undo = await model.remove();
    await settle();
    // What was deleted does not stay on the device.
    ok((await client.database.all("kept")).length < stored.length);
    await undo();
    same(client.server.paths().slice(-3), ["POST /v1/feedback", "DELETE /v1/meals/m1", "POST /v1/meals/m1/restore"]);
});

Deno.test("meal editor: a newer version conflicts, newer allergens alone do not", async () => {
    let etag = '"1"';
    let version = 1;
    const client = mealServer(() => problem("version-mismatch", 412));
    const inner = client.server.handler;
    client.server.handler = (request) => {
        if (request.method === "GET" && request.path === "/v1/meals/m1") return json(meal({ version }), 200, { etag });
        if (request.method === "PATCH" && request.headers.get("if-match") === '"1a"') return json(meal({ version: 2 }));
        return inner(request);
    };
    const model = mealModel(client, "m1");
    await settle();
    model.change({ name: "x" });
    await settle();
    etag = '"1a"';
    same(await model.save(), true);
    model.change({ name: "y" });
    await settle();
    etag = '"9"';
    version = 9;
    same(await model.save(), false);
    same(model.state(), "conflict");
    client.server.handler = () => problem("invalid-fields", 422);
    same(await model.keepMine(), false);
    ok(typeof model.state() === "object");
});

Deno.test("meal editor: input based on an earlier version conflicts", async () => {
    let version = 1;
    const client = mealServer(() => json(meal({ version: 4 })));
    const inner = client.server.handler;
    client.server.handler = (request) =>
        request.method === "GET" && request.path === "/v1/meals/m1"
            ? json(meal({ version, name: version > 1 ? "Theirs" : null }), 200, { etag: `"${version}"` })
            : inner(request);
    const model = mealModel(client, "m1");
    await settle();
    model.changeItem("i1", { grams: "210" });
    await settle();
    version = 3;
    client.change();
    await settle();
    same([await model.save(), model.state()], [false, "conflict"]);
    ok(!client.server.paths().some((path) => path.startsWith("PATCH")));
    same(await model.keepMine(), true);
    same(client.server.seen.at(-1)?.headers.get("if-match"), '"3"');
});

Deno.test("meal editor: a double tap saves once", async () => {
    const client = mealServer(() => json(meal({ version: 2 })));
    const model = mealModel(client, "m1");
    await settle();
    model.change({ name: "x" });
    await settle();
    same(await Promise.all([model.save(), model.save()]), [true, false]);
    same(client.server.paths().filter((path) => path.startsWith("PATCH")).length, 1);
});

Deno.test("meal editor: unsaved input is restored after a reload", async () => {
    const client = mealServer(() => json(meal()));
    const model = mealModel(client, "m1");
    await settle();
    model.changeItem("i1", { grams: "210" });
    await storedDraft(client, "meal/m1");
    await settle();
    const later = mealModel(client, "m1");
    await settle();
    same(later.edit()?.items[0]?.grams, "210");
});

Deno.test("item entry: typed energy is sent only if it was changed", () => {
    const before = { key: "i", id: "i", name: "", grams: "", energy: "350" };
    same(itemEntry(before, before), { id: "i" });
    same(itemEntry({ ...before, energy: "400" }, before), { id: "i", energyKcal: 400 });
    same(itemEntry({ key: "n", name: "soup", grams: "100" }, undefined), { name: "soup", grams: 100 });
    same(itemEntry({ key: "n", savedFoodId: "s", name: "soup", grams: "" }, undefined), { savedFoodId: "s" });
});

Deno.test("meal verdict: the text says that only food names were checked", () => {
    const nameOf = (code: string): string => ({ milk: "Milk", nuts: "Tree nuts" })[code] ?? code;
    const found = (allergen: "milk" | "nuts", likelihood: "named" | "likely" | "possible", inProfile = true) => ({
        allergen,
        likelihood,
        share: null,
        inProfile,
        evidence: [],
    });
    const view = (more: Partial<Meal>, isEmpty = false) =>
        mealVerdict(meal(more), nameOf, isEmpty, new Set(["milk", "nuts"]));
    const looks = [
        view({ allergensPending: true, allergens: null }),
        view({ allergens: [found("milk", "named"), found("nuts", "possible")] }),
        view({ allergens: [found("nuts", "possible")] }),
        view({}),
        view({ allergensUnknownItems: ["i1"] }),
        view({ allergens: [found("milk", "likely", false)] }, true),
        view({}, true),
        view({ allergensOtherIngredients: ["kiwi"] }),
    ];
    same(looks.map(({ state, headline }) => `${state}: ${headline}`), [
        "waiting: Allergens not checked yet",
        "contains: Likely contains milk",
        "mayContain: May contain tree nuts",
        "noProfile: The names point to none of your allergens",
        "couldNotRead: Could not check it all",
        "noProfile: Likely contains milk",
        "noProfile: The names point to none of the 14 allergens",
        "contains: Likely contains kiwi",
    ]);
    ok(looks[1]?.details.includes("May also contain tree nuts."));
    for (const state of looks.slice(1)) ok(state.details.some((text) => text.includes("no label was read")));
});

Deno.test("outlines: a region without an outline is drawn as its box", () => {
    const seen = {
        label: "apple",
        score: 1,
        grams: { value: 1, low: 1, high: 1 },
        box: [0.1, 0.2, 0.3, 0.4],
        method: "usual",
        model: "m",
    } as const;
    same(outlines([item({ seen }), item()]), [{
        points: "10.00 20.00 30.00 20.00 30.00 40.00 10.00 40.00",
        label: "apple",
        x: 20,
        y: 30.000000000000004,
    }]);
});

Deno.test("printedBarcode: drops the zeros before 8, 12 or 13 digits", () => {
    same(["04006381333931", "00036000291452", "00000096385074", "10036000291459"].map(printedBarcode), [
        "4006381333931",
        "036000291452",
        "96385074",
        "10036000291459",
    ]);
});

Deno.test("food search: waits for a pause, finds barcodes, drops late answers", async () => {
    const client = fakeClient(() =>
        json({ items: [{ id: "f1", name: "apple", portions: [], isMisspelled: false }], next: null })
    );
    const model = foodSearchModel(client, 1);
    const rest = (): Promise<void> => new Promise((resolve) => setTimeout(() => void settle().then(resolve), 20));
    model.text.set("app");
    await rest();
    same(model.results()?.length, 1);
    model.text.set("4006381333931");
    await rest();
    ok(client.server.paths().at(-1)?.includes("gtin=4006381333931"));
    client.server.handler = () => problem("unavailable", 503);
    model.retry();
    await rest();
    ok(model.error());
    model.text.set("");
    await rest();
    same([model.results(), model.error(), model.isSearching()], [undefined, undefined, false]);
    same([isBarcode("4006 3813 33931"), isBarcode("123")], [true, false]);
});

Deno.test("saved foods: can be saved, changed, removed and restored", async () => {
    const saved = { id: "s1", name: "Toast", foodId: "f1", grams: 50, savedAt: "t", version: 3 };
    const client = answering({
        "GET /v1/saved-foods": () => json({ items: [saved], next: null }),
        "POST /v1/saved-foods": () => json(saved, 201),
        "PATCH /v1/saved-foods/s1": () => json(saved),
        "DELETE /v1/saved-foods/s1": () => new Response(null, { status: 204 }),
        "POST /v1/saved-foods/s1/restore": () => json(saved),
    });
    const model = savedFoodsModel(client);
    await settle();
    same(model.list.value()?.length, 1);
    await model.save({ name: "Toast", foodId: "f1" });
    await model.change(saved, { name: "Bread", grams: 60 });
    same(client.server.seen.find(({ method }) => method === "PATCH")?.headers.get("if-match"), '"3"');
    const undo = await model.remove(saved);
    await undo();
    ok(client.server.paths().includes("POST /v1/saved-foods/s1/restore"));
});

const own = {
    id: "own-1",
    name: "Bar",
    source: "ownFood",
    portions: [{ measure: "1 bar", grams: 40 }],
    nutrients: { energy: { amount: 400, unit: "kcal" }, protein: { amount: 9, unit: "g" } },
    addedAt: "t",
    version: 2,
} as const;

Deno.test("food: can be read, deleted, restored and submitted", async () => {
    const client = answering({
        "GET /v1/foods/own-1": () => json(own),
        "DELETE /v1/foods/own-1": () => new Response(null, { status: 204 }),
        "POST /v1/foods/own-1/restore": () => json(own),
        "POST /v1/foods/own-1/submission": () => json({}, 201),
    });
    const model = foodModel(client, "own-1");
    await settle();
    same(model.food.value()?.name, "Bar");
    await (await model.remove())();
    await model.submit();
    same(client.server.seen.length, 4);
});

Deno.test("own food: fields become a request; invalid ones are reported", () => {
    same(foodFormOf(own).portionGrams, "40");
    same(
        Object.keys(foodChange({ name: " ", gtin: "12", proteinG: "120" }, true).errors).sort(),
        ["energy", "gtin", "name", "proteinG"].filter((name) => name !== "energy"),
    );
    same(foodChange({ name: "Bar" }, true).errors.energy, "Enter the energy or at least one nutrient.");
    same(foodChange({ name: "Bar", portion: "1 bar", energy: "1" }, true).errors.portionGrams, "Fill this in.");
    const { body, errors } = foodChange({ name: "Bar", energy: "412,5", proteinG: "9", portionGrams: "40" }, true);
    same(errors, {});
    same(body, {
        name: "Bar",
        energyKcal: 412.5,
        nutrients: { proteinG: 9 },
        portions: [{ measure: "1 portion", grams: 40 }],
    });
});

Deno.test("own food: is saved as a saved food; server errors are at fields", async () => {
    const client = answering({
        "POST /v1/foods": () => json(own, 201),
        "POST /v1/saved-foods": () => json({}, 201),
        "PATCH /v1/foods/own-1": () =>
            problem("invalid-fields", 422, {
                errors: [
                    { pointer: "/gtin", code: "not-a-barcode", detail: "x" },
                    { pointer: "/nutrients/proteinG", code: "of-later", detail: "too much" },
                ],
            }),
    });
    const model = ownFoodModel(client, undefined, { gtin: "4006381333931" });
    model.change("name", "Bar");
    model.change("energy", "400");
    same((await model.save(true))?.id, "own-1");
    same(client.server.paths(), ["POST /v1/foods", "POST /v1/saved-foods"]);
    const known = ownFoodModel(client, own);
    same(await known.save(false), undefined);
    same(known.errors().proteinG, "too much");
    client.server.handler = () => problem("unavailable", 503);
    same(await known.save(false), undefined);
    ok(known.problem());
    known.change("name", "Bar 2");
    await storedDraft(client, `food/${own.id}`);
    const [current, newer] = [ownFoodModel(client, own), ownFoodModel(client, { ...own, version: own.version + 1 })];
    await settle();
    // A draft of an earlier version is restored with a warning.
    same([current.form().name, current.problem()], ["Bar 2", undefined]);
    same(newer.form().name, "Bar 2");
    ok((newer.problem() as RefusedError).kind === "version-mismatch");
});

const form: GoalsForm = {
    from: "body",
    energy: "",
    birthday: "1990-01-01",
    sex: "female",
    height: "168",
    weight: "64,5",
    activity: "active",
    stage: "general",
    since: "",
    aim: "keep",
    pace: "",
    hasMacros: false,
    protein: "20",
    carbohydrate: "50",
    fat: "30",
    targets: [],
    hideNumbers: false,
};

Deno.test("goals: fields become a request, in metric and imperial units", () => {
    same(checkGoals(form), {});
    same(goalsChange(form), {
        hideNumbers: false,
        body: {
            birthday: "1990-01-01",
            sex: "female",
            heightCm: 168,
            weightKg: 64.5,
            activity: "active",
            stage: "general",
        },
        aim: { kind: "keep" },
    });
    changeSettings({ units: "mixed" });
    const imperial = { ...form, height: "66", weight: "142", aim: "lose", pace: "1" } as const;
    same(checkGoals(imperial), {});
    same(goalsChange(imperial).body?.heightCm, 167.6);
    same(goalsChange(imperial).aim, { kind: "lose", kgPerWeek: 0.45 });
    changeSettings({ units: "metric" });
    const own = {
        ...form,
        from: "own",
        energy: "2000",
        hasMacros: true,
        targets: [{ figure: "ironMg", min: "15", max: "" }],
    } as const;
    same(goalsChange(own), {
        hideNumbers: false,
        energyKcal: 2_000,
        macros: { proteinPercent: 20, carbohydratePercent: 50, fatPercent: 30 },
        targets: { ironMg: { min: 15 } },
    });
});

Deno.test("goals: invalid fields are reported", () => {
    const wrong = {
        ...form,
        birthday: "",
        sex: "",
        height: "3",
        weight: "",
        stage: "pregnant",
        aim: "gain",
        hasMacros: true,
        fat: "31",
    } as const;
    same(Object.keys(checkGoals(wrong)).sort(), ["birthday", "height", "macros", "pace", "sex", "since", "weight"]);
    const targets = [{ figure: "ironMg", min: "5", max: "2" }, { figure: "zincMg", min: "", max: "" }];
    same(Object.keys(checkGoals({ ...form, from: "own", energy: "900", targets })).sort(), [
        "energy",
        "ironMg",
        "zincMg",
    ]);
    same(Object.keys(checkGoals({ ...form, stage: "lactating", since: "12" })), ["since"]);
});

Deno.test("goals: a restored draft keeps the version that it is based on", async () => {
    let version = 1;
    const client = answering({
        "GET /v1/goals": () => json({ targets: {}, hideNumbers: false, version }, 200, { etag: `"${version}"` }),
        "PUT /v1/goals": () => problem("version-mismatch", 412),
    });
    const model = goalsModel(client);
    await settle();
    model.change(form);
    await storedDraft(client, "goals");
    version = 2;
    const later = goalsModel(client);
    await settle();
    ok(later.isChanged());
    same([await later.save(), later.state()], [false, "conflict"]);
    await later.save();
    same(
        client.server.seen.filter(({ method }) => method === "PUT").map(({ headers }) => headers.get("if-match")),
        ['"1"', '"2"'],
    );
});

Deno.test("goals: are saved with their version; a conflict keeps the input", async () => {
    let status = 412;
    const client = answering({
        "GET /v1/goals": () => json({ targets: {}, hideNumbers: false, version: 1 }, 200, { etag: '"1"' }),
        "PUT /v1/goals": () =>
            status === 200
                ? json({ energyKcal: 2_000, targets: {}, hideNumbers: false, version: 2 }, 200, { etag: '"2"' })
                : problem(status === 412 ? "version-mismatch" : "invalid-fields", status, {
                    errors: [{ pointer: "/body/sex", code: "not-a-choice", detail: "must be one" }, {
                        pointer: "/targets/ironMg",
                        code: "out-of-range",
                        values: { max: 100_000 },
                        detail: "no",
                    }],
                }),
    });
    const model = goalsModel(client);
    await settle();
    model.change(form);
    await settle();
    ok(model.isChanged());
    same([await model.save(), model.state()], [false, "conflict"]);
    status = 422;
    same([await model.save(), model.errors()], [false, {
        sex: "Choose one of the options.",
        ironMg: "Enter at most 100,000.",
    }]);
    status = 200;
    same(await model.save(), true);
    await settle();
    same([model.form()?.from, model.form()?.energy, model.isChanged()], ["own", "2000", false]);
    model.takeTheirs();
});

Deno.test("report: views, selected nutrients, downloads and storing", async () => {
    const client = answering({
        "GET /v1/meals/m1/report": () => json({ reportId: "m1", view: "simple" }),
        "GET /v1/days/2026-11-26/report": () => problem("forbidden", 403),
        "GET /v1/reports/r1": () => json({ reportId: "r1" }),
        "GET /v1/reports": () => json({ items: [{ reportId: "r1" }], next: null }),
        "POST /v1/reports": () => json({ reportId: "r1" }, 201),
        "DELETE /v1/reports/r1": () => new Response(null, { status: 204 }),
    });
    const model = reportModel(client, { meal: "m1" });
    await settle();
    same(model.report.value()?.reportId, "m1");
    model.setView("detailed");
    model.choose(["iron", "zinc"]);
    await settle();
    ok(client.server.paths().at(-1)?.endsWith("?view=detailed&nutrients=iron%2Czinc"));
    await model.file("csv");
    ok(client.server.paths().at(-1)?.includes("format=csv"));
    await model.keep();
    const later = reportModel(client, { report: "r1" });
    const day = reportModel(client, { date: "2026-11-26" });
    await settle();
    same([later.chosen(), day.isLocked()], [["iron", "zinc"], true]);
    await day.keep();
    same(client.server.seen.at(-1)?.body, { date: "2026-11-26" });
    model.choose(undefined);
    const kept = keptReportsModel(client);
    await settle();
    same(kept.list.value()?.length, 1);
    await kept.remove("r1");
});

Deno.test("shares: links can be created, listed and withdrawn", async () => {
    const client = answering({
        "POST /v1/meals/m1/share": () => json({ id: "x", url: "u" }, 201),
        "POST /v1/days/2026-11-26/share": () => json({ id: "y" }, 201),
        "GET /v1/shares": () => json({ items: [{ id: "x" }], next: null }),
        "DELETE /v1/shares/x": () => new Response(null, { status: 204 }),
        "GET /v1/shared/tok": () => new Response("picture", { headers: { "content-type": "image/png" } }),
    });
    const link = { id: "x", pictureUrl: "https://food.example/v1/shared/tok" } as unknown as Share;
    const file = await pictureOf(client, link);
    same([file?.name, file?.type, await file?.text()], ["food-magic.png", "image/png", "picture"]);
    same(await pictureOf(client, { id: "y" } as unknown as Share), undefined);
    same((await share(client, { meal: "m1" }, true)).url, "u");
    same(client.server.seen.at(-1)?.body, { photo: true });
    await share(client, { date: "2026-11-26" }, false);
    const model = sharesModel(client);
    await settle();
    same(model.list.value()?.length, 1);
    await model.withdraw("x");
});
