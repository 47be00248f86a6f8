import type { ImportedKind, ImportResults } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
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

/** The results of importing the records of an export. */
export interface ImportReport {
    readonly imported: number;
    readonly present: number;
    readonly photos: number;
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

/** Most records in one request, and most characters of them: the server takes 256 KiB. */
const maxBatch = 20;
const maxCharacters = 60_000;
/** Maximum number of repetitions of a postponed request. */
const maxTries = 60;
/** Results of the services in meals and receipts, and places on photos, which are not imported. */
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

    /** Sends records until each has a result; those that the server refuses together are sent one by one. */
    async function send(rows: readonly Row[], photo?: string): Promise<Item[]> {
        const results: Item[] = [];
        let left = rows;
        for (let tries = 0; left.length > 0; tries += 1) {
            try {
                const items = left.map((row) => ({ ...row, ...(photo ? { photo } : {}) }));
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

    /** Sends the photo of a meal; false if the server does not take it. */
    async function sendPhoto(row: Row, photo: Blob): Promise<boolean> {
        for (let tries = 0;; tries += 1) {
            try {
                const { value } = await client.api.send("POST", "/v1/photos", { body: photo });
                return (await send([row], value.id))[0]?.hasPhoto ?? false;
            } catch (error) {
                if (!(error instanceof RefusedError) || (error.isTemporary && tries >= maxTries)) throw error;
                if (!error.isTemporary) return false;
                await sleep(1_000 * (error.problem.retryAfter ?? 1));
            }
        }
    }

    async function run(archive: Archive): Promise<void> {
        const rows: Row[] = [];
        for (const [kind, name] of files) {
            for (const record of await archive.rows(name)) {
                // A record that could not be read when it was exported has a note instead.
                if ("problem" in record) continue;
                const isComputed = kind === "meal" || kind === "receipt";
                rows.push({ kind, record: isComputed ? slim(record) as Row["record"] : record });
            }
        }
        const photos = await photosOfMeals(archive);
        const report = { imported: 0, present: 0, photos: 0, refused: [] as ImportReport["refused"][number][] };
        let done = 0;
        for (const batch of batches(rows)) {
            state.set({ step: "running", done, of: rows.length });
            const results = await send(batch);
            for (const result of results) {
                if (result.outcome === "imported" || result.outcome === "present") report[result.outcome] += 1;
                else report.refused.push({ kind: result.kind, reason: reasonOf(result) });
                const name = photos.get(result.exportedId);
                if (result.kind !== "meal" || result.hasPhoto !== false || !name) continue;
                const row = batch.find(({ record }) => record.id === result.exportedId);
                const bytes = await archive.bytes(name);
                if (!row || !bytes) continue;
                const type = `image/${name.slice(name.lastIndexOf(".") + 1)}`;
                if (await sendPhoto(row, new Blob([bytes], { type }))) report.photos += 1;
            }
            done += batch.length;
        }
        state.set({ step: "done", report });
    }

    return {
        state,
        start: async (file) => {
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

/** Records of one kind that fit into a request. */
function* batches(rows: readonly Row[]): Generator<readonly Row[]> {
    let batch: Row[] = [];
    let characters = 0;
    for (const row of rows) {
        const length = JSON.stringify(row).length;
        const isFull = batch.length === maxBatch || characters + length > maxCharacters;
        if (batch.length > 0 && (isFull || batch[0]?.kind !== row.kind)) {
            yield batch;
            batch = [];
            characters = 0;
        }
        batch.push(row);
        characters += length;
    }
    if (batch.length > 0) yield batch;
}

/** The file of the photo of each meal, by the id of the meal. */
async function photosOfMeals(archive: Archive): Promise<ReadonlyMap<string, string>> {
    const names = new Set(archive.names);
    const found = new Map<string, string>();
    for (const { photo_id, scan_id, format } of await archive.rows("account/photos.json")) {
        const name = `photos/${String(photo_id)}.${String(format)}`;
        if (typeof scan_id === "string" && names.has(name)) found.set(scan_id, name);
    }
    return found;
}
