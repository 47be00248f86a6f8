import type { Key } from "../core/i18n.ts";
import { matchPath } from "../core/router.ts";
import type { Route } from "./page.ts";

/** Pages under the tab Spending: address, title, screen, and the page above where it is not the tab's. */
function spendingPages(
    rows: readonly (readonly [string, Key, NonNullable<Route["load"]>, string?])[],
): readonly Route[] {
    return rows.map(([path, title, load, parent = "/spending"]) => (
        { path, title, tab: "spending", parent, access: "account", load }
    ));
}

/**
 * Every address of the client.
 *
 * To add a screen: write `screens/NAME.ts` with a default export, give its row a `load`, and put its texts into a file of each
 * language. Tabs and the menu follow from this table.
 */
export const routes: readonly Route[] = [
    {
        path: "/",
        title: "app.today",
        tab: "today",
        isTabRoot: true,
        menuIcon: "home",
        access: "account",
        load: () => import("./today.ts"),
    },
    {
        path: "/scan",
        title: "scan.title",
        tab: "scan",
        isTabRoot: true,
        access: "account",
        load: () => import("./scan.ts"),
    },
    { path: "/scan/label", title: "scan.title", tab: "scan", access: "account", load: () => import("./scan.ts") },
    { path: "/scan/meal", title: "app.scan", tab: "scan", access: "account" },
    {
        path: "/scan/receipt",
        title: "receipt.scan",
        tab: "scan",
        access: "account",
        load: () => import("./scan-receipt.ts"),
    },
    {
        path: "/scans/:id",
        title: "verdict.title",
        tab: "allergens",
        parent: "/allergens",
        access: "account",
        load: () => import("./verdict.ts"),
    },
    {
        path: "/allergens",
        title: "app.allergens",
        tab: "allergens",
        isTabRoot: true,
        menuIcon: "shield",
        access: "account",
        load: () => import("./allergens.ts"),
    },
    {
        path: "/allergens/profile",
        title: "allergens.profile",
        tab: "allergens",
        parent: "/allergens",
        access: "account",
        load: () => import("./profile.ts"),
    },
    { path: "/diary", title: "app.today", tab: "today", access: "account" },
    { path: "/diary/:date", title: "app.today", tab: "today", access: "account" },
    { path: "/meals/:id", title: "app.today", tab: "today", access: "account" },
    { path: "/meals/:id/report", title: "app.today", tab: "today", access: "account" },
    {
        path: "/spending",
        title: "app.spending",
        tab: "spending",
        isTabRoot: true,
        menuIcon: "receipt",
        access: "account",
        load: () => import("./spending.ts"),
    },
    ...spendingPages([
        ["/receipts/new", "receipt.newTitle", () => import("./receipt-new.ts")],
        ["/receipts/:id", "receipt.title", () => import("./receipt.ts")],
        ["/budgets/new", "budget.new", () => import("./budget-new.ts")],
        ["/budgets/:id", "budget.title", () => import("./budget.ts")],
        ["/products", "product.list", () => import("./products.ts")],
        ["/products/:id", "product.title", () => import("./product.ts"), "/products"],
        ["/spending/suggestions", "product.suggestions", () => import("./suggestions.ts")],
        ["/spending/shops", "shops.title", () => import("./shops.ts")],
        ["/spending/household", "household.title", () => import("./household.ts")],
        ["/spending/household/:id", "receipt.title", () => import("./shared-receipt.ts"), "/spending/household"],
        ["/spending/import", "import.title", () => import("./purchase-import.ts")],
    ]),
    { path: "/me", title: "app.me", tab: "me", isTabRoot: true, access: "account" },
    { path: "/notifications", title: "app.today", access: "account" },
    { path: "/notifications/:id", title: "app.today", access: "account" },
    { path: "/plan", title: "app.me", tab: "me", access: "account" },
    { path: "/plan/return", title: "app.me", tab: "me", access: "account" },
    {
        path: "/settings",
        title: "app.settings",
        menuIcon: "gear",
        access: "account",
        load: () => import("./settings.ts"),
    },
    { path: "/help", title: "app.menu", access: "account" },
    { path: "/help/:topic", title: "app.menu", access: "account" },
    {
        path: "/register",
        title: "welcome.register",
        access: "guest",
        isPlain: true,
        load: () => import("./register.ts"),
    },
    {
        path: "/register/allergens",
        title: "allergens.question",
        access: "account",
        isPlain: true,
        load: () => import("./profile.ts"),
    },
    { path: "/recover", title: "welcome.recover", access: "guest", isPlain: true, load: () => import("./recover.ts") },
    { path: "/verify", title: "app.settings", access: "account" },
    { path: "/share", title: "app.scan", access: "account" },
];

/** Shown to people who are not signed in, at every address that needs an account. */
export const signInRoute: Route = {
    path: "/",
    title: "welcome.signIn",
    access: "guest",
    isPlain: true,
    load: () => import("./sign-in.ts"),
};

export const notFoundRoute: Route = {
    path: "",
    title: "app.notFound.title",
    access: "account",
    load: () => import("./not-found.ts"),
};

export interface RouteMatch {
    readonly route: Route;
    readonly parameters: Readonly<Record<string, string>>;
}

/** The route to show at a path. */
export function findRoute(path: string, isSignedIn: boolean): RouteMatch {
    for (const route of routes) {
        const parameters = matchPath(route.path, path);
        if (!parameters) continue;
        if (route.access === "account" && !isSignedIn) return { route: signInRoute, parameters: {} };
        return { route: route.load ? route : notFoundRoute, parameters };
    }
    return { route: isSignedIn ? notFoundRoute : signInRoute, parameters: {} };
}

/** The pages that the tab bar leads to, Scan in the middle. */
export function tabRoutes(): readonly Route[] {
    const built = routes.filter((route) => route.isTabRoot && route.load);
    const others = built.filter((route) => route.tab !== "scan");
    const middle = Math.ceil(others.length / 2);
    return [...others.slice(0, middle), ...built.filter((route) => route.tab === "scan"), ...others.slice(middle)];
}
