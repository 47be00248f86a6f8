/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import type { SignedIn } from "../generated/api.ts";
import { Connection } from "../src/api/connection.ts";
import { RefusedError, UnreachableError } from "../src/api/problem.ts";
import { digest, Session } from "../src/api/session.ts";
import { FakeDevice, FakeServer, json, problem, signedIn } from "./fakes.ts";

function tab(server: FakeServer, device: FakeDevice): Session {
    return new Session(new Connection(server.network), device.host());
}

Deno.test("session: restores the account that was kept", async () => {
    const device = new FakeDevice();
    const session = tab(new FakeServer(() => json({})), device);
    same(session.state(), "unknown");
    await session.restore();
    same(session.state(), "signedOut");
    device.kept = { account: "a1", refreshToken: "r1" };
    await session.restore();
    same(session.state(), { account: "a1" });
});

Deno.test("session: an access token is used until it is nearly over, then renewed", async () => {
    const server = new FakeServer(() => json(signedIn("a1", "r2", "t2"), 201));
    const device = new FakeDevice();
    const session = tab(server, device);
    await session.begin(signedIn() as SignedIn);
    same(await session.token(), "t1");
    device.time += 571_000;
    same(await session.token(), "t2");
    same(server.paths(), ["POST /v1/sessions/refresh"]);
    same(device.kept?.refreshToken, "r2");
});

Deno.test("session: the key of a renewal is the hash of the refresh token", async () => {
    const server = new FakeServer(() => json(signedIn("a1", "r2", "t2"), 201));
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshToken: "r1" };
    await tab(server, device).token();
    same(server.seen[0]?.headers.get("idempotency-key"), await digest("r1"));
    same((await digest("r1")).length, 64);
});

Deno.test("session: two tabs that renew at once ask one after the other with the newest token", async () => {
    const asked: unknown[] = [];
    const server = new FakeServer(({ body }) => {
        asked.push((body as { refreshToken: string }).refreshToken);
        return json(signedIn("a1", `r${asked.length + 1}`, `t${asked.length + 1}`), 201);
    });
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshToken: "r1" };
    await Promise.all([tab(server, device).token(), tab(server, device).token()]);
    same(asked, ["r1", "r2"]);
});

Deno.test("session: what another tab renewed is taken over", async () => {
    const server = new FakeServer(() => problem("internal-error", 500));
    const device = new FakeDevice();
    const session = tab(server, device);
    session.hear({ kind: "renewed", account: "a2", access: { token: "t9", until: Infinity } });
    same(await session.token(), "t9");
    same(session.state(), { account: "a2" });
    session.hear({ kind: "ended" });
    same(session.state(), "signedOut");
});

Deno.test("session: a refused renewal ends it", async () => {
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshToken: "r1" };
    const session = tab(new FakeServer(() => problem("session-ended", 401)), device);
    await rejects(session.token(), RefusedError);
    same([session.state(), device.kept, device.told.at(-1)], ["signedOut", undefined, { kind: "ended" }]);
    await rejects(session.token(), RefusedError);
});

Deno.test("session: a renewal without a connection keeps it", async () => {
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshToken: "r1" };
    const session = tab(new FakeServer(() => Promise.reject(new TypeError("offline"))), device);
    await rejects(session.token(), UnreachableError);
    ok(device.kept);
});
