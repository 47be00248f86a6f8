import { type Readable, signal } from "../core/signal.ts";
import type { Problem } from "../../generated/api.ts";
import { RefusedError, UnreachableError } from "./problem.ts";

/** The browser's functions for reaching the server; tests replace them. */
export interface Network {
    fetch(path: string, init: RequestInit): Promise<Response>;
    setTimeout(fn: () => void, milliseconds: number): unknown;
    /** Milliseconds since 1970, by the clock of the device. */
    now(): number;
}

/**
 * Difference of the clocks above which the device's counts as wrong, in milliseconds; cached responses may be an hour
 * old.
 */
const wrongBy = 6 * 3_600_000;

/**
 * Sends requests and observes whether the server can be reached.
 *
 * Reachability follows from requests: a failed one sets it to false, and `/health/live` is polled until it answers.
 */
export class Connection {
    private readonly reached = signal(true);
    private readonly refusals = signal(0);
    private readonly isWrong = signal(false);
    private isProbing = false;
    /** Number of the newest poll; it replaces earlier ones. */
    private newestPoll = 0;
    /** Whether the server could be reached by the last request. */
    readonly isReachable: Readable<boolean> = this.reached;
    /** Counts refusals that affect the whole account: terms not accepted, or an erasure scheduled. */
    readonly accountRefusals: Readable<number> = this.refusals;
    /** Whether the clock of the device is hours away from the server's. */
    readonly isClockWrong: Readable<boolean> = this.isWrong;

    /** Time in milliseconds for an answer; a photo of 1 MB takes 80 s at 100 kbit/s. */
    private static readonly timeout = { others: 25_000, photos: 90_000 } as const;

    constructor(private readonly network: Network) {}

    /**
     * Sends one request.
     *
     * @throws UnreachableError without an answer, RefusedError with one that is no success, AbortError after `init.signal`.
     */
    async send(path: string, init: RequestInit): Promise<Response> {
        const answer = await this.fetch(path, init);
        const date = Date.parse(answer.headers.get("date") ?? "");
        if (!Number.isNaN(date)) this.isWrong.set(Math.abs(date - this.network.now()) > wrongBy);
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
        const isPhoto = init.body instanceof Blob;
        const timeout = AbortSignal.timeout(Connection.timeout[isPhoto ? "photos" : "others"]);
        // The event stream, which has a signal and no body, stays open.
        const signal = init.signal && isPhoto ? AbortSignal.any?.([init.signal, timeout]) : undefined;
        try {
            return await this.network.fetch(path, { signal: timeout, ...init, ...(signal ? { signal } : {}) });
        } catch (error) {
            // A cancelled request says nothing about the connection.
            if (error instanceof DOMException && error.name === "AbortError") throw error;
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

    private askAfter(delay: number, pause: number, poll = this.newestPoll += 1): void {
        this.isProbing = true;
        this.network.setTimeout(() => {
            void (async () => {
                if (poll !== this.newestPoll) return;
                if (this.reached.peek()) {
                    this.isProbing = false;
                    return;
                }
                const signal = AbortSignal.timeout(Connection.timeout.others);
                const answer = await this.network.fetch("/health/live", { cache: "no-store", signal })
                    .catch(() => undefined);
                if (poll !== this.newestPoll) return;
                if (answer?.ok) {
                    this.isProbing = false;
                    this.reached.set(true);
                } else this.askAfter(pause, Math.min(pause * 2, 30_000), poll);
            })();
        }, delay);
    }
}

/**
 * Reads the body of an answer.
 *
 * @throws UnreachableError if the connection breaks after the first part of the answer, or AbortError.
 */
export async function readBody<T>(reading: Promise<T>): Promise<T> {
    try {
        return await reading;
    } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") throw error;
        throw new UnreachableError("body");
    }
}

async function readProblem(answer: Response): Promise<Problem | undefined> {
    if (!answer.headers.get("content-type")?.includes("json")) return undefined;
    try {
        const problem = await answer.json() as Problem;
        // JSON sent by a proxy is not a problem of the API.
        if (typeof problem?.type !== "string" || typeof problem.status !== "number") return undefined;
        const retryAfter = Number(answer.headers.get("retry-after"));
        return retryAfter > 0 ? { ...problem, retryAfter } : problem;
    } catch {
        return undefined;
    }
}
