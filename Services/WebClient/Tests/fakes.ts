/// <reference lib="deno.ns" />
import type { LabelScan } from "../generated/api.ts";
import { Api } from "../src/api/client.ts";
import { Connection } from "../src/api/connection.ts";
import { type KeptSession, Session, type SessionHost, type SessionMessage } from "../src/api/session.ts";
import { loadAllTexts } from "../src/core/i18n.ts";
import { signal } from "../src/core/signal.ts";
import { noAllergenNames } from "../src/models/allergens.ts";
import type { AccountStore, Client } from "../src/models/client.ts";
import { type Database, memoryDatabase } from "../src/store/database.ts";
import { Kept } from "../src/store/kept.ts";
import { type Entry, Outbox } from "../src/store/outbox.ts";
import { Sealer } from "../src/store/sealer.ts";

// Models are tested with all texts loaded, as in the screens of an account.
await loadAllTexts();

/** A request as the fake server received it. */
export interface SeenRequest {
    readonly method: string;
    readonly path: string;
    readonly headers: Headers;
    readonly body: unknown;
}

/** Answers a request; throws as a broken connection does. */
export type Handler = (request: SeenRequest) => Response | Promise<Response>;

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
    return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json", ...headers } });
}

export function problem(kind: string, status: number, more: Record<string, unknown> = {}): Response {
    const body = { type: `https://foodmagic.example/problems/${kind}`, title: kind, status, ...more };
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/problem+json" } });
}

/** A fake server that answers by a function and records the requests. */
export class FakeServer {
    readonly seen: SeenRequest[] = [];
    handler: Handler;
    readonly timers: (() => void)[] = [];
    /** The clock of the device, in milliseconds since 1970. */
    time = Date.parse("2026-11-26T12:00:00Z");

    constructor(handler: Handler) {
        this.handler = handler;
    }

    readonly network = {
        fetch: async (path: string, init: RequestInit): Promise<Response> => {
            const text = typeof init.body === "string" ? init.body : undefined;
            const request = {
                method: init.method ?? "GET",
                path,
                headers: new Headers(init.headers),
                body: text ? JSON.parse(text) as unknown : init.body,
            };
            this.seen.push(request);
            return await this.handler(request);
        },
        setTimeout: (fn: () => void): void => {
            this.timers.push(fn);
        },
        now: () => this.time,
    };

    paths(): string[] {
        return this.seen.map(({ method, path }) => `${method} ${path}`);
    }
}

/** The response to a sign-in; the refresh token is in the cookie unless it is given. */
export function signedIn(account = "a1", accessToken = "t1", refreshToken?: string): unknown {
    const session = { accessToken, expiresIn: 600, ...(refreshToken ? { refreshToken } : {}) };
    return { account: { id: account }, session };
}

/** The state of a device that its tabs share. */
export class FakeDevice {
    kept: KeptSession | undefined;
    time = 1_000_000;
    private keys = 0;
    private turn: Promise<unknown> = Promise.resolve();
    readonly messages: SessionMessage[] = [];

    host(): SessionHost {
        return {
            read: () => Promise.resolve(this.kept),
            write: (session) => {
                this.kept = session;
                return Promise.resolve();
            },
            exclusively: <T>(fn: () => Promise<T>): Promise<T> => {
                const result = this.turn.then(fn);
                this.turn = result.catch(() => {});
                return result;
            },
            broadcast: (message) => {
                this.messages.push(message);
            },
            now: () => this.time,
            newKey: () => `k${this.keys += 1}`,
        };
    }
}

export interface FakeClient extends Client {
    readonly database: Database;
    readonly server: FakeServer;
    readonly device: FakeDevice;
    /** Reports a change of a resource to the models that read it. */
    change(): void;
}

/** A client that is signed in, on a fake server and a store in memory. */
export function fakeClient(handler: Handler): FakeClient {
    const server = new FakeServer(handler);
    const device = new FakeDevice();
    device.kept = { account: "a1", refreshKey: "k0" };
    const connection = new Connection(server.network);
    const session = new Session(connection, device.host());
    session.hear({ kind: "renewed", account: "a1", access: { token: "t1", until: Infinity } });
    const database = memoryDatabase();
    const sealer = new Sealer(database);
    let ids = 0;
    const newID = (): string => `id-${ids += 1}`;
    const outbox = new Outbox(database, sealer, { ifIdle: (fn) => fn(), now: () => device.time, newID });
    const store: AccountStore = {
        kept: new Kept(database, sealer, "kept"),
        drafts: new Kept(database, sealer, "drafts"),
        outbox,
    };
    const changes = signal(0);
    return {
        connection,
        session,
        api: new Api(connection, session),
        store: () => Promise.resolve(store),
        allergenNames: { ...noAllergenNames, nameOf: (code) => ({ milk: "Milk", nuts: "Tree nuts" })[code] ?? code },
        changesOf: () => changes(),
        waiting: signal<readonly Entry[]>([]),
        now: () => new Date(device.time),
        newID,
        database,
        server,
        device,
        change: () => changes.update((count) => count + 1),
    };
}

/** A scan of a list in which nothing was found; `more` changes it. */
export function scan(more: Partial<LabelScan> = {}): LabelScan {
    return {
        id: "s1",
        verdict: "notDetected",
        complete: true,
        inFull: true,
        contains: [],
        mayContain: [],
        otherMatches: 0,
        profileVersion: 1,
        profileEmpty: false,
        profilePending: false,
        version: 1,
        scannedAt: "2026-11-26T12:00:00Z",
        assessedAt: "2026-11-26T12:00:01Z",
        ...more,
    };
}

/** Lets promises and effects run. */
export async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Waits until a draft with a name is stored, which happens a moment after the last input. */
export async function storedDraft(client: FakeClient, name: string): Promise<void> {
    for (let turn = 0; turn < 500; turn += 1) {
        if (await client.database.get("drafts", name)) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no draft ${name}`);
}
