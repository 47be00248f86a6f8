/// <reference lib="deno.ns" />
import { deepStrictEqual as same, ok } from "node:assert/strict";
import { parseSettings } from "../src/core/settings.ts";

// The router reads the address when it is loaded.
Object.assign(globalThis, { location: { pathname: "/", search: "", href: "" } });
const { matchPath } = await import("../src/core/router.ts");
const { findRoute, routes, signInRoute, tabRoutes } = await import("../src/screens/routes.ts");

Deno.test("matchPath: matches variable segments and rejects other paths", () => {
    same(matchPath("/scans/:id", "/scans/a%20b"), { id: "a b" });
    same(matchPath("/scans/:id", "/scans/"), undefined);
    same(matchPath("/scans/:id", "/scans/%E0"), undefined);
    same(matchPath("/allergens", "/allergens/"), {});
    same(matchPath("/scans/:id", "/scans/a/b"), undefined);
    same(matchPath("/", "/"), {});
});

Deno.test("routes: without a session every account page shows the sign-in", () => {
    same(findRoute("/scans/x", false).route, signInRoute);
    same(findRoute("/nowhere", false).route, signInRoute);
    same(findRoute("/register", false).route.path, "/register");
    same(findRoute("/scans/x", true).parameters, { id: "x" });
    same(findRoute("/nowhere", true).route.title, "app.notFound.title");
});

Deno.test("routes: addresses are unique and each has a page", () => {
    same(new Set(routes.map(({ path }) => path)).size, routes.length);
    for (const route of routes) {
        if (route.menuIcon) ok(route.load, route.path);
        if (route.parent) ok(routes.find(({ path }) => path === route.parent)?.load, route.path);
        ok(route.load || findRoute(route.path, true).route.title === "app.notFound.title");
    }
    ok(tabRoutes().every(({ load }) => load));
    same(tabRoutes()[Math.floor(tabRoutes().length / 2)]?.tab, "scan");
});

Deno.test("routes: every address used in the code has a page", async () => {
    const folder = new URL("../src/", import.meta.url);
    let count = 0;
    for (const part of ["", "models/", "screens/", "core/"]) {
        for await (const { name } of Deno.readDir(new URL(part, folder))) {
            if (!name.endsWith(".ts")) continue;
            const text = await Deno.readTextFile(new URL(part + name, folder));
            const links = text.matchAll(
                /(?:\b(?:linkButton|linkRow|go|back)\(\s*|href: |\? )"(\/[^"?]*)|"(\/[a-z/]+)" : "\//g,
            );
            for (const [, link, other] of links) {
                const path = link ?? other ?? "";
                if (path.startsWith("/v1/")) continue;
                count += 1;
                const { route } = findRoute(path, true);
                ok(route.title !== "app.notFound.title", `${part}${name}: ${path}`);
            }
        }
    }
    ok(count > 60, String(count));
});

Deno.test("settings: missing or invalid values get their default", () => {
    const defaults = {
        theme: "auto",
        palette: "standard",
        textSize: 100,
        energyUnit: "kcal",
        units: "metric",
        scanMode: "label",
    };
    same(parseSettings(null), defaults);
    same(parseSettings("{"), defaults);
    same(parseSettings("[1]"), defaults);
    same(parseSettings('{"theme":"pink","textSize":900,"language":"de"}'), defaults);
    same(parseSettings('{"theme":"dark","textSize":150,"language":"fr","units":"mixed"}'), {
        ...defaults,
        theme: "dark",
        textSize: 150,
        language: "fr",
        units: "mixed",
    });
    same(parseSettings('{"massUnit":"oz"}'), { ...defaults, units: "imperial" });
    same(parseSettings('{"massUnit":"oz","units":"metric"}'), defaults);
});
