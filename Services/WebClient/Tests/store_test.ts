/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { RefusedError, UnreachableError } from "../src/api/problem.ts";
import { type Database, memoryDatabase } from "../src/store/database.ts";
import { readSession, sharedPhotoLimits, SharedPhotos } from "../src/store/device.ts";
import { Kept } from "../src/store/kept.ts";
import { Outbox, OutboxFullError, outboxLimits } from "../src/store/outbox.ts";
import { type Sealed, Sealer } from "../src/store/sealer.ts";

function refused(kind: string, status: number): RefusedError {
    return new RefusedError({ type: `https://x/${kind}`, title: "", status });
}

interface Bench {
    readonly outbox: Outbox;
    readonly database: ReturnType<typeof memoryDatabase>;
    time: number;
}

function bench(database = memoryDatabase()): Bench {
    const result: Bench = {
        database,
        time: 0,
        outbox: new Outbox(database, new Sealer(database), {
            ifIdle: (fn) => fn(),
            now: () => result.time += 1,
            newID: () => crypto.randomUUID(),
        }),
    };
    return result;
}

const photo = (text = "photo"): Blob => new Blob([text], { type: "image/jpeg" });

Deno.test("sealer: stored values are unreadable without key and name", async () => {
    const database = memoryDatabase();
    const sealer = new Sealer(database);
    const sealed = await sealer.sealJSON({ allergen: "peanuts" }, "kept/x");
    ok(!/allergen|peanuts/.test(new TextDecoder().decode(sealed.data)));
    same(await new Sealer(database).openJSON(sealed, "kept/x"), { allergen: "peanuts" });
    await rejects(sealer.openJSON(sealed, "kept/y"));
    await rejects(new Sealer(memoryDatabase()).openJSON(sealed, "kept/x"));
});

Deno.test("sealer: its key cannot be exported", async () => {
    const database = memoryDatabase();
    await new Sealer(database).sealJSON(1, "x");
    await rejects(crypto.subtle.exportKey("raw", await database.get("keys", "device") as CryptoKey));
});

interface Sharing {
    readonly database: Database;
    readonly photos: SharedPhotos;
    time: number;
}

/** The device of an account, with the photo that another app shares. */
async function sharing(account?: string): Promise<Sharing> {
    const database = memoryDatabase();
    const sealer = new Sealer(database);
    if (account) await database.put("session", "current", await sealer.sealJSON({ account }, "session"));
    const result: Sharing = { database, time: 0, photos: new SharedPhotos(database, sealer, () => result.time) };
    return result;
}

Deno.test("shared photo: only the last is kept, encrypted, until deleted", async () => {
    const { database, photos } = await sharing("a1");
    same(await photos.read("a1"), undefined);
    await photos.keep(photo("first"));
    await photos.keep(photo("second"));
    const stored = await database.get("session", "shared") as { sealed: Sealed };
    ok(!new TextDecoder().decode(stored.sealed.data).includes("second"));
    // A worker that was stopped is no loss: another reads it.
    const read = await new SharedPhotos(database, new Sealer(database), () => 0).read("a1");
    same([await read?.text(), read?.type], ["second", "image/jpeg"]);
    await photos.delete();
    same(await photos.read("a1"), undefined);
});

Deno.test("shared photo: is deleted for another account and after an hour", async () => {
    const device = await sharing("a1");
    await device.photos.keep(photo());
    same(await device.photos.read("a2"), undefined);
    same(await device.database.get("session", "shared"), undefined);
    await device.photos.keep(photo());
    device.time = sharedPhotoLimits.milliseconds + 1;
    same(await device.photos.read("a1"), undefined);
    same(await device.database.get("session", "shared"), undefined);
});

Deno.test("shared photo: is not kept without an account, or if it is too large", async () => {
    const nobody = await sharing();
    same(await readSession(nobody.database, new Sealer(nobody.database)), undefined);
    await nobody.photos.keep(photo());
    same(await nobody.database.get("session", "shared"), undefined);
    const { database, photos } = await sharing("a1");
    await photos.keep(photo());
    // The earlier photo must not be taken for this one.
    await photos.keep(new Blob([new Uint8Array(sharedPhotoLimits.bytes + 1)]));
    same(await database.get("session", "shared"), undefined);
    // Signed out without a connection: the server still has to end the session.
    const over = await new Sealer(database).sealJSON({ account: "a1", isOver: true }, "session");
    await database.put("session", "current", over);
    await photos.keep(photo());
    same(await database.get("session", "shared"), undefined);
});

Deno.test("kept: reads back stored values; damaged ones count as missing", async () => {
    const database = memoryDatabase();
    const kept = new Kept(database, new Sealer(database), "kept");
    same(await kept.read("a"), undefined);
    await kept.write("a", [1]);
    same(await kept.read("a"), [1]);
    const { data } = await database.get("kept", "a") as Sealed;
    new Uint8Array(data)[0]! ^= 1;
    same(await kept.read("a"), undefined);
    await kept.delete("a");
    same(await database.get("kept", "a"), undefined);
});

