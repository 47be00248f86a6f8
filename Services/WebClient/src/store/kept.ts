import type { Database } from "./database.ts";
import type { Sealed, Sealer } from "./sealer.ts";

/** Encrypted values by name: answers of the server (`kept`), and unsent input (`drafts`). */
export class Kept {
    constructor(
        private readonly database: Database,
        private readonly sealer: Sealer,
        private readonly store: "kept" | "drafts",
    ) {}

    /** The value with a name; undefined if it does not exist or cannot be decrypted. */
    async read<T>(name: string): Promise<T | undefined> {
        const sealed = await this.database.get(this.store, name) as Sealed | undefined;
        if (!sealed) return undefined;
        try {
            return await this.sealer.openJSON<T>(sealed, this.context(name));
        } catch {
            return undefined;
        }
    }

    async write(name: string, value: unknown): Promise<void> {
        await this.database.put(this.store, name, await this.sealer.sealJSON(value, this.context(name)));
    }

    async delete(name: string): Promise<void> {
        await this.database.delete(this.store, name);
    }

    private context(name: string): string {
        return `${this.store}/${name}`;
    }
}
