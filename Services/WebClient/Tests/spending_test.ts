/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok } from "node:assert/strict";
import type { Budget, Household, PriceHistory, Receipt } from "../generated/api.ts";
import { setLanguage } from "../src/core/i18n.ts";
import { budgetForm, budgetListModel, budgetModel, budgetState } from "../src/models/budgets.ts";
import { householdModel, invitationCode, shareReceipt } from "../src/models/household.ts";
import { isGone, isPlanLimit } from "../src/models/limits.ts";
import {
    amountText,
    categoryName,
    decimalsOf,
    formatDay,
    formatMoney,
    formatUnitPrice,
    parseAmount,
    parseQuantity,
    sumAmounts,
} from "../src/models/money.ts";
import { pageOf } from "../src/models/notices.ts";
import { describeError } from "../src/models/problems.ts";
import { priceSeries, productListModel, productModel, suggestionsModel } from "../src/models/products.ts";
import { importModel } from "../src/models/purchase-import.ts";
import { packPhotos, receiptCaptureModel, sendReceipt } from "../src/models/receipt-capture.ts";
import { itemField, typedReceiptModel } from "../src/models/receipt-entry.ts";
import { purchaseVerdict, sharedReceiptResource, toCheck, unsureFields } from "../src/models/receipt-view.ts";
import { receiptModel } from "../src/models/receipts.ts";
import { parseDegree, roundPlace, shopsModel } from "../src/models/shops.ts";
import {
    daysOf,
    groupLabel,
    householdSpendingResource,
    receiptsCSV,
    spendingModel,
    stepOf,
    viewsOf,
} from "../src/models/spending.ts";
import { RefusedError } from "../src/api/problem.ts";
import { fakeClient, json, problem, settle, storedDraft } from "./fakes.ts";

const cad = (amount: string) => ({ amount, currency: "CAD" });

function receipt(more: Partial<Receipt> = {}): Receipt {
    return {
        id: "r1",
        source: "photo",
        photos: [],
        merchant: "Maple Market",
        store: { id: "st1" },
        purchasedAt: "2026-11-20 09:20:11",
        currency: "CAD",
        items: [
            {
                id: "i1",
                name: "Milk",
                rawText: "MILK 4.99",
                category: "dairy",
                quantity: 1,
                unit: "ea",
                amount: cad("4.99"),
                charges: [],
                nearExpiry: false,
                origin: "read",
                confidence: 0.99,
                product: { id: "p1", name: "Milk", way: "learned" },
            },
            {
                id: "i2",
                name: "APPLS",
                rawText: "APPLS 3.60",
                category: "produce",
                quantity: 1.2,
                unit: "kg",
                amount: cad("3.60"),
                discount: cad("-0.60"),
                charges: [],
                nearExpiry: false,
                origin: "read",
                confidence: 0.5,
            },
        ],
        discounts: [],
        taxes: [{ kind: "tax", label: "HST", amount: cad("0.40"), included: false }],
        charges: [],
        total: cad("8.39"),
        tenders: [],
        loyalty: [],
        checks: { itemsMatchTotal: true },
        fields: {
            merchant: { origin: "read", confidence: 0.98 },
            day: { origin: "read", confidence: 0.7 },
            currency: { origin: "read", confidence: 0.95 },
            total: { origin: "read", confidence: 1 },
        },
        outcome: "read",
        advice: [],
        allergensPending: false,
        canUndo: false,
        version: 1,
        recordedAt: "2026-11-20T10:00:00Z",
        changedAt: "2026-11-20T10:00:00Z",
        ...more,
    };
}

function budget(spent: string, more: Partial<Budget> = {}): Budget {
    return {
        id: "b1",
        name: "Food",
        period: "month",
        amount: cad("100.00"),
        version: 3,
        setAt: "2026-11-01T00:00:00Z",
        progress: {
            from: "2026-11-01",
            to: "2026-11-30",
            spent: cad(spent),
            remaining: cad("0.00"),
            exceeded: Number(spent) > 100,
            otherCurrencies: 0,
        },
        ...more,
    };
}

