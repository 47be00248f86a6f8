/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { RefusedError } from "../src/api/problem.ts";
import { changeSettings, settings } from "../src/core/settings.ts";
import { accountResource, chooseUnits } from "../src/models/account.ts";
import { draftOf, unsavedInput } from "../src/models/drafts.ts";
import { dayOf, formatBytes, formatDay } from "../src/models/formats.ts";
import { grantedAllergens, grantedDay, grantedPurchases, grantedReport, grantResource } from "../src/models/granted.ts";
import { formatMoney } from "../src/models/money.ts";
import { commentsModel, defaultEnd, grantsModel, isDiscussed, isOpen } from "../src/models/grants.ts";
import {
    feedbackModel,
    guideModel,
    helpListResource,
    helpPageResource,
    helpTopicOf,
    newsModel,
    promotionModel,
    textBlocks,
} from "../src/models/help.ts";
import { inboxModel, noticeResource, pageAbout, unreadModel } from "../src/models/inbox.ts";
import { noticeGroups, preferencesModel, type PushHost, pushModel } from "../src/models/notice-preferences.ts";
import { accessLog, allowedText, consentsModel, eraseAccount, exportModel, roleText } from "../src/models/privacy.ts";
import { proofModel } from "../src/models/proof.ts";
import { requestKeys } from "../src/models/request-key.ts";
import {
    accountModel,
    clientName,
    factorModel,
    identitiesModel,
    type PasskeyHost,
    passkeysModel,
    sessionsModel,
    signInByPasskey,
} from "../src/models/security.ts";
import { qrCode } from "../src/core/qr.ts";
import { signal } from "../src/core/signal.ts";
import type { Account, Notification } from "../generated/api.ts";
import { fakeClient, json, problem, settle, signedIn, storedDraft } from "./fakes.ts";

const empty = (): Response => new Response(null, { status: 204 });
const notice = (more: Partial<Notification> = {}): Notification => ({
    id: "n1",
    kind: "exportReady",
    urgency: "notice",
    title: "Your data is ready",
    body: "",
    language: "en",
    read: false,
    cause: "e1",
    createdAt: "2026-11-26T12:00:00Z",
    version: 1,
    ...more,
});
const list = (...items: unknown[]): Response => json({ items, next: null });
const inboxPage = (...items: Notification[]): Response =>
    json({ items, next: null, unread: items.filter(({ read }) => !read).length });

Deno.test("bell: counts unread notices and shows when an erasure is scheduled", async () => {
    const client = fakeClient(() => inboxPage(notice(), notice({ id: "n2", read: true })));
    const bell = unreadModel(client);
    await settle();
    same(bell.unread(), 1);
    client.server.handler = ({ path, method }) => {
        if (path.startsWith("/v1/notifications")) return problem("account-erasing", 403);
        return json(method === "POST" ? { status: "active" } : { status: "erasing", erasedAt: "2026-12-03T00:00:00Z" });
    };
    client.change();
    await settle();
    same(bell.erasedAt(), "2026-12-03T00:00:00Z");
    await bell.keepAccount();
    same(bell.erasedAt(), undefined);
    same(client.server.paths().at(-1), "POST /v1/account/restore");
});

Deno.test("bell: a request refused for new terms makes them appear", async () => {
    const client = fakeClient(() => inboxPage(notice()));
    const bell = unreadModel(client);
    await settle();
    client.server.handler = () => problem("terms-required", 403, { version: "2027-01-01" });
    await rejects(client.api.get("/v1/budgets", {}), RefusedError);
    await settle();
    same(bell.newTerms(), "2027-01-01");
    same(client.server.paths().slice(-2), ["GET /v1/budgets", "GET /v1/notifications?limit=1"]);
});

Deno.test("inbox: a notice is marked read at once, and unread if that fails", async () => {
    const client = fakeClient(() => inboxPage(notice(), notice({ id: "n2" })));
    const inbox = inboxModel(client);
    await settle();
    client.server.handler = () => json(notice({ read: true }));
    await inbox.setRead("n1", true);
    same(inbox.unread(), 1);
    client.server.handler = () => problem("internal-error", 500);
    await inbox.setRead("n2", true).catch(() => {});
    await settle();
    same(inbox.items()?.map(({ read }) => read), [true, false]);
    client.server.handler = () => json({ marked: 1 }, 202);
    await inbox.markAllRead();
    await settle();
    same(inbox.unread(), 0);
    same(client.server.paths().at(-1), "POST /v1/notifications/read");
});

