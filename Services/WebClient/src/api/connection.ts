import { type Readable, signal } from "../core/signal.ts";
import type { Problem } from "../../generated/api.ts";
import { RefusedError, UnreachableError } from "./problem.ts";

/** The browser's functions for reaching the server; tests replace them. */
export interface Network {
    fetch(path: string, init: RequestInit): Promise<Response>;
    setTimeout(fn: () => void, milliseconds: number): unknown;
}

/**
 * Sends requests and observes whether the server can be reached.
 *
 * Reachability follows from requests: a failed one sets it to false, and `/health/live` is polled until it answers.
 */
export class Connection {
    private readonly reached = signal(true);
    private readonly refusals = signal(0);
    private isProbing = false;
    /** Whether the server could be reached by the last request. */
    readonly isReachable: Readable<boolean> = this.reached;
    /** Counts refusals that affect the whole account: terms not accepted, or an erasure scheduled. */
    readonly accountRefusals: Readable<number> = this.refusals;

    constructor(private readonly network: Network, private readonly timeout = 25_000) {}

    /**
     * Sends one request.
     * @throws UnreachableError without an answer, RefusedError for an answer other than a success.
     */
    async send(path: string, init: RequestInit): Promise<Response> {
        const answer = await this.fetch(path, init);
        if (answer.ok || answer.status === 304) {
            this.reached.set(true);
            return answer;
        }
        const problem = await readProblem(answer);
        // A proxy answered in place of an unavailable server.
        if (answer.status >= 502 && !problem) {
            this.lose();
            throw new UnreachableError(path);
        }
        this.reached.set(true);
        const error = new RefusedError(
            problem ?? { type: "about:blank", title: answer.statusText, status: answer.status },
        );
        if (error.kind === "terms-required" || error.kind === "account-erasing") {
            this.refusals.update((count) => count + 1);
        }
        throw error;
    }

    private async fetch(path: string, init: RequestInit): Promise<Response> {
        try {
            return await this.network.fetch(path, { signal: AbortSignal.timeout(this.timeout), ...init });
        } catch {
            this.lose();
            throw new UnreachableError(path);
        }
    }

    /**
     * Checks at once whether the server can be reached, for example when the browser reports that it is online again.
     */
    probe(): void {
        if (!this.reached.peek()) this.askAfter(0, 1_000);
    }

    /** Records that the server cannot be reached, and polls until it can. */
    lose(): void {
        this.reached.set(false);
        if (!this.isProbing) this.askAfter(1_000, 1_000);
    }

    private askAfter(delay: number, pause: number): void {
        this.isProbing = true;
        this.network.setTimeout(() => {
            void (async () => {
                if (this.reached.peek()) {
                    this.isProbing = false;
                    return;
                }
                const answer = await this.network.fetch("/health/live", { cache: "no-store" }).catch(() => undefined);
                if (answer?.ok) {
                    this.isProbing = false;
                    this.reached.set(true);
                } else this.askAfter(pause, Math.min(pause * 2, 30_000));
            })();
        }, delay);
    }
}

async function readProblem(answer: Response): Promise<Problem | undefined> {
    if (!answer.headers.get("content-type")?.includes("json")) return undefined;
    try {
        const problem = await answer.json() as Problem;
        const retryAfter = Number(answer.headers.get("retry-after"));
        return retryAfter > 0 ? { ...problem, retryAfter } : problem;
    } catch {
        return undefined;
    }
}
