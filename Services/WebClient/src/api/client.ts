import type { Operation, Paths } from "../../generated/api.ts";
import { language } from "../core/i18n.ts";
import { type Connection, readBody } from "./connection.ts";
import { RefusedError, signedOutError } from "./problem.ts";
import { cookieMode, type Session } from "./session.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** Paths that have an operation with this method. */
export type PathOf<M extends Method> = { [P in keyof Paths]: M extends keyof Paths[P] ? P : never }[keyof Paths];
type OperationOf<M extends Method, P extends keyof Paths> = M extends keyof Paths[P] ? Paths[P][M] : never;
type Field<T, Name extends string> = T extends Record<Name, infer Value> ? Value : never;
type Segments<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Segments<Rest> : never;
type OptionalWhen<Condition, Name extends string, Value> = Condition extends true ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** Parameters of a request: values of path segments, query, body, and options. */
export type Request<M extends Method, P extends PathOf<M>> =
    & ([Segments<P>] extends [never] ? { segments?: undefined } : { segments: Readonly<Record<Segments<P>, string>> })
    & { query?: Field<OperationOf<M, P>, "query"> }
    & OptionalWhen<
        undefined extends Field<OperationOf<M, P>, "body"> ? true : false,
        "body",
        Field<OperationOf<M, P>, "body">
    >
    & {
        /** Idempotency key: the server answers a repeated request with the first answer. */
        idempotencyKey?: string;
        /** The version to change (`If-Match`), from an earlier answer. */
        ifMatch?: string | undefined;
        /** Sends no token; for routes that are open to anyone. */
        isAnonymous?: boolean;
        /** Id of a grant: reads the records of the person who gave it. */
        grant?: string;
        /** Bypasses the browser's cache, for lists that it may cache. */
        isFresh?: boolean;
        signal?: AbortSignal;
    };

/** The body of a successful answer. */
export type Result<M extends Method, P extends PathOf<M>> = Field<OperationOf<M, P>, "result">;

export interface Answer<T> {
    readonly status: number;
    readonly value: T;
    readonly etag: string | undefined;
}

/** The widths in pixels of the small pictures that the server keeps of analyzed photos. */
export type PictureWidth = 160 | 320 | 640 | 1280;

/** The API of the server, with types from its description. */
export class Api {
    /** Maximum time that a request waits for its result (`Prefer: wait`), in seconds. */
    static readonly maxWait = 12;

    constructor(private readonly connection: Connection, private readonly session: Session) {}

    /** Reads a resource. */
    async get<P extends PathOf<"GET">>(path: P, request: Request<"GET", P>): Promise<Answer<Result<"GET", P>>> {
        return await this.send("GET", path, request);
    }

    /**
     * Sends a request and returns its answer.
     *
     * If the server accepts a command for later execution, its operation is followed until it ends; `onPending` is
     * called meanwhile.
     * @throws RefusedError, UnreachableError, or AbortError.
     */
    async send<M extends Method, P extends PathOf<M>>(
        method: M,
        path: P,
        request: Request<M, P>,
        onPending?: (operation: Operation) => void,
    ): Promise<Answer<Result<M, P>>> {
        const { segments, query, body, idempotencyKey, ifMatch, isAnonymous, grant, isFresh, signal } =
            request as AnyRequest;
        // Requests without a token may begin a session, whose cookie replaces that of an earlier one.
        if (isAnonymous && method !== "GET") await this.session.finishEarlier();
        const headers: Record<string, string> = isAnonymous ? { ...cookieMode } : {};
        // Lenient handling, because this page may be older or newer than the server; the compiler checks the names of
        // fields.
        if (method !== "GET") headers.prefer = `wait=${onPending ? 4 : Api.maxWait}, handling=lenient`;
        if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
        if (ifMatch) headers["if-match"] = ifMatch;
        if (grant) headers.grant = grant;
        const init: RequestInit = {
            method,
            headers,
            ...(signal ? { signal } : {}),
            ...(isFresh ? { cache: "no-cache" as const } : {}),
        };
        if (body instanceof Blob) {
            headers["content-type"] = body.type;
            init.body = body;
        } else if (body !== undefined) {
            headers["content-type"] = "application/json";
            init.body = JSON.stringify(body);
        }
        const answer = await this.request(urlOf(path, segments, query), init, isAnonymous ?? false);
        const value = await readBody(contentOf(answer));
        if (answer.status === 202 && isOperation(value)) return await this.follow(value, onPending, signal);
        return { status: answer.status, value: value as Result<M, P>, etag: answer.headers.get("etag") ?? undefined };
    }

