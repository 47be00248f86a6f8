import type { Issuer, Proof, SignedIn } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { language } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";

/** The state of this tab while the person is at an external issuer. */
export interface PendingSignIn {
    /** The issuer's name in paths of the API. */
    readonly issuer: string;
    /** The secret that binds the issuer's response to this browser, so that a foreign link cannot sign in. */
    readonly secret: string;
    /** Whether the person is signed in and adds the issuer as a sign-in method. */
    readonly isForLink: boolean;
}

/** The browser's functions for signing in at an issuer; tests replace them. */
export interface IssuerHost {
    /** The origin of the client, such as `https://app.example`. */
    readonly origin: string;
    readonly timeZone: string;
    /** The state, which is lost when the tab is closed. */
    readonly pending: Memory<PendingSignIn>;
    /** A link offered by the server, because an account with the same address exists. */
    readonly link: Memory<string>;
    /** 32 random bytes. */
    random(): Uint8Array<ArrayBuffer>;
    /** Navigates to an address outside the client. */
    leave(url: string): void;
}

export interface Memory<T> {
    read(): T | undefined;
    write(value: T | undefined): void;
}

/** The page to which issuers redirect people. */
export const returnPath = "/sign-in/return";

/** The issuers whose redirect URI belongs to this client, in order. */
export function issuersResource(client: Client, host: Pick<IssuerHost, "origin">): Resource<readonly Issuer[]> {
    return resource(async () => {
        const { items } = (await client.api.get("/v1/sessions/oidc", { isAnonymous: true })).value;
        return items.filter(({ redirectUri }) => redirectUri === host.origin + returnPath);
    });
}

/** Goes to an issuer, which redirects the person to `returnPath`. */
export async function goToIssuer(client: Client, host: IssuerHost, issuer: string, isForLink: boolean): Promise<void> {
    const secret = base64URL(host.random());
    const binding = base64URL(
        new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))),
    );
    const { value } = await client.api.get("/v1/sessions/oidc/{name}", {
        segments: { name: issuer },
        query: { binding },
        isAnonymous: true,
    });
    host.pending.write({ issuer, secret, isForLink });
    host.leave(value.url);
}

function base64URL(bytes: Uint8Array<ArrayBuffer>): string {
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The result of returning from an issuer. */
export type ArrivalState =
    | { readonly step: "busy" }
    | { readonly step: "done" }
    /** The second factor is requested, as after a password. */
    | { readonly step: "factor"; readonly challenge: string }
    /** An account with the address exists: the person signs in to it and can then link the issuer. */
    | { readonly step: "exists" }
    /** The person must prove their identity before the issuer is linked. */
    | { readonly step: "proof" }
    | { readonly step: "failed"; readonly error: unknown };

export interface ArrivalModel {
    readonly state: Readable<ArrivalState>;
    /** Whether the person went to the issuer to link it as a sign-in method. */
    readonly isForLink: boolean;
    /** Links the issuer to the account. */
    link(proof: Proof): Promise<void>;
}

/** Handles the parameters with which an issuer redirected the person, once. */
export function arrivalModel(client: Client, host: IssuerHost, query: URLSearchParams): ArrivalModel {
    const pending = host.pending.read();
    host.pending.write(undefined);
    const [code, state] = [query.get("code"), query.get("state")];
    const current = signal<ArrivalState>({ step: "busy" });
    const isSignedIn = typeof client.session.state() === "object";
    const isForLink = pending?.isForLink ?? false;
    if (!pending || !code || !state || pending.isForLink !== isSignedIn) {
        current.set(isSignedIn && !pending ? { step: "done" } : { step: "failed", error: undefined });
        return { state: current, isForLink, link: () => Promise.resolve() };
    }
    const { issuer, secret } = pending;
    if (pending.isForLink) current.set({ step: "proof" });
    else void signIn(code, state);

    async function signIn(code: string, state: string): Promise<void> {
        try {
            const { value } = await client.api.send("POST", "/v1/sessions/oidc/{name}", {
                segments: { name: issuer },
                body: { code, state, secret, locale: language(), timeZone: host.timeZone },
                isAnonymous: true,
                idempotencyKey: client.newID(),
            });
            await client.session.begin(value as SignedIn);
            current.set({ step: "done" });
        } catch (error) {
            current.set(stateAfter(error));
        }
    }
    function stateAfter(error: unknown): ArrivalState {
        if (!(error instanceof RefusedError)) return { step: "failed", error };
        const { challenge, link } = error.problem as { challenge?: string; link?: string };
        if (error.kind === "second-factor-required" && challenge) return { step: "factor", challenge };
        if (error.kind !== "account-exists" || !link) return { step: "failed", error };
        host.link.write(link);
        return { step: "exists" };
    }
    return {
        state: current,
        isForLink,
        link: async (proof) => {
            await client.api.send("POST", "/v1/account/identities", {
                body: { ...proof, issuer, code, state, secret },
            });
            current.set({ step: "done" });
        },
    };
}

/**
 * Links the issuer at which the person first tried to sign in, after they signed in to the account with their address.
 */
export async function linkOffered(client: Client, host: Pick<IssuerHost, "link">, proof: Proof): Promise<void> {
    const link = host.link.read();
    if (!link) return;
    try {
        await client.api.send("POST", "/v1/account/identities", { body: { ...proof, link } });
    } catch (error) {
        // A link that has expired, was used, or belongs to another account stays invalid.
        if (error instanceof RefusedError && [404, 409].includes(error.status)) host.link.write(undefined);
        throw error;
    }
    host.link.write(undefined);
}
