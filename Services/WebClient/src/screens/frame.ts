import { type Child, h, replace } from "../core/dom.ts";
import { language, loadAllTexts, t, translate } from "../core/i18n.ts";
import { type Icon, icon } from "../core/icons.ts";
import { go, place, refresh, setGuard } from "../core/router.ts";
import { computed, effect, onCleanup, type Readable, scope, signal, untracked } from "../core/signal.ts";
import type { Client } from "../models/client.ts";
import { type UnreadModel, unreadModel } from "../models/inbox.ts";
import { announcementsModel } from "../models/announcements.ts";
import { dayOf, formatDate } from "../models/formats.ts";
import { errorPage } from "./error-page.ts";
import type { Page, Route } from "./page.ts";
import { button, linkButton } from "./parts.ts";
import { findRoute, routes, tabRoutes } from "./routes.ts";
import { snackbar } from "./snackbar.ts";

const tabIcons: Readonly<Record<NonNullable<Route["tab"]>, Icon>> = {
    today: "home",
    allergens: "shield",
    scan: "scan",
    spending: "receipt",
    me: "person",
};

export interface FrameOptions {
    readonly client: Client;
    readonly deleteStore: () => Promise<void>;
    readonly isUpdateReady: Readable<boolean>;
}

/** The frame around every page: top bar, notes about the connection, the page, the tab bar. */
export function frame(root: HTMLElement, options: FrameOptions): void {
    const { client } = options;
    const route = signal<Route | undefined>(undefined);
    const title = signal<() => string>(() => t("app.name"));
    const isPlain = (): boolean => !route() || route()?.isPlain === true;
    const heading = h("h1", { tabindex: -1 }, () => title()());
    const bell = signal<UnreadModel | undefined>(undefined);
    const closed = computed(() => route()?.access === "account" ? closedBecause(bell(), place().path) : undefined);
    const content = h("div", { id: "content", hidden: () => closed() !== undefined });
    const main = h("main", { id: "main" }, () => backLink(route()), () => closedNote(closed(), bell.peek()), content);
    const menu = drawer(client);
    effect(() => {
        if (typeof client.session.state() !== "object") return;
        const [made, end] = untracked(() => scope(() => unreadModel(client)));
        bell.set(made);
        onCleanup(() => {
            end();
            bell.set(undefined);
        });
    });

    replace(
        root,
        h("a", { class: "skip", href: "#main", onclick: skip }, () => t("app.skipToContent")),
        h(
            "header",
            { class: () => isPlain() ? "bar plain" : "bar" },
            () =>
                isPlain() ? h("span", null) : h("button", {
                    type: "button",
                    class: "round",
                    "aria-label": () => t("app.menu"),
                    "aria-haspopup": "dialog",
                    onclick: () => menu.showModal(),
                }, icon("menu")),
            heading,
            () => isPlain() ? null : bellLink(bell()?.unread() ?? 0),
        ),
        strips(options, bell),
        main,
        () => isPlain() ? null : tabBar(route),
        snackbar(),
        menu,
    );

    effect(() => {
        document.documentElement.lang = language();
        document.title = `${title()()} · ${t("app.name")}`;
    });

    let endPage = (): void => {};
    // A page hidden behind a note is closed, so that its camera, for example, does not keep running.
    effect(() => {
        if (!closed()) return;
        untracked(() => endPage());
        endPage = () => {};
        replace(content);
    });
    let isFirst = true;
    let visit = 0;
    let shownOn = dayOf(client.now());
    // A client that stays open overnight shows the new day when it is looked at again.
    document.addEventListener("visibilitychange", () => {
        if (!document.hidden && dayOf(client.now()) !== shownOn && pagesOfToday.has(place().path)) refresh();
    });
    effect(() => {
        const { path, query, scroll } = place();
        const state = client.session.state();
        if (state === "unknown") return;
        const isSignedIn = state !== "signedOut";
        const match = findRoute(path, isSignedIn);
        if (match.route.access === "guest" && isSignedIn) {
            void go("/", "replace");
            return;
        }
        visit += 1;
        void show(match.route, match.parameters, query, visit, scroll);
    });

    async function show(
        next: Route,
        parameters: Page["parameters"],
        query: URLSearchParams,
        number: number,
        scroll: number,
    ): Promise<void> {
        const loading = setTimeout(() => main.setAttribute("aria-busy", "true"), 150);
        const [screen] = await Promise.all([next.load?.(), next.access === "account" && loadAllTexts()])
            .catch((error) => [reloadOnce(error)])
            .finally(() => clearTimeout(loading));
        // Another page was requested in the meantime.
        if (!screen || number !== visit) return;
        endPage();
        setGuard(undefined);
        main.removeAttribute("aria-busy");
        title.set(() => translate(next.title));
        route.set(next);
        shownOn = dayOf(client.now());
        if (untracked(closed)) return;
        const page: Page = {
            client,
            parameters,
            query,
            setTitle: (text) => title.set(text),
            setGuard,
            deleteStore: options.deleteStore,
        };
        const [made, end] = untracked(() =>
            scope((): Child => {
                try {
                    return screen.default(page);
                } catch (error) {
                    console.error(error);
                    return errorPage([]);
                }
            })
        );
        endPage = end;
        const [, endContent] = untracked(() => scope(() => replace(content, made)));
        const endScroll = scrollBack(content, scroll);
        endPage = () => {
            endScroll();
            endContent();
            end();
        };
        if (!isFirst) heading.focus({ preventScroll: true });
        isFirst = false;
    }
}

