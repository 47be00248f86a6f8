import type {
    AccessLogEntry,
    ConsentHistory,
    ConsentPurposes,
    Consents,
    Erasure,
    Export,
    Proof,
} from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { type Key, language, t, translate } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { onCleanup, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import { type ListModel, listModel, type ListPage } from "./lists.ts";

export type Purpose = keyof Consents["purposes"];

/** Consent purposes in the order of display. */
export const purposes = [
    "processing",
    "sharing",
    "communityPrices",
    "trainingPhotos",
    "location",
    "remoteRecognition",
    "recognitionOutsideCanada",
] as const satisfies readonly Purpose[];

export const purposeNames: Readonly<Record<Purpose, Key>> = {
    processing: "privacy.c.processing",
    sharing: "privacy.c.sharing",
    communityPrices: "privacy.c.communityPrices",
    trainingPhotos: "privacy.c.trainingPhotos",
    location: "privacy.c.location",
    remoteRecognition: "privacy.c.remoteRecognition",
    recognitionOutsideCanada: "privacy.c.recognitionOutsideCanada",
};

export interface ConsentsModel {
    readonly resource: Resource<Consents>;
    readonly history: ListModel<ConsentHistory["items"][number]>;
    /** Shows the change at once, and reverts it if it cannot be saved. */
    set(purpose: Purpose, isAllowed: boolean): Promise<void>;
    acceptTerms(): Promise<void>;
}

export function consentsModel(client: Client): ConsentsModel {
    const loaded = keptResource<Consents>(
        client,
        "consents",
        async () => (await client.api.get("/v1/consents", {})).value,
    );
    const history = listModel<ConsentHistory["items"][number]>(
        async (cursor) =>
            (await client.api.get("/v1/consents/history", { query: { limit: 20, ...(cursor ? { cursor } : {}) } }))
                .value,
        {
            client,
            slot: "consent-history",
        },
    );
    return {
        resource: loaded,
        history,
        set: async (purpose, allowed) => {
            const old = loaded.value();
            if (!old) return;
            const change: ConsentPurposes = { [purpose]: allowed };
            loaded.show({ ...old, purposes: { ...old.purposes, [purpose]: { ...old.purposes[purpose], allowed } } });
            try {
                loaded.set((await client.api.send("PUT", "/v1/consents", { body: { purposes: change } })).value);
                history.reload();
            } catch (error) {
                loaded.show(old);
                throw error;
            }
        },
        acceptTerms: async () => {
            const version = loaded.value()?.terms.current;
            if (!version) return;
            await client.api.send("PUT", "/v1/terms/acceptance", { body: { version } });
            loaded.reload();
        },
    };
}

export function accessLog(client: Client): ListModel<AccessLogEntry> {
    return listModel<AccessLogEntry>(async (cursor) => {
        language();
        const { value } = await client.api.get("/v1/access-log", {
            query: { limit: 30, ...(cursor ? { cursor } : {}) },
        });
        return value as ListPage<AccessLogEntry>;
    }, { client, slot: "access-log" });
}

/** The role in which another person or the staff had access. */
export function roleText(role: string): string {
    if (role === "grantee") return t("privacy.role.grantee");
    if (role === "operator") return t("privacy.role.operator");
    return t("privacy.role.staff", { role });
}

/** The names of the consents given at a time. */
export function allowedText(allowed: ConsentPurposes): readonly string[] {
    return purposes.filter((one) => allowed[one]).map((one) => translate(purposeNames[one]));
}

/** Polling interval of the state of an export, in milliseconds. */
const exportPause = 3_000;

export interface ExportModel {
    /** The newest export; null without one. */
    readonly current: Resource<Export | null>;
    start(proof: Proof): Promise<void>;
    content(): Promise<Blob>;
    readonly isLoading: Readable<boolean>;
}

/**
 * The export of the account. The server has no list of exports: the id is stored on the device, or comes from a notice.
 */
export function exportModel(client: Client, id?: string): ExportModel {
    const isLoading = signal(false);
    let timer: ReturnType<typeof setTimeout> | undefined;
    onCleanup(() => clearTimeout(timer));
    const current = resource<Export | null>(async () => {
        client.changesOf("notification");
        const known = id ?? await (await client.store()).kept.read<string>("export");
        if (!known) return null;
        try {
            const { value } = await client.api.get("/v1/exports/{id}", { segments: { id: known } });
            clearTimeout(timer);
            if (value.state === "pending") timer = setTimeout(() => current.reload(), exportPause);
            return value;
        } catch (error) {
            if (error instanceof RefusedError && error.status === 404) return null;
            throw error;
        }
    });
    return {
        current,
        isLoading,
        start: async (proof) => {
            const { value } = await client.api.send("POST", "/v1/export", { body: proof });
            const made = value as unknown as Export;
            id = made.id;
            await (await client.store()).kept.write("export", made.id);
            current.set(made);
            timer = setTimeout(() => current.reload(), exportPause);
        },
        content: async () => {
            isLoading.set(true);
            try {
                const known = current.value();
                const { value } = await client.api.get("/v1/exports/{id}/content", {
                    segments: { id: known?.id ?? "" },
                });
                return value;
            } finally {
                isLoading.set(false);
            }
        },
    };
}

/** Requests the erasure of the account after the grace period; every session ends. */
export async function eraseAccount(client: Client, proof: Proof): Promise<Erasure> {
    const { value } = await client.api.send("DELETE", "/v1/account", { body: proof });
    return value as unknown as Erasure;
}