Deno.test("parseAmount: accepts points and commas and rejects other text", () => {
    const parsed = ["12.5", "12,50", "1.234,50", "1,234.50", "1,234", "$ 4", "-3.2", ".5", "7"].map((text) =>
        parseAmount(text, "CAD")
    );
    same(parsed, ["12.50", "12.50", "1234.50", "1234.50", "1234.00", "4.00", "-3.20", "0.50", "7.00"]);
    same(["", "abc", "1.2345", "--3"].map((text) => parseAmount(text, "CAD")), [
        undefined,
        undefined,
        undefined,
        undefined,
    ]);
    same([parseAmount("1200", "JPY"), parseAmount("0,500", "CAD")], ["1200", undefined]);
    same([decimalsOf("JPY"), decimalsOf(null), decimalsOf("nonsense")], [0, 2, 2]);
});

Deno.test("parseQuantity: accepts numbers above zero with three decimals", () => {
    same(["1,5", "2", "0", "-1", "x", ""].map(parseQuantity), [1.5, 2, undefined, undefined, undefined, undefined]);
});

Deno.test("money: sums are exact and separate by currency", async () => {
    same(sumAmounts(["0.10", "0.20", "-0.05"], "CAD"), cad("0.25"));
    same(sumAmounts(["-1.00", "0.25"], "CAD").amount, "-0.75");
    same(sumAmounts([], "JPY").amount, "0");
    ok(formatMoney(cad("4.99")) !== formatMoney({ amount: "4.99", currency: "USD" }));
    same(formatMoney({ amount: "4.9", currency: null }), "4.90");
    same([amountText(cad("1234.5")), amountText(undefined)], ["1234.50", ""]);
    same(formatUnitPrice("3.07490", "USD", "kg"), "$3.07 / kg");
    same(formatUnitPrice("3.07490", "USD", "ea"), "$3.07");
    same(formatDay("2026-11-21"), "Nov 21, 2026");
    same(categoryName("dairy"), "Dairy and eggs");
    await setLanguage("fr");
    same(amountText(cad("1234.5")), "1234,50");
    await setLanguage("en");
});

Deno.test("receipt: uncertain and unread fields must be checked", () => {
    same(unsureFields(receipt()), ["day"]);
    same(toCheck(receipt()), 2);
    same(unsureFields(receipt({ merchant: undefined as never, total: undefined as never })), [
        "merchant",
        "day",
        "total",
    ]);
    same(toCheck(receipt({ possibleDuplicate: { receipt: "r2", reason: "samePurchase" } })), 3);
});

Deno.test("receipt: edits are sent together with the version, if valid", async () => {
    const client = fakeClient(({ method, body }) =>
        method === "PATCH" ? json(receipt({ version: 2, ...(body as object && {}) })) : json(receipt())
    );
    client.device.time = Date.parse("2026-11-26T12:00:00Z");
    const model = receiptModel(client, "r1");
    await settle();
    same(model.rows(), ["i2", "i1"]);
    same([model.text("day"), model.text("time"), model.text("total"), model.text("tax")], [
        "2026-11-20",
        "09:20",
        "8.39",
        "0.40",
    ]);
    model.set("day", "2199-01-01");
    model.setItem("i2", "amount", "x");
    model.setItem("i2", "name", " ");
    const added = model.addItem();
    await settle();
    same(await model.save(), false);
    same(model.errors().fields, {
        day: "This date has not come yet.",
        [itemField("i2", "amount")]: "This is not an amount, such as 12.34.",
        [itemField("i2", "name")]: "Fill this in.",
        [itemField(added, "name")]: "Fill this in.",
        [itemField(added, "amount")]: "Fill this in.",
    });
    model.set("day", "2026-11-21");
    model.set("merchant", "Corner");
    model.set("total", "9,00");
    model.setItem("i2", "amount", "3,70");
    model.setItem("i2", "name", "Apples");
    model.setItem("i2", "discount", "0.50");
    model.setItem(added, "name", "Bread");
    model.setItem(added, "amount", "2");
    model.removeItem("i1");
    await settle();
    ok(await model.save());
    const request = client.server.seen.at(-1);
    same(request?.headers.get("if-match"), '"1"');
    same(request?.body, {
        merchant: "Corner",
        purchasedAt: "2026-11-21 09:20:11",
        total: cad("9.00"),
        items: [
            { id: "i1", removed: true },
            { id: "i2", name: "Apples", amount: cad("3.70"), discount: cad("-0.50") },
            { name: "Bread", quantity: 1, unit: "ea", amount: cad("2.00"), category: "other" },
        ],
    });
    same(model.isChanged(), false);
});