/** Pages about the current day or month. */
const pagesOfToday: ReadonlySet<string> = new Set(["/", "/add", "/diary", "/me", "/spending"]);

/** Maximum wait for the rows of a page after going back to it, before its position is restored; in milliseconds. */
const longestScroll = 2_000;

/** Scrolls a page to where it was left: its rows come one after the other. Ends when the person scrolls. */
function scrollBack(content: Element, to: number): () => void {
    scrollTo(0, to);
    if (to === 0) return () => {};
    const stop = new AbortController();
    const resized = new ResizeObserver(() => {
        scrollTo(0, to);
        if (Math.abs(scrollY - to) < 2) stop.abort();
    });
    resized.observe(content);
    for (const kind of ["wheel", "touchstart", "keydown"]) {
        addEventListener(kind, () => stop.abort(), { signal: stop.signal, passive: true });
    }
    const timer = setTimeout(() => stop.abort(), longestScroll);
    stop.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resized.disconnect();
    });
    return () => stop.abort();
}

function skip(event: Event): void {
    event.preventDefault();
    const main = document.getElementById("main");
    main?.setAttribute("tabindex", "-1");
    main?.focus();
}

/**
 * A screen that cannot be loaded belongs to an older version, so the page is reloaded, once; not if site data is blocked,
 * because that cannot be noted then.
 */
function reloadOnce(error: unknown): undefined {
    if (!navigator.onLine || !noteReload()) throw error;
    location.reload();
    return undefined;
}

/** Notes a reload; false if the last one was less than a minute ago, or cannot be noted. */
function noteReload(): boolean {
    const key = "reloadedAt";
    try {
        if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) <= 60_000) return false;
        sessionStorage.setItem(key, String(Date.now()));
        return true;
    } catch {
        return false;
    }
}

/** The link to the inbox, with the number of unread notices. */
function bellLink(count: number): Child {
    return h(
        "a",
        {
            href: "/notifications",
            class: "round bell",
            "aria-label": () => count ? t("app.noticesUnread", { count }) : t("app.notices"),
        },
        icon("bell"),
        count > 0 && h("span", { class: "count", "aria-hidden": "true" }, count > 9 ? "9+" : count),
    );
}

/** A note that the account will be erased, with a button to keep it. */
function erasureStrip(bell: UnreadModel | undefined): Child {
    const at = bell?.erasedAt();
    return at && h(
        "div",
        { class: "strip strong-strip", role: "status" },
        h("p", null, () => t("account.erasing", { date: formatDate(at) })),
        button(() => t("account.keepAccount"), async () => {
            await bell?.keepAccount();
            location.reload();
        }, { kind: "plain" }),
    );
}

/** Pages that stay available while terms must be accepted, and while an erasure is scheduled. */
const openPages = {
    terms: /^\/(help|privacy|settings|terms)(\/|$)/,
    erasing: /^\/(help|privacy\/export|settings|terms)(\/|$)/,
};

/** The reason why the server currently refuses a page; undefined for available pages. */
function closedBecause(bell: UnreadModel | undefined, path: string): "terms" | "erasing" | undefined {
    if (bell?.newTerms() && !openPages.terms.test(path)) return "terms";
    return bell?.erasedAt() && !openPages.erasing.test(path) ? "erasing" : undefined;
}

/** The note shown instead of an unavailable page. */
function closedNote(why: ReturnType<typeof closedBecause>, bell: UnreadModel | undefined): Child {
    if (why === "terms") {
        const version = bell?.newTerms() ?? "";
        return h(
            "section",
            { class: "card stack", role: "status", "aria-labelledby": "new-terms" },
            h("h2", { id: "new-terms" }, () => t("terms.changed")),
            h("p", null, () => t("terms.changedText", { version })),
            h(
                "div",
                { class: "actions" },
                linkButton("/terms", () => t("terms.read")),
                button(() => t("terms.accept"), async () => {
                    await bell?.acceptTerms();
                    location.reload();
                }, { kind: "primary" }),
            ),
        );
    }
    return why === "erasing" && h(
        "section",
        { class: "card stack", role: "status" },
        h("p", null, () => t("account.erasingPages")),
        h("div", { class: "actions" }, linkButton("/privacy/export", () => t("account.export"))),
    );
}

