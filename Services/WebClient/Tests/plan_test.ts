/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok } from "node:assert/strict";
import type { Subscription } from "../generated/api.ts";
import { scope } from "../src/core/signal.ts";
import {
    paymentsModel,
    planModel,
    planName,
    priceText,
    returnModel,
    returnWait,
    seatsModel,
    subscriptionState,
} from "../src/models/plan.ts";
import {
    emptyReaction,
    newReactionModel,
    reactionDiary,
    reactionModel,
    sendReaction,
    valuesOf,
} from "../src/models/reactions.ts";
import { currencyOf, regionGroups } from "../src/models/regions.ts";
import { fakeClient, json, problem, settle } from "./fakes.ts";

const subscription: Subscription = {
    id: "s1",
    status: "active",
    plan: "pro-monthly-cad",
    seats: 1,
    price: { amount: "7.99", currency: "CAD" },
    region: "CA-ON",
    version: 1,
    changedAt: "2026-11-26T12:00:00Z",
};
const offer = (plan: string, currency: string): unknown => ({ plan, price: { amount: "7.99", currency } });
const list = (...items: unknown[]): Response => json({ items, next: null });

Deno.test("plan: offers use the region's currency; the region is remembered", async () => {
    const client = fakeClient(({ path, method }) => {
        if (path.startsWith("/v1/plans")) {
            return json({ mayTry: true, plans: [offer("pro-monthly-cad", "CAD"), offer("pro-monthly-usd", "USD")] });
        }
        if (method === "POST") return json({ ...subscription, checkout: { url: "https://pay" } }, 201);
        return json({ tier: "basic" });
    });
    const model = planModel(client);
    await settle();
    same(model.offers.value()?.map(({ plan }) => plan), ["pro-monthly-cad"]);
    ok(model.mayTry());
    model.region.set("US-NY");
    await settle();
    same(model.offers.value()?.map(({ plan }) => plan), ["pro-monthly-usd"]);
    same(await model.start("pro-monthly-usd", 5, true), "https://pay");
    same(client.server.seen.find(({ method }) => method === "POST")?.body, {
        plan: "pro-monthly-usd",
        region: "US-NY",
        seats: 5,
        trial: true,
    });
    const again = planModel(client);
    await settle();
    same(again.region(), "US-NY");
    await again.cancel();
    ok(client.server.paths().includes("DELETE /v1/subscription"));
});

Deno.test("plan: a change is quoted, then confirmed with the same quote", async () => {
    const quote = { plan: "pro-yearly-cad", seats: 1, total: { amount: "80.00", currency: "CAD" }, quotedAt: "now" };
    const client = fakeClient(({ path }) => {
        if (path.startsWith("/v1/plans")) return json({ plans: [] });
        return json(path.endsWith("/change") ? quote : { tier: "pro", subscription });
    });
    const model = planModel(client);
    await settle();
    same(model.region(), "CA-ON");
    await model.agree(await model.quote("pro-yearly-cad"));
    const bodies = client.server.seen.filter(({ path }) => path.endsWith("/change")).map(({ body }) => body);
    same(bodies, [
        { plan: "pro-yearly-cad" },
        { plan: "pro-yearly-cad", seats: 1, agreedTotal: quote.total, quotedAt: "now" },
    ]);
});

Deno.test("plan: states, names and prices have texts", () => {
    same(subscriptionState(undefined), "none");
    same(subscriptionState({ ...subscription, status: "ended" }), "none");
    same(subscriptionState({ ...subscription, status: "awaiting_payment" }), "awaiting");
    same(subscriptionState({ ...subscription, endsAt: "x" }), "ending");
    same(subscriptionState({ ...subscription, status: "past_due" }), "pastDue");
    same(subscriptionState({ ...subscription, status: "trialing" }), "trial");
    same(subscriptionState(subscription), "active");
    same(["pro-x", "institution-x", "x"].map(planName), ["plan.pro", "plan.institution", "plan.basic"]);
    const price = { amount: "5.00", currency: "USD" };
    same(priceText("pro-monthly-usd", price), "$5.00 a month");
    same(priceText("pro-yearly-usd", price), "$5.00 a year");
    same(priceText("institution-yearly-usd", price), "$5.00 a seat and year");
    same(currencyOf("US-NY"), "USD");
    same(regionGroups("fr")[0]?.regions.at(-3)?.[1], "Québec");
});

Deno.test("payments: are refundable in time; receipts are downloads", async () => {
    const payment = { id: "p1", status: "paid", refundableUntil: "2026-12-01T00:00:00Z" };
    const client = fakeClient(({ path, method }) => {
        if (path.endsWith("/receipt")) return new Response("pdf", { headers: { "content-type": "application/pdf" } });
        return method === "POST" ? json({ ...payment, status: "refunded" }) : list(payment);
    });
    const model = paymentsModel(client);
    await settle();
    const [known] = model.list.value() ?? [];
    ok(known && model.isRefundable(known));
    await model.refund("p1");
    await settle();
    const [changed] = model.list.value() ?? [];
    ok(changed && !model.isRefundable(changed));
    same(await (await model.receipt("p1")).text(), "pdf");
});

