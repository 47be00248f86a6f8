import type { Key } from "../core/i18n.ts";
import { matchPath } from "../core/router.ts";
import type { Route } from "./page.ts";

/** Pages under the tab Spending: address, title, screen, and the page above if it is not that of the tab. */
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
        load: () => import("./scan-start.ts"),
    },
    { path: "/scan/label", title: "scan.title", tab: "scan", access: "account", load: () => import("./scan.ts") },
    {
        path: "/scan/receipt",
        title: "receipt.scan",
        tab: "scan",
        access: "account",
        load: () => import("./scan-receipt.ts"),
    },
    {
        path: "/scan/meal",
        title: "meal.photograph",
        tab: "scan",
        access: "account",
        load: () => import("./scan-meal.ts"),
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
    {
        path: "/notifications",
        title: "notices.title",
        menuIcon: "bell",
        access: "account",
        load: () => import("./notices.ts"),
    },
    {
        path: "/notifications/:id",
        title: "notices.one",
        parent: "/notifications",
        access: "account",
        load: () => import("./notice.ts"),
    },
    { path: "/plan", title: "plan.title", menuIcon: "star", access: "account", load: () => import("./plan.ts") },
    {
        path: "/plan/return",
        title: "plan.return",
        parent: "/plan",
        access: "account",
        load: () => import("./plan-return.ts"),
    },
    {
        path: "/reactions",
        title: "reactions.diary",
        tab: "allergens",
        parent: "/allergens",
        access: "account",
        load: () => import("./reactions.ts"),
    },
    {
        path: "/reactions/new",
        title: "reactions.new",
        tab: "allergens",
        parent: "/reactions",
        access: "account",
        load: () => import("./reaction.ts"),
    },
    {
        path: "/reactions/:id",
        title: "reactions.edit",
        tab: "allergens",
        parent: "/reactions",
        access: "account",
        load: () => import("./reaction.ts"),
    },
    {
        path: "/add",
        title: "meal.add",
        tab: "today",
        parent: "/",
        access: "account",
        load: () => import("./add.ts"),
    },
    {
        path: "/diary",
        title: "diary.title",
        tab: "today",
        parent: "/",
        menuIcon: "calendar",
        access: "account",
        load: () => import("./diary.ts"),
    },
    {
        path: "/diary/:date",
        title: "diary.title",
        tab: "today",
        parent: "/",
        access: "account",
        load: () => import("./diary.ts"),
    },
    {
        path: "/diary/:date/report",
        title: "report.title",
        tab: "today",
        parent: "/diary",
        access: "account",
        load: () => import("./report.ts"),
    },
    {
        path: "/meals/:id",
        title: "meal.title",
        tab: "today",
        parent: "/diary",
        access: "account",
        load: () => import("./meal.ts"),
    },
    {
        path: "/meals/:id/report",
        title: "report.title",
        tab: "today",
        parent: "/diary",
        access: "account",
        load: () => import("./report.ts"),
    },
    {
        path: "/reports",
        title: "report.all",
        tab: "me",
        parent: "/me",
        access: "account",
        load: () => import("./reports.ts"),
    },
    {
        path: "/reports/:id",
        title: "report.title",
        tab: "me",
        parent: "/reports",
        access: "account",
        load: () => import("./report.ts"),
    },
    {
        path: "/shares",
        title: "share.all",
        tab: "me",
        parent: "/me",
        access: "account",
        load: () => import("./shares.ts"),
    },
    {
        path: "/foods",
        title: "food.title",
        tab: "me",
        parent: "/me",
        menuIcon: "search",
        access: "account",
        load: () => import("./foods.ts"),
    },
    {
        path: "/foods/new",
        title: "food.new",
        tab: "me",
        parent: "/foods",
        access: "account",
        load: () => import("./own-food.ts"),
    },
    {
        path: "/foods/:id",
        title: "food.title",
        tab: "me",
        parent: "/foods",
        access: "account",
        load: () => import("./food.ts"),
    },
    {
        path: "/foods/:id/edit",
        title: "food.edit",
        tab: "me",
        parent: "/foods",
        access: "account",
        load: () => import("./own-food.ts"),
    },
    {
        path: "/me",
        title: "app.me",
        tab: "me",
        isTabRoot: true,
        menuIcon: "person",
        access: "account",
        load: () => import("./me.ts"),
    },
    {
        path: "/me/goals",
        title: "goals.title",
        tab: "me",
        parent: "/me",
        access: "account",
        load: () => import("./goals.ts"),
    },
    {
        path: "/settings",
        title: "app.settings",
        menuIcon: "gear",
        access: "account",
        load: () => import("./settings.ts"),
    },
    {
        path: "/settings/notices",
        title: "notices.settings",
        parent: "/settings",
        access: "account",
        load: () => import("./notice-settings.ts"),
    },
    {
        path: "/account",
        title: "security.title",
        parent: "/settings",
        access: "account",
        load: () => import("./account.ts"),
    },
    {
        path: "/security",
        title: "security.sessions",
        parent: "/account",
        access: "account",
        load: () => import("./sessions.ts"),
    },
    {
        path: "/security/passkeys",
        title: "security.passkeys",
        parent: "/account",
        access: "account",
        load: () => import("./passkeys.ts"),
    },
    {
        path: "/security/factor",
        title: "security.factor",
        parent: "/account",
        access: "account",
        load: () => import("./factor.ts"),
    },
    {
        path: "/privacy",
        title: "privacy.title",
        menuIcon: "lock",
        access: "account",
        load: () => import("./privacy.ts"),
    },
    {
        path: "/privacy/log",
        title: "privacy.log",
        parent: "/privacy",
        access: "account",
        load: () => import("./access-log.ts"),
    },
    {
        path: "/privacy/export",
        title: "privacy.export",
        parent: "/privacy",
        access: "account",
        load: () => import("./export.ts"),
    },
    {
        path: "/privacy/import",
        title: "privacy.import",
        parent: "/privacy",
        access: "account",
        load: () => import("./export-import.ts"),
    },
    {
        path: "/privacy/erase",
        title: "privacy.erase",
        parent: "/privacy",
        access: "account",
        load: () => import("./erase.ts"),
    },
    {
        path: "/grants",
        title: "grants.title",
        parent: "/privacy",
        access: "account",
        load: () => import("./grants.ts"),
    },
    {
        path: "/grants/:id",
        title: "grants.records",
        parent: "/grants",
        access: "account",
        load: () => import("./granted.ts"),
    },
    {
        path: "/device",
        title: "device.title",
        parent: "/settings",
        access: "account",
        load: () => import("./device.ts"),
    },
    { path: "/help", title: "help.title", menuIcon: "question", access: "account", load: () => import("./help.ts") },
    {
        path: "/help/:topic",
        title: "help.title",
        parent: "/help",
        access: "account",
        load: () => import("./help-topic.ts"),
    },
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
    {
        path: "/erasures/:token",
        title: "erasure.title",
        access: "any",
        isPlain: true,
        load: () => import("./erasure.ts"),
    },
    { path: "/terms", title: "terms.title", access: "any", isPlain: true, load: () => import("./terms.ts") },
    {
        path: "/sign-in/return",
        title: "welcome.issuerTitle",
        access: "any",
        isPlain: true,
        load: () => import("./issuer-return.ts"),
    },
    { path: "/recovery", title: "welcome.recover", access: "guest", isPlain: true, load: () => import("./recover.ts") },
    {
        path: "/verification",
        title: "security.verify",
        parent: "/settings",
        access: "account",
        load: () => import("./account.ts"),
    },
    {
        path: "/share",
        title: "scan.shared",
        tab: "scan",
        access: "account",
        load: () => import("./shared-photo.ts"),
    },
];

/** Shown to people who are not signed in, at every address that requires an account. */
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

/** The pages of the tab bar, Scan in the middle. */
export function tabRoutes(): readonly Route[] {
    const built = routes.filter((route) => route.isTabRoot && route.load);
    const others = built.filter((route) => route.tab !== "scan");
    const middle = Math.ceil(others.length / 2);
    return [...others.slice(0, middle), ...built.filter((route) => route.tab === "scan"), ...others.slice(middle)];
}
