/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import type { SignedIn } from "../generated/api.ts";
import { Api } from "../src/api/client.ts";
import { Connection } from "../src/api/connection.ts";
import { RefusedError, UnreachableError } from "../src/api/problem.ts";
import { digest, Session } from "../src/api/session.ts";
import { FakeDevice, FakeServer, json, problem, settle, signedIn } from "./fakes.ts";

function tab(server: FakeServer, device: FakeDevice): Session {
    return new Session(new Connection(server.network), device.host());
}

Deno.test("session: restores the stored account", async () => {
    const device = new FakeDevice();
    const session = tab(new FakeServer(() => json({})), device);
    same(session.state(), "unknown");
    await session.restore();
    same(session.state(), "signedOut");
    device.kept = { account: "a1", refreshKey: "k0" };
    await session.restore();
    same(session.state(), { account: "a1" });
});

Deno.test("session: the assumed account is used until the stored one is read", async () => {
    const device = new FakeDevice();
    const session = tab(new FakeServer(() => json({})), device);
    session.assume("a1");
    same(session.state(), { account: "a1" });
    await rejects(session.token(), RefusedError);
    same(session.state(), "signedOut");
    session.assume("a1");
    device.kept = { account: "a1", refreshKey: "k0" };
    await session.restore();
    same(session.state(), { account: "a1" });
    device.kept = undefined;
    await session.restore();
    same(session.state(), "signedOut");
});

Deno.test("session: a token is renewed by the cookie shortly before it expires", async () => {
    const server = new FakeServer(() => json(signedIn("a1", "t2"), 201));
    const device = new FakeDevice();
    const session = tab(server, device);
    await session.begin(signedIn() as SignedIn);
    same(await session.token(), "t1");
    device.time += 571_000;
    same(await session.token(), "t2");
    same(server.paths(), ["POST /v1/sessions/refresh"]);
    const [request] = server.seen;
    same([request?.headers.get("x-session"), request?.headers.has("content-type"), request?.body], [
        "cookie",
        false,
        undefined,
    ]);
    same(device.kept, { account: "a1", refreshKey: "k1" });
});

Deno.test("session: each renewal has the session's key, also after a lost answer", async () => {
    const server = new FakeServer(() => json(signedIn("a1", "t2"), 201));
    const device = new FakeDevice();
    await tab(server, device).begin(signedIn() as SignedIn);
    server.handler = () => Promise.reject(new TypeError("killed"));
    await rejects(tab(server, device).token(), UnreachableError);
    server.handler = () => json(signedIn("a1", "t2"), 201);
    await tab(server, device).token();
    await tab(server, device).token();
    const keys = server.seen.map(({ headers }) => headers.get("idempotency-key"));
    same(keys, ["k1", "k1", "k1"]);
    await tab(server, device).begin(signedIn("a2") as SignedIn);
    same(device.kept, { account: "a2", refreshKey: "k2" });
});

Deno.test("session: two tabs that renew at once send one request at a time", async () => {
    let running = 0, peak = 0, asked = 0;
    const server = new FakeServer(async () => {
        peak = Math.max(peak, running += 1);
        await settle();
        running -= 1;
        return json(signedIn("a1", `t${asked += 1}`), 201);
    });
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshKey: "k0" };
    same(await Promise.all([tab(server, device).token(), tab(server, device).token()]), ["t1", "t2"]);
    same(peak, 1);
});

Deno.test("session: a stored refresh token is used once by its hash, then deleted", async () => {
    const server = new FakeServer(() => Promise.reject(new TypeError("killed")));
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshToken: "r1" };
    await rejects(tab(server, device).token(), UnreachableError);
    same(device.kept, { account: "a1", refreshToken: "r1" });
    server.handler = () => json(signedIn("a1", "t2"), 201);
    same(await tab(server, device).token(), "t2");
    for (const { headers, body } of server.seen) {
        same(body, { refreshToken: "r1" });
        same([headers.get("idempotency-key"), headers.get("x-session")], [await digest("r1"), "cookie"]);
    }
    same(device.kept, { account: "a1", refreshKey: "k1" });
    same((await digest("r1")).length, 64);
});

Deno.test("session: a token from a server without the cookie is stored", async () => {
    const server = new FakeServer(() => json(signedIn("a1", "t2", "r2"), 201));
    const device = new FakeDevice();
    await tab(server, device).begin(signedIn("a1", "t1", "r1") as SignedIn);
    same(device.kept, { account: "a1", refreshKey: "k1", refreshToken: "r1" });
    await tab(server, device).token();
    same(server.seen[0]?.body, { refreshToken: "r1" });
    same(device.kept, { account: "a1", refreshKey: "k1", refreshToken: "r2" });
});

