import type { SignedIn } from "../../generated/api.ts";
import { type Readable, signal } from "../core/signal.ts";
import type { Connection } from "./connection.ts";
import { RefusedError } from "./problem.ts";

/** What is kept of a session. The access token stays in memory. */
export interface KeptSession {
    readonly account: string;
    readonly refreshToken: string;
}

/** What a session needs of the browser; tests bring their own. */
export interface SessionHost {
    read(): Promise<KeptSession | undefined>;
    write(session: KeptSession | undefined): Promise<void>;
    /** Runs `fn` while no other tab runs one. */
    exclusively<T>(fn: () => Promise<T>): Promise<T>;
    /** Tells the other tabs. */
    tell(message: SessionMessage): void;
    now(): number;
}

export type SessionMessage =
    | { readonly kind: "renewed"; readonly access: AccessToken; readonly account: string }
    | { readonly kind: "ended" };

export interface AccessToken {
    readonly token: string;
    /** When it is too old to be sent, in milliseconds since 1970. */
    readonly until: number;
}

/** Not known yet, the id of the account that is signed in, or nobody. */
export type SessionState = "unknown" | "signedOut" | { readonly account: string };

/**
 * The person's session: its tokens, renewed by one tab at a time.
 *
 * The idempotency key of a renewal is the hash of the refresh token. Two tabs, or a client that was ended before the answer
 * came, then ask the same question and get the same answer, and no refresh token is used twice.
 */
export class Session {
    /** Seconds before its end at which an access token is renewed. */
    private static readonly margin = 30;
    private access: AccessToken | undefined;
    private readonly current = signal<SessionState>("unknown");
    readonly state: Readable<SessionState> = this.current;

    constructor(private readonly connection: Connection, private readonly host: SessionHost) {}

    /** Reads the session that was kept on this device. */
    async restore(): Promise<void> {
        const kept = await this.host.read();
        this.current.set(kept ? { account: kept.account } : "signedOut");
    }

    /** Keeps a new session. */
    async begin({ account, session }: SignedIn): Promise<void> {
        this.access = {
            token: session.accessToken,
            until: this.host.now() + (session.expiresIn - Session.margin) * 1_000,
        };
        await this.host.write({ account: account.id, refreshToken: session.refreshToken });
        this.host.tell({ kind: "renewed", access: this.access, account: account.id });
        this.setAccount(account.id);
    }

    /** Forgets the session in this tab and in the others. */
    async end(): Promise<void> {
        this.access = undefined;
        await this.host.write(undefined);
        this.host.tell({ kind: "ended" });
        this.current.set("signedOut");
    }

    /** Takes over what another tab did. */
    hear(message: SessionMessage): void {
        this.access = message.kind === "renewed" ? message.access : undefined;
        if (message.kind === "renewed") this.setAccount(message.account);
        else this.current.set("signedOut");
    }

    /** Does not send this access token again, for example because the server refused it. */
    forget(token: string): void {
        if (this.access?.token === token) this.access = undefined;
    }

    /**
     * An access token that the server accepts.
     *
     * @throws RefusedError when the session has ended; it is forgotten then.
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
        if (!kept) {
            await this.end();
            throw new RefusedError({ type: "about:blank#unauthenticated", title: "", status: 401 });
        }
        try {
            const answer = await this.connection.send("/v1/sessions/refresh", {
                method: "POST",
                body: JSON.stringify({ refreshToken: kept.refreshToken }),
                headers: { "content-type": "application/json", "idempotency-key": await digest(kept.refreshToken) },
            });
            const signedIn = await answer.json() as SignedIn;
            await this.begin(signedIn);
            return signedIn.session.accessToken;
        } catch (error) {
            if (error instanceof RefusedError && error.status === 401) await this.end();
            throw error;
        }
    }

    private setAccount(account: string): void {
        const state = this.current.peek();
        if (typeof state !== "object" || state.account !== account) this.current.set({ account });
    }
}

/** The SHA-256 of a text in hexadecimal digits. */
export async function digest(text: string): Promise<string> {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