Deno.test("outbox: an entry is stored before sending and removed on success", async () => {
    const { outbox, database } = bench();
    const entry = await outbox.add("label-photo", photo());
    same((await database.all("outbox")).length, 1);
    same(outbox.entries().map(({ id, state }) => [id, state]), [[entry.id, "waiting"]]);
    same(await outbox.deliver(entry, () => Promise.resolve("sent")), "sent");
    same([outbox.entries(), (await database.all("outbox")).length], [[], 0]);
});

Deno.test("outbox: an entry stays after no answer, 408, 429 or 5xx", async () => {
    for (
        const error of [new UnreachableError(), refused("x", 408), refused("too-many-requests", 429), refused("x", 503)]
    ) {
        const { outbox } = bench();
        const entry = await outbox.add("label-photo", photo());
        same(await outbox.deliver(entry, () => Promise.reject(error)), undefined);
        const sent: string[] = [];
        outbox.register("label-photo", async ({ id }, content) => {
            sent.push(id, await content.text());
        });
        await outbox.flush();
        same([sent, outbox.entries()], [[entry.id, "photo"], []]);
    }
});

Deno.test("outbox: a refusal is thrown to the screen, or stored in the background", async () => {
    const { outbox } = bench();
    const first = await outbox.add("label-photo", photo());
    await rejects(outbox.deliver(first, () => Promise.reject(refused("unreadable", 422))), RefusedError);
    same(outbox.entries(), []);
    const second = await outbox.add("label-photo", photo());
    await outbox.deliver(second, () => Promise.reject(new UnreachableError()));
    outbox.register("label-photo", () => Promise.reject(refused("unreadable", 422)));
    await outbox.flush();
    same(outbox.entries().map(({ state, reason }) => [state, reason]), [["refused", "unreadable"]]);
});

Deno.test("outbox: an entry whose key another tab used differently is removed", async () => {
    const { outbox } = bench();
    const reused = (): Promise<never> => Promise.reject(refused("idempotency-key-reused", 422));
    const first = await outbox.add("label-photo", photo());
    same(await outbox.deliver(first, reused), undefined);
    same(outbox.entries(), []);
    const second = await outbox.add("label-photo", photo());
    await outbox.deliver(second, () => Promise.reject(new UnreachableError()));
    outbox.register("label-photo", reused);
    await outbox.flush();
    same(outbox.entries(), []);
});

Deno.test("outbox: entries are sent oldest first until one has to wait", async () => {
    const { outbox } = bench();
    const sent: string[] = [];
    for (const text of ["1", "2", "3"]) {
        await outbox.deliver(
            await outbox.add("label-photo", photo(text)),
            () => Promise.reject(new UnreachableError()),
        );
    }
    outbox.register("label-photo", async (_, content) => {
        const text = await content.text();
        if (text === "2") throw new UnreachableError();
        sent.push(text);
    });
    await outbox.flush();
    same([sent, outbox.entries().length], [["1"], 2]);
});

Deno.test("outbox: entries stay when the session ends", async () => {
    const { outbox } = bench();
    await outbox.deliver(await outbox.add("label-photo", photo()), () => Promise.reject(new UnreachableError()));
    outbox.register("label-photo", () => Promise.reject(refused("session-ended", 401)));
    await outbox.flush();
    same(outbox.entries().map(({ state }) => state), ["waiting"]);
    const second = await outbox.add("label-photo", photo());
    same(await outbox.deliver(second, () => Promise.reject(refused("session-ended", 401))), undefined);
    same(outbox.entries().map(({ state }) => state), ["waiting", "waiting"]);
});

Deno.test("outbox: a 429 pauses only entries of the same kind", async () => {
    const { outbox } = bench();
    const sent: string[] = [];
    for (const kind of ["receipt", "receipt", "meal"] as const) {
        await outbox.deliver(await outbox.add(kind, photo(kind)), () => Promise.reject(new UnreachableError()));
    }
    let tries = 0;
    outbox.register("receipt", () => {
        tries += 1;
        return Promise.reject(refused("quota-exceeded", 429));
    });
    outbox.register("meal", async (_, content) => sent.push(await content.text()));
    await outbox.flush();
    same([tries, sent, outbox.entries().map(({ kind }) => kind)], [1, ["meal"], ["receipt", "receipt"]]);
});

Deno.test("outbox: Retry-After pauses a kind unless the user sends again", async () => {
    const all = bench();
    await all.outbox.deliver(await all.outbox.add("receipt", photo()), () => Promise.reject(new UnreachableError()));
    let tries = 0;
    all.outbox.register("receipt", () => {
        tries += 1;
        return Promise.reject(refused("quota-exceeded", 429));
    });
    await all.outbox.flush();
    all.time += 3_500_000;
    await all.outbox.flush();
    same(tries, 1);
    all.time += 200_000;
    await all.outbox.flush();
    same(tries, 2);
    await all.outbox.flush(true);
    same(tries, 3);
});