Deno.test("inbox: a deleted notice is removed on leaving unless it was restored", async () => {
    const client = fakeClient(() => inboxPage(notice(), notice({ id: "n2" })));
    const inbox = inboxModel(client);
    await settle();
    client.server.handler = empty;
    const undo = inbox.remove("n1");
    inbox.remove("n2");
    await settle();
    same(inbox.items(), []);
    undo();
    inbox.finish();
    await settle();
    same(inbox.items()?.map(({ id }) => id), ["n1"]);
    same(client.server.paths().filter((path) => path.startsWith("DELETE")), ["DELETE /v1/notifications/n2"]);
});

Deno.test("inbox: the next page of notices is appended to the list", async () => {
    const client = fakeClient(({ path }) =>
        json(
            path.includes("cursor=c2")
                ? { items: [notice({ id: "n2" })], next: null }
                : { items: [notice()], next: "c2" },
        )
    );
    const inbox = inboxModel(client);
    await settle();
    ok(inbox.hasMore());
    await inbox.loadMore();
    await settle();
    same(inbox.items()?.map(({ id }) => id), ["n1", "n2"]);
    ok(!inbox.hasMore());
});

Deno.test("notice: is marked read when shown and links to its subject", async () => {
    const client = fakeClient(() => json(notice()));
    noticeResource(client, "n1");
    await settle();
    same(client.server.seen.at(-1)?.body, { read: true });
    const about = (more: Partial<Notification>): string | undefined => pageAbout(notice({ kind: "recall", ...more }));
    same(about({ scan: "s1" }), "/scans/s1");
    same(about({ meal: "m1", kind: "reportReady" }), "/meals/m1/report");
    same(about({ meal: "m1" }), "/meals/m1");
    same(about({ budget: "b1" }), "/budgets/b1");
    same(about({ receipt: "r1" }), "/receipts/r1");
    same(about({ product: "p1" }), "/products/p1");
    same(about({ payment: "x" }), "/plan");
    same(about({ grant: "g" }), "/grants");
    same(about({ export: "e1" }), "/privacy/export?id=e1");
    same(about({ day: "2026-11-26" }), "/diary/2026-11-26");
    same(about({ kind: "mealReminder" }), "/diary");
    same(about({ kind: "releaseNotes" }), "/help/news");
    same(about({ why: "/v1/label-scans/s2" }), "/scans/s2");
    same(about({}), undefined);
});

Deno.test("notice preferences: a group sets all its kinds, also after a conflict", async () => {
    let isFirst = true;
    const client = fakeClient(({ method, body }) => {
        if (method === "GET") return json({ version: 3, chat: "https://x" }, 200, { etag: '"3"' });
        if (isFirst) {
            isFirst = false;
            return problem("version-mismatch", 412);
        }
        return json({ ...body as object, version: 4 }, 200, { etag: '"4"' });
    });
    const model = preferencesModel(client);
    await settle();
    same(model.ways(), ["webPush", "email", "chat"]);
    const group = noticeGroups.find(({ name }) => name === "notices.group.daily");
    ok(group && model.isOn(group, "email") && !model.isOn(group, "chat"));
    await model.toggle(group, "chat", true);
    same(client.server.seen.at(-1)?.body, { chat: "https://x", channels: { dailyReport: ["email", "chat"] } });
    ok(model.isOn(group, "chat"));
    client.server.handler = () => problem("internal-error", 500);
    await model.toggle(group, "chat", false).catch(() => {});
    ok(model.isOn(group, "chat"));
});

Deno.test("notice preferences: addresses must be https; empty ones are unset", async () => {
    const client = fakeClient(({ body }) => json({ ...(body as object ?? {}), version: 1 }));
    const model = preferencesModel(client);
    await settle();
    const values = { hasQuietHours: true, from: "", to: "", digestAt: "", chat: "http://x", ntfy: "", webhook: "" };
    ok(!await model.form.submit(values));
    same(Object.keys(model.form.errors().fields), ["from", "to", "chat"]);
    ok(await model.form.submit({ ...values, from: "22:00", to: "07:00", chat: "" }));
    same(client.server.seen.at(-1)?.body, {
        quietHours: { from: "22:00", to: "07:00" },
        digestAt: null,
        chat: null,
        ntfy: null,
        webhook: null,
    });
});