Deno.test("receipt: edits are kept after a change by another device", async () => {
    const client = fakeClient(({ method }) =>
        method === "PATCH" ? problem("version-mismatch", 412) : json(receipt({ version: 7 }))
    );
    const model = receiptModel(client, "r1");
    await settle();
    model.set("merchant", "Corner");
    model.removeItem("i1");
    model.restoreItem("i1");
    same(await model.save(), false);
    await settle();
    same([model.isConflict(), model.text("merchant"), model.isChanged()], [true, "Corner", true]);
    model.discard();
    await settle();
    same([model.isConflict(), model.text("merchant"), model.isChanged()], [false, "Maple Market", false]);
});

Deno.test("receipt: the server's errors are shown at their fields", async () => {
    const errors = [
        { pointer: "/purchasedAt", code: "in-future", detail: "must not be in the future" },
        { pointer: "/items/0/name", code: "blank", detail: "must not be empty" },
        { pointer: "/total/amount", code: "not-an-amount", detail: "x" },
    ];
    const client = fakeClient(({ method }) =>
        method === "PATCH" ? problem("invalid-fields", 422, { errors }) : json(receipt())
    );
    const model = receiptModel(client, "r1");
    await settle();
    model.setItem("i1", "name", "Milk 2%");
    await model.save();
    same(model.errors().fields, {
        day: "This date has not come yet.",
        total: "This is not an amount, such as 12.34.",
        [itemField("i1", "name")]: "Fill this in.",
    });
});

Deno.test("receipt: confirming sends all read values; other actions have routes", async () => {
    const client = fakeClient(({ method }) =>
        method === "DELETE" ? new Response(null, { status: 204 }) : json(receipt())
    );
    const model = receiptModel(client, "r1");
    await settle();
    ok(await model.confirm());
    const body = client.server.seen.at(-1)?.body as Record<string, unknown>;
    same(Object.keys(body).sort(), ["currency", "items", "merchant", "purchasedAt", "total"]);
    ok(await model.choose("i2", "p9"));
    same(client.server.seen.at(-1)?.body, { items: [{ id: "i2", product: "p9" }] });
    ok(await model.keepBoth());
    same(client.server.seen.at(-1)?.body, { possibleDuplicate: null });
    ok(await model.undo());
    ok(await model.remove());
    same(client.server.paths().slice(-2), ["POST /v1/receipts/r1/undo", "DELETE /v1/receipts/r1"]);
});

Deno.test("receipt: a draft is restored at the next visit", async () => {
    const client = fakeClient(() => json(receipt()));
    const model = receiptModel(client, "r1");
    await settle();
    model.set("merchant", "Corner");
    await new Promise((resolve) => setTimeout(resolve, 400));
    const later = receiptModel(client, "r1");
    await settle();
    same(later.text("merchant"), "Corner");
});

Deno.test("purchase verdict: each has a text, and none promises safety", () => {
    const nameOf = (code: string): string => ({ milk: "Milk", nuts: "Tree nuts" })[code] ?? code;
    const allergens = {
        found: [],
        articles: [],
        otherIngredients: [],
        unknownArticles: 0,
        profileEmpty: false,
        judgedAt: "2026-11-20T10:00:00Z",
    };
    const view = (more: Partial<NonNullable<Receipt["allergens"]>> | undefined) =>
        purchaseVerdict(receipt(more ? { allergens: { ...allergens, ...more } } : {}), nameOf);
    const milk = { allergen: "milk", likelihood: "named", inProfile: true } as const;
    const nuts = { allergen: "nuts", likelihood: "likely", inProfile: true } as const;
    same(view(undefined)?.state, "waiting");
    same(purchaseVerdict(receipt({ items: [] }), nameOf), undefined);
    same([view({ found: [milk, nuts] })?.headline, view({ found: [milk, nuts] })?.details[0]], [
        "Contains milk",
        "May contain tree nuts",
    ]);
    same([view({ found: [nuts] })?.state, view({ unknownArticles: 2 })?.state, view({})?.state], [
        "mayContain",
        "couldNotRead",
        "noProfile",
    ]);
    same(view({})?.headline, "The names point to none of your allergens");
    same(view({ profileEmpty: true, found: [{ ...milk, inProfile: false }] })?.headline, "The items name milk");
    same(view({ profileEmpty: true })?.headline, "The items name no allergen");
    ok(view({ articles: [{ name: "Soup", allergens: ["milk"] }], found: [milk] })?.details.includes("Soup: milk"));
});

