import type { Credential } from "../../generated/api.ts";
import type { PasskeyHost } from "../models/security.ts";

/** Browser functions that may be missing in the DOM's types. */
interface PasskeyAPI {
    parseCreationOptionsFromJSON?(options: unknown): PublicKeyCredentialCreationOptions;
    parseRequestOptionsFromJSON?(options: unknown): PublicKeyCredentialRequestOptions;
}

const api = (globalThis as { PublicKeyCredential?: PasskeyAPI }).PublicKeyCredential;

function written(credential: globalThis.Credential | null): Credential {
    if (!credential) throw new DOMException("no passkey", "NotAllowedError");
    return (credential as PublicKeyCredential).toJSON() as unknown as Credential;
}

/** Passkeys in this browser (WebAuthn level 3). */
export const browserPasskeys: PasskeyHost = {
    isSupported: api?.parseCreationOptionsFromJSON !== undefined,
    create: async (options) => {
        const publicKey = api?.parseCreationOptionsFromJSON?.(options);
        return written(publicKey ? await navigator.credentials.create({ publicKey }) : null);
    },
    get: async (options) => {
        const publicKey = api?.parseRequestOptionsFromJSON?.(options);
        return written(publicKey ? await navigator.credentials.get({ publicKey }) : null);
    },
};
