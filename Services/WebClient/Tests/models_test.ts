/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok } from "node:assert/strict";
import { UnreachableError, UnusablePhotoError } from "../src/api/problem.ts";
import { RefusedError } from "../src/api/problem.ts";
import { accountSettings, recoveryModel, registrationModel, signInModel, signOut } from "../src/models/account.ts";
import { allergenNames, profileModel } from "../src/models/allergens.ts";
import { announcementsModel } from "../src/models/announcements.ts";
import { captureModel, sendLabelPhoto } from "../src/models/capture.ts";
import { alertsModel, pageOf } from "../src/models/notices.ts";
import { setLanguage } from "../src/core/i18n.ts";
import { settings } from "../src/core/settings.ts";
import { effect } from "../src/core/signal.ts";
import { keptObject, keptResource } from "../src/models/kept.ts";
import { describeError, describeField, fieldErrors, type FieldProblem } from "../src/models/problems.ts";
import { keepFresh, scanListModel, scanModel, takeFresh } from "../src/models/scans.ts";
import { unconfirmedPhotos } from "../src/models/shared-photo.ts";
import { OutboxFullError } from "../src/store/outbox.ts";
import { fakeClient, json, problem, scan, settle, signedIn, storedDraft } from "./fakes.ts";

const profile = {
    allergens: ["milk"],
    otherIngredients: ["kiwi"],
    diets: [],
    traces: "warn",
    history: "keep",
    version: 1,
};
const registration = {
    email: "a@example.org",
    password: "12345678",
    acceptsTerms: true,
    trainingPhotos: false,
    communityPrices: true,
};

Deno.test("account settings: language and units are the account's and the device's", async () => {
    let account = { id: "a1", email: "a@b.c", locale: "fr", units: "imperial" };
    const client = fakeClient(({ method, body }) => {
        if (method === "PATCH") account = { ...account, ...body as object };
        return json(account);
    });
    const model = accountSettings(client);
    await settle();
    // The device's language is saved in the account; the account's units are used on the device.
    same([account.locale, settings().units], ["en", "imperial"]);
    model.chooseUnits("metric");
    await settle();
    same([account.units, settings().units, model.account.value()?.units], ["metric", "metric", "metric"]);
});

Deno.test("sign-in: wrong password: form error; empty field: field error", async () => {
    const client = fakeClient(() => problem("invalid-credentials", 401));
    const model = signInModel(client);
    same(await model.submit({ email: "", password: "x" }), false);
    same(model.errors(), { fields: { email: "Fill this in." }, summary: "" });
    same(await model.submit({ email: "a@example.org", password: "x" }), false);
    same(model.errors(), { fields: {}, summary: "The e-mail address or the password is wrong." });
    same(model.isBusy(), false);
});

Deno.test("sign-in: a second factor is asked for after the password", async () => {
    const client = fakeClient(({ body }) =>
        "code" in (body as object)
            ? json(signedIn("a7"), 201)
            : problem("second-factor-required", 401, { challenge: "c1" })
    );
    const model = signInModel(client);
    await model.submit({ email: "a@example.org", password: "x" });
    same(model.challenge(), "c1");
    same(await model.submitCode(" 123456 "), true);
    same(client.server.seen.at(-1)?.body, { challenge: "c1", code: "123456" });
    same(client.session.state(), { account: "a7" });
});

Deno.test("registration: invalid fields are reported before sending", async () => {
    const client = fakeClient(() => json({}));
    const model = registrationModel(client, "America/Toronto");
    await model.submit({ ...registration, email: "x", password: "short", acceptsTerms: false });
    same(model.errors().fields, {
        email: "This is not an e-mail address.",
        password: "Use at least 8 characters.",
        acceptsTerms: "Accept the terms to create an account.",
    });
    same(client.server.seen.length, 0);
});

Deno.test("registration: sends the terms in force, the language, the time zone and the consents", async () => {
    const client = fakeClient(({ path }) =>
        path === "/v1/terms" ? json({ version: "2026-11" }) : json(signedIn("a2"), 201)
    );
    ok(await registrationModel(client, "America/Toronto").submit(registration));
    same(client.server.seen.at(-1)?.body, {
        email: "a@example.org",
        password: "12345678",
        acceptedTerms: "2026-11",
        locale: "en",
        timeZone: "America/Toronto",
        consents: { trainingPhotos: false, communityPrices: true },
    });
    same(client.session.state(), { account: "a2" });
});

