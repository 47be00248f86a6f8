import type {
    ChangeQuote,
    Membership,
    Payment,
    Plans,
    Seat,
    Seats,
    Subscription,
    UsedSeat,
} from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { type Key, t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, effect, onCleanup, type Readable, type Signal, signal } from "../core/signal.ts";
import { type FormModel, formModel } from "./account.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import { membershipResource } from "./membership.ts";
import { formatMoney } from "./money.ts";
import { type ListModel, listModel, type ListPage } from "./lists.ts";
import { requestKeys } from "./request-key.ts";
import { currencyOf } from "./regions.ts";

export type Offer = Plans["plans"][number];

export interface PlanModel {
    readonly membership: Resource<Membership>;
    /** Province or state; empty until one is chosen. */
    readonly region: Signal<string>;
    readonly offers: Omit<Resource<readonly Offer[]>, "set" | "show">;
    readonly mayTry: Readable<boolean>;
    readonly isBusy: Readable<boolean>;
    /** Begins a subscription; resolves to the address of the payment page. */
    start(plan: string, seats: number | undefined, isTrial: boolean): Promise<string | undefined>;
    cancel(): Promise<void>;
    quote(plan: string, seats?: number): Promise<ChangeQuote>;
    agree(quote: ChangeQuote): Promise<void>;
}

export function planModel(client: Client): PlanModel {
    const membership = membershipResource(client);
    const region = signal("");
    const isBusy = signal(false);
    const withKey = requestKeys(client);
    void client.store().then(async ({ kept }) => {
        const last = await kept.read<string>("region");
        if (last && !region.peek()) region.set(last);
    }).catch(() => {});
    effect(() => {
        const paid = membership.value()?.subscription?.region;
        if (paid && !region.peek()) region.set(paid);
    });
    const plans = keptResource<Plans>(client, "plans", async () => {
        const chosen = region();
        if (chosen) void client.store().then(({ kept }) => kept.write("region", chosen)).catch(() => {});
        return (await client.api.get("/v1/plans", { query: chosen ? { region: chosen } : {} })).value;
    }, region);
    async function once<T>(work: () => Promise<T>): Promise<T | undefined> {
        if (isBusy.peek()) return undefined;
        isBusy.set(true);
        try {
            return await work();
        } finally {
            isBusy.set(false);
        }
    }
    return {
        membership,
        region,
        offers: {
            ...plans,
            value: computed(() => plans.value()?.plans.filter(({ price }) => price.currency === currencyOf(region()))),
        },
        mayTry: computed(() => plans.value()?.mayTry ?? false),
        isBusy,
        start: (plan, seats, isTrial) =>
            once(async () => {
                const body = {
                    plan,
                    region: region.peek(),
                    ...(seats ? { seats } : {}),
                    ...(isTrial ? { trial: true } : {}),
                };
                const answer = await withKey(body, (idempotencyKey) => {
                    return client.api.send("POST", "/v1/subscription", { body, idempotencyKey });
                });
                membership.reload();
                return answer.value.checkout?.url;
            }),
        cancel: async () => {
            await once(() => client.api.send("DELETE", "/v1/subscription", {}));
            membership.reload();
        },
        quote: async (plan, seats) => {
            const body = { plan, ...(seats ? { seats } : {}) };
            return (await client.api.send("POST", "/v1/subscription/change", { body })).value as ChangeQuote;
        },
        agree: async ({ plan, seats, total, quotedAt }) => {
            const body = { plan, seats, agreedTotal: total, quotedAt };
            await once(() =>
                withKey(body, (idempotencyKey) => {
                    return client.api.send("POST", "/v1/subscription/change", { body, idempotencyKey });
                })
            );
            membership.reload();
        },
    };
}

/** The key of a plan's name. */
export function planName(plan: string): Key {
    if (plan.startsWith("institution")) return "plan.institution";
    return plan.startsWith("pro") ? "plan.pro" : "plan.basic";
}

/** The price of a plan for its period. */
export function priceText(plan: string, price: Offer["price"]): string {
    const values = { price: formatMoney(price) };
    if (plan.startsWith("institution")) return t("plan.perSeatYear", values);
    return plan.includes("year") ? t("plan.perYear", values) : t("plan.perMonth", values);
}

export type SubscriptionState = "none" | "awaiting" | "trial" | "active" | "ending" | "pastDue";

/** The state of a subscription, for the text on the page. */
export function subscriptionState(subscription: Subscription | undefined): SubscriptionState {
    if (!subscription || subscription.status === "ended") return "none";
    if (subscription.status === "awaiting_payment") return "awaiting";
    if (subscription.endsAt) return "ending";
    if (subscription.status === "past_due") return "pastDue";
    return subscription.status === "trialing" ? "trial" : "active";
}

