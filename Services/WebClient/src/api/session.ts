import type { SignedIn } from "../../generated/api.ts";
import { type Readable, signal } from "../core/signal.ts";
import { type Connection, readBody } from "./connection.ts";
import { RefusedError, signedOutError } from "./problem.ts";

/** Stored data of a session; the access token is in memory only, the refresh token in a cookie that scripts cannot read. */
export interface KeptSession {
    readonly account: string;
    /** Idempotency key of every renewal of the session, shared by all tabs. */
    readonly refreshKey?: string;
    /**
     * The refresh token of a session from before cookies, or of a server without them; removed once there is a cookie.
     */
    readonly refreshToken?: string;
    /** The person signed out without a connection: the server still has to end the session and remove its cookie. */
    readonly isOver?: true;
}

/** The browser's functions for a session; tests replace them. */
export interface SessionHost {
    read(): Promise<KeptSession | undefined>;
    write(session: KeptSession | undefined): Promise<void>;
    /** Runs `fn` exclusively among the tabs. */
    exclusively<T>(fn: () => Promise<T>): Promise<T>;
    /** Notifies the other tabs. */
    broadcast(message: SessionMessage): void;
    now(): number;
    /** A random key. */
    newKey(): string;
}

export type SessionMessage =
    | { readonly kind: "renewed"; readonly access: AccessToken; readonly account: string }
    | { readonly kind: "ended" };

export interface AccessToken {
    readonly token: string;
    /** When the access token expires, in milliseconds since 1970. */
    readonly until: number;
}

/** The request header that makes the server keep the refresh token in a cookie, which scripts cannot read. */
export const cookieMode = { "x-session": "cookie" } as const;

/** Unknown, signed out, or the id of the signed-in account. */
export type SessionState = "unknown" | "signedOut" | { readonly account: string };

/**
 * The person's session: its tokens, renewed by one tab at a time.
 *
 * The refresh token is in a cookie that scripts cannot read. Every renewal of a session has the same random idempotency
 * key: the server accepts a key only together with the token that it was first sent with. Two tabs, or a client that
 * was closed before the answer arrived, therefore send the same request and get the same answer, and no refresh token
 * is used twice.
 */
export class Session {
    /** Time before its end at which an access token is renewed, in seconds. */
    private static readonly margin = 30;
    /** Maximum wait at the start for ending a session that was signed out offline, in milliseconds. */
    private static readonly longestFinish = 5_000;
    private access: AccessToken | undefined;
    private readonly current = signal<SessionState>("unknown");
    readonly state: Readable<SessionState> = this.current;
    private readonly elsewhere = signal(false);
    /** Whether the last session was ended by the server, for example on another device, and not by the person here. */
    readonly isEndedElsewhere: Readable<boolean> = this.elsewhere;

    constructor(private readonly connection: Connection, private readonly host: SessionHost) {}

    /**
     * Shows the pages of an account before `restore` has read its session.
     *
     * Requests wait for the session in any case; without one, the first of them ends this state.
     */
    assume(account: string): void {
        this.setAccount(account);
    }

    /** Reads the stored session; ends one on the server that was signed out offline. */
    async restore(): Promise<void> {
        await this.finishEarlier();
        const kept = await this.host.read();
        if (kept && !kept.isOver) this.setAccount(kept.account);
        else this.current.set("signedOut");
    }

    /** Stores a new session. */
    async begin(signedIn: SignedIn): Promise<void> {
        await this.keep(signedIn, this.host.newKey());
    }

    private async keep({ account, session }: SignedIn, refreshKey: string): Promise<void> {
        this.access = {
            token: session.accessToken,
            until: this.host.now() + (session.expiresIn - Session.margin) * 1_000,
        };
        const { refreshToken } = session;
        await this.host.write({ account: account.id, refreshKey, ...(refreshToken ? { refreshToken } : {}) });
        this.host.broadcast({ kind: "renewed", access: this.access, account: account.id });
        this.setAccount(account.id);
    }