Deno.test("seats: can be offered, withdrawn, claimed and left", async () => {
    const client = fakeClient(({ path, method }) => {
        if (path === "/v1/seats/accept") return problem("not-found", 404);
        if (method === "DELETE") return new Response(null, { status: 204 });
        if (method === "POST") return json({ id: "x", name: "Ann", token: "t" }, 201);
        return path === "/v1/seats" ? list({ id: "u1" }) : json({ paid: 5, taken: 1, items: [] });
    });
    const model = seatsModel(client);
    await settle();
    same([model.paid.value()?.paid, model.used.value()?.length], [5, 1]);
    ok(!await model.offer.submit({ name: " " }));
    ok(await model.offer.submit({ name: " Ann " }));
    same(model.offered()?.token, "t");
    ok(!await model.accept.submit({ token: "" }));
    ok(!await model.accept.submit({ token: "x" }));
    same(model.accept.errors().fields.token, "This invitation is wrong or has expired.");
    await model.takeBack("x");
    await model.leave("u1");
    ok(client.server.paths().includes("DELETE /v1/subscription/seats/x"));
    ok(client.server.paths().includes("DELETE /v1/seats/u1"));
});

Deno.test("provider return: waits for the payment, then shows its outcome", async () => {
    const waitTimes = setInterval;
    const ticks: (() => void)[] = [];
    globalThis.setInterval = ((fn: () => void) => ticks.push(fn)) as unknown as typeof setInterval;
    try {
        let answer: unknown = { tier: "basic", subscription: { ...subscription, status: "awaiting_payment" } };
        const client = fakeClient(() => json(answer));
        const [state, end] = scope(() => returnModel(client));
        await settle();
        same(state(), "waiting");
        for (let time = 0; time < returnWait.longest; time += returnWait.pause) ticks[0]?.();
        await settle();
        same(state(), "notPaid");
        answer = { tier: "pro", subscription };
        client.change();
        await settle();
        same(state(), "done");
        end();
        answer = { tier: "basic", subscription };
        const [late, endLate] = scope(() => returnModel(client));
        await settle();
        for (let time = 0; time < returnWait.longest; time += returnWait.pause) ticks[1]?.();
        await settle();
        same(late(), "late");
        endLate();
    } finally {
        globalThis.setInterval = waitTimes;
    }
});

const reaction = {
    id: "r1",
    occurredOn: "1970-01-01",
    allergens: ["milk"],
    symptoms: ["hives"],
    version: 2,
    recordedAt: "2026-11-26T12:00:00Z",
} as const;

Deno.test("reaction: requires day and cause; is stored first, then sent once", async () => {
    const client = fakeClient(() => json(reaction, 201));
    const sent: boolean[] = [];
    const model = newReactionModel(client, (isSent) => sent.push(isSent));
    const start = emptyReaction(client, "s1");
    same(start.scan, "s1");
    ok(!await model.submit({ ...emptyReaction(client), occurredOn: "" }));
    same(Object.keys(model.errors().fields), ["occurredOn", "cause"]);
    ok(!await model.submit({ ...start, occurredOn: "2999-01-01" }));
    ok(await model.submit({ ...start, allergens: ["milk"], cause: " Cake " }));
    same(sent, [true]);
    const { body, headers } = client.server.seen[0] ?? {};
    same(body, { occurredOn: start.occurredOn, allergens: ["milk"], symptoms: [], cause: "Cake", scan: "s1" });
    ok(headers?.get("idempotency-key"));
});

Deno.test("reaction: waits on the device while offline and is sent later", async () => {
    const client = fakeClient(() => Promise.reject(new TypeError()));
    const sent: boolean[] = [];
    const model = newReactionModel(client, (isSent) => sent.push(isSent));
    ok(await model.submit({ ...emptyReaction(client), cause: "Cake" }));
    same(sent, [false]);
    const { outbox } = await client.store();
    same(outbox.entries().map(({ kind }) => kind), ["reaction"]);
    client.server.handler = () => json(reaction, 201);
    outbox.register("reaction", (entry, content) => sendReaction(client, entry, content));
    await outbox.flush();
    same(outbox.entries(), []);
});

Deno.test("reaction: a change by another device is loaded and reported", async () => {
    const client = fakeClient(({ path }) =>
        path.endsWith("/exposures")
            ? json({ reaction: "r1", from: "", upTo: "", items: [] })
            : json(reaction, 200, { etag: '"2"' })
    );
    const model = reactionModel(client, "r1");
    await settle();
    same(model.exposures.value()?.items, []);
    const values = valuesOf(reaction);
    same([values.cause, values.severity, values.notes, values.timeOfDay], ["", "", "", ""]);
    ok(await model.form.submit(values));
    same(client.server.seen.at(-1)?.headers.get("if-match"), '"2"');
    client.server.handler = () => json({ ...reaction, cause: "Cake", version: 3 }, 200, { etag: '"3"' });
    ok(await model.form.submit({ ...values, cause: "Cake" }));
    await settle();
    // The saved entry is what is shown next time.
    client.server.handler = () => Promise.reject(new TypeError());
    const later = reactionModel(client, "r1");
    await settle();
    same(later.reaction.value()?.cause, "Cake");
    client.server.handler = ({ method }) => method === "PATCH" ? problem("version-mismatch", 412) : json(reaction);
    ok(!await model.form.submit(values));
    ok(model.form.errors().summary.startsWith("This entry was changed on another device."));
    client.server.handler = () => new Response(null, { status: 204 });
    await model.remove();
    await model.restore();
    same(client.server.paths().slice(-2), ["DELETE /v1/reactions/r1", "POST /v1/reactions/r1/restore"]);
    client.server.handler = () => list(reaction);
    const diary = reactionDiary(client);
    await settle();
    same([diary.list.value()?.length, diary.waiting().length], [1, 0]);
});
