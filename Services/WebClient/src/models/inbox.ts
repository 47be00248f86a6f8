import type { Notification } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { language } from "../core/i18n.ts";
import { computed, effect, type Readable, signal, untracked } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptObject, type KeptResource, keptResource } from "./kept.ts";
import { listModel, type ListPage } from "./lists.ts";

/** Time in milliseconds before a deletion is sent, during which the notice can be restored. */
export const undoTime = 8_000;

/** The state of the inbox that the frame of every page shows. */
export interface UnreadModel {
    readonly unread: Readable<number>;
    /** When the account will be erased; undefined without a scheduled erasure. */
    readonly erasedAt: Readable<string | undefined>;
    /** The version of the terms that the person must accept; undefined if the current one is accepted. */
    readonly newTerms: Readable<string | undefined>;
    keepAccount(): Promise<void>;
    acceptTerms(): Promise<void>;
}

export function unreadModel(client: Client): UnreadModel {
    const erasedAt = signal<string | undefined>(undefined);
    const newTerms = signal<string | undefined>(undefined);
    const page = keptResource<number>(client, "unread", async () => {
        client.changesOf("notification");
        try {
            const { unread } = (await client.api.get("/v1/notifications", { query: { limit: 1 } })).value;
            newTerms.set(undefined);
            erasedAt.set(undefined);
            return unread;
        } catch (error) {
            if (!(error instanceof RefusedError)) throw error;
            if (error.kind === "terms-required") newTerms.set((error.problem as { version?: string }).version);
            else if (error.kind === "account-erasing") {
                erasedAt.set((await client.api.get("/v1/account", {})).value.erasedAt);
            } else throw error;
            return 0;
        }
    });
    // The first value is not new: if new terms come into force later, another request is refused first.
    let first = true;
    effect(() => {
        client.connection.accountRefusals();
        if (first) first = false;
        else if (!untracked(() => page.isLoading() || newTerms() || erasedAt())) page.reload();
    });
    return {
        unread: computed(() => page.value() ?? 0),
        erasedAt,
        newTerms,
        keepAccount: async () => {
            await client.api.send("POST", "/v1/account/restore", {});
            erasedAt.set(undefined);
        },
        acceptTerms: async () => {
            const version = newTerms.peek();
            if (version) await client.api.send("PUT", "/v1/terms/acceptance", { body: { version } });
            newTerms.set(undefined);
        },
    };
}

export interface InboxModel {
    readonly items: Readable<readonly Notification[] | undefined>;
    readonly error: Readable<unknown>;
    readonly unread: Readable<number>;
    readonly hasMore: Readable<boolean>;
    loadMore(): Promise<void>;
    reload(): void;
    setRead(id: string, isRead: boolean): Promise<void>;
    markAllRead(): Promise<void>;
    /** Removes a notice from the list; the returned function restores it, even after its deletion on the server. */
    remove(id: string): () => void;
    /** Sends pending deletions at once, for example when the page is left. */
    finish(): void;
}

export function inboxModel(client: Client): InboxModel {
    const list = listModel<Notification>(async (cursor) => {
        client.changesOf("notification");
        const { value } = await client.api.get("/v1/notifications", {
            query: { limit: 30, ...(cursor ? { cursor } : {}) },
        });
        return value as ListPage<Notification>;
    }, { client, slot: "inbox" });
    const hidden = signal<ReadonlySet<string>>(new Set());
    const leaving = new Map<string, ReturnType<typeof setTimeout>>();
    const items = computed(() => list.value()?.filter(({ id }) => !hidden().has(id)));

    function show(id: string): void {
        hidden.update((old) => new Set([...old].filter((one) => one !== id)));
    }
    async function forget(id: string): Promise<void> {
        leaving.delete(id);
        await client.api.send("DELETE", "/v1/notifications/{id}", { segments: { id } }).catch((error) => {
            if (!(error instanceof RefusedError) || error.status !== 404) show(id);
        });
    }
    async function restore(id: string): Promise<void> {
        await client.api.send("POST", "/v1/notifications/{id}/restore", {
            segments: { id },
            idempotencyKey: client.newID(),
        }).catch(() => undefined);
        list.reload();
    }
    async function setRead(id: string, read: boolean): Promise<void> {
        const write = (value: boolean): void =>
            list.change((all) => all.map((one) => one.id === id ? { ...one, read: value } : one));
        write(read);
        try {
            await client.api.send("PATCH", "/v1/notifications/{id}", { segments: { id }, body: { read } });
        } catch (error) {
            write(!read);
            throw error;
        }
    }
    return {
        items,
        error: list.error,
        unread: computed(() => items()?.filter(({ read }) => !read).length ?? 0),
        hasMore: list.hasMore,
        loadMore: list.loadMore,
        reload: list.reload,
        setRead,
        markAllRead: async () => {
            const through = items()?.[0]?.createdAt;
            if (!through) return;
            await client.api.send("POST", "/v1/notifications/read", { body: { through } });
            list.change((all) => all.map((one) => ({ ...one, read: true })));
        },
        remove: (id) => {
            hidden.update((old) => new Set([...old, id]));
            leaving.set(id, setTimeout(() => void forget(id), undoTime));
            return () => {
                const isDeleted = !leaving.has(id);
                clearTimeout(leaving.get(id));
                leaving.delete(id);
                show(id);
                if (isDeleted) void restore(id);
            };
        },
        finish: () => {
            for (const [id, timer] of leaving) {
                clearTimeout(timer);
                void forget(id);
            }
        },
    };
}

/** One notice, which is marked as read when it is loaded. */
export function noticeResource(client: Client, id: string): KeptResource<Notification> {
    return keptObject<Notification>(client, "notice", id, async () => {
        language();
        const { value } = await client.api.get("/v1/notifications/{id}", { segments: { id } });
        if (!value.read) {
            void client.api.send("PATCH", "/v1/notifications/{id}", { segments: { id }, body: { read: true } })
                .catch(() => {});
        }
        return value;
    }, language);
}

/** The page of a notice's subject; undefined if it has no page. */
export function pageAbout(notice: Notification): string | undefined {
    if (notice.scan) return `/scans/${notice.scan}`;
    if (notice.meal) return notice.kind === "reportReady" ? `/meals/${notice.meal}/report` : `/meals/${notice.meal}`;
    if (notice.budget) return `/budgets/${notice.budget}`;
    if (notice.receipt) return `/receipts/${notice.receipt}`;
    if (notice.product) return `/products/${notice.product}`;
    if (notice.payment || notice.kind === "subscriptionChanged" || notice.kind === "paymentChanged") return "/plan";
    if (notice.grant) return "/grants";
    if (notice.export) return `/privacy/export?id=${notice.export}`;
    if (notice.day) return `/diary/${notice.day}`;
    if (notice.kind === "mealReminder") return "/diary";
    if (notice.kind === "releaseNotes") return "/help/news";
    const scan = /^\/v1\/label-scans\/([\w-]+)$/.exec(notice.why ?? "")?.[1];
    return scan && `/scans/${scan}`;
}
