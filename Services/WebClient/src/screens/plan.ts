import type { ChangeQuote, Membership, Payment, Seats, UsedSeat } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatMoment, formatNumber, language, t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { computed, signal } from "../core/signal.ts";
import type { FormErrors } from "../models/account.ts";
import { formatDate } from "../models/formats.ts";
import { formatMoney } from "../models/money.ts";
import {
    type Offer,
    paymentsModel,
    planModel,
    planName,
    priceText,
    seatsModel,
    subscriptionState,
} from "../models/plan.ts";
import { describeError } from "../models/problems.ts";
import { regionGroups } from "../models/regions.ts";
import { copyable, facts, failure, loaded, saveFile, selectField } from "./account-parts.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { ask, button, field, formElement, formSummary, section, skeletons, submitButton } from "./parts.ts";
import { notify } from "./snackbar.ts";

const statusNames = {
    pending: "plan.status.pending",
    paid: "plan.status.paid",
    declined: "plan.status.declined",
    refunded: "plan.status.refunded",
} as const satisfies Record<Payment["status"], string>;

/** The person's plan, the features of Pro, its purchase, and payments. */
export default function planScreen(page: Page): Child {
    const { client } = page;
    const model = planModel(client);
    const payments = paymentsModel(client);
    const seats = seatsModel(client);
    const choice = computed((): string => {
        const known = model.membership.value();
        if (!known) return "";
        const state = subscriptionState(known.subscription);
        if (state === "none") return known.tier === "basic" ? "choose" : "";
        return state === "awaiting" ? "" : `change ${known.subscription?.plan ?? ""}`;
    });

    return h(
        "div",
        { class: "page-grid" },
        section("plan.have", loaded(model.membership, have)),
        () => {
            const known = model.membership.value();
            return known?.tier === "basic" && section("plan.adds", additions());
        },
        // The input is recreated only when another choice is available, so that the person's input is kept.
        () => {
            const [what, plan = ""] = choice().split(" ");
            if (what === "choose") return chooser();
            return what === "change" ? changer(plan) : null;
        },
        () => {
            const paid = seats.paid.value();
            return paid !== undefined && paid.paid > 1 && section("plan.seats", offeredSeats(paid));
        },
        section("plan.payments", () => {
            const items = payments.list.value();
            const { error, reload, hasMore, loadMore } = payments.list;
            if (!items) return error() ? failure(error(), reload) : skeletons(1);
            if (!items.length) return h("p", { class: "hint" }, t("plan.noPayments"));
            return [
                h("ul", { class: "list" }, items.map(paymentCard)),
                hasMore() && h("div", { class: "actions" }, button(() => t("today.more"), loadMore)),
            ];
        }),
        () => (seats.used.value() ?? []).map(usedSeat),
        invitation(),
    );

    function have({ tier, subscription, photosLeft }: Membership): Child {
        const state = subscriptionState(subscription);
        const left = photosLeft;
        return h(
            "div",
            { class: "card stack" },
            h("p", { class: "price" }, t(tier === "pro" ? "plan.pro" : "plan.basic")),
            subscription && state !== "none" && h("p", null, priceText(subscription.plan, subscription.price)),
            left !== undefined && h("p", null, t("plan.photosLeft", { count: left })),
            state === "active" && subscription?.renewsAt &&
                h("p", null, t("plan.renews", { date: formatDate(subscription.renewsAt) })),
            state === "ending" && subscription?.endsAt &&
                h("p", { class: "strong" }, t("plan.ends", { date: formatDate(subscription.endsAt) })),
            state === "trial" && subscription?.trial?.endsAt &&
                h("p", null, t("plan.trialEnds", { date: formatDate(subscription.trial.endsAt) })),
            state === "pastDue" && h("p", { class: "error" }, icon("info"), t("plan.pastDue")),
            tier === "pro" && state === "none" && h("p", null, t("plan.seatOfOther")),
            subscription?.next &&
                h("p", null, t("plan.next", { plan: translate(planName(subscription.next.plan)) })),
            state === "awaiting" && subscription?.checkout && h(
                "div",
                { class: "stack" },
                h("p", null, t("plan.awaiting", { at: formatMoment(subscription.checkout.expiresAt) })),
                h("p", { class: "price" }, formatMoney(subscription.checkout.total)),
                h(
                    "div",
                    { class: "actions" },
                    button(() => t("plan.giveUp"), model.cancel),
                    subscription.checkout.url &&
                        h(
                            "a",
                            { class: "primary", href: subscription.checkout.url, rel: "noreferrer" },
                            () => t("plan.continue"),
                        ),
                ),
            ),
            h("p", { class: "hint" }, t("plan.labelsFree")),
        );
    }

    function additions(): HTMLElement {
        const lines = [
            "plan.adds.photos",
            "plan.adds.history",
            "plan.adds.reports",
            "plan.adds.files",
            "plan.adds.custom",
            "plan.adds.noAds",
        ] as const;
        return h(
            "ul",
            { class: "card ticked" },
            lines.map((line) => h("li", null, icon("check"), h("span", null, () => t(line)))),
        );
    }

    function region(): HTMLElement {
        return h(
            "div",
            { class: "stack" },
            () =>
                selectField(
                    "region",
                    "plan.region",
                    [
                        ["", t("plan.chooseRegion")],
                        ...regionGroups(language()).map(({ country, regions }) => ({
                            heading: country,
                            options: regions,
                        })),
                    ],
                    model.region(),
                    model.region.set,
                ),
            h("p", { class: "hint" }, () => t("plan.regionHint")),
        );
    }

    function chooser(): HTMLElement {
        return section(
            "plan.choose",
            region(),
            loaded(model.offers, (offers) => h("ul", { class: "list" }, offers.map(offerCard))),
            h("p", { class: "hint" }, () => t("plan.provider")),
        );
    }

    function offerCard(offer: Offer): HTMLElement {
        const count = signal(offer.leastSeats);
        const errors = signal<FormErrors>({ fields: {}, summary: "" });
        const isTrial = model.mayTry() && offer.trialDays > 0;
        return h(
            "li",
            { class: "card stack" },
            h("h3", null, translate(planName(offer.plan))),
            h("p", { class: "price" }, priceText(offer.plan, offer.price)),
            offer.taxes && offer.total && facts([
                [t("plan.price"), formatMoney(offer.price)],
                ...offer.taxes.map((tax) =>
                    [
                        t("plan.tax", { name: tax.name, percent: formatNumber(tax.ratePercent) }),
                        formatMoney(tax.amount),
                    ] as const
                ),
                [t("plan.total"), h("span", { class: "total" }, formatMoney(offer.total))],
            ]),
            offer.taxes?.length === 0 && h("p", { class: "hint" }, t("plan.noTax")),
            offer.mostSeats > 1 && field({
                name: `seats-${offer.plan}`,
                label: "plan.seats",
                type: "number",
                min: offer.leastSeats,
                max: offer.mostSeats,
                value: offer.leastSeats,
                errors,
                oninput: (event: Event) => count.set(Number((event.target as HTMLInputElement).value)),
            }),
            formSummary(errors),
            h(
                "div",
                { class: "actions" },
                button(
                    () => isTrial ? t("plan.startTrial", { count: offer.trialDays }) : t("plan.start"),
                    async () => {
                        if (!model.region.peek()) {
                            document.getElementById("field-region")?.focus();
                            errors.set({ fields: {}, summary: t("plan.chooseRegion") });
                            return;
                        }
                        try {
                            const seatCount = offer.mostSeats > 1 ? count.peek() : undefined;
                            const url = await model.start(offer.plan, seatCount, isTrial);
                            if (url) location.assign(url);
                        } catch (error) {
                            errors.set({ fields: {}, summary: describeError(error) });
                        }
                    },
                    { kind: "primary", "aria-disabled": () => model.isBusy() ? "true" : null },
                ),
            ),
        );
    }

    function changer(current: string): HTMLElement {
        return section(
            "plan.change",
            loaded(model.offers, (offers) =>
                h(
                    "div",
                    { class: "actions" },
                    offers.filter(({ plan, mostSeats }) => plan !== current && mostSeats === 1).map(({ plan, price }) =>
                        button(() => t("plan.changeTo", { plan: priceText(plan, price) }), () => change(plan))
                    ),
                    subscriptionState(model.membership.value()?.subscription) !== "ending" &&
                        button(() => t("plan.cancel"), cancel, { class: "secondary danger" }),
                ), 1),
        );
    }

    async function change(plan: string): Promise<void> {
        const quote: ChangeQuote = await model.quote(plan);
        const next = priceText(plan, quote.nextPrice);
        const text = quote.effect === "with-next-period"
            ? t("plan.quote.later", { date: formatDate(quote.effectiveAt), next })
            : t("plan.quote.now", { total: formatMoney(quote.total), next });
        const isSure = await ask(() => t("plan.change"), h("p", null, text), [
            { value: false, label: () => t("app.cancel") },
            { value: true, label: () => t("account.confirm"), kind: "primary" },
        ], false);
        if (!isSure) return;
        await model.agree(quote);
        notify(() => t("plan.changed"));
    }

    async function cancel(): Promise<void> {
        const until = model.membership.value()?.subscription?.periodEnd;
        const date = until ? formatDate(until) : "–";
        const isSure = await ask(() => t("plan.cancelTitle"), h("p", null, t("plan.cancelText", { date })), [
            { value: true, label: () => t("plan.cancel") },
            { value: false, label: () => t("plan.keep"), kind: "primary" },
        ], false);
        if (isSure) await model.cancel();
    }

    function paymentCard(payment: Payment): HTMLElement {
        const { id, status, plan, total, net, taxes, askedAt, paidAt, refundableUntil, card, receiptNumber } = payment;
        return h(
            "li",
            { class: "card stack" },
            facts([
                [formatMoment(paidAt ?? askedAt), h("span", { class: "strong" }, translate(statusNames[status]))],
                [translate(planName(plan)), formatMoney(net)],
                ...taxes.map((tax) =>
                    [
                        t("plan.tax", { name: tax.name, percent: formatNumber(tax.ratePercent) }),
                        formatMoney(tax.amount),
                    ] as const
                ),
                [t("plan.total"), h("span", { class: "total" }, formatMoney(total))],
                card &&
                [
                    "",
                    t("plan.card", {
                        brand: card.brand.charAt(0).toUpperCase() + card.brand.slice(1),
                        digits: card.lastFour,
                    }),
                ],
            ]),
            payments.isRefundable(payment) && refundableUntil &&
                h("p", { class: "hint" }, t("plan.refundUntil", { at: formatMoment(refundableUntil) })),
            h(
                "div",
                { class: "actions" },
                payments.isRefundable(payment) && button(() => t("plan.refund"), () => refund(payment)),
                receiptNumber && button(
                    () => t("plan.receipt"),
                    async () => saveFile(await payments.receipt(id), `${receiptNumber}.pdf`),
                    { icon: "download" },
                ),
            ),
        );
    }

    async function refund({ id, total }: Payment): Promise<void> {
        const title = (): string => t("plan.refundTitle", { total: formatMoney(total) });
        const isSure = await ask(title, h("p", null, t("plan.refundText")), [
            { value: false, label: () => t("plan.keep") },
            { value: true, label: () => t("plan.refund"), kind: "primary" },
        ], false);
        if (!isSure) return;
        await payments.refund(id);
        model.membership.reload();
        notify(() => t("plan.refunded"));
    }

    function offeredSeats({ paid, taken, items }: Seats): Child {
        return [
            h("p", null, t("plan.seatsUsed", { taken, paid })),
            () => {
                const made = seats.offered();
                return made?.token && h(
                    "div",
                    { class: "card advice" },
                    h("p", null, t("plan.seatToken", { name: made.name })),
                    copyable(made.token),
                );
            },
            h(
                "ul",
                { class: "list" },
                items.map(({ id, name, state }) =>
                    h(
                        "li",
                        { class: "card stack" },
                        facts([[
                            name,
                            t(
                                state === "taken"
                                    ? "plan.seat.taken"
                                    : state === "offered"
                                    ? "plan.seat.offered"
                                    : "plan.seat.expired",
                            ),
                        ]]),
                        h(
                            "div",
                            { class: "tools" },
                            button(() => t("plan.takeBack"), async () => {
                                await seats.takeBack(id);
                                notify(() => t("plan.seatTakenBack"));
                            }, { kind: "plain" }),
                        ),
                    )
                ),
            ),
            keptForm(
                page,
                "seat",
                async (text, form) => {
                    const isDone = await seats.offer.submit({ name: text("name") });
                    if (isDone) form.reset();
                    return isDone;
                },
                field({ name: "name", label: "plan.seatName", maxlength: 100, errors: seats.offer.errors }),
                formSummary(seats.offer.errors),
                submitButton("plan.offerSeat", seats.offer.isBusy),
            ),
        ];
    }

    function usedSeat({ id }: UsedSeat): HTMLElement {
        return h(
            "div",
            { class: "card stack" },
            h("p", null, () => t("plan.seatOfOther")),
            h(
                "div",
                { class: "actions" },
                button(() => t("plan.leaveSeat"), async () => {
                    const isSure = await ask(() => t("plan.leaveTitle"), h("p", null, t("plan.leaveText")), [
                        { value: false, label: () => t("app.cancel") },
                        { value: true, label: () => t("plan.leaveSeat"), kind: "primary" },
                    ], false);
                    if (!isSure) return;
                    await seats.leave(id);
                    model.membership.reload();
                }),
            ),
        );
    }

    function invitation(): HTMLElement {
        return h(
            "details",
            { class: "card" },
            h("summary", null, () => t("plan.haveInvitation")),
            formElement(
                async (text) => {
                    const isDone = await seats.accept.submit({ token: text("token") });
                    if (isDone) {
                        model.membership.reload();
                        notify(() => t("plan.seatDone"));
                    }
                    return isDone;
                },
                field({ name: "token", label: "plan.invitation", autocomplete: "off", errors: seats.accept.errors }),
                formSummary(seats.accept.errors),
                submitButton("plan.takeSeat", seats.accept.isBusy),
            ),
        );
    }
}
