/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { urlOf } from "../src/api/client.ts";
import { Connection } from "../src/api/connection.ts";
import { eventsOf, followEvents, parseEvent, type ServerEvent } from "../src/api/events.ts";
import { RefusedError, UnreachableError } from "../src/api/problem.ts";
import { fakeClient, FakeServer, json, problem, scan, settle, signedIn } from "./fakes.ts";

Deno.test("urlOf: fills in path parameters and omits unset query parameters", () => {
    same(
        urlOf("/v1/label-scans/{id}", { id: "a/b" }, { limit: 5, cursor: undefined }),
        "/v1/label-scans/a%2Fb?limit=5",
    );
});

Deno.test("api: sends the token, the language, the key and the version", async () => {
    const client = fakeClient(() => json({ allergens: [], version: 2 }, 200, { etag: '"2"' }));
    const answer = await client.api.send("PUT", "/v1/allergen-profile", {
        body: { allergens: ["milk"] },
        ifMatch: '"1"',
    });
    const [request] = client.server.seen;
    same(request?.headers.get("authorization"), "Bearer t1");
    same(request?.headers.get("accept-language"), "en");
    same(request?.headers.get("if-match"), '"1"');
    same(request?.headers.get("prefer"), "wait=12, handling=lenient");
    same(request?.body, { allergens: ["milk"] });
    same([answer.status, answer.etag, answer.value.version], [200, '"2"', 2]);
});

Deno.test("api: only requests without a token ask for the session cookie", async () => {
    const client = fakeClient(() => json(signedIn("a1", "t2"), 201));
    await client.api.send("POST", "/v1/sessions", { body: { email: "a", password: "b" }, isAnonymous: true });
    await client.api.get("/v1/account", {});
    same(client.server.seen.map(({ headers }) => headers.get("x-session")), ["cookie", null]);
});

Deno.test("api: a refused token is renewed once", async () => {
    const client = fakeClient(({ path, headers }) => {
        if (path === "/v1/sessions/refresh") return json(signedIn("a1", "t2"), 201);
        return headers.get("authorization") === "Bearer t2"
            ? json({ items: [], next: null })
            : problem("token-expired", 401);
    });
    await client.api.get("/v1/label-scans", {});
    same(client.server.paths(), ["GET /v1/label-scans", "POST /v1/sessions/refresh", "GET /v1/label-scans"]);
});

Deno.test("api: a renewed token that is refused too ends the session", async () => {
    const client = fakeClient(({ path }) =>
        path === "/v1/sessions/refresh" ? json(signedIn("a1", "t2"), 201) : problem("session-ended", 401)
    );
    await rejects(client.api.get("/v1/label-scans", {}), RefusedError);
    same(client.session.state(), "signedOut");
});

Deno.test("api: an accepted command is polled until its operation ends", async () => {
    let asked = 0;
    const client = fakeClient(({ method }) => {
        if (method === "POST") return json({ id: "o1", status: "pending", createdAt: "" }, 202);
        asked += 1;
        if (asked === 1) {
            return json({ id: "o1", status: "pending", createdAt: "", expected: { position: 2, seconds: 6 } });
        }
        return json({ id: "o1", status: "succeeded", createdAt: "", result: scan() });
    });
    const seconds: (number | undefined)[] = [];
    const answer = await client.api.send(
        "POST",
        "/v1/label-scans",
        { body: { text: "milk" } },
        (operation) => seconds.push(operation.expected?.seconds),
    );
    same(answer.value.id, "s1");
    same(seconds, [undefined, 6]);
});

Deno.test("api: a rejected operation is thrown as its problem", async () => {
    const rejected = {
        id: "o1",
        status: "rejected",
        createdAt: "",
        problem: { type: "x/unreadable", title: "unreadable", status: 422 },
    };
    const client = fakeClient(({ method }) => json(rejected, method === "POST" ? 202 : 200));
    await rejects(
        client.api.send("POST", "/v1/label-scans", { body: { text: "x" } }),
        (error) => error instanceof RefusedError && error.kind === "unreadable",
    );
});

Deno.test("api: photos are returned as bytes, 204 as undefined", async () => {
    const client = fakeClient(({ method }) =>
        method === "DELETE" ? new Response(null, { status: 204 }) : new Response(new Uint8Array([1, 2]), {
            headers: { "content-type": "image/jpeg" },
        })
    );
    same((await client.api.photo("p1")).size, 2);
    same((await client.api.send("DELETE", "/v1/sessions/current", {})).value, undefined);
});

Deno.test("connection: offline after a failed request until health answers", async () => {
    let isAway = true;
    const server = new FakeServer(() => isAway ? Promise.reject(new TypeError()) : json({ status: "up" }));
    const connection = new Connection(server.network);
    await rejects(connection.send("/v1/terms", {}), UnreachableError);
    same(connection.isReachable(), false);
    server.timers.shift()?.();
    await settle();
    same([connection.isReachable(), server.timers.length], [false, 1]);
    isAway = false;
    server.timers.shift()?.();
    await settle();
    same(connection.isReachable(), true);
    connection.probe();
    same(server.timers.length, 0);
});

Deno.test("connection: a cancelled request leaves the state unchanged", async () => {
    const server = new FakeServer(() => Promise.reject(new DOMException("", "AbortError")));
    const connection = new Connection(server.network);
    const stop = new AbortController();
    const request = { method: "POST", body: new Blob(["x"]), signal: stop.signal };
    await rejects(connection.send("/v1/photos", request), { name: "AbortError" });
    same([connection.isReachable(), server.timers.length], [true, 0]);
});