/** The link, in words, to the page above the current one. */
function backLink(route: Route | undefined): Child {
    const parent = routes.find((one) => one.path === route?.parent);
    return parent &&
        h("a", { class: "crumb", href: parent.path }, icon("back"), h("span", null, () => translate(parent.title)));
}

function tabBar(route: Readable<Route | undefined>): Child {
    return h(
        "nav",
        { class: "tabs", "aria-label": () => t("app.mainNavigation") },
        tabRoutes().map(({ path, tab = "today" }) => {
            const label = `app.${tab}` as const;
            const isHere = (): string | null => {
                const shown = route();
                if (shown?.tab !== tab) return null;
                return shown.isTabRoot ? "page" : "true";
            };
            const picture = icon(tabIcons[tab]);
            return h(
                "a",
                { href: path, class: tab === "scan" ? "tab scan" : "tab", "aria-current": isHere },
                tab === "scan" ? h("span", { class: "disc" }, picture) : picture,
                h("span", { class: "label" }, () => t(label)),
            );
        }),
    );
}

function drawer(client: Client): HTMLDialogElement {
    const dialog: HTMLDialogElement = h(
        "dialog",
        { class: "drawer", "aria-label": () => t("app.menu"), onclick: close },
        h(
            "div",
            { class: "drawer-content" },
            h(
                "div",
                { class: "drawer-head" },
                h("p", { class: "name" }, () => t("app.name")),
                h("button", {
                    type: "button",
                    class: "round",
                    "aria-label": () => t("app.close"),
                    onclick: () => dialog.close(),
                }, icon("close")),
            ),
            h(
                "nav",
                { "aria-label": () => t("app.menu") },
                h(
                    "ul",
                    { class: "menu" },
                    routes.filter((route) => route.menuIcon && route.load).map((route) =>
                        h(
                            "li",
                            null,
                            h(
                                "a",
                                { href: route.path },
                                icon(route.menuIcon ?? "home"),
                                h("span", null, () => translate(route.title)),
                            ),
                        )
                    ),
                ),
            ),
        ),
    );
    // Choosing a page closes the menu, and so does the end of the session.
    effect(() => {
        place();
        client.session.state();
        if (dialog.open) dialog.close();
    });
    function close(event: Event): void {
        if (event.target === dialog || (event.target as Element).closest("a")) dialog.close();
    }
    return dialog;
}

/** Notes on every page: no connection, waiting photos, incidents, a new version. */
function strips({ client, isUpdateReady }: FrameOptions, bell: Readable<UnreadModel | undefined>): Child {
    const announcements = announcementsModel(client);
    return h(
        "div",
        { class: "strips" },
        () => erasureStrip(bell()),
        () =>
            client.connection.isReachable()
                ? null
                : h("p", { class: "strip strong-strip", role: "status" }, icon("cloudOff"), () => t("app.offline")),
        () =>
            client.connection.isClockWrong() &&
            h("p", { class: "strip strong-strip", role: "status" }, icon("clock"), () => t("app.clockWrong")),
        () => {
            const waiting = client.waiting().filter((entry) => entry.state === "waiting");
            const meals = waiting.filter(({ kind }) => kind === "meal").length;
            const reactions = waiting.filter(({ kind }) => kind === "reaction").length;
            const photos = waiting.length - meals - reactions;
            return [
                photos > 0 && h("p", { class: "strip", role: "status" }, t("app.waiting", { count: photos })),
                meals > 0 && h("p", { class: "strip", role: "status" }, t("app.mealsWait", { count: meals })),
                reactions > 0 && h("p", { class: "strip", role: "status" }, t("app.reactionWaits")),
            ];
        },
        () => {
            const refused = client.waiting().filter((entry) => entry.state === "refused");
            return refused.length > 0 && h(
                "div",
                { class: "strip", role: "status" },
                h("p", null, t("app.refused", { count: refused.length })),
                linkButton("/device", () => t("app.refusedLook"), "plain"),
            );
        },
        () => announcements().map(({ title, body }) => h("p", { class: "strip", role: "status" }, `${title} ${body}`)),
        () => isUpdateReady() && h("p", { class: "strip", role: "status" }, t("app.updateReady")),
    );
}
