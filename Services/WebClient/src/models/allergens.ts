import type { AllergenList, AllergenProfile } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { language } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, effect, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { draftOf } from "./drafts.ts";
import { keptResource } from "./kept.ts";

/** Names of the fourteen allergens and their species, by code, in the current language. */
export interface AllergenNames {
    readonly list: Resource<AllergenList["items"]>;
    /** The name of a code; the code itself until the names are loaded. */
    nameOf(code: string): string;
}

/** The names before sign-in: the codes. */
export const noAllergenNames: AllergenNames = {
    list: {
        value: () => undefined,
        error: () => undefined,
        isLoading: () => true,
        reload: () => {},
        set: () => {},
        show: () => {},
        clear: () => {},
    },
    nameOf: (code) => code,
};

/** Loads the names of allergens, stored on the device by language. */
export function allergenNames(client: Pick<Client, "api" | "store">): AllergenNames {
    const list = keptResource<AllergenList["items"]>(
        client,
        () => `allergens/${language()}`,
        async () => (await client.api.get("/v1/allergens", {})).value.items,
    );
    const names = computed(() =>
        new Map((list.value() ?? []).flatMap(({ code, name, species }) => [
            [code as string, name] as const,
            ...species.map((kind) => [kind.code, kind.name] as const),
        ]))
    );
    return { list, nameOf: (code) => names().get(code) ?? code };
}

/** The profile with the version that a change is based on. */
export interface VersionedProfile {
    readonly profile: AllergenProfile;
    readonly etag: string | undefined;
}

/** Loads the allergen profile of the account. */
export function profileResource(client: Client): Resource<VersionedProfile> {
    return keptResource<VersionedProfile>(client, "allergen-profile", async () => {
        client.changesOf("allergen-profile");
        const { value, etag } = await client.api.get("/v1/allergen-profile", {});
        return { profile: value, etag };
    });
}

export type SaveState = "idle" | "saving" | "saved" | "conflict" | { readonly error: unknown };

/** The allergen profile while it is edited. */
export interface ProfileModel {
    readonly resource: Resource<VersionedProfile>;
    /** The selected codes. */
    readonly chosen: Readable<ReadonlySet<string>>;
    readonly isChanged: Readable<boolean>;
    readonly state: Readable<SaveState>;
    toggle(code: string, isChosen: boolean): void;
    /** Saves the selection; resolves to true once it is saved. */
    save(): Promise<boolean>;
    discard(): void;
    /** After a conflict: saves this selection over that of another device. */
    keepMine(): Promise<boolean>;
    /** After a conflict: uses the selection saved by another device. */
    takeTheirs(): void;
}

/** Whether a selection is that of a profile. */
function isSelection(chosen: ReadonlySet<string>, { allergens = [] }: AllergenProfile): boolean {
    return chosen.size === allergens.length && allergens.every((code) => chosen.has(code));
}

export function profileModel(client: Client): ProfileModel {
    const loaded = profileResource(client);
    /** The selection, and the profile that it is based on; undefined without a change. */
    const edited = signal<{ readonly chosen: ReadonlySet<string>; readonly base: VersionedProfile } | undefined>(
        undefined,
    );
    // The selection is restored at the next visit. Its base comes along, so that a newer profile is a conflict.
    const draft = draftOf<{ readonly chosen: readonly string[]; readonly base: VersionedProfile }>(client, "profile");
    void draft.read().then((kept) => {
        if (kept && !edited.peek()) edited.set({ chosen: new Set(kept.chosen), base: kept.base });
    });
    let isFirst = true;
    effect(() => {
        const now = edited();
        if (now && !isSelection(now.chosen, now.base.profile)) {
            draft.keep({ chosen: [...now.chosen], base: now.base });
        } else if (!isFirst) void draft.clear();
        isFirst = false;
    });
    const state = signal<SaveState>("idle");
    const saved = computed(() => new Set<string>(loaded.value()?.profile.allergens ?? []));
    const chosen = computed<ReadonlySet<string>>(() => edited()?.chosen ?? saved());
    const isChanged = computed(() => {
        const mine = edited()?.chosen;
        return mine !== undefined && (mine.size !== saved().size || [...mine].some((code) => !saved().has(code)));
    });

    async function save(): Promise<boolean> {
        // A profile that arrived after the first selection is a conflict, because its additions must not be lost.
        const base = edited.peek()?.base ?? loaded.value();
        if (!base || state.peek() === "saving") return false;
        state.set("saving");
        const { version: _, changedAt: __, ...rest } = base.profile;
        try {
            const answer = await client.api.send("PUT", "/v1/allergen-profile", {
                body: { ...rest, allergens: [...chosen()] },
                ...(base.etag ? { ifMatch: base.etag } : {}),
            });
            loaded.set({ profile: answer.value, etag: answer.etag ?? `"${answer.value.version}"` });
            edited.set(undefined);
            state.set("saved");
            return true;
        } catch (error) {
            if (error instanceof RefusedError && error.status === 412) {
                const { value, etag } = await client.api.get("/v1/allergen-profile", {});
                loaded.set({ profile: value, etag });
                edited.update((old) => old && { ...old, base: { profile: value, etag } });
                state.set("conflict");
            } else state.set({ error });
            return false;
        }
    }

    return {
        resource: loaded,
        chosen,
        isChanged,
        state,
        toggle: (code, isChosen) => {
            const base = edited.peek()?.base ?? loaded.value();
            if (!base) return;
            const next = new Set(chosen());
            if (isChosen) next.add(code);
            else next.delete(code);
            edited.set({ chosen: next, base });
            state.set("idle");
        },
        save,
        discard: () => {
            edited.set(undefined);
            state.set("idle");
        },
        keepMine: save,
        takeTheirs: () => {
            edited.set(undefined);
            state.set("idle");
        },
    };
}