Deno.test("registration: the server's errors are shown at their fields", async () => {
    const errors = [{ pointer: "/password", code: "too-short", values: { min: 8 }, detail: "x" }];
    const client = fakeClient(({ path }) =>
        path === "/v1/terms" ? json({ version: "1" }) : problem("invalid-fields", 422, { errors })
    );
    const model = registrationModel(client, "UTC");
    await model.submit(registration);
    same(model.errors(), { fields: { password: "Use at least 8 characters." }, summary: "" });
});

Deno.test("recovery: a code is asked for, then the password is replaced", async () => {
    const client = fakeClient(({ body }) => new Response(null, { status: "code" in (body as object) ? 204 : 202 }));
    const model = recoveryModel(client);
    ok(await model.request.submit({ email: "a@example.org" }));
    ok(model.isRequested());
    ok(await model.reset.submit({ code: " abc ", password: "12345678" }));
    ok(model.isDone());
    same(client.server.seen.at(-1)?.body, { code: "abc", password: "12345678" });
    ok(recoveryModel(client, true).isRequested());
});

Deno.test("sign-out: ends the session and deletes the store, with or without a connection", async () => {
    const left = { account: "a1", refreshKey: "k0", isOver: true };
    for (const isOnline of [true, false]) {
        const client = fakeClient(() =>
            isOnline ? new Response(null, { status: 204 }) : Promise.reject(new TypeError())
        );
        let isDeleted = false;
        await signOut(client, () => {
            isDeleted = true;
            return Promise.resolve();
        });
        same([client.session.state(), client.device.kept, isDeleted], ["signedOut", isOnline ? undefined : left, true]);
    }
});

Deno.test("allergen names: are cached on the device for the next start", async () => {
    const items = [{
        code: "milk",
        name: "Milk",
        examples: [],
        lists: [],
        species: [{ code: "goat", name: "Goat", lists: [] }],
    }];
    const client = fakeClient(() => json({ items, next: null }));
    const names = allergenNames(client);
    await settle();
    same([names.nameOf("milk"), names.nameOf("goat"), names.nameOf("other")], ["Milk", "Goat", "other"]);
    client.server.handler = () => Promise.reject(new TypeError());
    const later = allergenNames(client);
    await settle();
    same(later.nameOf("milk"), "Milk");
});

Deno.test("kept: the cached value is shown first and redrawn only if changed", async () => {
    let answer: unknown = { items: [{ id: "b1" }] };
    let wait = Promise.resolve();
    const client = fakeClient(async () => {
        await wait;
        return json(answer);
    });
    const load = async (): Promise<unknown> => (await client.api.get("/v1/budgets", {})).value;
    const open = (name?: () => string | undefined) => {
        const drawn: unknown[] = [];
        const made = keptResource(client, "x", load, name);
        effect(() => drawn.push(made.value()));
        return { made, drawn };
    };
    open();
    await settle();
    let go = (): void => {};
    wait = new Promise((resolve) => go = resolve);
    const [early, same1] = [open(), open()];
    await settle();
    same(early.drawn, [undefined, answer]);
    // A resource with another name, and one that is not stored.
    same([open(() => "day").made.value(), open(() => undefined).made.value()], [undefined, undefined]);
    go();
    await settle();
    same([early.drawn.length, same1.drawn.length], [2, 2]);
    answer = { items: [] };
    early.made.reload();
    await settle();
    same(early.drawn.slice(2), [answer]);
    // `set` stores a value for the next start, `show` does not.
    early.made.set({ items: [{ id: "b2" }] });
    early.made.show({ items: [{ id: "b3" }] });
    await settle();
    client.server.handler = () => Promise.reject(new TypeError());
    const later = open();
    await settle();
    same(later.made.value(), { items: [{ id: "b2" }] });
});