Deno.test("typed receipt: needs a total or item and is removed once sent", async () => {
    const client = fakeClient(() => json(receipt({ id: "r9" }), 201));
    client.device.time = Date.parse("2026-11-26T12:00:00Z");
    const model = typedReceiptModel(client, (entry, content) => sendReceipt(client, entry, content));
    same(await model.send(), undefined);
    same(model.errors().fields, { total: "Fill in a total, or at least one item." });
    model.set("merchant", "Corner");
    model.setItem(0, "name", "Milk");
    model.setItem(0, "amount", "4,99");
    model.addItem();
    model.set("total", "4.99");
    const sent = await model.send();
    ok(sent !== "waiting" && sent?.id === "r9");
    const request = client.server.seen.at(-1);
    same(request?.headers.get("content-type"), "application/json");
    same(JSON.parse(await (request?.body as Blob).text()), {
        merchant: "Corner",
        purchasedAt: "2026-11-26",
        currency: "CAD",
        total: cad("4.99"),
        items: [{ name: "Milk", quantity: 1, unit: "ea", amount: cad("4.99"), category: "other" }],
    });
    same((await client.store()).outbox.entries(), []);
    model.addItem();
    model.removeItem(1);
    same(model.value().items.length, 1);
});

Deno.test("typed receipt: is a draft until the outbox has it", async () => {
    const client = fakeClient(() => json(receipt(), 201));
    const drafts: unknown[] = [];
    const model = typedReceiptModel(client, async (entry, content) => {
        drafts.push(await client.database.get("drafts", "receipt/typed"));
        return await sendReceipt(client, entry, content);
    });
    model.set("total", "5");
    await storedDraft(client, "receipt/typed");
    await model.send();
    same(drafts, [undefined]);
});

Deno.test("typed receipt: an error of the server is shown at its row", async () => {
    const errors = [{ pointer: "/items/1/amount", code: "out-of-range", values: { max: 5 }, detail: "" }];
    const client = fakeClient(() => problem("invalid-fields", 422, { errors }));
    const model = typedReceiptModel(client, (entry, content) => sendReceipt(client, entry, content));
    for (const index of [0, 2]) {
        if (index > 0) model.addItem();
        if (index > 0) model.addItem();
        model.setItem(index, "name", "Milk");
        model.setItem(index, "amount", "9");
    }
    same(await model.send(), undefined);
    same(model.errors().fields, { [itemField("new-2", "amount")]: "Enter at most 5." });
    await storedDraft(client, "receipt/typed");
});

Deno.test("typed receipt: waits on the device while offline", async () => {
    const client = fakeClient(() => Promise.reject(new TypeError()));
    const model = typedReceiptModel(client, (entry, content) => sendReceipt(client, entry, content));
    model.set("total", "5");
    same(await model.send(), "waiting");
    same((await client.store()).outbox.entries().map(({ kind }) => kind), ["receipt"]);
});

const photo = (text: string): Blob => new Blob([text], { type: "image/jpeg" });
const asIs = (blob: Blob): Promise<Blob> => Promise.resolve(blob);

Deno.test("receipt capture: photos are stored first, then sent one by one", async () => {
    let photos = 0;
    const client = fakeClient(({ path }) =>
        path === "/v1/photos" ? json({ id: `ph${photos += 1}` }, 201) : json(receipt(), 201)
    );
    const model = receiptCaptureModel(client, asIs);
    await model.take(photo("a"));
    const first = await model.use();
    same([first?.state.step, model.review(), (await client.store()).outbox.entries().length], ["done", undefined, 0]);
    await model.take(photo("one"));
    model.addPart();
    await model.take(photo("second"));
    model.retake();
    await model.take(photo("second"));
    same(model.parts().length, 1);
    const second = await model.use();
    same(second?.state.step, "done");
    same(client.server.seen.at(-1)?.body, { photos: ["ph1", "ph2"] });
    same(client.server.seen.filter(({ path }) => path === "/v1/photos").map(({ body }) => (body as Blob).size), [3, 6]);
    await model.takeAll([photo("x"), photo("y")]);
    await settle();
    same(model.queue().length, 4);
    for (const { key } of model.queue()) model.dismiss(key);
    same(model.queue(), []);
    same(packPhotos([photo("z")]).type, "image/jpeg");
});

Deno.test("receipt capture: the queue is not shown to another account", async () => {
    const client = fakeClient(() => json(receipt(), 201));
    const model = receiptCaptureModel(client, asIs);
    await model.take(photo("a"));
    await model.use();
    same(receiptCaptureModel(client, asIs).queue().length, 1);
    client.session.hear({ kind: "renewed", account: "b2", access: { token: "t9", until: Infinity } });
    same(receiptCaptureModel(client, asIs).queue(), []);
});

