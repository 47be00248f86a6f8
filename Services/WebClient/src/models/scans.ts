import type { LabelScan } from "../../generated/api.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, effect, type Readable, signal, untracked } from "../core/signal.ts";
import { inSentence } from "../core/i18n.ts";
import { profileResource } from "./allergens.ts";
import type { Client } from "./client.ts";
import { pagePicture, rowWidth } from "./pictures.ts";
import { type VerdictView, verdictView } from "./verdict.ts";

/** A scan as a list shows it. */
export interface ScanRow {
    readonly id: string;
    readonly scannedAt: string;
    readonly view: VerdictView;
    /** The person's name for it, or what its product is called. */
    readonly name: string | undefined;
    /** Loads the small picture; absent of a scan without a photo. */
    readonly picture: (() => Promise<Blob>) | undefined;
}

type Verdict = LabelScan["verdict"];

/** The newest scans, with more on request; narrowed by words in their names and by the verdict. */
export interface ScanListModel {
    readonly query: Readable<string>;
    readonly verdict: Readable<Verdict | undefined>;
    /** Whether scans may be left out. */
    readonly isNarrowed: Readable<boolean>;
    readonly rows: Readable<readonly ScanRow[] | undefined>;
    readonly isLoading: Readable<boolean>;
    readonly error: Readable<unknown>;
    readonly hasMore: Readable<boolean>;
    search(query: string): void;
    /** Shows only scans with this verdict; undefined shows all. */
    filter(verdict: Verdict | undefined): void;
    loadMore(): Promise<void>;
    reload(): void;
}

/** What a person calls a scan, or what its product is called. */
export function scanName(scan: LabelScan): string | undefined {
    return scan.name ?? scan.productName;
}

export function scanListModel(client: Client, limit: number): ScanListModel {
    interface Page {
        readonly items: readonly LabelScan[];
        readonly next: string | null;
    }
    const name = `scans/${limit}`;
    const query = signal("");
    const verdict = signal<Verdict | undefined>(undefined);
    const isNarrowed = computed(() => query() !== "" || verdict() !== undefined);
    const wanted = (): { limit: number; query?: string; verdict?: Verdict } => {
        const kind = verdict();
        return { limit, ...(query() ? { query: query() } : {}), ...(kind ? { verdict: kind } : {}) };
    };
    const page = resource<Page>(async () => {
        client.changesOf("label-scan");
        const isWhole = !isNarrowed();
        const { value } = await client.api.get("/v1/label-scans", { query: wanted() });
        if (isWhole) void client.store().then((store) => store.kept.write(name, value)).catch(() => {});
        return value;
    }, async () => untracked(isNarrowed) ? undefined : await (await client.store()).kept.read<Page>(name));
    const rows = computed(() =>
        page.value()?.items.map((scan) => ({
            id: scan.id,
            scannedAt: scan.scannedAt,
            view: verdictView(scan, client.allergenNames.nameOf, []),
            name: scanName(scan),
            picture: pictureOf(client, scan),
        }))
    );
    return {
        query,
        verdict,
        isNarrowed,
        rows,
        isLoading: page.isLoading,
        error: page.error,
        hasMore: computed(() => page.value()?.next != null),
        search: (next) => query.set(next.trim()),
        filter: (next) => verdict.set(next),
        loadMore: async () => {
            const known = page.value();
            if (!known?.next) return;
            const { value } = await client.api.get("/v1/label-scans", { query: { ...wanted(), cursor: known.next } });
            // Another search has begun meanwhile.
            if (page.value() !== known) return;
            page.set({ items: [...known.items, ...value.items], next: value.next });
        },
        reload: page.reload,
    };
}

function pictureOf(client: Client, { photo }: LabelScan): (() => Promise<Blob>) | undefined {
    return photo && (() => client.api.photo(photo.id, rowWidth));
}

/** One scan with its photo. */
export interface ScanModel {
    readonly scan: Resource<LabelScan>;
    readonly view: Readable<VerdictView | undefined>;
    /** The photo; undefined until it is there, and when there is none. */
    readonly photo: Readable<Blob | undefined>;
    /** Has the scan judged by another text. */
    correct(text: string): Promise<void>;
    /** Names the scan; an empty name takes it away. */
    rename(name: string): Promise<void>;
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
        pagePicture((width) => client.api.photo(wanted, width)).then((bytes) => photo.set(bytes), () => {});
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
    async function change(body: { text: string } | { name: string | null }): Promise<void> {
        const { value } = await client.api.send("PATCH", "/v1/label-scans/{id}", {
            segments: { id },
            body,
            idempotencyKey: client.newID(),
        });
        scan.set(value);
    }

    return {
        scan,
        view: computed(() => {
            const known = scan.value();
            // What was looked for is part of the words.
            if (!known || (profile.value() === undefined && profile.isLoading())) return undefined;
            return verdictView(known, client.allergenNames.nameOf, avoided());
        }),
        photo,
        correct: (text) => change({ text }),
        rename: (name) => change({ name: name.trim() || null }),
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
