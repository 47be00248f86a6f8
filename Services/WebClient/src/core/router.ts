import { type Readable, signal } from "./signal.ts";

/** An address of the client: its path and query. */
export interface Place {
    readonly path: string;
    readonly query: URLSearchParams;
    /** Scroll position to restore after going back to the page, in pixels; 0 for a newly opened page. */
    readonly scroll: number;
}

/** Called before a page is left; resolves to false to stay. */
export type Guard = () => boolean | Promise<boolean>;

function here(scroll = 0): Place {
    return { path: location.pathname, query: new URLSearchParams(location.search), scroll };
}

/** The code after `#` in the link of an e-mail, a part that browsers do not send; empty without one. */
export function linkedCode(): string {
    return location.hash.slice(1);
}

const current = signal<Place>(here());
export const place: Readable<Place> = current;

let guard: Guard | undefined;
/** Number of pages opened from another page of the client. */
let moves = 0;
let shown = location.href;

/** Sets the guard of the current page; undefined removes it. */
export function setGuard(next: Guard | undefined): void {
    guard = next;
}

/** Shows another page of the client, if the guard of the current page allows it. */
export async function go(to: string, how: "push" | "replace" = "push"): Promise<void> {
    if (guard && !(await guard())) return;
    guard = undefined;
    if (to !== location.pathname + location.search) {
        if (how === "push") history.replaceState({ scroll: scrollY }, "");
        history[how === "push" ? "pushState" : "replaceState"](null, "", to);
        if (how === "push") moves += 1;
    }
    shown = location.href;
    current.set(here());
}

/** Shows the current page again as it is now, unless it has unsaved changes. */
export function refresh(): void {
    if (!guard) current.set(here(scrollY));
}

/** Goes back, or to `otherwise` if the client was opened at this page. */
export function back(otherwise: string): void {
    if (moves > 0) history.back();
    else void go(otherwise, "replace");
}

/** A page with a guard stays in the history until the guard allows leaving; then the step back is repeated. */
async function askBeforeBack(asked: Guard): Promise<void> {
    history.pushState(null, "", shown);
    if (!(await asked())) return;
    guard = undefined;
    history.back();
}

/** Follows links to pages of the client and the browser's back button. */
export function startRouter(): void {
    history.scrollRestoration = "manual";
    addEventListener("popstate", () => {
        if (guard) {
            void askBeforeBack(guard);
            return;
        }
        shown = location.href;
        current.set(here((history.state as { scroll?: number } | null)?.scroll));
    });
    addEventListener("beforeunload", (event) => {
        if (guard) event.preventDefault();
    });
    document.addEventListener("click", (event) => {
        const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='/']");
        if (!link || link.target || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented) return;
        if (link.pathname.startsWith("/v1/")) return;
        event.preventDefault();
        void go(link.pathname + link.search);
    });
}

/**
 * The values of the variables in a pattern such as `/scans/:id`, from a path.
 * @returns undefined if the path does not match.
 */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
    const wanted = pattern.split("/");
    const given = path.replace(/(.)\/$/, "$1").split("/");
    if (wanted.length !== given.length) return undefined;
    const values: Record<string, string> = {};
    for (const [index, part] of wanted.entries()) {
        const value = given[index] ?? "";
        if (part.startsWith(":") && value) {
            const text = decode(value);
            if (text === undefined) return undefined;
            values[part.slice(1)] = text;
        } else if (part !== value) return undefined;
    }
    return values;
}

function decode(text: string): string | undefined {
    try {
        return decodeURIComponent(text);
    } catch {
        return undefined;
    }
}
