import type { KeptSession } from "../api/session.ts";
import type { Database } from "./database.ts";
import type { Sealed, Sealer } from "./sealer.ts";

/** The database of the device, which holds the session. */
export const deviceDatabase = { name: "foodmagic", stores: ["keys", "session"] } as const;

/** The session stored on the device; undefined without one, or if it cannot be decrypted. */
export async function readSession(database: Database, sealer: Sealer): Promise<KeptSession | undefined> {
    const sealed = await database.get("session", "current") as Sealed | undefined;
    return sealed && await sealer.openJSON<KeptSession>(sealed, "session").catch(() => undefined);
}

interface StoredPhoto {
    readonly account: string;
    /** Milliseconds since 1970. */
    readonly madeAt: number;
    readonly type: string;
    readonly sealed: Sealed;
}

/** Maximum size of a shared photo in bytes, and how long it is kept in milliseconds. */
export const sharedPhotoLimits = { bytes: 30_000_000, milliseconds: 3_600_000 } as const;

/**
 * The last photo that another app shared, encrypted on the device: the worker writes it, and the page reads it, although
 * the browser may stop the worker in between.
 */
export class SharedPhotos {
    constructor(
        private readonly database: Database,
        private readonly sealer: Sealer,
        private readonly now: () => number,
    ) {}

    /** Stores a photo for the account that is signed in, in place of an earlier one; none without an account. */
    async keep(photo: Blob): Promise<void> {
        await this.delete();
        const session = await readSession(this.database, this.sealer);
        if (!session || session.isOver || photo.size > sharedPhotoLimits.bytes) return;
        const stored: StoredPhoto = {
            account: session.account,
            madeAt: this.now(),
            type: photo.type,
            sealed: await this.sealer.seal(await photo.arrayBuffer(), "shared"),
        };
        await this.database.put("session", "shared", stored);
    }

    /** The photo of an account; one of another account, or an old one, is deleted. */
    async read(account: string): Promise<Blob | undefined> {
        const stored = await this.database.get("session", "shared") as StoredPhoto | undefined;
        if (!stored) return undefined;
        if (stored.account !== account || this.now() - stored.madeAt > sharedPhotoLimits.milliseconds) {
            await this.delete();
            return undefined;
        }
        return new Blob([await this.sealer.open(stored.sealed, "shared")], { type: stored.type });
    }

    async delete(): Promise<void> {
        await this.database.delete("session", "shared");
    }
}
