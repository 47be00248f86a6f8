import type { ImportedKind, ImportResults } from "../../generated/api.ts";
import { RefusedError, signedOutError } from "../api/problem.ts";
import type { Key } from "../core/i18n.ts";
import { type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { describeError } from "./problems.ts";
import { Archive } from "./zip.ts";

type Item = ImportResults["items"][number];

/** A record of an export, with its kind. */
interface Row {
    readonly kind: ImportedKind;
    readonly record: Record<string, unknown>;
}

/** Members of an item with the ids of photos. */
interface Photos {
    readonly photo?: string;
    readonly photos?: string[];
}

/** The results of importing the records of an export. */
export interface ImportReport {
    readonly imported: number;
    readonly present: number;
    readonly photos: number;
    /** Photos of imported receipts that the server no longer had. */
    readonly missingPhotos: number;
    readonly refused: readonly { readonly kind: ImportedKind; readonly reason: string }[];
}

export type ExportImportState =
    | { readonly step: "choosing" | "reading" }
    | { readonly step: "running"; readonly done: number; readonly of: number }
    | { readonly step: "done"; readonly report: ImportReport }
    | { readonly step: "failed"; readonly error: unknown };

export interface ExportImportModel {
    readonly state: Readable<ExportImportState>;
    start(file: Blob): Promise<void>;
}

/** Files of an export in the order in which their records refer to each other. */
const files: readonly (readonly [ImportedKind, string])[] = [
    ["allergenProfile", "records/allergen-profiles.json"],
    ["goals", "records/goals.json"],
    ["shoppingPreferences", "records/shopping-preferences.json"],
    ["ownFood", "records/own-foods.json"],
    ["savedFood", "records/saved-foods.json"],
    ["dislikedFood", "account/disliked_foods.json"],
    ["meal", "records/meals.json"],
    ["receipt", "records/receipts.json"],
    ["reaction", "records/reactions.json"],
    ["budget", "records/budgets.json"],
];

export const kindNames: Readonly<Record<ImportedKind, Key>> = {
    allergenProfile: "privacy.kind.allergenProfile",
    goals: "privacy.kind.goals",
    shoppingPreferences: "privacy.kind.shoppingPreferences",
    ownFood: "privacy.kind.ownFood",
    savedFood: "privacy.kind.savedFood",
    dislikedFood: "privacy.kind.dislikedFood",
    meal: "privacy.kind.meal",
    receipt: "privacy.kind.receipt",
    reaction: "privacy.kind.reaction",
    budget: "privacy.kind.budget",
};

/** Maximum number of records in one request; the server accepts at most 256 KiB. */
const maxBatch = 20;
const maxCharacters = 60_000;
/** Maximum number of photos of a receipt. */
const maxPhotos = 8;
/** Maximum number of repetitions of a postponed request. */
const maxTries = 60;
/** Results of the services in meals and receipts, and positions on photos, which are not imported. */
const computed = new Set([
    "allergens",
    "candidates",
    "checks",
    "crop",
    "fields",
    "photos",
    "rawText",
    "seen",
    "totals",
]);

/** Imports the records and photos of an export, a few at a time. */
export function exportImportModel(
    client: Client,
    sleep: (milliseconds: number) => Promise<void> = (milliseconds) =>
        new Promise((resolve) => setTimeout(resolve, milliseconds)),
): ExportImportModel {
    const state = signal<ExportImportState>({ step: "choosing" });
    /** The account that the export is imported into; it may sign out between two requests. */
    let account: string | undefined;
    function checkAccount(): void {
        if (client.session.account !== account) throw signedOutError();
    }

    /**
     * Sends records until each has a result; those that the server refuses together are sent one by one.
     *
     * @param photos The ids of photos that wait to be confirmed, for a meal or a receipt.
     */
    async function send(rows: readonly Row[], photos: Photos = {}): Promise<Item[]> {
        const results: Item[] = [];
        let left = rows;
        for (let tries = 0; left.length > 0; tries += 1) {
            checkAccount();
            try {
                const items = left.map((row) => ({ ...row, ...photos }));
                const { value } = await client.api.send("POST", "/v1/imports", { body: { items } });
                const postponed = value.items.map(({ outcome }) => outcome === "postponed" && tries < maxTries);
                results.push(...value.items.filter((_, place) => !postponed[place]));
                left = left.filter((_, place) => postponed[place]);
                if (left.length > 0) await sleep(1_000);
            } catch (error) {
                if (!(error instanceof RefusedError)) throw error;
                if (error.isTemporary && tries < maxTries) {
                    await sleep(1_000 * (error.problem.retryAfter ?? 1));
                } else if (left.length > 1 && [413, 422].includes(error.status)) {
                    for (const row of left) results.push(...await send([row]));
                    return results;
                } else if ([413, 422].includes(error.status)) {
                    return [...results, ...left.map((row) => refused(row, error))];
                } else {
                    throw error;
                }
            }
        }
        return results;
    }

    /** Sends a photo of the archive; undefined if it is not there, or the server does not take it. */
    async function sendPhoto(archive: Archive, name: string): Promise<string | undefined> {
        const bytes = await archive.bytes(name);
        if (!bytes) return undefined;
        const photo = new Blob([bytes], { type: `image/${name.slice(name.lastIndexOf(".") + 1)}` });
        for (let tries = 0;; tries += 1) {
            checkAccount();
            try {
                return (await client.api.send("POST", "/v1/photos", { body: photo })).value.id;
            } catch (error) {
                if (!(error instanceof RefusedError) || (error.isTemporary && tries >= maxTries)) throw error;
                if (!error.isTemporary) return undefined;
                await sleep(1_000 * (error.problem.retryAfter ?? 1));
            }
        }
    }

    /** Sends the photos of a receipt, which are recorded together with it. */
    async function photosOfReceipt(archive: Archive, names: readonly string[]): Promise<string[]> {
        const ids: string[] = [];
        for (const name of names.slice(0, maxPhotos)) {
            const id = await sendPhoto(archive, name);
            if (id) ids.push(id);
        }
        return ids;
    }

    async function run(archive: Archive): Promise<void> {
        const rows: Row[] = [];
        for (const [kind, name] of files) {
            for (const record of await archive.rows(name)) {
                // A record that was unreadable at the export has a note instead.
                if ("problem" in record) continue;
                const isComputed = kind === "meal" || kind === "receipt";
                rows.push({ kind, record: isComputed ? slim(record) as Row["record"] : record });
            }
        }
        const photos = await photosOfRecords(archive);
        const photosOf = (row: Row): readonly string[] => photos.get(String(row.record.id)) ?? [];
        const isAlone = (row: Row): boolean => row.kind === "receipt" && photosOf(row).length > 0;
        const report = {
            imported: 0,
            present: 0,
            photos: 0,
            missingPhotos: 0,
            refused: [] as ImportReport["refused"][number][],
        };
        let done = 0;
        for (const batch of batches(rows, isAlone)) {
            state.set({ step: "running", done, of: rows.length });
            const [first] = batch;
            const ids = first && isAlone(first) ? await photosOfReceipt(archive, photosOf(first)) : [];
            const results = await send(batch, ids.length > 0 ? { photos: ids } : {});
            for (const result of results) {
                const missing = result.missingPhotos ?? 0;
                if (result.outcome === "imported") report.photos += ids.length - missing;
                report.missingPhotos += missing;
                if (result.outcome === "imported" || result.outcome === "present") report[result.outcome] += 1;
                else report.refused.push({ kind: result.kind, reason: reasonOf(result) });
                const row = batch.find(({ record }) => record.id === result.exportedId);
                const name = row && photosOf(row)[0];
                if (result.kind !== "meal" || result.hasPhoto !== false || !name) continue;
                const photo = await sendPhoto(archive, name);
                if (photo && (await send([row], { photo }))[0]?.hasPhoto) report.photos += 1;
            }
            done += batch.length;
        }
        state.set({ step: "done", report });
    }

    return {
        state,
        start: async (file) => {
            account = client.session.account;
            state.set({ step: "reading" });
            try {
                await run(await Archive.open(file));
            } catch (error) {
                state.set({ step: "failed", error });
            }
        },
    };
}

function refused({ kind, record }: Row, error: RefusedError): Item {
    return { kind, exportedId: String(record.id ?? ""), outcome: "refused", problem: error.problem };
}

function reasonOf({ problem }: Item): string {
    return problem ? describeError(new RefusedError(problem)) : "";
}

/** The part of a record that is imported. */
function slim(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(slim);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
        Object.entries(value).filter(([name]) => !computed.has(name)).map(([name, one]) => [name, slim(one)]),
    );
}

/** Records of one kind that fit into a request; some are in a request of their own. */
function* batches(rows: readonly Row[], isAlone: (row: Row) => boolean): Generator<readonly Row[]> {
    let batch: Row[] = [];
    let characters = 0;
    for (const row of rows) {
        const length = JSON.stringify(row).length;
        const [first] = batch;
        const isFull = batch.length === maxBatch || characters + length > maxCharacters;
        if (first && (isFull || first.kind !== row.kind || isAlone(row) || isAlone(first))) {
            yield batch;
            batch = [];
            characters = 0;
        }
        batch.push(row);
        characters += length;
    }
    if (batch.length > 0) yield batch;
}

/** The files of the photos of meals and receipts, by the ids of these. */
async function photosOfRecords(archive: Archive): Promise<ReadonlyMap<string, readonly string[]>> {
    const names = new Set(archive.names);
    const found = new Map<string, string[]>();
    for (const { photo_id, scan_id, format } of await archive.rows("account/photos.json")) {
        const name = `photos/${String(photo_id)}.${String(format)}`;
        if (typeof scan_id === "string" && names.has(name)) found.set(scan_id, [...found.get(scan_id) ?? [], name]);
    }
    return found;
}