Deno.test("push: can be switched on and off in each state of the browser", async () => {
    let permission: NotificationPermission = "default";
    let subscribed = false;
    const subscription = { endpoint: "https://push", p256dh: "p", auth: "a", remove: () => Promise.resolve() };
    const host: PushHost = {
        isSupported: true,
        permission: () => permission,
        current: () => Promise.resolve(subscribed ? subscription : undefined),
        subscribe: () => {
            subscribed = permission === "granted";
            return permission === "granted" ? Promise.resolve(subscription) : Promise.resolve(undefined);
        },
    };
    const items: { id: string }[] = [];
    const client = fakeClient(({ method }) => {
        if (method === "POST") items.push({ id: "p1" });
        if (method === "DELETE") items.pop();
        if (method === "DELETE") return empty();
        return json(method === "POST" ? { id: "p1" } : { applicationServerKey: "k", items: [...items] });
    });
    const model = pushModel(client, host);
    await settle();
    same(model.state(), "off");
    await model.turnOn();
    same(model.state(), "off");
    permission = "granted";
    await model.turnOn();
    same([model.state(), model.devices().length], ["on", 1]);
    await model.turnOff();
    same([model.state(), model.devices().length], ["off", 0]);
    const failing = pushModel(client, { ...host, subscribe: () => Promise.reject(new Error()) });
    await settle();
    await failing.turnOn();
    same(failing.state(), "failed");
    permission = "denied";
    await failing.turnOn();
    same(failing.state(), "denied");
    const none = pushModel(client, { ...host, isSupported: false });
    await settle();
    same(none.state(), "unsupported");
    client.server.handler = () => json({ items: [] });
    const without = pushModel(client, host);
    await settle();
    same(without.state(), "notOffered");
    client.server.handler = () => problem("unavailable", 503);
    const away = pushModel(client, host);
    await settle();
    same(away.state(), "failed");
});

Deno.test("push: a test message is sent to this device and its result is shown", async () => {
    const subscription = { endpoint: "https://push", p256dh: "p", auth: "a", remove: () => Promise.resolve() };
    const host: PushHost = {
        isSupported: true,
        permission: () => "granted",
        current: () => Promise.resolve(subscription),
        subscribe: () => Promise.resolve(subscription),
    };
    let answer = (): Response => new Response(null, { status: 202 });
    let items = [{ id: "p1" }];
    const client = fakeClient(({ path }) =>
        path.endsWith("/test") ? answer() : json({ applicationServerKey: "k", items })
    );
    await (await client.store()).kept.write("push", "p1");
    const model = pushModel(client, host);
    await settle();
    same([model.state(), model.testOutcome()], ["on", undefined]);
    await model.test();
    same(client.server.paths().at(-1), "POST /v1/push-subscriptions/p1/test");
    same(model.testOutcome(), { kind: "sent" });
    answer = () => problem("too-many-requests", 429, { retryAfter: 40 });
    await model.test();
    same(model.testOutcome(), { kind: "tooSoon", seconds: 40 });
    answer = () => problem("unavailable", 503);
    await rejects(model.test(), RefusedError);
    same(model.isBusy(), false);
    answer = () => problem("not-found", 404);
    items = [];
    await model.test();
    same([model.testOutcome(), model.state()], [{ kind: "gone" }, "off"]);
});

Deno.test("proof: asks for the account's factors; a wrong password is marked", async () => {
    const client = fakeClient(() => json({ password: true, code: true, publicKey: { challenge: "c" } }));
    const proofs: unknown[] = [];
    const passkey = { id: "k" } as never;
    const model = proofModel(client, "export", (proof) => {
        proofs.push(proof);
        return Promise.resolve();
    }, () => Promise.resolve(passkey));
    await settle();
    ok(!await model.form.submit({ currentPassword: "", code: "" }));
    same(Object.keys(model.form.errors().fields), ["currentPassword", "code"]);
    ok(await model.form.submit({ currentPassword: "x", code: " 123456 " }));
    ok(await model.passkey.submit(undefined));
    same(proofs, [{ currentPassword: "x", code: "123456" }, { passkey }]);
    ok(!model.isFresh());
    const errors = [{ pointer: "/currentPassword", code: "incorrect", detail: "is not your password" }];
    const wrong = proofModel(client, "export", async () => {
        await client.api.send("POST", "/v1/export", { body: {} });
    }, () => Promise.resolve(passkey));
    await settle();
    client.server.handler = () => problem("invalid-fields", 422, { errors });
    ok(!await wrong.form.submit({ currentPassword: "x", code: "1" }));
    same(wrong.form.errors().fields, { currentPassword: "This is not your password." });
});

const consents = {
    version: 1,
    terms: { accepted: "1", current: "2", acceptedAt: "2026-11-26T12:00:00Z" },
    purposes: { processing: { allowed: true }, sharing: { allowed: false } },
};

