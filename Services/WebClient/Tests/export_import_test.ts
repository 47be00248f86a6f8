/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { exportImportModel } from "../src/models/export-import.ts";
import { Archive, UnreadableArchiveError } from "../src/models/zip.ts";
import { fakeClient, json, problem } from "./fakes.ts";

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
    const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

function head(signature: number, size: number, values: readonly (readonly [number, number, 2 | 4])[]): Uint8Array {
    const view = new DataView(new ArrayBuffer(size));
    view.setUint32(0, signature, true);
    for (const [at, value, width] of values) {
        if (width === 2) view.setUint16(at, value, true);
        else view.setUint32(at, value, true);
    }
    return new Uint8Array(view.buffer);
}

/** A ZIP archive; photos are stored, everything else is deflated. */
async function zip(files: Readonly<Record<string, string>>): Promise<Blob> {
    const parts: Uint8Array[] = [];
    const directory: Uint8Array[] = [];
    let offset = 0;
    const encoder = new TextEncoder();
    for (const [name, text] of Object.entries(files)) {
        const isStored = name.startsWith("photos/");
        const path = encoder.encode(name);
        const packed = isStored ? encoder.encode(text) : await deflated(encoder.encode(text));
        const method = isStored ? 0 : 8;
        parts.push(head(0x04034b50, 30, [[8, method, 2], [26, path.length, 2]]), path, packed);
        directory.push(
            head(0x02014b50, 46, [[10, method, 2], [20, packed.length, 4], [28, path.length, 2], [42, offset, 4]]),
            path,
        );
        offset += 30 + path.length + packed.length;
    }
    const length = directory.reduce((sum, part) => sum + part.length, 0);
    const end = head(0x06054b50, 22, [[12, length, 4], [16, offset, 4]]);
    return new Blob([...parts, ...directory, end] as BlobPart[]);
}

Deno.test("archive: stored and deflated entries are read, others are refused", async () => {
    const archive = await Archive.open(await zip({ "a.json": '[{"id":"1"}]', "photos/p.jpeg": "picture" }));
    same(archive.names, ["a.json", "photos/p.jpeg"]);
    same(await archive.rows("a.json"), [{ id: "1" }]);
    same(new TextDecoder().decode(await archive.bytes("photos/p.jpeg")), "picture");
    same(await archive.rows("absent.json"), []);
    same(await archive.bytes("absent"), undefined);
    await rejects(Archive.open(new Blob(["no archive"])), UnreadableArchiveError);
    await rejects((await Archive.open(await zip({ "a.json": "{" }))).rows("a.json"), UnreadableArchiveError);
});

const invalid = { type: "https://foodmagic.example/problems/invalid-fields", title: "Not valid", status: 422 };
const meal = (id: string) => ({ id, name: "Lunch", totals: {}, items: [{ grams: { value: 1 }, seen: { box: [] } }] });

Deno.test("import: sends batches by kind, then photos of meals, then a report", async () => {
    const file = await zip({
        "records/allergen-profiles.json": '[{"allergens":["milk"]}]',
        "records/meals.json": JSON.stringify([meal("m1"), meal("m2"), { id: "m3", problem: "unreadable" }]),
        "records/reactions.json": '[{"id":"r1","allergens":["milk"]}]',
        "account/photos.json": '[{"photo_id":"p1","scan_id":"m1","format":"jpeg"},{"photo_id":"p2","scan_id":"s1"}]',
        "photos/p1.jpeg": "picture",
    });
    let posts = 0;
    const client = fakeClient(({ path, body }) => {
        if (path === "/v1/photos") return ok(body instanceof Blob && body.type === "image/jpeg"), json({ id: "draft" });
        const { items } = body as { items: { kind: string; record: { id?: string }; photo?: string }[] };
        posts += 1;
        if (posts === 2) return problem("too-many-requests", 429, { retryAfter: 1 });
        return json({
            items: items.map(({ kind, record, photo }) => {
                const exportedId = record.id ?? "";
                if (kind === "reaction") return { kind, exportedId, outcome: "refused", problem: invalid };
                if (exportedId === "m2" && posts < 4) return { kind, exportedId, outcome: "postponed" };
                const outcome = exportedId === "m2" ? "present" : "imported";
                return {
                    kind,
                    exportedId,
                    outcome,
                    id: "x",
                    ...(kind === "meal" ? { hasPhoto: photo !== undefined } : {}),
                };
            }),
        });
    });
    const model = exportImportModel(client, () => Promise.resolve());
    await model.start(file);
    const state = model.state();
    same(state.step, "done");
    if (state.step !== "done") return;
    const { imported, present, photos, refused } = state.report;
    same([imported, present, photos, refused.map(({ kind }) => kind)], [2, 1, 1, ["reaction"]]);
    const bodies = client.server.seen.filter(({ path }) => path === "/v1/imports").map(({ body }) =>
        JSON.stringify(body)
    );
    ok(bodies.every((body) => !body.includes("seen") && !body.includes("totals")));
    ok(bodies[0]?.includes('"allergens":["milk"]') && bodies.at(-1)?.includes('"allergens":["milk"]'));
});

