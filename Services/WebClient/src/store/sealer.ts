import type { Database } from "./database.ts";

/** Encrypted bytes with the data needed, besides the key, to decrypt them. */
export interface Sealed {
    readonly iv: Uint8Array<ArrayBuffer>;
    readonly data: ArrayBuffer;
}

/**
 * Encrypts the data stored on the device with AES-256-GCM.
 *
 * The key is created once in the browser and cannot be exported. This protects against a copy of the browser's files,
 * not against a person who uses the unlocked browser.
 */
export class Sealer {
    private key: Promise<CryptoKey> | undefined;

    constructor(private readonly database: Database, private readonly store = "keys") {}

    /** Reads an existing key ahead of its first use. */
    prepare(): void {
        void (async () => {
            const known = await this.find();
            if (known) this.key ??= Promise.resolve(known);
        })().catch(() => {});
    }

    /** Encrypts bytes; decryption needs the same `context`. */
    async seal(plain: BufferSource, context: string): Promise<Sealed> {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        return { iv, data: await crypto.subtle.encrypt(algorithm(iv, context), await this.loadKey(), plain) };
    }

    async open(sealed: Sealed, context: string): Promise<ArrayBuffer> {
        return await crypto.subtle.decrypt(algorithm(sealed.iv, context), await this.loadKey(), sealed.data);
    }

    async sealJSON(value: unknown, context: string): Promise<Sealed> {
        return await this.seal(new TextEncoder().encode(JSON.stringify(value)), context);
    }

    async openJSON<T>(sealed: Sealed, context: string): Promise<T> {
        return JSON.parse(new TextDecoder().decode(await this.open(sealed, context))) as T;
    }

    private loadKey(): Promise<CryptoKey> {
        return this.key ??= this.findOrMakeKey();
    }

    private async find(): Promise<CryptoKey | undefined> {
        return await this.database.get(this.store, "device") as CryptoKey | undefined;
    }

    private async findOrMakeKey(): Promise<CryptoKey> {
        const known = await this.find();
        if (known) return known;
        const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
        return await this.database.putOnce(this.store, "device", key) as CryptoKey;
    }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
    return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(context) };
}