Deno.test("consents: a change is shown at once and reverted if it fails", async () => {
    const client = fakeClient(({ path }) => path.includes("history") ? list() : json(consents));
    const model = consentsModel(client);
    await settle();
    client.server.handler = () => problem("internal-error", 500);
    const saving = model.set("sharing", true);
    same(model.resource.value()?.purposes.sharing.allowed, true);
    await saving.catch(() => {});
    same(model.resource.value()?.purposes.sharing.allowed, false);
    client.server.handler = ({ path }) => path.includes("history") ? list() : json(consents);
    await model.set("sharing", true);
    await model.acceptTerms();
    ok(client.server.paths().includes("PUT /v1/terms/acceptance"));
    same(allowedText({ processing: true, location: false }).length, 1);
});

Deno.test("access log: each kind of access is described in words", async () => {
    const client = fakeClient(() => list({ id: "1", at: "", action: "grant-view", role: "grantee" }));
    const log = accessLog(client);
    await settle();
    same(log.value()?.length, 1);
    same(roleText("grantee"), "A person you let see your records");
    same(roleText("operator"), "The operator of the service");
    same(roleText("tester"), "Staff: tester");
});

Deno.test("export: its id is kept on the device until the file is downloaded", async () => {
    let state = "pending";
    const client = fakeClient(({ path, method }) => {
        if (method === "POST") return json({ id: "e1", state, missing: [] }, 202);
        if (path.endsWith("/content")) return new Response("zip", { headers: { "content-type": "application/zip" } });
        return json({ id: "e1", state, expiresAt: "", missing: [] });
    });
    const model = exportModel(client);
    await settle();
    same(model.current.value(), null);
    await model.start({ currentPassword: "x" });
    same(model.current.value()?.state, "pending");
    state = "ready";
    const again = exportModel(client);
    await settle();
    same(again.current.value()?.state, "ready");
    same(await (await again.content()).text(), "zip");
    model.current.reload();
    await settle();
    client.server.handler = () => problem("not-found", 404);
    const gone = exportModel(client, "e2");
    await settle();
    same(gone.current.value(), null);
});

Deno.test("erasure: sends the proof and returns the last day to cancel", async () => {
    const client = fakeClient(() => json({ state: "scheduled", dueAt: "2026-12-03T00:00:00Z" }, 202));
    same((await eraseAccount(client, { currentPassword: "x" })).dueAt, "2026-12-03T00:00:00Z");
    same(client.server.seen.at(-1)?.body, { currentPassword: "x" });
});

Deno.test("account: sends only changed fields and asks for a proof if needed", async () => {
    const account = { id: "a1", email: "a@example.org", username: "anna", emailVerified: false };
    const client = fakeClient(() => json(account));
    const model = accountModel(client);
    await settle();
    const before = model.account.value() as Account;
    ok(!model.needsProof({ name: "Anna", username: "anna", email: "a@example.org", before }));
    ok(model.needsProof({ name: "", username: "", email: "a@example.org", before }));
    ok(
        await model.form.submit({
            name: " Anna ",
            username: "",
            email: "a@example.org",
            before,
            proof: { currentPassword: "x" },
        }),
    );
    same(client.server.seen.at(-1)?.body, { name: "Anna", username: null, currentPassword: "x" });
    ok(!await model.form.submit({ name: "", username: "", email: "x", before }));
    const { handler } = client.server;
    client.server.handler = () => problem("invalid-fields", 422, { errors: [] });
    ok(!await model.form.submit({ name: "Ann", username: "", email: "a@example.org", before }));
    ok(model.failure() instanceof RefusedError);
    client.server.handler = handler;
    await model.changePassword("12345678", { currentPassword: "x" });
    same(client.server.seen.at(-1)?.body, { password: "12345678", currentPassword: "x" });
    client.server.handler = empty;
    await model.sendCode();
    ok(!await model.verification.submit({ code: " " }));
    ok(await model.verification.submit({ code: " 77 " }));
    await model.removePassword({ currentPassword: "x" });
    same(client.server.paths().at(-1), "DELETE /v1/account/password");
});

Deno.test("account: a change on another device is kept although an old answer was shown", async () => {
    let answer: (response: Response) => void = () => {};
    const client = fakeClient(() => json({ id: "a1", email: "a@example.org", name: "Old" }));
    accountModel(client);
    await settle();
    client.server.handler = () => new Promise<Response>((resolve) => answer = resolve);
    const model = accountModel(client);
    await settle();
    const before = model.account.value() as Account;
    same(before.name, "Old");
    answer(json({ id: "a1", email: "a@example.org", name: "New" }));
    await settle();
    client.server.handler = () => json({ id: "a1", email: "a@example.org", name: "New", username: "anna" });
    ok(await model.form.submit({ name: "Old", username: "anna", email: "a@example.org", before }));
    same(client.server.seen.at(-1)?.body, { username: "anna" });
});