    /** Ends the session on the server, in this tab and in the others; without a connection, on the server at the next start. */
    async signOut(): Promise<void> {
        let isOver = true;
        try {
            const token = await this.token();
            try {
                await this.endOnServer(token);
            } catch (error) {
                if (!isRefused(error)) throw error;
                // The access token may have expired by the server's clock although the session is active.
                this.forget(token);
                await this.endOnServer(await this.token());
            }
        } catch (error) {
            isOver = isRefused(error);
        }
        // Waits for a renewal in another tab, which would otherwise restore the session.
        await this.host.exclusively(async () => {
            const kept = isOver ? undefined : await this.host.read();
            await this.end(kept && { ...kept, isOver: true });
        });
    }

    /** Ends a session that was signed out offline, before its cookie is replaced. */
    async finishEarlier(): Promise<void> {
        if ((await this.host.read())?.isOver) await this.host.exclusively(() => this.finish());
    }

    /**
     * Forgets the session in all tabs.
     *
     * @param left The session that the server still has to end.
     * @param isElsewhere Whether the server ended it.
     */
    async end(left?: KeptSession, isElsewhere = false): Promise<void> {
        this.access = undefined;
        this.elsewhere.set(isElsewhere);
        await this.host.write(left);
        this.host.broadcast({ kind: "ended" });
        this.current.set("signedOut");
    }

    /** Applies a change that another tab made. */
    hear(message: SessionMessage): void {
        this.access = message.kind === "renewed" ? message.access : undefined;
        if (message.kind === "renewed") this.setAccount(message.account);
        else this.current.set("signedOut");
    }

    /** The account of the session; undefined without one. */
    get account(): string | undefined {
        const state = this.current.peek();
        return typeof state === "object" ? state.account : undefined;
    }

    /** Discards an access token, for example because the server refused it. */
    forget(token: string): void {
        if (this.access?.token === token) this.access = undefined;
    }

    /**
     * An access token that the server accepts.
     * @throws RefusedError if the session has ended; its data is removed then.
     */
    async token(): Promise<string> {
        const known = this.usable();
        return known ?? await this.host.exclusively(async () => this.usable() ?? await this.renew());
    }

    private usable(): string | undefined {
        return this.access && this.access.until > this.host.now() ? this.access.token : undefined;
    }

    private async renew(): Promise<string> {
        const kept = await this.host.read();
        if (!kept || kept.isOver) {
            await this.end(kept);
            throw signedOutError();
        }
        try {
            const signedIn = await this.refresh(kept);
            await this.keep(signedIn, kept.refreshKey ?? this.host.newKey());
            return signedIn.session.accessToken;
        } catch (error) {
            if (isRefused(error)) await this.end(undefined, true);
            throw error;
        }
    }

    private async refresh({ refreshToken, refreshKey }: KeptSession, signal?: AbortSignal): Promise<SignedIn> {
        const key = refreshToken ? await digest(refreshToken) : refreshKey;
        const answer = await this.connection.send("/v1/sessions/refresh", {
            method: "POST",
            headers: {
                ...cookieMode,
                ...(key ? { "idempotency-key": key } : {}),
                ...(refreshToken ? { "content-type": "application/json" } : {}),
            },
            ...(refreshToken ? { body: JSON.stringify({ refreshToken }) } : {}),
            ...(signal ? { signal } : {}),
        });
        return await readBody(answer.json()) as SignedIn;
    }

    private async endOnServer(token: string, signal?: AbortSignal): Promise<void> {
        await this.connection.send("/v1/sessions/current", {
            method: "DELETE",
            headers: { ...cookieMode, authorization: `Bearer ${token}` },
            ...(signal ? { signal } : {}),
        });
    }

    /** Ends sessions that were signed out offline; the next start tries again without a connection. */
    private async finish(): Promise<void> {
        const kept = await this.host.read();
        if (!kept?.isOver) return;
        const signal = AbortSignal.timeout(Session.longestFinish);
        try {
            const { session } = await this.refresh(kept, signal);
            await this.endOnServer(session.accessToken, signal);
        } catch (error) {
            if (!isRefused(error)) return;
        }
        await this.host.write(undefined);
    }

    private setAccount(account: string): void {
        this.elsewhere.set(false);
        const state = this.current.peek();
        if (typeof state !== "object" || state.account !== account) this.current.set({ account });
    }
}

function isRefused(error: unknown): boolean {
    return error instanceof RefusedError && error.status === 401;
}

/** The SHA-256 of a text in hexadecimal digits. */
export async function digest(text: string): Promise<string> {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