Deno.test("outbox: a refused entry is sent again under a new id", async () => {
    const { outbox } = bench();
    const entry = await outbox.add("label-photo", photo("again"));
    await outbox.deliver(entry, () => Promise.reject(new UnreachableError()));
    outbox.register("label-photo", () => Promise.reject(refused("unreadable", 422)));
    await outbox.flush();
    same(outbox.entries().map(({ state }) => state), ["refused"]);
    const sent: [string, string][] = [];
    outbox.register("label-photo", async ({ id }, content) => sent.push([id, await content.text()]));
    await outbox.retry(entry.id);
    same([sent.map(([, text]) => text), sent[0]?.[0] === entry.id, outbox.entries()], [["again"], false, []]);
    await outbox.retry("unknown");
});

Deno.test("outbox: a refused entry is sent again although the outbox is full", async () => {
    const { outbox } = bench();
    for (let count = 0; count < outboxLimits.entries; count += 1) {
        const entry = await outbox.add("meal", photo(String(count)));
        await outbox.deliver(entry, () => Promise.reject(new UnreachableError()));
    }
    outbox.register("meal", async (_, content) => {
        if (await content.text() === "0") throw refused("unreadable", 422);
        throw new UnreachableError();
    });
    await outbox.flush();
    const first = outbox.entries().find(({ state }) => state === "refused");
    await rejects(outbox.add("meal", photo()), OutboxFullError);
    const sent: string[] = [];
    outbox.register("meal", async (_, content) => {
        sent.push(await content.text());
    });
    await outbox.retry(first?.id ?? "");
    same([sent.length, sent.includes("0"), outbox.entries()], [outboxLimits.entries, true, []]);
});

Deno.test("outbox: a draft's id is stored with the entry until it is removed", async () => {
    const { outbox } = bench();
    const entry = await outbox.add("label-photo", photo());
    same((await outbox.setDraft(entry, "p1")).draft, "p1");
    await outbox.refresh();
    same(outbox.entries().map(({ draft }) => draft), ["p1"]);
    await outbox.remove(entry.id);
    same((await outbox.setDraft(entry, "p2")).draft, undefined);
});

Deno.test("outbox: an entry being sent by a screen is not sent twice", async () => {
    const { outbox } = bench();
    let sends = 0;
    outbox.register("label-photo", () => Promise.resolve(sends += 1));
    const entry = await outbox.add("label-photo", photo());
    await outbox.deliver(entry, async () => {
        await outbox.flush();
        return true;
    });
    same(sends, 0);
});

Deno.test("outbox: entries of a closed client are sent by the next one", async () => {
    const { outbox, database } = bench();
    await outbox.add("label-photo", photo("left"));
    const next = bench(database).outbox;
    const sent: string[] = [];
    next.register("label-photo", async (_, content) => {
        sent.push(await content.text());
    });
    await next.flush();
    same(sent, ["left"]);
});

Deno.test("outbox: a full outbox accepts no entries", async () => {
    const { outbox } = bench();
    await rejects(
        outbox.add("label-photo", new Blob([new Uint8Array(outboxLimits.bytes + 1)], { type: "image/jpeg" })),
        OutboxFullError,
    );
});

Deno.test("sealer: two tabs that start at once share one key", async () => {
    const database = memoryDatabase();
    const [one, other] = [new Sealer(database), new Sealer(database)];
    const [sealed] = await Promise.all([one.sealJSON("a", "x"), other.sealJSON("b", "x")]);
    same(await other.openJSON(sealed, "x"), "a");
    same(await new Sealer(database).openJSON(sealed, "x"), "a");
});

Deno.test("outbox: an entry that cannot be decrypted does not block the others", async () => {
    const { outbox, database } = bench();
    const sent: string[] = [];
    outbox.register("label-photo", async (_, content) => {
        sent.push(await content.text());
    });
    const later = (): Promise<never> => Promise.reject(new UnreachableError());
    const damaged = await outbox.add("label-photo", photo("damaged"));
    await outbox.deliver(damaged, later);
    await outbox.deliver(await outbox.add("label-photo", photo("whole")), later);
    const { sealed } = await database.get("outbox", damaged.id) as { sealed: Sealed };
    new Uint8Array(sealed.data)[0]! ^= 1;
    await outbox.flush();
    same(sent, ["whole"]);
    const refused = [[damaged.id, "refused"]];
    same(outbox.entries().map(({ id, state }) => [id, state]), refused);
    await outbox.retry(damaged.id);
    same(outbox.entries().map(({ id, state }) => [id, state]), refused);
});