Deno.test("units: change on account and device, and revert if saving fails", async () => {
    const client = fakeClient(() => json({ id: "a1", units: "metric" }));
    const account = accountResource(client);
    await settle();
    client.server.handler = () => json({ id: "a1", units: "imperial" });
    await chooseUnits(client, account, "imperial");
    same(client.server.seen.at(-1)?.body, { units: "imperial" });
    same([settings().units, account.value()?.units], ["imperial", "imperial"]);
    client.server.handler = () => problem("internal-error", 500);
    await rejects(chooseUnits(client, account, "mixed"), RefusedError);
    same([settings().units, account.value()?.units], ["imperial", "imperial"]);
    changeSettings({ units: "metric" });
});

Deno.test("units: choices are sent in order, and only the newest is shown", async () => {
    const client = fakeClient(() => json({ id: "a1", units: "metric" }));
    const account = accountResource(client);
    await settle();
    changeSettings({ units: "metric" });
    const answers: (() => void)[] = [];
    const hold = (answer: () => Response) => () =>
        new Promise<Response>((resolve) => answers.push(() => resolve(answer())));
    client.server.handler = hold(() => json({ id: "a1", units: "imperial" }));
    const first = chooseUnits(client, account, "imperial");
    const second = chooseUnits(client, account, "mixed");
    await settle();
    same([client.server.seen.at(-1)?.body, answers.length, settings().units], [{ units: "imperial" }, 1, "mixed"]);
    client.server.handler = hold(() => json({ id: "a1", units: "mixed" }));
    answers[0]?.();
    await first;
    same([settings().units, account.value()?.units], ["mixed", "metric"]);
    await settle();
    answers[1]?.();
    await second;
    same([client.server.seen.at(-1)?.body, settings().units, account.value()?.units], [
        { units: "mixed" },
        "mixed",
        "mixed",
    ]);
    // After a refusal the units are those of the last accepted choice.
    client.server.handler = ({ body }) =>
        JSON.stringify(body).includes("imperial")
            ? problem("internal-error", 500)
            : json({ id: "a1", units: "metric" });
    const [taken, refused] = [chooseUnits(client, account, "metric"), chooseUnits(client, account, "imperial")];
    await rejects(refused, RefusedError);
    await taken;
    same(settings().units, "metric");
});

Deno.test("sessions: this device comes first, and others can be ended", async () => {
    const session = (id: string, current: boolean): unknown => ({ id, current });
    const client = fakeClient(({ method }) =>
        method === "GET" ? list(session("2", false), session("1", true), session("3", false)) : empty()
    );
    const model = sessionsModel(client);
    await settle();
    same(model.list.value()?.map(({ id }) => id), ["1", "2", "3"]);
    await model.end("2");
    same(model.list.value()?.map(({ id }) => id), ["1", "3"]);
    await model.endOthers();
    same(model.list.value()?.map(({ id }) => id), ["1"]);
    same(clientName("Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36"), "Chrome on Android");
    same(clientName("curl/8"), "curl/8");
    same(clientName(undefined), "Unknown device");
});

const passkeys: PasskeyHost = {
    isSupported: true,
    create: () => Promise.resolve({ id: "made" } as never),
    get: () => Promise.resolve({ id: "used" } as never),
};

Deno.test("passkeys: can be added, renamed, removed and used to sign in", async () => {
    const client = fakeClient(({ path }) =>
        path.endsWith("/options") ? json({ publicKey: { challenge: "c" } }) : list()
    );
    const model = passkeysModel(client, passkeys);
    await settle();
    await model.add("Phone", { currentPassword: "x" });
    ok(client.server.seen.some(({ body }) => (body as { name?: string })?.name === "Phone"));
    await model.rename("k1", "Tablet");
    await model.remove("k1", { currentPassword: "x" });
    ok(client.server.paths().includes("DELETE /v1/account/passkeys/k1"));
    client.server.handler = ({ path }) =>
        path.endsWith("/options") ? json({ publicKey: { challenge: "c" } }) : json(signedIn("a9"), 201);
    await signInByPasskey(client, passkeys, "c1");
    same(client.server.seen.at(-1)?.body, { challenge: "c1", credential: { id: "used" } });
    same(client.session.state(), { account: "a9" });
});