Deno.test("kept: of each kind the answers of the last objects are stored, at most 16", async () => {
    const client = fakeClient(({ path }) => json(path.slice(-3)));
    const open = (id: string) =>
        keptObject(
            client,
            "thing",
            id,
            async () => (await client.api.get(`/v1/scans/${id}` as "/v1/account", {})).value,
        );
    for (let number = 100; number < 140; number += 1) open(String(number));
    await settle();
    client.server.handler = () => Promise.reject(new TypeError());
    const opened = Array.from({ length: 40 }, (_, index) => open(String(100 + index)));
    await settle();
    const shown = opened.map(({ value }) => value()).filter((value) => value !== undefined);
    // Their places are the sums of their letters: 13 of the 16.
    same(shown.length, 13);
    ok(shown.includes("139" as never));
});

Deno.test("kept: what the plan does not include is said before the server has answered", async () => {
    const client = fakeClient(() => problem("forbidden", 403));
    const open = () => keptResource(client, "x", async () => (await client.api.get("/v1/budgets", {})).value);
    open();
    await settle();
    let answer: (response: Response) => void = () => {};
    client.server.handler = () => new Promise<Response>((resolve) => answer = resolve);
    const later = open();
    await settle();
    same([(later.error() as RefusedError).kind, later.isLoading()], ["forbidden", true]);
    answer(json({ paid: 2 }));
    await settle();
    same([later.value(), later.error()], [{ paid: 2 }, undefined]);
    const last = open();
    await settle();
    same([last.value(), last.error()], [{ paid: 2 }, undefined]);
});

Deno.test("kept: a refusal by the server is shown and clears the cache", async () => {
    const client = fakeClient(() => json({ paid: 2 }));
    const open = () => keptResource(client, "x", async () => (await client.api.get("/v1/budgets", {})).value);
    open();
    await settle();
    client.server.handler = () => problem("unavailable", 503);
    const early = open();
    await settle();
    same(early.value(), { paid: 2 });
    client.server.handler = () => problem("plan-required", 403);
    early.reload();
    await settle();
    same([early.value(), (early.error() as RefusedError).kind], [undefined, "plan-required"]);
    client.server.handler = () => Promise.reject(new TypeError());
    const later = open();
    await settle();
    same(later.value(), undefined);
});

Deno.test("kept: a stored answer that is read after the server's is not shown", async () => {
    const client = fakeClient(() => json({ paid: 2 }));
    let ready = Promise.resolve();
    let go = (): void => {};
    const { get } = client.database;
    client.database.get = async (store, key) => {
        const found = await get(store, key);
        await ready;
        return found;
    };
    const open = () => keptResource(client, "x", async () => (await client.api.get("/v1/budgets", {})).value);
    const openSlowly = async () => {
        ready = new Promise((resolve) => go = resolve);
        const made = open();
        await settle();
        go();
        await settle();
        return made;
    };
    open();
    await settle();
    client.server.handler = () => problem("not-found", 404);
    const gone = await openSlowly();
    same([gone.value(), (gone.error() as RefusedError).kind], [undefined, "not-found"]);
    client.server.handler = () => problem("forbidden", 403);
    open();
    await settle();
    client.server.handler = () => Promise.reject(new TypeError());
    ok(!((await openSlowly()).error() instanceof RefusedError));
});

Deno.test("kept: a late response changes no other account and no newer value", async () => {
    const [other, client] = [fakeClient(() => json({})), fakeClient(() => json({ of: "first" }))];
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => go = resolve);
    let store = client.store;
    const made = keptResource({ store: () => store() }, "x", async () => {
        await wait;
        return "asked by the first";
    });
    store = other.store;
    made.set("changed");
    go();
    await settle();
    same(made.value(), "changed");
    store = client.store;
    const slow = keptResource({ store: () => store() }, "y", async () => {
        await wait;
        return "asked by the first";
    });
    store = other.store;
    await settle();
    same(slow.value(), "asked by the first");
    same([await (await other.store()).kept.read("y"), await (await client.store()).kept.read("y")], [
        undefined,
        { name: "", value: "asked by the first" },
    ]);
});