Deno.test("receipt capture: waits while offline or without photos left today", async () => {
    const client = fakeClient(() => Promise.reject(new TypeError()));
    const model = receiptCaptureModel(client, asIs);
    await model.take(photo("a"));
    same((await model.use())?.state, { step: "waiting", reason: "offline" });
    client.server.handler = () => problem("quota-exceeded", 429);
    await model.take(photo("b"));
    same((await model.use())?.state, { step: "waiting", reason: "quota" });
    same((await client.store()).outbox.entries().length, 2);
    client.server.handler = () => problem("unreadable", 422);
    await model.take(photo("c"));
    same((await model.use())?.state.step, "failed");
    same(await receiptCaptureModel(client, asIs).use(), undefined);
});

Deno.test("receipt capture: if the device is full, the photos stay on screen", async () => {
    const client = fakeClient(() => json(receipt()));
    client.database.put = () => Promise.reject(new DOMException("", "QuotaExceededError"));
    const model = receiptCaptureModel(client, asIs);
    await model.take(photo("a"));
    model.addPart();
    await model.take(photo("b"));
    same(await model.use(), undefined);
    same([model.parts().length, await model.review()?.text()], [1, "b"]);
    ok(describeError(model.error()).startsWith("This device has no room left"));
});

Deno.test("notices: link to their purchase, budget or product", () => {
    same([{ receipt: "r1" }, { budget: "b1" }, { product: "p1" }].map(pageOf), [
        "/receipts/r1",
        "/budgets/b1",
        "/products/p1",
    ]);
});

Deno.test("plan limits: are distinguished from other refusals", () => {
    const refused = (kind: string, status: number): RefusedError =>
        new RefusedError({ type: `x/${kind}`, title: "", status });
    same([refused("plan-required", 403), refused("quota-exceeded", 429), refused("forbidden", 403)].map(isPlanLimit), [
        true,
        true,
        false,
    ]);
    same([isGone(refused("not-found", 404)), isGone(new Error())], [true, false]);
});

Deno.test("spending: each period has its first and last day and its step", () => {
    const now = new Date(2026, 10, 26);
    same(daysOf("month", now), { from: "2026-11-01", to: "2026-11-26" });
    same(daysOf("lastMonth", now), { from: "2026-10-01", to: "2026-10-31" });
    same(daysOf("quarter", now).from, "2026-09-01");
    same([daysOf("year", now).from, daysOf("all", now).from], ["2026-01-01", "2017-01-01"]);
    same((["month", "quarter", "year", "all"] as const).map(stepOf), ["day", "week", "month", "year"]);
    same(["charges", "unassigned", "rest", "dairy", "x"].map((key) => groupLabel(key)), [
        "Taxes and fees",
        "Not on any row",
        "The rest",
        "Dairy and eggs",
        "Unknown",
    ]);
});

Deno.test("spending: uses the server's sums, or the receipts' when filtered", async () => {
    const spending = (by: string) => ({
        from: "2026-11-01",
        to: "2026-11-26",
        by,
        uncounted: 1,
        currencies: [{
            currency: "CAD",
            total: cad("8.39"),
            before: cad("2.00"),
            saved: cad("0.60"),
            purchases: 1,
            groups: [{ key: by === "category" ? "dairy" : "2026-11-20", amount: cad("4.99"), count: 1 }],
        }],
    });
    const client = fakeClient(({ path }) => {
        if (path.startsWith("/v1/spending")) return json(spending(path.includes("by=category") ? "category" : "day"));
        return json({ items: [receipt()], next: null });
    });
    client.device.time = Date.parse("2026-11-26T12:00:00Z");
    const model = spendingModel(client);
    await settle();
    const [view] = model.views() ?? [];
    same([view?.total, view?.groups[0]?.label, view?.steps[0]?.label, model.uncounted()], [
        "8.39",
        "Dairy and eggs",
        "Nov 20",
        1,
    ]);
    same(model.stores(), [["st1", "Maple Market"]]);
    model.setCategory("produce");
    await settle();
    same(model.views()?.[0]?.total, "3.00");
    model.setStore("elsewhere");
    await settle();
    same([model.views(), model.receipts()], [[], []]);
    model.setCategory("");
    model.setStore("");
    model.setPeriod("all");
    model.setGroupBy("store");
    await settle();
    ok(client.server.paths().some((path) => path.includes("by=store")));
    ok(client.server.paths().some((path) => path === "GET /v1/receipts?limit=100"));
    client.server.handler = () => Promise.reject(new TypeError());
    model.reload();
    await settle();
    ok(model.isStale());
});