Deno.test("import: a receipt is sent alone with its photos, other receipts together", async () => {
    const file = await zip({
        "records/receipts.json": '[{"id":"r1"},{"id":"r2"},{"id":"r3"},{"id":"r4"}]',
        "account/photos.json": '[{"photo_id":"p1","scan_id":"r2","format":"jpeg"},' +
            '{"photo_id":"p2","scan_id":"r2","format":"png"},{"photo_id":"p3","scan_id":"r2","format":"heic"}]',
        "photos/p1.jpeg": "top",
        "photos/p2.png": "end",
    });
    const client = fakeClient(({ path, body }) => {
        if (path === "/v1/photos") return json({ id: body instanceof Blob && body.type });
        const { items } = body as { items: { kind: string; record: { id: string } }[] };
        return json({
            items: items.map(({ kind, record }) => ({ kind, exportedId: record.id, outcome: "imported", id: "x" })),
        });
    });
    const model = exportImportModel(client, () => Promise.resolve());
    await model.start(file);
    const state = model.state();
    same(state.step === "done" && [state.report.imported, state.report.photos], [4, 2]);
    const sent = client.server.seen.filter(({ path }) => path === "/v1/imports").map(({ body }) =>
        (body as { items: { record: { id: string }; photos?: string[] }[] }).items
    );
    same(sent.map((items) => items.map(({ record, photos }) => [record.id, photos])), [
        [["r1", undefined]],
        [["r2", ["image/jpeg", "image/png"]]],
        [["r3", undefined], ["r4", undefined]],
    ]);
});

Deno.test("import: the report counts missing photos of receipts", async () => {
    const file = await zip({
        "records/receipts.json": '[{"id":"r1"}]',
        "account/photos.json": '[{"photo_id":"p1","scan_id":"r1","format":"jpeg"},' +
            '{"photo_id":"p2","scan_id":"r1","format":"jpeg"}]',
        "photos/p1.jpeg": "top",
        "photos/p2.jpeg": "end",
    });
    let drafts = 0;
    const client = fakeClient(({ path }) =>
        path === "/v1/photos"
            ? json({ id: `d${drafts += 1}` })
            : json({ items: [{ kind: "receipt", exportedId: "r1", outcome: "imported", id: "x", missingPhotos: 1 }] })
    );
    const model = exportImportModel(client, () => Promise.resolve());
    await model.start(file);
    const state = model.state();
    same(state.step === "done" && [state.report.imported, state.report.photos, state.report.missingPhotos], [1, 1, 1]);
});

Deno.test("import: records that are refused together are sent one by one", async () => {
    const file = await zip({ "records/budgets.json": '[{"id":"b1"},{"id":"b2"}]' });
    const client = fakeClient(({ body }) => {
        const { items } = body as { items: { record: { id: string } }[] };
        if (items.some(({ record }) => record.id === "b2")) return problem("card-number-refused", 422);
        return json({ items: [{ kind: "budget", exportedId: "b1", outcome: "imported", id: "x" }] });
    });
    const model = exportImportModel(client, () => Promise.resolve());
    await model.start(file);
    const state = model.state();
    same(state.step === "done" && [state.report.imported, state.report.refused.length], [1, 1]);
    client.server.handler = () => problem("forbidden", 403);
    await model.start(file);
    same(model.state().step, "failed");
});

Deno.test("import: stops when another account signs in", async () => {
    const file = await zip({
        "records/meals.json": JSON.stringify([meal("m1")]),
        "records/reactions.json": '[{"id":"r1","allergens":["milk"]}]',
    });
    const client = fakeClient(({ body }) => {
        client.session.hear({ kind: "renewed", account: "b2", access: { token: "t9", until: Infinity } });
        const { items } = body as { items: { kind: string; record: { id: string } }[] };
        return json({
            items: items.map(({ kind, record }) => ({ kind, exportedId: record.id, outcome: "imported", id: "x" })),
        });
    });
    const model = exportImportModel(client);
    await model.start(file);
    same([model.state().step, client.server.seen.length], ["failed", 1]);
});