Deno.test("connection: a device clock a day off is detected by the Date header", async () => {
    const server = new FakeServer(() => json({}, 200, { date: "Thu, 26 Nov 2026 12:40:00 GMT" }));
    const connection = new Connection(server.network);
    await connection.send("/v1/terms", {});
    same(connection.isClockWrong(), false);
    server.time += 86_400_000;
    await connection.send("/v1/terms", {});
    same(connection.isClockWrong(), true);
    server.handler = () => json({});
    await connection.send("/v1/terms", {});
    same(connection.isClockWrong(), true);
});

Deno.test("connection: a proxy's error page counts as unreachable", async () => {
    const server = new FakeServer(() => new Response("Bad Gateway", { status: 502 }));
    const connection = new Connection(server.network);
    await rejects(connection.send("/v1/terms", {}), UnreachableError);
    server.handler = () => problem("unavailable", 503, { retryAfter: 3 });
    await rejects(connection.send("/v1/terms", {}), RefusedError);
    same(connection.isReachable(), true);
});

Deno.test("problem: retryable kinds are distinguished from final ones", () => {
    const of = (kind: string, status: number): boolean =>
        new RefusedError({ type: `https://x/${kind}`, title: "", status }).isTemporary;
    ok(of("unavailable", 503) && of("too-many-requests", 429) && of("request-in-progress", 409));
    ok(of("terms-required", 403) && of("account-erasing", 403));
    ok(!of("invalid-fields", 422) && !of("conflict", 409) && !of("forbidden", 403));
});

Deno.test("events: the fields of an event are parsed, comments are skipped", () => {
    same(parseEvent('id: 7\nevent: resource-changed\ndata: {"a":1}'), {
        id: "7",
        name: "resource-changed",
        data: '{"a":1}',
    });
    same(parseEvent(": still here"), {});
});

Deno.test("events: after an interruption the stream resumes at the last event", async () => {
    const received: ServerEvent[] = [];
    const stop = new AbortController();
    let streams = 0;
    const client = fakeClient(() => {
        streams += 1;
        if (streams === 2) return new Response("event: resync\ndata: {}\n\n");
        return new Response(
            'id: 41\nevent: resource-changed\ndata: {"type":"resource-changed","kind":"label-scan"}\n\n',
        );
    });
    await followEvents(client.api, {
        exclusively: (fn) => fn(),
        receive: (event) => received.push(event),
        sleep: () => {
            if (streams === 2) stop.abort();
            return Promise.resolve();
        },
    }, stop.signal);
    same(received.map((event) => event === "resync" ? event : event.kind), ["label-scan", "resync"]);
    same(client.server.seen.map(({ headers }) => headers.get("last-event-id")), [null, "41"]);
});

Deno.test("api: a refused request is not repeated for another account", async () => {
    const client = fakeClient(() => {
        client.session.hear({ kind: "renewed", account: "b2", access: { token: "t9", until: Infinity } });
        return problem("session-ended", 401);
    });
    await rejects(
        client.api.send("POST", "/v1/label-scans", { body: { text: "milk" } }),
        (error: RefusedError) => error.status === 401,
    );
    same(client.server.seen.map(({ headers }) => headers.get("authorization")), ["Bearer t1"]);
    same(client.session.state(), { account: "b2" });
});

Deno.test("api: a request of a signed-out account is not sent for the next one", async () => {
    const client = fakeClient(() => json(signedIn("b2", "t9"), 201));
    client.session.hear({ kind: "ended" });
    client.device.kept = { account: "b2", refreshKey: "k9" };
    await rejects(client.api.get("/v1/account", {}), (error: RefusedError) => error.status === 401);
    same(client.server.paths(), ["POST /v1/sessions/refresh"]);
});

Deno.test("api: an interrupted response counts as no response", async () => {
    const client = fakeClient(() => {
        const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("reset")) });
        return new Response(body, { headers: { "content-type": "application/json" } });
    });
    await rejects(client.api.get("/v1/account", {}), UnreachableError);
});

Deno.test("connection: probing again replaces the scheduled poll", async () => {
    const server = new FakeServer(() => Promise.reject(new TypeError()));
    const connection = new Connection(server.network);
    await rejects(connection.send("/v1/terms", {}), UnreachableError);
    for (let look = 0; look < 5; look += 1) connection.probe();
    for (const timer of server.timers.splice(0)) timer();
    await settle();
    same([server.paths(), server.timers.length], [["GET /v1/terms", "GET /health/live"], 1]);
});

Deno.test("connection: JSON without a problem type is described by its status", async () => {
    const server = new FakeServer(() => json({ error: "slow down" }, 429));
    await rejects(
        new Connection(server.network).send("/v1/terms", {}),
        (error: RefusedError) => error.status === 429 && error.isTemporary,
    );
});

Deno.test("events: a stream that sends nothing is closed", async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => controller.enqueue(new TextEncoder().encode("id: 1\n\n")),
        cancel: () => {
            isCancelled = true;
        },
    });
    const ids: (string | undefined)[] = [];
    for await (const { id } of eventsOf(body, 20)) ids.push(id);
    same([ids, isCancelled], [["1"], true]);
});