export interface PaymentsModel {
    readonly list: ListModel<Payment>;
    isRefundable(payment: Payment): boolean;
    refund(id: string): Promise<void>;
    receipt(id: string): Promise<Blob>;
}

export function paymentsModel(client: Client): PaymentsModel {
    const list = listModel<Payment>(async (cursor) => {
        client.changesOf("payment");
        const { value } = await client.api.get("/v1/payments", { query: { limit: 20, ...(cursor ? { cursor } : {}) } });
        return value as ListPage<Payment>;
    }, { client, slot: "payments" });
    return {
        list,
        isRefundable: ({ status, refundableUntil }) =>
            status === "paid" && refundableUntil !== undefined && new Date(refundableUntil) > client.now(),
        refund: async (id) => {
            const { value } = await client.api.send("POST", "/v1/payments/{id}/refund", {
                segments: { id },
                idempotencyKey: `refund-${id}`,
            });
            list.change((all) => all.map((one) => one.id === id ? value : one));
        },
        receipt: async (id) => (await client.api.get("/v1/payments/{id}/receipt", { segments: { id } })).value,
    };
}

export interface SeatsModel {
    /** Seats that the person pays for. */
    readonly paid: Resource<Seats>;
    /** Seats that other accounts pay for. */
    readonly used: Resource<readonly UsedSeat[]>;
    readonly offer: FormModel<{ name: string }>;
    /** The newly created invitation, which is shown once. */
    readonly offered: Readable<Seat | undefined>;
    readonly accept: FormModel<{ token: string }>;
    takeBack(id: string): Promise<void>;
    leave(id: string): Promise<void>;
}

export function seatsModel(client: Client): SeatsModel {
    const paid = resource<Seats>(async () => {
        client.changesOf("subscription");
        return (await client.api.get("/v1/subscription/seats", {})).value;
    });
    const used = resource<readonly UsedSeat[]>(async () => {
        client.changesOf("entitlement");
        return (await client.api.get("/v1/seats", {})).value.items;
    });
    const offered = signal<Seat | undefined>(undefined);
    return {
        paid,
        used,
        offered,
        offer: formModel<{ name: string }>(
            ["name"],
            ({ name }) => name.trim() ? {} : { name: t("problem.field.required") },
            async ({ name }) => {
                offered.set(
                    (await client.api.send("POST", "/v1/subscription/seats", { body: { name: name.trim() } })).value,
                );
                paid.reload();
            },
        ),
        accept: formModel<{ token: string }>(
            ["token"],
            ({ token }) => token.trim() ? {} : { token: t("problem.field.required") },
            async ({ token }) => {
                try {
                    await client.api.send("POST", "/v1/seats/accept", { body: { token: token.trim() } });
                } catch (error) {
                    throw invitationError(error);
                }
                used.reload();
            },
        ),
        takeBack: async (id) => {
            await client.api.send("DELETE", "/v1/subscription/seats/{id}", { segments: { id } });
            paid.reload();
        },
        leave: async (id) => {
            await client.api.send("DELETE", "/v1/seats/{id}", { segments: { id } });
            used.reload();
        },
    };
}

/** The error to show for an invitation; an invalid one is an error of its field. */
export function invitationError(error: unknown): unknown {
    if (!(error instanceof RefusedError) || error.status !== 404) return error;
    const errors = [{ pointer: "/token", code: "unknown" as const, detail: t("plan.invitationWrong") }];
    return new RefusedError({ ...error.problem, status: 422, errors });
}

export type ReturnState = "waiting" | "done" | "late" | "notPaid";

/** Maximum wait for the provider after a payment, and polling interval, in milliseconds. */
export const returnWait = { longest: 12_000, pause: 2_000 } as const;

/** Whether the payment of a person returning from the payment page has arrived. */
export function returnModel(client: Client): Readable<ReturnState> {
    const membership = membershipResource(client);
    const isOver = signal(false);
    let asked = 0;
    const timer = setInterval(() => {
        asked += returnWait.pause;
        if (asked >= returnWait.longest) {
            clearInterval(timer);
            isOver.set(true);
        } else membership.reload();
    }, returnWait.pause);
    onCleanup(() => clearInterval(timer));
    return computed<ReturnState>(() => {
        const known = membership.value();
        const state = subscriptionState(known?.subscription);
        if (known?.tier === "pro" && state !== "awaiting") {
            clearInterval(timer);
            return "done";
        }
        if (!isOver()) return "waiting";
        return state === "awaiting" || state === "none" ? "notPaid" : "late";
    });
}