Deno.test("spending: sums on the device are exact by week, shop and product", () => {
    const days = { from: "2026-11-16", to: "2026-11-29" };
    const [byProduct] = viewsOf([receipt(), receipt({ id: "r2" })], "", "product", "week", days);
    same(byProduct?.groups.map(({ label, amount }) => [label, amount]), [["Milk", "9.98"], ["APPLS", "6.00"]]);
    same(byProduct?.steps.map(({ key, amount }) => [key, amount]), [["2026-11-16", "16.78"], ["2026-11-23", "0.00"]]);
    const [byStore] = viewsOf([receipt()], "", "store", "month", days);
    same(byStore?.groups.map(({ key, amount }) => [key, amount]), [["st1", "8.39"]]);
    same(viewsOf([receipt({ currency: undefined as never })], "", "store", "year", days), []);
});

Deno.test("CSV: cells are quoted where necessary and never formulas", () => {
    const text = receiptsCSV([receipt({ merchant: '=Shop "A", B' })]);
    const [head, first] = text.split("\r\n");
    ok(head?.startsWith("date,time,merchant,item"));
    const cells = (merchant: string): string | undefined =>
        receiptsCSV([receipt({ merchant })]).split("\r\n")[1]?.split(",")[2];
    same(["-2+3", "-7", "\r=1"].map(cells), ["'-2+3", "-7", '"\'\r=1"']);
    same(first, `2026-11-20,09:20,"'=Shop ""A"", B",Milk,1,ea,4.99,,CAD,dairy,8.39`);
});

Deno.test("budgets: near or over the limit, sorted by use", async () => {
    same([budget("10"), budget("90"), budget("120")].map(budgetState), ["within", "near", "over"]);
    const items = [budget("10"), budget("90", { id: "b2" }), budget("120", { id: "b3" })];
    const client = fakeClient(() => json({ items, next: null }));
    const model = budgetListModel(client);
    await settle();
    same(model.pressing().map(({ id }) => id), ["b3", "b2"]);
});

Deno.test("budget: invalid fields are reported; a change sends the version", async () => {
    const client = fakeClient(({ method }) =>
        method === "DELETE" ? new Response(null, { status: 204 }) : json(budget("0"))
    );
    const texts = {
        name: " ",
        amount: "0",
        currency: "CAD",
        period: "month",
        category: "",
        product: "",
        scope: "personal",
    } as const;
    const saved: Budget[] = [];
    const form = budgetForm(client, undefined, (one) => saved.push(one));
    same(await form.submit(texts), false);
    same(form.errors().fields, { name: "Fill this in.", amount: "Use an amount above zero, such as 200." });
    ok(await form.submit({ ...texts, name: "Food", amount: "100", category: "dairy" }));
    same(client.server.seen.at(-1)?.body, {
        name: "Food",
        period: "month",
        amount: cad("100.00"),
        scope: "personal",
        category: "dairy",
    });
    ok(
        await budgetForm(client, budget("0"), (one) => saved.push(one)).submit({
            ...texts,
            name: "Food",
            amount: "9,5",
        }),
    );
    same(client.server.seen.at(-1)?.headers.get("if-match"), '"3"');
    same(saved.length, 2);
    const advice = { steps: [], saving: cad("0.00") };
    client.server.handler = () => json(budget("120", { advice }));
    const model = budgetModel(client, "b1");
    await settle();
    await model.judge(true);
    same(model.resource.value()?.advice?.useful, true);
    client.server.handler = () => new Response(null, { status: 204 });
    await model.remove();
    await model.restore();
    same(client.server.paths().slice(-2), ["DELETE /v1/budgets/b1", "POST /v1/budgets/b1/restore"]);
});

const product = {
    id: "p1",
    name: "Milk",
    category: "dairy",
    provisional: true,
    aliases: [],
    version: 4,
    changedAt: "",
};