Deno.test("capture: unconfirmed photos outlive the session of their account", async () => {
    const client = fakeClient(() => json({}));
    const photo = new Blob(["photo"]);
    const first = unconfirmedPhotos(client, "label");
    same(first.photos, []);
    // A page that the person leaves keeps nothing.
    first.left([photo]);
    same(unconfirmedPhotos(client, "label").photos, []);
    await client.session.end(undefined, true);
    first.left([photo]);
    const signIn = (account: string): void =>
        client.session.hear({ kind: "renewed", account, access: { token: "t", until: Infinity } });
    signIn("a1");
    same(unconfirmedPhotos(client, "receipt").photos, []);
    same(unconfirmedPhotos(client, "label").photos, [photo]);
    same(unconfirmedPhotos(client, "label").photos, []);
    await client.session.end(undefined, true);
    first.left([photo]);
    signIn("a2");
    same(unconfirmedPhotos(client, "label").photos, []);
    signIn("a1");
    same(unconfirmedPhotos(client, "label").photos, []);
});

Deno.test("profile: a change by another device after the first edit conflicts", async () => {
    let server = { ...profile, allergens: ["milk"], version: 1 };
    const client = fakeClient(({ method, headers, body }) => {
        if (method === "GET") return json(server, 200, { etag: `"${server.version}"` });
        if (headers.get("if-match") !== `"${server.version}"`) return problem("version-mismatch", 412);
        server = { ...(body as typeof server), version: server.version + 1 };
        return json(server, 200, { etag: `"${server.version}"` });
    });
    const model = profileModel(client);
    await settle();
    model.toggle("sesame", true);
    server = { ...server, allergens: ["milk", "peanuts"], version: 2 };
    client.change();
    await settle();
    ok(!await model.save());
    same([model.state(), server.allergens], ["conflict", ["milk", "peanuts"]]);
    // This works only after the person has seen the conflict.
    ok(await model.keepMine());
    same(server.allergens, ["milk", "sesame"]);
});

Deno.test("profile: a restored selection conflicts with a newer profile", async () => {
    let server = { ...profile, version: 1 };
    const client = fakeClient(({ method, headers, body }) => {
        if (method === "GET") return json(server, 200, { etag: `"${server.version}"` });
        if (headers.get("if-match") !== `"${server.version}"`) return problem("version-mismatch", 412);
        server = { ...(body as typeof server), version: server.version + 1 };
        return json(server, 200, { etag: `"${server.version}"` });
    });
    const first = profileModel(client);
    await settle();
    first.toggle("sesame", true);
    await storedDraft(client, "profile");
    const second = profileModel(client);
    await settle();
    same([second.isChanged(), [...second.chosen()]], [true, ["milk", "sesame"]]);
    server = { ...server, allergens: ["milk", "peanuts"], version: 2 };
    ok(!await second.save());
    same([second.state(), server.allergens], ["conflict", ["milk", "peanuts"]]);
    second.takeTheirs();
    await settle();
    same(await client.database.get("drafts", "profile"), undefined);
    const third = profileModel(client);
    await settle();
    same([third.isChanged(), [...third.chosen()]], [false, ["milk", "peanuts"]]);
});

Deno.test("profile: an undone edit is not a change; saving sends the version", async () => {
    const client = fakeClient(({ method, body }) =>
        method === "GET"
            ? json(profile, 200, { etag: '"1"' })
            : json({ ...(body as object), version: 2 }, 200, { etag: '"2"' })
    );
    const model = profileModel(client);
    await settle();
    model.toggle("fish", true);
    await settle();
    same([model.isChanged(), [...model.chosen()]], [true, ["milk", "fish"]]);
    await storedDraft(client, "profile");
    model.toggle("fish", false);
    await settle();
    same([model.isChanged(), await client.database.get("drafts", "profile")], [false, undefined]);
    model.toggle("nuts", true);
    await settle();
    ok(await model.save());
    const request = client.server.seen.at(-1);
    same(request?.headers.get("if-match"), '"1"');
    same(request?.body, {
        allergens: ["milk", "nuts"],
        otherIngredients: ["kiwi"],
        diets: [],
        traces: "warn",
        history: "keep",
    });
    await settle();
    same([model.isChanged(), model.state()], [false, "saved"]);
});

