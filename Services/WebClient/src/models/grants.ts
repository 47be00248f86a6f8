import type { Grant, GrantComment, GrantScope } from "../../generated/api.ts";
import { type Key, t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { type Readable, signal } from "../core/signal.ts";
import { type FormModel, formModel } from "./account.ts";
import type { Client } from "./client.ts";
import { dayOf } from "./formats.ts";
import { type ListModel, listModel, type ListPage } from "./lists.ts";
import { invitationError } from "./plan.ts";

export const scopeNames: Readonly<Record<GrantScope, Key>> = {
    diary: "grants.scope.diary",
    reports: "grants.scope.reports",
    allergens: "grants.scope.allergens",
    purchases: "grants.scope.purchases",
};

export const grantStates: Readonly<Record<Grant["state"], Key>> = {
    offered: "grants.state.offered",
    active: "grants.state.active",
    withdrawn: "grants.state.withdrawn",
    declined: "grants.state.declined",
    expired: "grants.state.expired",
};

export interface GrantValues {
    readonly name: string;
    readonly scopes: readonly GrantScope[];
    /** The last day of the grant, in the person's local time. */
    readonly until: string;
}

export interface GrantsModel {
    readonly mine: Resource<readonly Grant[]>;
    readonly others: Resource<readonly Grant[]>;
    readonly offer: FormModel<GrantValues>;
    /** The newly offered grant, with its invitation. */
    readonly offered: Readable<Grant | undefined>;
    readonly accept: FormModel<{ token: string }>;
    end(id: string): Promise<void>;
}

/** Whether a grant can still be ended. */
export function isOpen({ state }: Grant): boolean {
    return state === "offered" || state === "active";
}

/** Whether the parties of a grant can exchange comments. */
export function isDiscussed({ state, scopes }: Grant): boolean {
    return state === "active" && (scopes.includes("diary") || scopes.includes("reports"));
}

/** Comments on one grant. */
export interface CommentsModel {
    readonly list: ListModel<GrantComment>;
    readonly form: FormModel<{ text: string }>;
    remove(id: string): Promise<void>;
}

export function commentsModel(client: Client, grant: string): CommentsModel {
    const segments = { id: grant };
    const list = listModel<GrantComment>(async (cursor) => {
        client.changesOf("notification");
        const query = { limit: 20, ...(cursor ? { cursor } : {}) };
        const { value } = await client.api.get("/v1/grants/{id}/comments", { segments, query });
        return value as ListPage<GrantComment>;
    });
    return {
        list,
        form: formModel<{ text: string }>(
            ["text"],
            ({ text }) => text.trim() ? {} : { text: t("problem.field.required") },
            async ({ text }) => {
                await client.api.send("POST", "/v1/grants/{id}/comments", { segments, body: { text: text.trim() } });
                list.reload();
            },
        ),
        remove: async (id) => {
            await client.api.send("DELETE", "/v1/grant-comments/{id}", { segments: { id } });
            list.reload();
        },
    };
}

/** Default duration of a grant, in days. */
const defaultDays = 90;

export function defaultEnd(now: Date): string {
    return dayOf(new Date(now.getTime() + defaultDays * 86_400_000));
}

export function grantsModel(client: Client): GrantsModel {
    const load = (as: "owner" | "grantee"): Resource<readonly Grant[]> =>
        resource<readonly Grant[]>(async () => {
            client.changesOf("notification");
            const { items } = (await client.api.get("/v1/grants", { query: { as } })).value;
            // Active grants come first.
            return [...items].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
        });
    const mine = load("owner");
    const others = load("grantee");
    const offered = signal<Grant | undefined>(undefined);
    return {
        mine,
        others,
        offered,
        offer: formModel<GrantValues>(["name", "scopes", "expiresAt"], ({ name, scopes, until }) => ({
            ...(name.trim() ? {} : { name: t("problem.field.required") }),
            ...(scopes.length ? {} : { scopes: t("account.field.atLeastOne") }),
            ...(until && until >= dayOf(client.now()) ? {} : { expiresAt: t("account.field.date") }),
        }), async ({ name, scopes, until }) => {
            const body = { name: name.trim(), scopes, expiresAt: new Date(`${until}T23:59:59`).toISOString() };
            offered.set((await client.api.send("POST", "/v1/grants", { body })).value);
            mine.reload();
        }),
        accept: formModel<{ token: string }>(
            ["token"],
            ({ token }) => token.trim() ? {} : { token: t("problem.field.required") },
            async ({ token }) => {
                try {
                    await client.api.send("POST", "/v1/grants/accept", { body: { token: token.trim() } });
                } catch (error) {
                    throw invitationError(error);
                }
                others.reload();
            },
        ),
        end: async (id) => {
            await client.api.send("DELETE", "/v1/grants/{id}", { segments: { id } });
            if (offered.peek()?.id === id) offered.set(undefined);
            mine.reload();
            others.reload();
        },
    };
}