Deno.test("products: can be searched, paged, and changed with their version", async () => {
    const client = fakeClient(({ method, path }) => {
        if (method === "PATCH") return json({ ...product, name: "Whole milk", version: 5 });
        if (path.includes("/prices")) return json({ product: "p1", paid: [], nearby: [] });
        if (path.startsWith("/v1/products/")) return json(product);
        return json({ items: [product, { ...product, id: "p2" }], next: path.includes("cursor") ? null : "more" });
    });
    const list = productListModel(client);
    await settle();
    ok(list.hasMore());
    list.search(" milk ");
    await settle();
    same(client.server.paths().at(-1), "GET /v1/products?limit=30&query=milk");
    await list.loadMore();
    same([list.items()?.length, list.hasMore()], [4, false]);
    const model = productModel(client, "p1");
    await settle();
    await model.change({ name: "Whole milk" });
    same(client.server.seen.at(-1)?.headers.get("if-match"), '"4"');
    same(model.product.value()?.name, "Whole milk");
    same((await model.similar("milk")).map(({ id }) => id), ["p2"]);
});

Deno.test("prices: one series per currency and unit, oldest first", () => {
    const paid = (day: string, unit: "ea" | "kg"): PriceHistory["paid"][number] => ({
        day,
        currency: "CAD",
        price: "1",
        unit,
    });
    const series = priceSeries({
        product: "p1",
        nearby: [],
        paid: [paid("2026-11-02", "ea"), paid("2026-11-01", "ea"), paid("2026-11-03", "kg")],
    });
    same(series.map(({ unit, points }) => [unit, points.map(({ day }) => day)]), [
        ["ea", ["2026-11-01", "2026-11-02"]],
        ["kg", ["2026-11-03"]],
    ]);
});

Deno.test("suggestions: the filter is sent as query; a rating is a POST", async () => {
    const client = fakeClient(({ method }) =>
        method === "POST" ? new Response(null, { status: 204 }) : json({ items: [], next: null })
    );
    const model = suggestionsModel(client);
    model.setFilter({ category: "dairy", currency: "CAD", priceTo: "5.00" });
    await settle();
    ok(client.server.paths().at(-1)?.includes("category=dairy&currency=CAD&priceTo=5.00"));
    await model.judge(false);
    same(client.server.seen.at(-1)?.body, { useful: false });
});

Deno.test("shops: a place leaves the device rounded to about a kilometer", async () => {
    const preferences = {
        radiusKm: 10,
        preferredStores: ["a"],
        ignoredStores: [],
        units: "mixed",
        sharesPrices: false,
        version: 2,
    };
    let isOld = true;
    const client = fakeClient(({ method, path, body }) => {
        if (path === "/v1/stores") return json({ items: [], next: null });
        if (method === "GET") return json({ ...preferences, version: isOld ? 2 : 3 });
        if (isOld) {
            isOld = false;
            return problem("version-mismatch", 412);
        }
        return json({ ...preferences, ...(body as object), version: 4 });
    });
    const model = shopsModel(client);
    await settle();
    same(await model.setPlace("95", ""), false);
    same(Object.keys(model.errors().fields), ["latitude", "longitude"]);
    ok(await model.setPlace("43,6532", "-79.3832"));
    same((client.server.seen.at(-1)?.body as { location: unknown }).location, { latitude: 43.65, longitude: -79.38 });
    same(client.server.seen.at(-1)?.headers.get("if-match"), '"3"');
    same([model.choiceOf("a"), model.choiceOf("b")], ["preferred", "neutral"]);
    ok(await model.choose("a", "ignored"));
    await settle();
    same(model.choiceOf("a"), "ignored");
    client.server.handler = () => problem("internal-error", 500);
    same(await model.change({ radiusKm: 5 }), false);
    same(model.preferences.value()?.radiusKm, 10);
    same([parseDegree("91", 90), roundPlace(1.006, 2)], [undefined, { latitude: 1.01, longitude: 2 }]);
});

const household: Household = {
    id: "h1",
    name: "Maple",
    shareNewReceipts: false,
    members: [{ id: "m1", name: "Ann", role: "owner", me: true, joinedAt: "2026-11-01T00:00:00Z" }],
};