Deno.test("profile: in a conflict either version can be kept", async () => {
    let version = 1;
    const client = fakeClient(({ method, headers, body }) => {
        const isStale = headers.get("if-match") !== `"${version}"`;
        if (method === "PUT") {
            return isStale ? problem("version-mismatch", 412) : json({ ...(body as object), version: 3 });
        }
        return json({ ...profile, allergens: version === 1 ? ["milk"] : ["fish"], version }, 200, {
            etag: `"${version}"`,
        });
    });
    const model = profileModel(client);
    await settle();
    model.toggle("nuts", true);
    await settle();
    version = 2;
    same(await model.save(), false);
    await settle();
    same([model.state(), model.resource.value()?.profile.allergens], ["conflict", ["fish"]]);
    ok(await model.keepMine());
    await settle();
    same(model.resource.value()?.profile.allergens, ["milk", "nuts"]);
    model.toggle("eggs", true);
    model.takeTheirs();
    await settle();
    same([...model.chosen()], ["milk", "nuts"]);
});

Deno.test("profile: a failed save keeps the edits", async () => {
    const client = fakeClient(({ method }) => method === "GET" ? json(profile) : problem("unavailable", 503));
    const model = profileModel(client);
    await settle();
    model.toggle("nuts", true);
    await settle();
    same(await model.save(), false);
    ok(typeof model.state() === "object" && model.isChanged());
    model.discard();
    await settle();
    same([model.isChanged(), model.state()], [false, "idle"]);
});

Deno.test("capture: a photo is uploaded early and confirmed by its id", async () => {
    const client = fakeClient(({ path }) => path === "/v1/photos" ? json({ id: "p1" }, 201) : json(scan(), 201));
    const model = captureModel(client, (photo) => Promise.resolve(photo));
    await model.take(new Blob(["x"], { type: "image/jpeg" }));
    await settle();
    same(model.state().step, "review");
    await model.use();
    const state = model.state();
    same(state.step === "done" && state.result.scan.id, "s1");
    same(client.server.paths(), ["POST /v1/photos", "POST /v1/label-scans"]);
    same(client.server.seen.at(-1)?.body, { photo: "p1" });
    same((await client.store()).outbox.entries(), []);
});

Deno.test("capture: a confirmation waits for the upload; a second tap is ignored", async () => {
    let arrive = (): void => {};
    const client = fakeClient(({ path }) =>
        path === "/v1/photos"
            ? new Promise((resolve) => arrive = () => resolve(json({ id: "p1" }, 201)))
            : json(scan(), 201)
    );
    const model = captureModel(client, (photo) => Promise.resolve(photo));
    await model.take(new Blob(["x"], { type: "image/jpeg" }));
    await settle();
    const [first, second] = [model.use(), model.use()];
    await settle();
    same([model.state().step, (await client.store()).outbox.entries().length], ["reading", 1]);
    arrive();
    await Promise.all([first, second]);
    same(client.server.paths(), ["POST /v1/photos", "POST /v1/label-scans"]);
    same([client.server.seen.at(-1)?.body, model.state().step], [{ photo: "p1" }, "done"]);
});

Deno.test("capture: a photo is kept on the device when the session has ended elsewhere", async () => {
    const client = fakeClient(() => problem("session-ended", 401));
    const model = captureModel(client, (photo) => Promise.resolve(photo));
    await model.take(new Blob(["x"], { type: "image/jpeg" }));
    await settle();
    await model.use();
    same([model.state().step, client.session.state()], ["waiting", "signedOut"]);
    same((await client.store()).outbox.entries().map(({ state }) => state), ["waiting"]);
});

Deno.test("capture: a full device is reported, and the photo stays on screen", async () => {
    const client = fakeClient(() => json({ id: "p1" }, 201));
    client.database.put = () => Promise.reject(new DOMException("", "QuotaExceededError"));
    const model = captureModel(client, (photo) => Promise.resolve(photo));
    await model.take(new Blob(["x"], { type: "image/jpeg" }));
    await model.use();
    const state = model.state();
    ok(state.step === "failed" && state.photo && describeError(state.error).startsWith("This device has no room left"));
});

Deno.test("capture: without a connection the photo is kept and sent once later", async () => {
    const client = fakeClient(() => Promise.reject(new TypeError()));
    const model = captureModel(client, (photo) => Promise.resolve(photo));
    await model.take(new Blob(["x"], { type: "image/jpeg" }));
    await settle();
    await model.use();
    same(model.state().step, "waiting");
    const { outbox } = await client.store();
    const [entry] = outbox.entries();
    client.server.handler = () => json(scan(), 201);
    outbox.register("label-photo", (one, content) => sendLabelPhoto(client, one, content));
    await outbox.flush();
    same(outbox.entries(), []);
    same(client.server.seen.at(-1)?.headers.get("idempotency-key"), entry?.id);
});

