import type { Notification } from "../../generated/api.ts";
import { computed, type Readable } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";

/** An unread alert that the person must see. */
export interface AlertView {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly createdAt: string;
    /** The page of the notice's subject. */
    readonly href?: string;
}

export interface AlertsModel {
    readonly isLoading: Readable<boolean>;
    readonly items: Readable<readonly AlertView[]>;
    markRead(id: string): Promise<void>;
}

/** Maximum number of alerts on the start page. */
const shown = 3;

/** Kinds of notices that are alerts about something the person is not currently viewing. */
const alertKinds: readonly Notification["kind"][] = ["allergenAlert", "recall", "mealAllergens", "purchaseAllergens"];

/** The page of a notice's subject. */
export function pageOf(
    notice: Pick<Notification, "scan" | "receipt" | "budget" | "product" | "why">,
): string | undefined {
    if (notice.scan) return `/scans/${notice.scan}`;
    if (notice.receipt) return `/receipts/${notice.receipt}`;
    if (notice.budget) return `/budgets/${notice.budget}`;
    if (notice.product) return `/products/${notice.product}`;
    const scan = /^\/v1\/label-scans\/([\w-]+)$/.exec(notice.why ?? "")?.[1];
    return scan && `/scans/${scan}`;
}

export function alertsModel(client: Client): AlertsModel {
    const page = keptResource<readonly Notification[]>(client, "alerts", async () => {
        client.changesOf("notification");
        const { items } = (await client.api.get("/v1/notifications", { query: { limit: 50 } })).value;
        return items.filter(({ read, urgency, kind }) => !read && urgency === "alert" && alertKinds.includes(kind));
    });
    return {
        isLoading: () => !page.value() && !page.error(),
        items: computed(() =>
            (page.value() ?? [])
                .slice(0, shown)
                .map((notice) => {
                    const href = pageOf(notice);
                    const { id, title, body, createdAt } = notice;
                    return { id, title, body, createdAt, ...(href ? { href } : {}) };
                })
        ),
        markRead: async (id) => {
            await client.api.send("PATCH", "/v1/notifications/{id}", { segments: { id }, body: { read: true } });
        },
    };
}