Deno.test("second factor: secret, code and recovery codes; can be removed again", async () => {
    const client = fakeClient(({ path, method }) => {
        if (method === "GET") return json({ state: "off", recoveryCodesLeft: 0 });
        if (path.endsWith("/removal")) return empty();
        return json(path.endsWith("/totp") ? { secret: "ABC", uri: "otpauth://x" } : { recoveryCodes: ["r1"] });
    });
    const model = factorModel(client);
    await settle();
    await model.begin({ currentPassword: "x" });
    same(model.secret()?.secret, "ABC");
    ok(!await model.confirm.submit({ code: "" }));
    ok(await model.confirm.submit({ code: "123 456" }));
    same(client.server.seen.find(({ path }) => path.endsWith("/confirm"))?.body, { code: "123456" });
    same([model.codes(), model.secret()], [["r1"], undefined]);
    model.codesKept();
    same(model.codes(), undefined);
    await model.usePasskey({});
    await model.turnOff({ currentPassword: "x" });
    same(model.factor.error(), undefined);
});

Deno.test("identities: a linked identity can be removed", async () => {
    const client = fakeClient(({ method }) => method === "GET" ? list({ id: "i1", issuer: "x" }) : empty());
    const model = identitiesModel(client);
    await settle();
    same(model.list.value()?.length, 1);
    await model.remove("i1", {});
    ok(client.server.paths().includes("DELETE /v1/account/identities/i1"));
});

Deno.test("grants: an offer needs name, scope and end; the code is shown once", async () => {
    const grant = { id: "g1", side: "owner", name: "Dr Roy", scopes: ["diary"], state: "offered", token: "t" };
    const client = fakeClient(({ method, path }) => {
        if (path.endsWith("/accept")) return problem("not-found", 404);
        if (method === "DELETE") return empty();
        return method === "POST" ? json(grant, 201) : list({ ...grant, state: "withdrawn" }, grant);
    });
    const model = grantsModel(client);
    await settle();
    same(model.mine.value()?.map(({ state }) => state), ["offered", "withdrawn"]);
    ok(!await model.offer.submit({ name: "", scopes: [], until: "" }));
    same(Object.keys(model.offer.errors().fields), ["name", "scopes", "expiresAt"]);
    ok(await model.offer.submit({ name: "Dr Roy", scopes: ["diary"], until: defaultEnd(client.now()) }));
    same(model.offered()?.token, "t");
    ok(!await model.accept.submit({ token: "x" }));
    same(model.accept.errors().fields, { token: "This invitation is wrong or has expired." });
    await model.end("g1");
    same(model.offered(), undefined);
    ok(!isOpen({ ...grant, state: "expired" } as never));
});

Deno.test("grants: comments are written, listed and deleted while the grant is active", async () => {
    const comment = { id: "c1", author: "grantee", text: "More legumes", writtenAt: "2026-11-21T12:30:00Z" };
    const client = fakeClient(({ method }) => {
        if (method === "DELETE") return empty();
        return method === "POST" ? json(comment, 201) : list(comment);
    });
    const model = commentsModel(client, "g1");
    await settle();
    same(model.list.value()?.map(({ text }) => text), ["More legumes"]);
    ok(!await model.form.submit({ text: " " }));
    same(Object.keys(model.form.errors().fields), ["text"]);
    ok(await model.form.submit({ text: " Thank you " }));
    const sent = client.server.seen.find(({ method }) => method === "POST");
    same([sent?.path, sent?.body], ["/v1/grants/g1/comments", { text: "Thank you" }]);
    await model.remove("c1");
    ok(client.server.paths().includes("DELETE /v1/grant-comments/c1"));
    const grant = { id: "g1", side: "owner", scopes: ["reports"], state: "active" };
    ok(isDiscussed(grant as never));
    ok(!isDiscussed({ ...grant, state: "withdrawn" } as never));
    ok(!isDiscussed({ ...grant, scopes: ["purchases"] } as never));
});

