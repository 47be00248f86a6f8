/// <reference lib="deno.ns" />
import { deepStrictEqual as same, rejects } from "node:assert/strict";
import type { Meal, Receipt } from "../generated/api.ts";
import { RefusedError } from "../src/api/problem.ts";
import { dayModel } from "../src/models/days.ts";
import { pagePicture } from "../src/models/pictures.ts";
import { receiptPicture } from "../src/models/receipt-view.ts";
import { scanListModel, scanModel } from "../src/models/scans.ts";
import { fakeClient, json, problem, scan, settle } from "./fakes.ts";

const jpeg = (text: string): Response => new Response(text, { headers: { "content-type": "image/jpeg" } });

Deno.test("scans: a row shows the user's name or the product's, and a thumbnail", async () => {
    const photo = { id: "p1", outcome: "read", doubts: [] } as const;
    const client = fakeClient(({ path }) =>
        path.startsWith("/v1/photos/") ? jpeg("small") : json({
            items: [
                scan({ id: "s1", name: "Mine", productName: "Theirs", photo }),
                scan({ id: "s2", productName: "Theirs" }),
                scan({ id: "s3" }),
            ],
            next: null,
        })
    );
    const model = scanListModel(client, 10);
    await settle();
    same(model.rows()?.map(({ name }) => name), ["Mine", "Theirs", undefined]);
    const [first, second] = model.rows() ?? [];
    same(second?.picture, undefined);
    same(await (await first?.picture?.())?.text(), "small");
    same(client.server.paths().at(-1), "GET /v1/photos/p1?width=160");
});

Deno.test("scans: search and verdict filter all pages and are not remembered", async () => {
    const client = fakeClient(({ path }) =>
        json({
            items: [scan({ id: path.includes("cursor") ? "s2" : "s1" })],
            next: path.includes("cursor") ? null : "c",
        })
    );
    const model = scanListModel(client, 10);
    await settle();
    same(model.isNarrowed(), false);
    model.search(" oat ");
    model.filter("contains");
    await settle();
    same(model.isNarrowed(), true);
    await model.loadMore();
    await settle();
    same(client.server.paths(), [
        "GET /v1/label-scans?limit=10",
        "GET /v1/label-scans?limit=10&query=oat&verdict=contains",
        "GET /v1/label-scans?limit=10&query=oat&verdict=contains&cursor=c",
    ]);
    same(model.rows()?.map(({ id }) => id), ["s1", "s2"]);
    client.server.handler = () => json({ items: [], next: null });
    model.search("none");
    await settle();
    same(model.rows(), []);
    client.server.handler = () => Promise.reject(new TypeError());
    model.search("");
    await settle();
    same([model.rows(), model.error() !== undefined], [undefined, true]);
    const later = scanListModel(client, 10);
    await settle();
    same(later.rows()?.map(({ id }) => id), ["s1"]);
});

Deno.test("scan: the last answer is shown without a connection, with its error", async () => {
    const client = fakeClient(({ path }) =>
        path.includes("label-scans") ? json(scan({ id: "s1", verdict: "contains" })) : problem("not-found", 404)
    );
    scanModel(client, "s1");
    await settle();
    client.server.handler = () => Promise.reject(new TypeError());
    const [known, other] = [scanModel(client, "s1"), scanModel(client, "s2")];
    await settle();
    same([known.view()?.state, known.scan.error() !== undefined], ["contains", true]);
    same(other.scan.value(), undefined);
});

Deno.test("scans: a page that arrives after a new search is ignored", async () => {
    let answer: ((response: Response) => void) | undefined;
    const client = fakeClient(({ path }) =>
        path.includes("cursor")
            ? new Promise<Response>((resolve) => answer = resolve)
            : json({ items: [scan({ id: path.includes("query") ? "found" : "s1" })], next: "c" })
    );
    const model = scanListModel(client, 10);
    await settle();
    const more = model.loadMore();
    await settle();
    model.search("oat");
    await settle();
    answer?.(json({ items: [scan({ id: "late" })], next: null }));
    await more;
    same(model.rows()?.map(({ id }) => id), ["found"]);
});

Deno.test("scan: can be named; an empty name removes the name", async () => {
    const client = fakeClient(({ method, body }) => {
        const name = (body as { name?: string | null } | undefined)?.name;
        return json(method === "PATCH" && name ? scan({ name }) : scan());
    });
    const model = scanModel(client, "s1");
    await settle();
    await model.rename(" Oat bar ");
    same(model.scan.value()?.name, "Oat bar");
    await model.rename(" ");
    same(model.scan.value()?.name, undefined);
    const sent = client.server.seen.filter(({ method }) => method === "PATCH").map(({ body }) => body);
    same(sent, [{ name: "Oat bar" }, { name: null }]);
});

Deno.test("pictures: the whole photo is loaded only without a thumbnail", async () => {
    const seen: (number | undefined)[] = [];
    const load = (status: number) => (width?: number): Promise<Blob> => {
        seen.push(width);
        const refusal = new RefusedError({ type: "about:blank", title: "", status });
        return width && status !== 200 ? Promise.reject(refusal) : Promise.resolve(new Blob([String(width)]));
    };
    same(await (await pagePicture(load(200))).text(), "1280");
    same(await (await pagePicture(load(404))).text(), "undefined");
    await rejects(pagePicture(load(503)), RefusedError);
    same(seen, [1280, 1280, undefined, 1280]);
});

Deno.test("pictures: receipts with photos and photographed meals have thumbnails", async () => {
    const client = fakeClient(({ path }) => path.includes("photo") ? jpeg(path) : problem("not-found", 404));
    const receipt = { id: "r1", photos: [{ number: 0 }] } as unknown as Receipt;
    same(await (await receiptPicture(client, receipt)?.())?.text(), "/v1/receipts/r1/photo?number=0&width=160");
    same(receiptPicture(client, { id: "r2", photos: [] } as unknown as Receipt), undefined);
    const day = dayModel(client, () => "2026-11-26" as never);
    await settle();
    const seen = { id: "m1", items: [{ seen: {} }] } as unknown as Meal;
    same(await (await day.picture(seen)?.())?.text(), "/v1/meals/m1/photo?width=160");
    same(day.picture({ id: "m2", items: [{}] } as unknown as Meal), undefined);
});
