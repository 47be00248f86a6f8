import { browserClient, lastAccount } from "./browser.ts";
import { RefusedError, UnreachableError } from "./api/problem.ts";
import { OutboxFullError } from "./store/outbox.ts";
import { replace } from "./core/dom.ts";
import { preferredLanguage, setLanguage, wantAllTexts } from "./core/i18n.ts";
import { go, place, startRouter } from "./core/router.ts";
import { applySettings, measureLayout, settings } from "./core/settings.ts";
import { effect, signal } from "./core/signal.ts";
import { describeError } from "./models/problems.ts";
import { report, watchPage } from "./reports.ts";
import { errorPage, typedTexts } from "./screens/error-page.ts";
import { frame } from "./screens/frame.ts";
import { watchInstallation } from "./screens/install.ts";
import { findRoute } from "./screens/routes.ts";
import { notify } from "./screens/snackbar.ts";

interface TrustedTypes {
    createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
}

/** A new version of the service worker that waits to take over. */
const waitingWorker = signal<ServiceWorker | undefined>(undefined);

async function start(): Promise<void> {
    watchErrors();
    watchPage();
    watchInstallation();
    watchWorker();
    effect(() => applySettings(document.documentElement));
    addEventListener("resize", () => measureLayout(document.documentElement));
    // Parts for signed-in people are loaded while the session is read.
    if (lastAccount.read()) {
        wantAllTexts();
        void findRoute(location.pathname, true).route.load?.().catch(() => {});
    }
    const chosen = settings().language ?? preferredLanguage(navigator.languages);
    // If the chosen catalog cannot be loaded, the page is English rather than empty.
    const [{ client, deleteStore }] = await Promise.all([browserClient(), setLanguage(chosen).catch(() => {})]);
    startRouter();
    const root = document.getElementById("app");
    if (!root) return;
    frame(root, { client, deleteStore, isUpdateReady: () => waitingWorker() !== undefined });
    // Without the service worker the client works, but only with a connection.
    void registerWorker().catch(() => {});
}

/** Uncaught errors: one that says what to do is shown as a message, everything else on the error page. */
function watchErrors(): void {
    const handle = (error: unknown): void => {
        if (isExplained(error)) notify(() => describeError(error));
        else if (!(error instanceof DOMException && error.name === "AbortError")) {
            report({ kind: "fault" });
            const content = document.getElementById("content");
            if (content) replace(content, errorPage(typedTexts(content)));
        }
    };
    addEventListener("error", (event) => {
        // Notes of the browser, such as that of a resize loop, have no error, and leave the page as it is.
        if (event.error) handle(event.error);
    });
    addEventListener("unhandledrejection", (event) => handle(event.reason));
}

/** Messages of the worker: the page of a push message that was tapped. */
function watchWorker(): void {
    navigator.serviceWorker?.addEventListener("message", ({ data }: MessageEvent<{ open?: string } | undefined>) => {
        if (data?.open) void go(data.open);
    });
}

/** Errors that say what a person can do, and leave the page as it is. */
function isExplained(error: unknown): boolean {
    return error instanceof RefusedError || error instanceof UnreachableError || error instanceof OutboxFullError ||
        error instanceof DOMException && error.name === "QuotaExceededError";
}

async function registerWorker(): Promise<void> {
    if (!("serviceWorker" in navigator)) return;
    const url = "/sw.js";
    const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("worker", {
        createScriptURL: (wanted) => {
            if (wanted !== url) throw new TypeError(wanted);
            return wanted;
        },
    });
    const registration = await navigator.serviceWorker.register(policy?.createScriptURL(url) ?? url);
    const note = (): void =>
        waitingWorker.set(navigator.serviceWorker.controller ? registration.waiting ?? undefined : undefined);
    note();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", note));
    // A client that stays open for days checks for a new version when it becomes visible again.
    document.addEventListener("visibilitychange", () => {
        if (!document.hidden) void registration.update().catch(() => {});
    });
    // The new version takes over when a page is left, so that no input is lost.
    let first = true;
    effect(() => {
        place();
        const worker = waitingWorker.peek();
        if (first) first = false;
        else if (worker) {
            navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
            worker.postMessage("SKIP_WAITING");
        } else void registration.update().catch(() => {});
    });
}

void start();
