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
    /** When the server may be asked again for a kind, in milliseconds since 1970. */
    private readonly pausedUntil = new Map<EntryKind, number>();
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
     * @param replaced The id of an entry that will be removed, so that it takes no room.
     * @throws OutboxFullError, or an error of the database, such as a full disk.
     */
    async add(kind: EntryKind, content: Blob, replaced?: string): Promise<Entry> {
        const present = (await this.stored()).filter(({ id }) => id !== replaced);
        const bytes = present.reduce((sum, entry) => sum + entry.size, content.size);
        if (present.length >= outboxLimits.entries || bytes > outboxLimits.bytes) throw new OutboxFullError();
        const id = this.host.newID();
        const entry: StoredEntry = {
            id,
            kind,
            madeAt: this.host.now(),
            size: content.size,
            state: "waiting",
            type: content.type,
            sealed: await this.sealer.seal(await content.arrayBuffer(), `outbox/${id}`),
        };
        this.inHand.add(id);
        await this.database.put("outbox", id, entry);
        await this.refresh();
        return entry;
    }

    /** Stores the id of the draft on the server that has the content of an entry. */
    async setDraft(entry: Entry, draft: string): Promise<Entry> {
        const stored = await this.database.get("outbox", entry.id) as StoredEntry | undefined;
        if (!stored) return entry;
        await this.database.put("outbox", entry.id, { ...stored, draft });
        return { ...entry, draft };
    }

    /**
     * Sends an entry that was just added, for a screen that waits for the answer.
     *
     * @returns undefined when it has to wait, also for a person who has to sign in again.
     * @throws RefusedError; the entry is removed then, since the screen shows the refusal with what was sent.
     */
    async deliver<T>(entry: Entry, send: () => Promise<T>): Promise<T | undefined> {
        try {
            const answer = await send();
            await this.remove(entry.id);
            return answer;
        } catch (error) {
            if (isForLater(error)) return undefined;
            await this.remove(entry.id);
            if (isSentElsewhere(error)) return undefined;
            throw error;
        } finally {
            this.inHand.delete(entry.id);
        }
    }

    /**
     * Sends waiting entries, oldest first within each kind.
     *
     * An entry that must wait for the connection or the session stops the sending. An entry that the server postpones,
     * such as a receipt when the day's photos are used up, stops only its kind, for the time that the server states.
     *
     * @param isAsked Whether the person wants it now, without a pause.
     */
    async flush(isAsked = false): Promise<void> {
        if (isAsked) this.pausedUntil.clear();
        await this.host.ifIdle(async () => {
            const stopped = new Set<EntryKind>();
            const waiting = (await this.stored()).filter((one) => one.state === "waiting" && !this.inHand.has(one.id));
            for (const entry of waiting) {
                const sender = this.senders.get(entry.kind);
                const isPaused = (this.pausedUntil.get(entry.kind) ?? 0) > this.host.now();
                if (!sender || isPaused || stopped.has(entry.kind)) continue;
                const outcome = await this.sendOne(entry, sender);
                if (outcome === "stop") break;
                if (outcome === "later") stopped.add(entry.kind);
            }
        });
        await this.refresh();
    }

    /** Sends a refused entry again as a new one: the server would answer the old key with the same refusal. */
    async retry(id: string): Promise<void> {
        const entry = await this.database.get("outbox", id) as StoredEntry | undefined;
        // An entry that cannot be decrypted is kept; it can only be deleted.
        const content = await this.content(id).catch(() => undefined);
        if (!entry || !content) return;
        const again = await this.add(entry.kind, content, id);
        this.inHand.delete(again.id);
        await this.remove(id);
        await this.flush(true);
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

    private async sendOne(entry: StoredEntry, sender: Sender): Promise<"done" | "later" | "stop"> {
        let content: Blob | undefined;
        try {
            content = await this.content(entry.id);
        } catch (error) {
            if (!(error instanceof DOMException) || error.name !== "OperationError") throw error;
            // An entry that cannot be decrypted does not block the others.
            await this.database.put("outbox", entry.id, { ...entry, state: "refused" });
        }
        if (!content) return "done";
        try {
            await sender(entry, content);
            await this.database.delete("outbox", entry.id);
            return "done";
        } catch (error) {
            if (!(error instanceof RefusedError) || error.status === 401) return "stop";
            if (isSentElsewhere(error)) {
                await this.database.delete("outbox", entry.id);
                return "done";
            }
            if (error.isTemporary) {
                this.pausedUntil.set(entry.kind, this.host.now() + pauseAfter(error) * 1_000);
                return "later";
            }
            await this.database.put("outbox", entry.id, { ...entry, state: "refused", reason: error.kind });
            return "done";
        }
    }

    private async stored(): Promise<StoredEntry[]> {
        const entries = await this.database.all("outbox") as StoredEntry[];
        const rank = (entry: Entry): number => entryKinds.indexOf(entry.kind);
        return entries.sort((a, b) => rank(a) - rank(b) || a.madeAt - b.madeAt);
    }
}

/** Longest pause after a refusal, in seconds. */
const longestPause = 3_600;

/** Pause before an entry is sent again, in seconds; the longest one if the quota is used up and the server states none. */
function pauseAfter({ kind, problem }: RefusedError): number {
    return Math.min(problem.retryAfter ?? (kind === "quota-exceeded" ? longestPause : 0), longestPause);
}

/** Whether another tab has sent the entry as a different request: the id of its photo, or the bytes. */
function isSentElsewhere(error: unknown): boolean {
    return error instanceof RefusedError && error.kind === "idempotency-key-reused";
}

/** Whether the same content may be sent later: after no answer, a temporary refusal, or the end of the session. */
function isForLater(error: unknown): boolean {
    return error instanceof UnreachableError ||
        error instanceof RefusedError && (error.isTemporary || error.status === 401);
}
