import { type Readable, signal } from "../core/signal.ts";
import { RefusedError, UnreachableError } from "../api/problem.ts";
import type { Database } from "./database.ts";
import type { Sealed, Sealer } from "./sealer.ts";

/** An entry to send; its kind and time can be read without the key. */
export interface Entry {
    /** The id, also the idempotency key: an entry that is sent twice has one effect. */
    readonly id: string;
    readonly kind: EntryKind;
    /** Time of creation, in milliseconds since 1970. */
    readonly madeAt: number;
    readonly size: number;
    /** Id of the same content on the server, if it was uploaded before its confirmation. */
    readonly draft?: string;
    readonly state: "waiting" | "refused";
    /** The reason why the server refused the entry. */
    readonly reason?: string;
}

/** Kinds of entries in the order in which waiting ones are sent. */
export const entryKinds = ["label-photo", "reaction", "receipt", "meal-photo", "meal"] as const;
export type EntryKind = (typeof entryKinds)[number];

interface StoredEntry extends Entry {
    readonly type: string;
    readonly sealed: Sealed;
}

/** Sends the content of an entry. */
export type Sender = (entry: Entry, content: Blob) => Promise<unknown>;

export interface OutboxHost {
    /** Runs `fn` unless another tab is sending. */
    ifIdle(fn: () => Promise<void>): Promise<void>;
    now(): number;
    newID(): string;
}

/** Maximum number of waiting bytes and entries. */
export const outboxLimits = { bytes: 50_000_000, entries: 40 } as const;

/** The outbox is full; waiting entries must be sent first. */
export class OutboxFullError extends Error {}

/**
 * Photos and entries to be sent to the server: stored on the device first, then sent, so that none is lost.
 *
 * A success removes an entry. It is kept without an answer, or with a temporary refusal. A final refusal keeps it with
 * the reason.
 */
export class Outbox {
    private readonly current = signal<readonly Entry[]>([]);
    readonly entries: Readable<readonly Entry[]> = this.current;
    private readonly senders = new Map<EntryKind, Sender>();
    /** Ids of entries that a screen sends itself. */
    private readonly inHand = new Set<string>();

    constructor(
        private readonly database: Database,
        private readonly sealer: Sealer,
        private readonly host: OutboxHost,
    ) {}

    /** Registers the function that sends entries of a kind. */
    register(kind: EntryKind, sender: Sender): void {
        this.senders.set(kind, sender);
    }

    /** Reads the waiting entries. */
    async refresh(): Promise<void> {
        this.current.set((await this.stored()).map(({ sealed: _, type: __, ...entry }) => entry));
    }

    /**
     * Stores an entry on the device.
     * @throws OutboxFullError, or an error of the database, such as a full disk.
     */
    async add(kind: EntryKind, content: Blob, draft?: string): Promise<Entry> {
        const present = await this.stored();
        const bytes = present.reduce((sum, entry) => sum + entry.size, content.size);
        if (present.length >= outboxLimits.entries || bytes > outboxLimits.bytes) throw new OutboxFullError();
        const id = this.host.newID();
        const entry: StoredEntry = {
            id,
            kind,
            madeAt: this.host.now(),
            size: content.size,
            ...(draft ? { draft } : {}),
            state: "waiting",
            type: content.type,
            sealed: await this.sealer.seal(await content.arrayBuffer(), `outbox/${id}`),
        };
        this.inHand.add(id);
        await this.database.put("outbox", id, entry);
        await this.refresh();
        return entry;
    }

    /**
     * Sends a newly added entry, for a screen that waits for the answer.
     * @returns undefined if it must wait.
     * @throws RefusedError; the entry is removed then, since the screen shows the refusal with the content.
     */
    async deliver<T>(entry: Entry, send: () => Promise<T>): Promise<T | undefined> {
        try {
            const answer = await send();
            await this.remove(entry.id);
            return answer;
        } catch (error) {
            if (error instanceof UnreachableError || (error instanceof RefusedError && error.isTemporary)) {
                return undefined;
            }
            await this.remove(entry.id);
            throw error;
        } finally {
            this.inHand.delete(entry.id);
        }
    }

    /** Sends waiting entries, oldest first within each kind, until one must wait. */
    async flush(): Promise<void> {
        await this.host.ifIdle(async () => {
            for (
                const entry of (await this.stored()).filter((one) =>
                    one.state === "waiting" && !this.inHand.has(one.id)
                )
            ) {
                const sender = this.senders.get(entry.kind);
                if (!sender || !(await this.sendOne(entry, sender))) break;
            }
        });
        await this.refresh();
    }

    async remove(id: string): Promise<void> {
        await this.database.delete("outbox", id);
        await this.refresh();
    }

    /** The content of an entry. */
    async content(id: string): Promise<Blob | undefined> {
        const entry = await this.database.get("outbox", id) as StoredEntry | undefined;
        return entry && new Blob([await this.sealer.open(entry.sealed, `outbox/${id}`)], { type: entry.type });
    }

    private async sendOne(entry: StoredEntry, sender: Sender): Promise<boolean> {
        const content = await this.content(entry.id);
        if (!content) return true;
        try {
            await sender(entry, content);
            await this.database.delete("outbox", entry.id);
            return true;
        } catch (error) {
            if (!(error instanceof RefusedError) || error.isTemporary || error.status === 401) return false;
            await this.database.put("outbox", entry.id, { ...entry, state: "refused", reason: error.kind });
            return true;
        }
    }

    private async stored(): Promise<StoredEntry[]> {
        const entries = await this.database.all("outbox") as StoredEntry[];
        const rank = (entry: Entry): number => entryKinds.indexOf(entry.kind);
        return entries.sort((a, b) => rank(a) - rank(b) || a.madeAt - b.madeAt);
    }
}