Deno.test("session: signing out removes the cookie and informs other tabs", async () => {
    const server = new FakeServer(() => new Response(null, { status: 204 }));
    const device = new FakeDevice();
    const session = tab(server, device), other = tab(server, device);
    await session.begin(signedIn() as SignedIn);
    for (const message of device.messages) other.hear(message);
    await session.signOut();
    const [request] = server.seen;
    same(server.paths(), ["DELETE /v1/sessions/current"]);
    same([request?.headers.get("authorization"), request?.headers.get("x-session")], ["Bearer t1", "cookie"]);
    same([session.state(), device.kept, device.messages.at(-1)], ["signedOut", undefined, { kind: "ended" }]);
    for (const message of device.messages.slice(1)) other.hear(message);
    same(other.state(), "signedOut");
    await rejects(other.token(), RefusedError);
});

Deno.test("session: an expired token is renewed once to sign out", async () => {
    const server = new FakeServer(({ method, headers }) => {
        if (method === "POST") return json(signedIn("a1", "t2"), 201);
        return headers.get("authorization") === "Bearer t2"
            ? new Response(null, { status: 204 })
            : problem("token-expired", 401);
    });
    const device = new FakeDevice();
    const session = tab(server, device);
    await session.begin(signedIn() as SignedIn);
    await session.signOut();
    same(server.paths(), ["DELETE /v1/sessions/current", "POST /v1/sessions/refresh", "DELETE /v1/sessions/current"]);
    same([session.state(), device.kept], ["signedOut", undefined]);
});

Deno.test("session: an offline sign-out is completed before the next sign-in", async () => {
    const server = new FakeServer(({ method }) =>
        method === "DELETE" ? new Response(null, { status: 204 }) : json(signedIn("a1", "t3"), 201)
    );
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshKey: "k1", isOver: true };
    const session = tab(server, device);
    const api = new Api(new Connection(server.network), session);
    const body = { email: "a@example.org", password: "correct horse battery" };
    await api.send("POST", "/v1/sessions", { isAnonymous: true, body });
    same(server.paths(), ["POST /v1/sessions/refresh", "DELETE /v1/sessions/current", "POST /v1/sessions"]);
});

Deno.test("session: an offline sign-out is completed at the next start", async () => {
    const server = new FakeServer(() => Promise.reject(new TypeError("offline")));
    const device = new FakeDevice();
    const session = tab(server, device);
    await session.begin(signedIn() as SignedIn);
    await session.signOut();
    const left = { account: "a1", refreshKey: "k1", isOver: true } as const;
    same([session.state(), device.kept], ["signedOut", left]);
    await rejects(session.token(), RefusedError);
    same(device.kept, left);
    const offline = tab(server, device);
    await offline.restore();
    same([offline.state(), device.kept], ["signedOut", left]);
    server.seen.length = 0;
    server.handler = ({ method }) =>
        method === "DELETE" ? new Response(null, { status: 204 }) : json(signedIn("a1", "t3"), 201);
    const later = tab(server, device);
    await later.restore();
    same(server.paths(), ["POST /v1/sessions/refresh", "DELETE /v1/sessions/current"]);
    same(server.seen[1]?.headers.get("authorization"), "Bearer t3");
    same([later.state(), device.kept], ["signedOut", undefined]);
    // If the server has ended the session already, no further request is sent.
    device.kept = left;
    server.handler = () => problem("session-ended", 401);
    await tab(server, device).restore();
    same(device.kept, undefined);
});

Deno.test("session: a renewal by another tab is adopted", async () => {
    const server = new FakeServer(() => problem("internal-error", 500));
    const device = new FakeDevice();
    const session = tab(server, device);
    session.hear({ kind: "renewed", account: "a2", access: { token: "t9", until: Infinity } });
    same(await session.token(), "t9");
    same(session.state(), { account: "a2" });
    session.hear({ kind: "ended" });
    same(session.state(), "signedOut");
});

Deno.test("session: a refused renewal ends the session", async () => {
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshKey: "k0" };
    const session = tab(new FakeServer(() => problem("session-ended", 401)), device);
    await rejects(session.token(), RefusedError);
    same([session.state(), device.kept, device.messages.at(-1)], ["signedOut", undefined, { kind: "ended" }]);
    await rejects(session.token(), RefusedError);
});

Deno.test("session: records whether it was ended elsewhere or here", async () => {
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshKey: "k0" };
    const session = tab(new FakeServer(() => problem("session-ended", 401)), device);
    await rejects(session.token());
    same([session.state(), session.isEndedElsewhere()], ["signedOut", true]);
    session.hear({ kind: "renewed", account: "a1", access: { token: "t1", until: Infinity } });
    same(session.isEndedElsewhere(), false);
    await session.signOut();
    same([session.state(), session.isEndedElsewhere()], ["signedOut", false]);
});

Deno.test("session: a renewal without a connection keeps it", async () => {
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshKey: "k0" };
    const session = tab(new FakeServer(() => Promise.reject(new TypeError("offline"))), device);
    await rejects(session.token(), UnreachableError);
    ok(device.kept);
});
