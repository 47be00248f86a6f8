import type { LabelScan } from "../../generated/api.ts";
import type { Resource } from "../core/resource.ts";
import { computed, effect, type Readable, signal } from "../core/signal.ts";
import { inSentence } from "../core/i18n.ts";
import { profileResource } from "./allergens.ts";
import type { Client } from "./client.ts";
import { keptObject, keptResource } from "./kept.ts";
import { pagePicture, rowPicture, rowWidth } from "./pictures.ts";
import { type VerdictView, verdictView } from "./verdict.ts";

/** A scan in the form for a list. */
export interface ScanRow {
    readonly id: string;
    readonly scannedAt: string;
    readonly view: VerdictView;
    /** The person's name for the scan, or the name of its product. */
    readonly name: string | undefined;
    /** Loads the small picture; undefined for a scan without a photo. */
    readonly picture: (() => Promise<Blob>) | undefined;
}

type Verdict = LabelScan["verdict"];

/** The newest scans, with more on request; filtered by words in their names and by the verdict. */
export interface ScanListModel {
    readonly query: Readable<string>;
    readonly verdict: Readable<Verdict | undefined>;
    /** Whether a filter is set. */
    readonly isNarrowed: Readable<boolean>;
    readonly rows: Readable<readonly ScanRow[] | undefined>;
    readonly isLoading: Readable<boolean>;
    readonly error: Readable<unknown>;
    readonly hasMore: Readable<boolean>;
    search(query: string): void;
    /** Shows only scans with a verdict; undefined for all. */
    filter(verdict: Verdict | undefined): void;
    loadMore(): Promise<void>;
    reload(): void;
}

/** The name of a scan: the person's own, or that of its product. */
export function scanName(scan: LabelScan): string | undefined {
    return scan.name ?? scan.productName;
}

export function scanListModel(client: Client, limit: number): ScanListModel {
    interface Filter {
        readonly query?: string;
        readonly verdict?: Verdict;
    }
    interface Page {
        readonly items: readonly LabelScan[];
        readonly next: string | null;
        /** The filter that the page was requested with. */
        readonly filter: Filter;
    }
    const query = signal("");
    const verdict = signal<Verdict | undefined>(undefined);
    const filter = computed<Filter>(() => {
        const kind = verdict();
        return { ...(query() ? { query: query() } : {}), ...(kind ? { verdict: kind } : {}) };
    });
    const isWhole = (one: Filter): boolean => !one.query && !one.verdict;
    const page = keptResource<Page>(client, `scans/${limit}`, async () => {
        client.changesOf("label-scan");
        const wanted = filter();
        const { value } = await client.api.get("/v1/label-scans", { query: { limit, ...wanted } });
        return { ...value, filter: wanted };
    }, () => isWhole(filter()) ? "" : undefined);
    /** The page, if it matches the current filter, because an unfiltered list must not look filtered. */
    const shown = computed(() => {
        const known = page.value();
        const { query, verdict } = filter();
        return known?.filter.query === query && known?.filter.verdict === verdict ? known : undefined;
    });
    const rows = computed(() =>
        shown()?.items.map((scan) => ({
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
        isNarrowed: computed(() => !isWhole(filter())),
        rows,
        isLoading: page.isLoading,
        error: page.error,
        hasMore: computed(() => shown()?.next != null),
        search: (next) => query.set(next.trim()),
        filter: (next) => verdict.set(next),
        loadMore: async () => {
            const known = shown();
            if (!known?.next) return;
            const query = { limit, ...known.filter, cursor: known.next };
            const { value } = await client.api.get("/v1/label-scans", { query });
            // Another search has been started in the meantime.
            if (page.value() !== known) return;
            page.show({ ...known, items: [...known.items, ...value.items], next: value.next });
        },
        reload: page.reload,
    };
}

function pictureOf(client: Client, { photo }: LabelScan): (() => Promise<Blob>) | undefined {
    return photo && rowPicture(client, photo.id, () => client.api.photo(photo.id, rowWidth));
}

/** One scan with its photo. */
export interface ScanModel {
    readonly scan: Resource<LabelScan>;
    readonly view: Readable<VerdictView | undefined>;
    /** The photo; undefined until it is loaded, and for scans without one. */
    readonly photo: Readable<Blob | undefined>;
    /** Corrects the text of the scan. */
    correct(text: string): Promise<void>;
    /** Renames the scan; an empty name removes the name. */
    rename(name: string): Promise<void>;
}

export function scanModel(client: Client, id: string, fresh?: FreshScan): ScanModel {
    let known = fresh?.scan;
    const scan = keptObject<LabelScan>(client, "scan", id, async () => {
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
    /** Whether the scan was checked with an earlier profile than the current one. */
    const isOutdated = computed(() => {
        const [checked, current] = [scan.value()?.profileVersion, profile.value()?.profile.version];
        return checked !== undefined && current !== undefined && checked < current;
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
            // The text of the verdict includes what was checked, so it waits for the profile.
            if (!known || (profile.value() === undefined && profile.isLoading())) return undefined;
            return verdictView(known, client.allergenNames.nameOf, avoided(), isOutdated());
        }),
        photo,
        correct: (text) => change({ text }),
        rename: (name) => change({ name: name.trim() || null }),
    };
}

/** A scan that was just made on this device, which is shown without loading it. */
export interface FreshScan {
    readonly scan: LabelScan;
    readonly photo: Blob | undefined;
}

let fresh: FreshScan | undefined;

/** Passes a new scan to the page that shows it. */
export function keepFresh(scan: FreshScan): void {
    fresh = scan;
}

/** Returns the new scan with an id, once. */
export function takeFresh(id: string): FreshScan | undefined {
    const found = fresh?.scan.id === id ? fresh : undefined;
    fresh = undefined;
    return found;
}