Deno.test("household: can be created, shared by code, renamed and left", async () => {
    const client = fakeClient(({ method, path }) => {
        if (method === "DELETE") return new Response(null, { status: 204 });
        if (path === "/v1/household/invitations") return json({ code: "c1", expiresAt: "2026-12-03T00:00:00Z" }, 201);
        if (path.startsWith("/v1/household/receipts")) return json({ items: [], next: null });
        if (method === "GET") return problem("not-found", 404);
        return json(household, 201);
    });
    const model = householdModel(client);
    await settle();
    same([model.resource.value(), model.isOwner()], [null, false]);
    same(await model.create.submit({ name: "", displayName: "", shareNewReceipts: true }), false);
    same(Object.keys(model.create.errors().fields), ["name", "displayName"]);
    ok(await model.create.submit({ name: " Maple ", displayName: "Ann", shareNewReceipts: true }));
    await settle();
    same([model.isOwner(), model.receipts.value()], [true, []]);
    await model.invite();
    same(model.invitation()?.code, "c1");
    ok(await model.rename.submit({ name: "", displayName: "Anna" }));
    same(client.server.seen.findLast(({ method }) => method === "PATCH")?.body, { displayName: "Anna" });
    await model.shareNew(true);
    await model.removeMember("m1");
    same(model.resource.value(), null);
    ok(
        await model.join.submit({
            code: "https://x/spending/household?code=abc-1",
            displayName: "Ben",
            shareNewReceipts: false,
        }),
    );
    const joined = client.server.seen.findLast(({ path }) => path === "/v1/household/members");
    same((joined?.body as { code: string }).code, "abc-1");
    await model.removeMember("m2");
    await model.end();
    same(model.resource.value(), null);
    same([invitationCode(" abc "), invitationCode("")], ["abc", ""]);
});

Deno.test("household: stored purchases are shown only to its members", async () => {
    let mine: Household | undefined = household;
    const client = fakeClient(({ path }) => {
        if (path.startsWith("/v1/household/receipts")) return json({ items: [{ id: "r1" }], next: null });
        if (path.startsWith("/v1/spending")) return json({ currencies: [] });
        return mine ? json(mine) : problem("not-found", 404);
    });
    const { handler } = client.server;
    const shown = async (): Promise<unknown> => {
        const model = householdModel(client);
        await settle();
        return model.receipts.value()?.map(({ id }) => id);
    };
    householdSpendingResource(client, "h1");
    same(await shown(), ["r1"]);
    client.server.handler = () => Promise.reject(new TypeError());
    same(await shown(), ["r1"]);
    // A household that was joined on another device.
    client.server.handler = (request) =>
        request.path.startsWith("/v1/household/receipts") ? Promise.reject(new TypeError()) : handler(request);
    mine = { ...household, id: "h2" };
    await shown();
    same(await shown(), undefined);
    const { kept } = await client.store();
    ok(await kept.read("household-spending"));
    mine = undefined;
    same(await shown(), []);
    same(await kept.read("household-spending"), undefined);
});

Deno.test("household: a failed request is not shown as a missing household", async () => {
    const client = fakeClient(() => problem("internal-error", 500));
    const model = householdModel(client);
    await settle();
    same(model.resource.value(), undefined);
    ok(model.resource.error());
    client.server.handler = () => json({ shared: true });
    await shareReceipt(client, "r1", true);
    same(client.server.paths().at(-1), "PUT /v1/receipts/r1/sharing");
    householdSpendingResource(client, "h1");
    sharedReceiptResource(client, "r7");
    await settle();
    ok(client.server.paths().some((path) => path.includes("scope=household")));
    ok(client.server.paths().includes("GET /v1/household/receipts/r7"));
});

Deno.test("import: previews the file, then follows the purchases to the end", async () => {
    const result = { preview: true, purchases: [{ id: "a", items: 1 }, { id: "b", items: 2 }], faults: [] };
    let asked = 0;
    const client = fakeClient(({ method }) => {
        if (method === "POST") return json(result);
        asked += 1;
        return asked < 3 ? problem("not-found", 404) : json(receipt());
    });
    const model = importModel(client, () => Promise.resolve());
    await model.send();
    same(model.state().step, "choosing");
    await model.choose(new Blob(["x"]), "spending.csv");
    same([model.state().step, model.fileName()], ["preview", "spending.csv"]);
    model.setCurrency("EUR");
    await settle();
    ok(client.server.paths().at(-1)?.includes("preview=true&currency=EUR"));
    model.setCurrency("USD");
    model.setCurrency("GBP");
    await settle();
    // The preview is that of the chosen currency.
    ok(client.server.paths().at(-1)?.includes("preview=true&currency=GBP"));
    await model.send();
    const state = model.state();
    same([state.step, state.step === "done" && state.arrived], ["done", 2]);
    model.startOver();
    same(model.state().step, "choosing");
    client.server.handler = () => problem("payload-too-large", 413);
    await model.choose(new Blob(["x"]), "large.csv");
    same(model.state().step, "failed");
});