    /** Waits for the end of an operation that the server accepted. */
    async follow<T>(
        operation: Operation,
        onPending?: (operation: Operation) => void,
        signal?: AbortSignal,
    ): Promise<Answer<T>> {
        let current = operation;
        while (current.status === "pending") {
            onPending?.(current);
            const answer = await this.request(`/v1/operations/${current.id}`, {
                headers: { prefer: `wait=${onPending ? 3 : Api.maxWait}` },
                ...(signal ? { signal } : {}),
            }, false);
            current = await readBody(answer.json()) as Operation;
        }
        if (current.status === "succeeded") return { status: 200, value: current.result as T, etag: undefined };
        throw new RefusedError(current.problem ?? { type: "about:blank", title: "", status: 500 });
    }

    /** The bytes of a photo, or of its small picture with a width; refused with 404 if it does not exist. */
    async photo(id: string, width?: PictureWidth): Promise<Blob> {
        return await this.bytes(`/v1/photos/${encodeURIComponent(id)}`, { width });
    }

    /** The photo that a meal was recognized on, or its small picture; refused with 404 if it does not exist. */
    async mealPhoto(id: string, width?: PictureWidth): Promise<Blob> {
        return await this.bytes(`/v1/meals/${encodeURIComponent(id)}/photo`, { width });
    }

    private async bytes(path: string, query: Readonly<Record<string, unknown>>): Promise<Blob> {
        return await readBody((await this.request(urlOf(path, {}, query), {}, false)).blob());
    }

    /**
     * A request with the session's token, repeated once with a new token if the server refuses it.
     *
     * It is refused if another account signs in before it is sent, for example in another tab.
     */
    async request(url: string, init: RequestInit, isAnonymous: boolean): Promise<Response> {
        const headers = new Headers(init.headers);
        headers.set("accept-language", language());
        if (!headers.has("accept")) headers.set("accept", "application/json, */*;q=0.5");
        if (isAnonymous) return await this.connection.send(url, { ...init, headers });
        const owner = this.session.account;
        for (let isSecond = false;; isSecond = true) {
            const token = await this.session.token();
            if (this.session.account !== owner) throw signedOutError();
            headers.set("authorization", `Bearer ${token}`);
            try {
                // Photos are kept out of the browser's cache, which outlives the session.
                const cache = /\/photos?[/?]|\/photo$/.test(url) ? { cache: "no-store" } as const : {};
                return await this.connection.send(url, { ...init, ...cache, headers });
            } catch (error) {
                if (!(error instanceof RefusedError) || error.status !== 401) throw error;
                this.session.forget(token);
                if (isSecond) {
                    await this.session.end(undefined, true);
                    throw error;
                }
            }
        }
    }
}

interface AnyRequest {
    segments?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, unknown>>;
    body?: unknown;
    idempotencyKey?: string;
    ifMatch?: string;
    isAnonymous?: boolean;
    grant?: string;
    isFresh?: boolean;
    signal?: AbortSignal;
}

/** The address of a path with its segments and query filled in. */
export function urlOf(
    path: string,
    segments: Readonly<Record<string, string>> = {},
    query: Readonly<Record<string, unknown>> = {},
): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ""));
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value !== undefined && value !== null) parameters.set(name, String(value));
    }
    const text = parameters.toString();
    return text ? `${filled}?${text}` : filled;
}

async function contentOf(answer: Response): Promise<unknown> {
    if (answer.status === 204 || answer.status === 304) return undefined;
    const type = answer.headers.get("content-type") ?? "";
    if (type.includes("json")) return await answer.json();
    return type ? await answer.blob() : undefined;
}

function isOperation(value: unknown): value is Operation {
    return typeof value === "object" && value !== null && "status" in value && "createdAt" in value;
}
