import type { Household, SharedReceipt } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, effect, type Readable, signal } from "../core/signal.ts";
import { type FormModel, formModel } from "./account.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import { forgetHouseholdSpending } from "./spending.ts";

export interface HouseholdTexts {
    readonly name: string;
    readonly displayName: string;
    readonly shareNewReceipts: boolean;
}

export interface JoinTexts {
    readonly code: string;
    readonly displayName: string;
    readonly shareNewReceipts: boolean;
}

export interface Invitation {
    readonly code: string;
    readonly expiresAt: string;
}

export interface HouseholdModel {
    /** The household; null if the person is in none. */
    readonly resource: Resource<Household | null>;
    readonly isOwner: Readable<boolean>;
    readonly receipts: Resource<readonly SharedReceipt[]>;
    /** The newest invitation code, which the server returns only once. */
    readonly invitation: Readable<Invitation | undefined>;
    readonly create: FormModel<HouseholdTexts>;
    readonly join: FormModel<JoinTexts>;
    readonly rename: FormModel<{ readonly name: string; readonly displayName: string }>;
    shareNew(isShared: boolean): Promise<void>;
    invite(): Promise<void>;
    /** Leaves the household, or removes a member from it. */
    removeMember(id: string): Promise<void>;
    end(): Promise<void>;
}

const fields = ["name", "displayName", "code"] as const;

function requireTexts(texts: object): Readonly<Record<string, string>> {
    return Object.fromEntries(
        Object.entries(texts).filter(([, text]) => typeof text === "string" && !text.trim())
            .map(([name]) => [name, t("problem.field.required")]),
    );
}

/** The code in pasted text: the code itself, or a link with it. */
export function invitationCode(text: string): string {
    const trimmed = text.trim();
    const match = /[?&#]code=([\w-]+)/.exec(trimmed);
    return match?.[1] ?? trimmed;
}

export function householdModel(client: Client): HouseholdModel {
    const loaded = keptResource<Household | null>(client, "household", async () => {
        try {
            return (await client.api.get("/v1/household", {})).value;
        } catch (error) {
            if (error instanceof RefusedError && error.status === 404) return null;
            throw error;
        }
    });
    const receipts = keptResource<readonly SharedReceipt[]>(client, "household-receipts", async () => {
        client.changesOf("receipt");
        const household = loaded.value();
        // Until the household is known, the stored purchases are not replaced by none.
        if (household === undefined) return await new Promise<never>(() => {});
        if (!household) return [];
        return (await client.api.get("/v1/household/receipts", { query: { limit: 20 } })).value.items;
    }, () => loaded.value() === null ? "" : loaded.value()?.id);
    // The spending of the other members does not stay on the device of a person who is no longer a member.
    effect(() => {
        if (loaded.value() === null) forgetHouseholdSpending(client);
    });
    const invitation = signal<Invitation | undefined>(undefined);
    return {
        resource: loaded,
        isOwner: computed(() => loaded.value()?.members.some(({ me, role }) => me && role === "owner") ?? false),
        receipts,
        invitation,
        create: formModel<HouseholdTexts>(fields, requireTexts, async (texts) => {
            const body = { ...texts, name: texts.name.trim(), displayName: texts.displayName.trim() };
            loaded.set((await client.api.send("POST", "/v1/households", { body })).value);
        }),
        join: formModel<JoinTexts>(fields, requireTexts, async (texts) => {
            const body = { ...texts, code: invitationCode(texts.code), displayName: texts.displayName.trim() };
            loaded.set((await client.api.send("POST", "/v1/household/members", { body })).value);
        }),
        rename: formModel(fields, (texts) => requireTexts({ displayName: texts.displayName }), async (texts) => {
            const name = texts.name.trim();
            const body = { displayName: texts.displayName.trim(), ...(name ? { name } : {}) };
            loaded.set((await client.api.send("PATCH", "/v1/household", { body })).value);
        }),
        shareNew: async (shareNewReceipts) => {
            loaded.set((await client.api.send("PATCH", "/v1/household", { body: { shareNewReceipts } })).value);
        },
        invite: async () => {
            invitation.set((await client.api.send("POST", "/v1/household/invitations", {})).value);
        },
        removeMember: async (id) => {
            const isMe = loaded.value()?.members.find((member) => member.id === id)?.me;
            await client.api.send("DELETE", "/v1/household/members/{id}", { segments: { id } });
            if (isMe) loaded.set(null);
            else loaded.reload();
        },
        end: async () => {
            await client.api.send("DELETE", "/v1/household", {});
            loaded.set(null);
        },
    };
}

/** Shares a purchase with the household, or stops sharing it. */
export async function shareReceipt(client: Client, id: string, shared: boolean): Promise<void> {
    await client.api.send("PUT", "/v1/receipts/{id}/sharing", { segments: { id }, body: { shared } });
}

/** Whether a receipt is shared with the household; false without one. */
export function isReceiptShared(client: Client, household: HouseholdModel, id: string): Resource<boolean> {
    return resource<boolean>(async () => {
        if (!household.resource.value()) return false;
        const { value } = await client.api.get("/v1/household/receipts", { query: { limit: 100 } });
        return value.items.some((one) => one.id === id);
    });
}
