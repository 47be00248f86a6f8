import type { LabelScan } from "../../generated/api.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, effect, type Readable, signal } from "../core/signal.ts";
import { inSentence } from "../core/i18n.ts";
import { profileResource } from "./allergens.ts";
import type { Client } from "./client.ts";
import { type VerdictView, verdictView } from "./verdict.ts";

/** A scan as a list shows it. */
export interface ScanRow {
    readonly id: string;
    readonly scannedAt: string;
    readonly view: VerdictView;
}

/** The newest scans, with more on request. */
export interface ScanListModel {
    readonly rows: Readable<readonly ScanRow[] | undefined>;
    readonly isLoading: Readable<boolean>;
    readonly error: Readable<unknown>;
    readonly hasMore: Readable<boolean>;
    loadMore(): Promise<void>;
    reload(): void;
}

export function scanListModel(client: Client, limit: number): ScanListModel {
    interface Page {
        readonly items: readonly LabelScan[];
        readonly next: string | null;
    }
    const name = `scans/${limit}`;
    const page = resource<Page>(async () => {
        client.changesOf("label-scan");
        const { value } = await client.api.get("/v1/label-scans", { query: { limit } });
        void client.store().then((store) => store.kept.write(name, value)).catch(() => {});
        return value;
    }, async () => await (await client.store()).kept.read<Page>(name));
    const rows = computed(() =>
        page.value()?.items.map((scan) => ({
            id: scan.id,
            scannedAt: scan.scannedAt,
            view: verdictView(scan, client.allergenNames.nameOf, []),
        }))
    );
    return {
        rows,
        isLoading: page.isLoading,
        error: page.error,
        hasMore: computed(() => page.value()?.next != null),
        loadMore: async () => {
            const known = page.value();
            if (!known?.next) return;
            const { value } = await client.api.get("/v1/label-scans", { query: { limit, cursor: known.next } });
            page.set({ items: [...known.items, ...value.items], next: value.next });
        },
        reload: page.reload,
    };
}

/** One scan with its photo. */
export interface ScanModel {
    readonly scan: Resource<LabelScan>;
    readonly view: Readable<VerdictView | undefined>;
    /** The photo; undefined until it is there, and when there is none. */
    readonly photo: Readable<Blob | undefined>;
    /** Has the scan judged by another text. */
    correct(text: string): Promise<void>;
}

export function scanModel(client: Client, id: string, fresh?: FreshScan): ScanModel {
    let known = fresh?.scan;
    const scan = resource<LabelScan>(async () => {
        client.changesOf("label-scan");
        const first = known;
        known = undefined;
        if (first) return first;
        return (await client.api.get("/v1/label-scans/{id}", { segments: { id } })).value;
    });
    const profile = profileResource(client);
    const photo = signal<Blob | undefined>(fresh?.photo);
    const photoID = computed(() => scan.value()?.photo?.id);
    effect(() => {
        const wanted = photoID();
        if (!wanted || photo.peek()) return;
        client.api.photo(wanted).then((bytes) => photo.set(bytes), () => {});
    });
    const avoided = computed(() => {
        const known = profile.value()?.profile;
        if (!known) return [];
        const own = known.otherIngredients ?? [];
        return [
            ...(known.allergens ?? []).map((code) => inSentence(client.allergenNames.nameOf(code))),
            ...own.map((one) => typeof one === "string" ? one : one.name),
        ];
    });
    return {
        scan,
        view: computed(() => {
            const known = scan.value();
            // What was looked for is part of the words.
            if (!known || (profile.value() === undefined && profile.isLoading())) return undefined;
            return verdictView(known, client.allergenNames.nameOf, avoided());
        }),
        photo,
        correct: async (text) => {
            const { value } = await client.api.send("PATCH", "/v1/label-scans/{id}", {
                segments: { id },
                body: { text },
                idempotencyKey: client.newID(),
            });
            scan.set(value);
        },
    };
}

/** A scan that was made on this device a moment ago, shown without asking for it again. */
export interface FreshScan {
    readonly scan: LabelScan;
    readonly photo: Blob | undefined;
}

let fresh: FreshScan | undefined;

/** Hands a new scan to the page that shows it. */
export function keepFresh(scan: FreshScan): void {
    fresh = scan;
}

/** The new scan with this id, once. */
export function takeFresh(id: string): FreshScan | undefined {
    const found = fresh?.scan.id === id ? fresh : undefined;
    fresh = undefined;
    return found;
}