Deno.test("grant: records of another person are read with it and never cached", async () => {
    const client = fakeClient(({ path }) => {
        if (path === "/v1/grants/g1") return json({ id: "g1", state: "active", scopes: ["diary"] });
        if (path.includes("/report")) return new Response("pdf", { headers: { "content-type": "application/pdf" } });
        if (path === "/v1/allergen-profile") return json({ allergens: ["milk"], version: 1 });
        if (path === "/v1/days/2026-11-26") return json({ date: "2026-11-26" });
        if (path === "/v1/days/2026-11-25") return problem("unavailable", 503);
        return json({ items: [], next: null });
    });
    const date = signal("2026-11-26");
    const all = [
        grantedDay(client, "g1", date),
        grantedAllergens(client, "g1"),
        grantedPurchases(client, "g1"),
        grantResource(client, "g1"),
    ];
    same(await (await grantedReport(client, "g1", "2026-11-25")).text(), "pdf");
    await settle();
    ok(all.every(({ value }) => value() !== undefined));
    const [own] = client.server.seen.filter(({ headers }) => headers.get("grant") !== "g1");
    same([own?.path, client.server.seen.length], ["/v1/grants/g1", 8]);
    date.set("2026-11-25");
    await settle();
    ok(client.server.paths().includes("GET /v1/days/2026-11-25"));
    // The records of the other day are not shown in place of those that failed.
    same(all[0]?.value(), undefined);
    same(await client.database.all("kept"), []);
});

Deno.test("help: news in the language, feedback with a draft, guide and promotion", async () => {
    const client = fakeClient(({ path, method }) => {
        if (path === "/v1/announcements") {
            return list({ id: "1", texts: { en: { title: "T", body: "B" } }, madeAt: "x" });
        }
        if (path === "/v1/promotions/next?place=today") {
            return json({ id: "p1", title: "T", body: "B", plans: "/v1/plans" });
        }
        return method === "POST" ? json({}, 201) : list();
    });
    const news = newsModel(client);
    const feedback = feedbackModel(client);
    const guide = guideModel(client);
    const promotion = promotionModel(client, "today");
    await settle();
    same(news.items(), [{ id: "1", title: "T", body: "B", at: "x" }]);
    ok(!await feedback.form.submit({ kind: "survey", text: "", rating: 0 }));
    ok(!await feedback.form.submit({ kind: "bug", text: " ", rating: 0 }));
    ok(await feedback.form.submit({ kind: "survey", text: "", rating: 4 }));
    ok(client.server.seen.some(({ body }) => (body as { rating?: number })?.rating === 4));
    ok(guide.isOffered());
    await guide.dismiss();
    ok(!guide.isOffered());
    same(promotion.shown()?.id, "p1");
    await promotion.follow();
    ok(client.server.paths().includes("POST /v1/promotions/p1/click"));
    await promotion.dismiss();
    await settle();
    same(promotion.shown(), undefined);
    const draft = draftOf<string>(client, "x");
    draft.keep("typed");
    await storedDraft(client, "x");
    same(await draft.read(), "typed");
    await draft.clear();
    same(await draft.read(), undefined);
});

Deno.test("unsaved input: is stored without secrets and restored later", async () => {
    const client = fakeClient(() => json({}));
    const isSecret = (name: string): boolean => name === "password";
    const input = unsavedInput(client, "form/account");
    same(input.isChanged(), false);
    input.set({ name: "Ann", password: "secret" }, isSecret);
    same(input.isChanged(), true);
    await storedDraft(client, "form/account");
    same(await (await client.store()).drafts.read("form/account"), { name: "Ann" });
    const later = unsavedInput(client, "form/account");
    // Input from before the stored one has been read stays.
    later.set({ email: "b@example.org" });
    await settle();
    same(later.texts(), { name: "Ann", email: "b@example.org" });
});

Deno.test("unsaved input: is forgotten after saving and once it is undone", async () => {
    const client = fakeClient(() => json({}));
    const { drafts } = await client.store();
    const input = unsavedInput(client, "form/budget/new");
    input.set({ name: "Food" });
    await storedDraft(client, "form/budget/new");
    input.set({});
    await settle();
    same([input.isChanged(), await drafts.read("form/budget/new")], [false, undefined]);
    input.set({ name: "Food" });
    await storedDraft(client, "form/budget/new");
    input.forget();
    await settle();
    same([input.isChanged(), await drafts.read("form/budget/new")], [false, undefined]);
    // A second form of the page that is still being read does not bring it back.
    await drafts.write("form/budget/new", { name: "Food" });
    const discarded = unsavedInput(client, "form/budget/new");
    discarded.forget();
    await settle();
    same(discarded.isChanged(), false);
});

Deno.test("draft: saving and reading after the session has ended raise no error", async () => {
    const client = { ...fakeClient(() => json({})), store: () => Promise.reject(new Error("nobody is signed in")) };
    const draft = draftOf<string>(client, "x");
    // An unhandled rejection also fails the test.
    draft.keep("typed");
    await new Promise((resolve) => setTimeout(resolve, 400));
    same(await draft.read(), undefined);
    await draft.clear();
});