Deno.test("capture: an expired draft is replaced by the bytes", async () => {
    const client = fakeClient(({ body }) =>
        body instanceof Blob
            ? json(scan(), 201)
            : problem("invalid-fields", 422, { errors: [{ pointer: "/photo", detail: "" }] })
    );
    const entry = { id: "e1", kind: "label-photo", madeAt: 0, size: 1, state: "waiting", draft: "p1" } as const;
    same((await sendLabelPhoto(client, entry, new Blob(["x"], { type: "image/jpeg" }))).id, "s1");
    same(client.server.seen.map(({ headers }) => headers.get("idempotency-key")), ["e1", "e1-photo"]);
});

Deno.test("capture: non-photos and refused photos are reported", async () => {
    const client = fakeClient(({ path }) =>
        path === "/v1/photos" ? json({ id: "p1" }, 201) : problem("unreadable", 422)
    );
    const model = captureModel(
        client,
        (photo) => photo.type === "image/jpeg" ? Promise.resolve(photo) : Promise.reject(new UnusablePhotoError()),
    );
    await model.take(new Blob(["x"], { type: "application/pdf" }));
    same(model.state().step, "failed");
    model.retake();
    same(model.state().step, "framing");
    await model.take(new Blob(["x"], { type: "image/jpeg" }));
    await settle();
    await model.use();
    const state = model.state();
    ok(state.step === "failed" && state.photo && describeError(state.error).startsWith("The photo could not be read"));
});

Deno.test("capture: a typed ingredient list is sent as text", async () => {
    const client = fakeClient(() => json(scan({ id: "s9" }), 201));
    const model = captureModel(client);
    model.type();
    same(model.state().step, "typing");
    await model.send("milk");
    const state = model.state();
    same(state.step === "done" && state.result, { scan: scan({ id: "s9" }), photo: undefined });
});

Deno.test("scans: the list loads, pages, follows changes and is cached", async () => {
    let first = "s1";
    const client = fakeClient(({ path }) =>
        path.includes("cursor")
            ? json({ items: [scan({ id: "s2" })], next: null })
            : json({ items: [scan({ id: first })], next: "c" })
    );
    const model = scanListModel(client, 3);
    await settle();
    same([model.rows()?.map(({ id }) => id), model.hasMore()], [["s1"], true]);
    await model.loadMore();
    await settle();
    same([model.rows()?.map(({ id }) => id), model.hasMore()], [["s1", "s2"], false]);
    await model.loadMore();
    first = "s3";
    client.change();
    await settle();
    same(model.rows()?.map(({ id }) => id), ["s3"]);
    client.server.handler = () => Promise.reject(new TypeError());
    const later = scanListModel(client, 3);
    await settle();
    same([later.rows()?.map(({ id }) => id), later.error() instanceof UnreachableError], [["s3"], true]);
});

Deno.test("scan: shows the checked allergens and its photo; can be corrected", async () => {
    const client = fakeClient(({ path, method }) => {
        if (path.startsWith("/v1/photos/")) return new Response("photo", { headers: { "content-type": "image/jpeg" } });
        if (path === "/v1/allergen-profile") return json(profile);
        const photo = { id: "p1", outcome: "read", doubts: [] } as const;
        return json(method === "PATCH" ? scan({ verdict: "couldNotRead", complete: false }) : scan({ photo }));
    });
    const model = scanModel(client, "s1");
    await settle();
    same(model.view()?.details[0], "Looked for: milk and kiwi.");
    same(await model.photo()?.text(), "photo");
    await model.correct("milk");
    await settle();
    same(model.view()?.state, "couldNotRead");
});

Deno.test("scan: a new scan is not requested again", async () => {
    const client = fakeClient(() => json(profile));
    keepFresh({ scan: scan(), photo: new Blob(["x"]) });
    same(takeFresh("other"), undefined);
    keepFresh({ scan: scan(), photo: new Blob(["x"]) });
    const fresh = takeFresh("s1");
    same(takeFresh("s1"), undefined);
    const model = scanModel(client, "s1", fresh);
    await settle();
    same(model.scan.value()?.id, "s1");
    same(client.server.paths(), ["GET /v1/allergen-profile"]);
});

