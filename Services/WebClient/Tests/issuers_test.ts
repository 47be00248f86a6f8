/// <reference lib="deno.ns" />
import { createHash } from "node:crypto";
import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import {
    arrivalModel,
    goToIssuer,
    type IssuerHost,
    issuersResource,
    linkOffered,
    type Memory,
    type PendingSignIn,
} from "../src/models/issuers.ts";
import { unreadModel } from "../src/models/inbox.ts";
import { type FakeClient, fakeClient, type Handler, json, problem, settle, signedIn } from "./fakes.ts";

function memory<T>(value?: T): Memory<T> {
    return { read: () => value, write: (next) => value = next };
}

interface FakeHost extends IssuerHost {
    readonly left: string[];
}

function host(pending?: PendingSignIn): FakeHost {
    const left: string[] = [];
    return {
        origin: "https://app.example",
        timeZone: "America/Toronto",
        pending: memory(pending),
        link: memory<string>(),
        random: () => new Uint8Array(32).fill(251),
        leave: (url) => left.push(url),
        left,
    };
}

const back = new URLSearchParams("code=c1&state=s1");
const pending: PendingSignIn = { issuer: "auth0", secret: "x".repeat(43), isForLink: false };

async function signedOut(handler: Handler): Promise<FakeClient> {
    const client = fakeClient(handler);
    client.device.kept = undefined;
    await client.session.restore();
    return client;
}

Deno.test("issuers: only issuers that redirect to this client are offered", async () => {
    const client = fakeClient(() =>
        json({
            items: [
                { name: "auth0", title: "Auth0", redirectUri: "https://app.example/sign-in/return" },
                { name: "phone", title: "Phone", redirectUri: "foodmagic://signed-in" },
            ],
            next: null,
        })
    );
    const issuers = issuersResource(client, host());
    await settle();
    same(issuers.value()?.map(({ name }) => name), ["auth0"]);
});

Deno.test("issuers: the redirect contains only the hash of the tab's secret", async () => {
    const client = fakeClient(() => json({ url: "https://issuer/authorize?x" }));
    const browser = host();
    await goToIssuer(client, browser, "auth0", false);
    const secret = browser.pending.read()?.secret ?? "";
    ok(/^[\w-]{43}$/.test(secret), secret);
    const binding = createHash("sha256").update(secret).digest("base64url");
    same(client.server.paths(), [`GET /v1/sessions/oidc/auth0?binding=${binding}`]);
    same([browser.left, browser.pending.read()?.isForLink], [["https://issuer/authorize?x"], false]);
    // The server redirects browsers; a client that accepts JSON gets the address.
    ok(client.server.seen[0]?.headers.get("accept")?.startsWith("application/json"));
});

Deno.test("issuers: returning from the issuer signs in once", async () => {
    const client = await signedOut(() => json(signedIn("a2"), 201));
    const browser = host(pending);
    const model = arrivalModel(client, browser, back);
    await settle();
    same([model.state().step, client.session.state()], ["done", { account: "a2" }]);
    same(client.server.seen.at(-1)?.body, {
        code: "c1",
        state: "s1",
        secret: pending.secret,
        locale: "en",
        timeZone: "America/Toronto",
    });
    // Reloading the page does not send the code again.
    same([arrivalModel(client, browser, back).state().step, client.server.seen.length], ["done", 1]);
});

Deno.test("issuers: second factor, known address, refusal, foreign link", async () => {
    const answers: readonly (readonly [Response, string])[] = [
        [problem("second-factor-required", 401, { challenge: "ch" }), "factor"],
        [problem("account-exists", 409, { link: "l1" }), "exists"],
        [problem("invalid-credentials", 401), "failed"],
    ];
    for (const [answer, step] of answers) {
        const client = await signedOut(() => answer);
        const browser = host(pending);
        const model = arrivalModel(client, browser, back);
        await settle();
        same([model.state().step, browser.link.read()], [step, step === "exists" ? "l1" : undefined]);
    }
    const client = await signedOut(() => json(signedIn(), 201));
    same(arrivalModel(client, host(), back).state().step, "failed");
    same(arrivalModel(client, host(pending), new URLSearchParams("error=access_denied")).state().step, "failed");
    // The person signed in meanwhile: that session stays.
    const other = fakeClient(() => json(signedIn("a2"), 201));
    same(arrivalModel(other, host(pending), back).state().step, "failed");
    same([client.server.seen.length, other.server.seen.length], [0, 0]);
});

Deno.test("issuers: linking needs a proof, on return or through an offered link", async () => {
    let isRefused = false;
    const client = fakeClient(() => isRefused ? problem("not-found", 404) : json({ id: "i1" }, 201));
    const model = arrivalModel(client, host({ ...pending, isForLink: true }), back);
    same(model.state().step, "proof");
    await model.link({ currentPassword: "p" });
    same(model.state().step, "done");
    same(client.server.seen.at(-1)?.body, {
        currentPassword: "p",
        issuer: "auth0",
        code: "c1",
        state: "s1",
        secret: pending.secret,
    });
    const browser = host();
    browser.link.write("l1");
    await linkOffered(client, browser, { currentPassword: "p" });
    same([client.server.seen.at(-1)?.body, browser.link.read()], [{ currentPassword: "p", link: "l1" }, undefined]);
    // An expired link is not offered again.
    browser.link.write("l2");
    isRefused = true;
    await rejects(linkOffered(client, browser, { currentPassword: "p" }));
    same(browser.link.read(), undefined);
});

Deno.test("bell: shows new terms until they are accepted on any device", async () => {
    let isAccepted = false;
    const client = fakeClient(({ method }) => {
        if (method === "PUT") isAccepted = true;
        return isAccepted ? json({ unread: 2 }) : problem("terms-required", 403, { version: "2027-01" });
    });
    const bell = unreadModel(client);
    await settle();
    same([bell.newTerms(), bell.unread()], ["2027-01", 0]);
    isAccepted = true;
    client.change();
    await settle();
    same([bell.newTerms(), bell.unread()], [undefined, 2]);
    isAccepted = false;
    client.change();
    await settle();
    await bell.acceptTerms();
    same([client.server.seen.at(-1)?.body, bell.newTerms()], [{ version: "2027-01" }, undefined]);
});