Deno.test("help: pages need no token, are cached, and keep paragraphs and lists", async () => {
    const client = fakeClient(({ path }) =>
        path === "/v1/help"
            ? json({ items: [{ topic: "faq", title: "T" }] })
            : json({ topic: "faq", title: "T", sections: [] })
    );
    const [list, page] = [helpListResource(client), helpPageResource(client, "faq")];
    await settle();
    same([list.value()?.items.length, page.value()?.title], [1, "T"]);
    ok(client.server.seen.every(({ headers }) => !headers.has("authorization")));
    client.server.handler = () => {
        throw new TypeError("offline");
    };
    const again = helpPageResource(client, "faq");
    await settle();
    same(again.value()?.title, "T");
    same([helpTopicOf("faq"), helpTopicOf("x"), helpTopicOf(null)], ["faq", undefined, undefined]);
    same(textBlocks("One\nline.\n\nTwo.\n- a\n- b\n\n- c\nThree."), [
        "One line.",
        "Two.",
        ["a", "b"],
        ["c"],
        "Three.",
    ]);
});

Deno.test("feedback: a comment on a help page names the page, others do not", async () => {
    const client = fakeClient(({ method }) => method === "GET" ? json({ items: [], next: null }) : json({}, 201));
    const { form } = feedbackModel(client, "faq");
    await settle();
    ok(await form.submit({ kind: "documentation", text: "Short", rating: 0 }));
    ok(await form.submit({ kind: "bug", text: "Broken", rating: 0 }));
    const sent = client.server.seen.filter(({ method }) => method === "POST").map(({ body }) => body);
    same(sent, [
        { kind: "documentation", text: "Short", about: { page: "faq" } },
        { kind: "bug", text: "Broken" },
    ]);
});

Deno.test("feedback: a repeat keeps its key, edited or sent text gets another", async () => {
    let isReachable = false;
    const client = fakeClient(({ method }) => {
        if (method === "GET") return json({ items: [], next: null });
        if (!isReachable) throw new TypeError("no connection");
        return json({}, 201);
    });
    const { form } = feedbackModel(client);
    const send = async (text: string): Promise<string | null | undefined> => {
        await form.submit({ kind: "bug", text, rating: 0 });
        return client.server.seen.findLast(({ path }) => path === "/v1/feedback")?.headers.get("idempotency-key");
    };
    const first = await send("Broken");
    same(await send("Broken"), first);
    const edited = await send("Broken camera");
    ok(edited !== first);
    isReachable = true;
    same(await send("Broken camera"), edited);
    // Sent: the same words are another report.
    ok(await send("Broken camera") !== edited);
});

Deno.test("request key: a passing failure keeps it, a refusal does not", async () => {
    const keys: string[] = [];
    const withKey = requestKeys(fakeClient(() => json({})));
    const send = (status: number, type = "/problems/x"): Promise<unknown> =>
        withKey({ name: "Food" }, (key) => {
            keys.push(key);
            return Promise.reject(new RefusedError({ type, title: "", status }));
        }).catch(() => {});
    for (const status of [503, 429, 422, 422]) await send(status);
    same(keys.map((key) => keys.indexOf(key)), [0, 0, 0, 3]);
    // The server keeps the failure of an operation for its key.
    for (let time = 0; time < 2; time += 1) await send(500, "/problems/processing-failed");
    same(new Set(keys.slice(4)).size, 2);
});

Deno.test("formats: days have no time zone, money its currency, sizes a unit", () => {
    same(formatDay("2026-11-26"), "November 26, 2026");
    same(formatMoney({ amount: "7.99", currency: "USD" }), "$7.99");
    same(formatMoney({ amount: "7.5", currency: null }), "7.50");
    same(formatBytes(1_234), "1 kB");
    same(formatBytes(2_500_000), "2.5 MB");
    same(formatBytes(10_738_600_000), "10.7 GB");
    same(dayOf(new Date(2026, 0, 5)), "2026-01-05");
});

Deno.test("qrCode: chooses its size by the text; undefined if too long", () => {
    same(qrCode("x".repeat(106))?.length, 37);
    same(qrCode("x".repeat(154))?.length, 45);
    same(qrCode("x".repeat(231)), undefined);
    // The finder pattern at the top left.
    const rows = qrCode("text")?.slice(0, 3).map((row) => row.slice(0, 8).map(Number).join(""));
    same(rows, ["11111110", "10000010", "10111010"]);
});
