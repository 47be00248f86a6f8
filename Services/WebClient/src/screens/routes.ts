import { matchPath } from "../core/router.ts";
import type { Route } from "./page.ts";

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
    {
        path: "/scan/meal",
        title: "meal.photograph",
        tab: "scan",
        access: "account",
        load: () => import("./scan-meal.ts"),
    },
    { path: "/scan/receipt", title: "app.scan", tab: "scan", access: "account" },
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
        menuIcon: "lens",
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
    { path: "/spending", title: "app.spending", tab: "spending", isTabRoot: true, access: "account" },
    { path: "/receipts/:id", title: "app.spending", tab: "spending", access: "account" },
    { path: "/budgets/:id", title: "app.spending", tab: "spending", access: "account" },
    { path: "/products/:id", title: "app.spending", tab: "spending", access: "account" },
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