Deno.test("alerts: shown if unread and not about an object just viewed", async () => {
    const notice = {
        id: "n",
        kind: "allergenAlert",
        urgency: "alert",
        read: false,
        title: "T",
        body: "B",
        createdAt: "",
        scan: "s4",
    };
    const items = [notice, { ...notice, kind: "scanAssessed" }, { ...notice, read: true }, {
        ...notice,
        urgency: "notice",
    }];
    const client = fakeClient(({ method }) => json(method === "GET" ? { items, next: null } : notice));
    const model = alertsModel(client);
    await settle();
    same(model.items().map(({ href }) => href), ["/scans/s4"]);
    await model.markRead("n");
    same(client.server.paths().at(-1), "PATCH /v1/notifications/n");
    same(pageOf({ why: "/v1/label-scans/abc" }), "/scans/abc");
    same(pageOf({ why: "/v1/days/2026-01-01" }), undefined);
});

Deno.test("announcements: active incidents are shown in the client's language", async () => {
    const item = { id: "x", kind: "serviceDegraded", madeAt: "", endsAt: "2100-01-01T00:00:00Z" };
    const texts = { en: { title: "Slow", body: "Soon better." } };
    const items = [{ ...item, texts }, { ...item, kind: "releaseNotes", texts }, {
        ...item,
        endsAt: "1960-01-01T00:00:00Z",
        texts,
    }];
    const model = announcementsModel(fakeClient(() => json({ items })));
    await settle();
    same(model(), [{ title: "Slow", body: "Soon better." }]);
});

Deno.test("problems: known kinds have own texts, others the server's text", () => {
    const refused = (kind: string, more = {}): RefusedError =>
        new RefusedError({ type: `https://x/${kind}`, title: "Title", status: 422, ...more });
    same(describeError(refused("too-many-requests", { retryAfter: 1 })), "Too many attempts. Try again in 1 second.");
    same(describeError(refused("new-kind", { detail: "Detail." })), "Detail.");
    same(describeError(refused("new-kind")), "Title");
    same(describeError(new UnreachableError()), "There is no connection. Check it and try again.");
    same(describeError(new OutboxFullError()), "Too many photos wait to be sent. Connect to the internet first.");
    same(
        describeError(new DOMException("", "QuotaExceededError")),
        "This device has no room left. Delete something and try again.",
    );
    same(describeError("x"), "Something went wrong. Try again.");
    const errors = [
        { pointer: "/email", code: "of-later", detail: "is strange" },
        { pointer: "/other", code: "required", detail: "x" },
        { parameter: "q", code: "required", detail: "x" },
    ];
    same(fieldErrors(refused("invalid-fields", { errors }), ["email"]), { email: "is strange" });
    same(fieldErrors(new Error(), ["email"]), {});
});

Deno.test("field errors: have a text by code and values in every language", async () => {
    const words = (code: string, values?: Record<string, unknown>, pointer = "/x"): string =>
        describeField({ pointer, code, detail: "detail", ...(values ? { values } : {}) } as FieldProblem);
    same(words("too-short", { min: 8 }), "Use at least 8 characters.");
    same(words("too-long", { max: 1_000 }), "Use at most 1,000 characters.");
    same(words("out-of-range", { min: 0.001, max: 20_000 }), "Enter a value from 0.001 to 20,000.");
    same(words("out-of-range", { max: 0 }), "Enter at most 0.");
    same(words("out-of-range", { min: 1 }), "Enter at least 1.");
    same(words("out-of-range"), "This value is not possible.");
    same(words("too-few", { min: 1 }), "Choose at least 1.");
    same(words("wrong-sum", { sum: 100 }), "Together this must be 100.");
    same(words("below-safe-limit", { min: 1_200, max: 10_000 }), "Enter at least 1,200.");
    same(words("below-safe-limit"), "Talk to a doctor about this first.");
    same(words("of-later"), "detail");
    await setLanguage("fr");
    same(words("too-short", { min: 8 }), "Utilisez au moins 8 caractères.");
    same(words("taken"), "C’est déjà pris. Choisissez autre chose.");
    await setLanguage("zh");
    same(words("required"), "请填写此项。");
    await setLanguage("en");
});
