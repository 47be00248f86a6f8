import type { IssuerHost, Memory, PendingSignIn } from "../models/issuers.ts";

/** A value stored for this tab. */
function memory<T>(name: string): Memory<T> {
    return {
        read: () => {
            try {
                return JSON.parse(sessionStorage.getItem(name) ?? "null") as T | null ?? undefined;
            } catch {
                return undefined;
            }
        },
        write: (value) => {
            if (value === undefined) sessionStorage.removeItem(name);
            else sessionStorage.setItem(name, JSON.stringify(value));
        },
    };
}

/** Signing in at issuers with the browser's functions. */
export const browserIssuers: IssuerHost = {
    origin: location.origin,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    pending: memory<PendingSignIn>("issuer"),
    link: memory<string>("issuer-link"),
    random: () => crypto.getRandomValues(new Uint8Array(32)),
    leave: (url) => location.assign(url),
};
