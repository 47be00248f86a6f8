/// <reference lib="deno.ns" />
import { deepStrictEqual as same } from "node:assert/strict";

/** Operations that no screen reaches, and why. */
const excused: Readonly<Record<string, string>> = {
    "GET /health/live": "of operators",
    "GET /health/ready": "of operators",
    "GET /openapi.yaml": "of developers",
    "GET /docs": "is a page, of developers",
    "GET /docs/{feature}": "is a page, of developers",
    "GET /problems/{slug}": "is a page, of developers",
    "POST /v1/billing/webhooks/stripe": "of the payment provider",
    "GET /v1/intake": "of phones that send photos without the client",
    "GET /v1/erasure-keys": "for those who check a signed receipt",
    "GET /v1/unsubscribe/{token}": "is a page",
    "POST /v1/unsubscribe/{token}": "is a page",
    "GET /s/{token}": "is a page",
    "GET /v1/shared/{token}/photo": "the picture on the page of a share",
    "GET /v1/meals/{id}/versions": "the editor takes back by undo",
    "GET /v1/saved-foods/{id}": "the list has all of it",
    "PUT /v1/photos/{id}": "photos are sent whole, by POST",
    "DELETE /v1/photos/{id}": "a photo goes with its scan, meal or receipt",
    "GET /v1/spending/chart": "the client draws its own charts",
    "POST /v1/accounts/passkey/options": "registering asks for a password; a passkey is added afterwards",
};

/** Operations called without a literal method beside the path, each with the text of its call. */
const reachedOtherwise: Readonly<Record<string, string>> = {
    "POST /v1/sessions/refresh": '"/v1/sessions/refresh"',
    "DELETE /v1/sessions/current": '"/v1/sessions/current"',
    "GET /v1/events": '"/v1/events"',
    "GET /v1/meals/{id}/photo": "`/v1/meals/${encodeURIComponent(id)}/photo",
    "GET /v1/operations/{id}": "`/v1/operations/${",
    "GET /v1/photos/{id}": "`/v1/photos/${encodeURIComponent(id)}",
    "POST /v1/client-reports": '"/v1/client-reports"',
};

/** Staff routes; the client has no pages for staff. */
const ofStaff = ["/v1/admin/", "/v1/audit", "/v1/food-submissions"];

Deno.test("contract: every client operation is used by a screen or listed", async () => {
    const code = (await sources(new URL("../src/", import.meta.url))).replace(/\s+/g, " ");
    const types = await Deno.readTextFile(new URL("../generated/api.ts", import.meta.url));
    const operations = [
        ...types.slice(types.indexOf("export interface Paths")).matchAll(/^ {2}"(\/[^"]+)"|^ {4}([A-Z]+): \{/gm),
    ];
    let path = "";
    const unreached: string[] = [];
    for (const [, nextPath, method] of operations) {
        path = nextPath ?? path;
        if (!method || ofStaff.some((one) => path.startsWith(one))) continue;
        const isReached = code.includes(`"${method}", "${path}"`) ||
            method === "GET" && new RegExp(`get\\(\\s?"${path.replace(/[{}]/g, "\\$&")}"`).test(code);
        if (!isReached) unreached.push(`${method} ${path}`);
    }
    same(unreached.filter((one) => !(one in reachedOtherwise)).sort(), Object.keys(excused).sort());
    same(Object.values(reachedOtherwise).filter((text) => !code.includes(text)), []);
});

Deno.test("screens: none calls the API directly; models do", async () => {
    const code = await sources(new URL("../src/screens/", import.meta.url));
    same(code.match(/client\.api\.|\bfetch\(/g), null);
});

async function sources(folder: URL): Promise<string> {
    const texts: string[] = [];
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
        if (isDirectory) texts.push(await sources(new URL(`${name}/`, folder)));
        else texts.push(await Deno.readTextFile(new URL(name, folder)));
    }
    return texts.join("\n");
}
