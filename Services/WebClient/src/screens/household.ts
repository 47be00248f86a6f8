import type { Household } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { signal } from "../core/signal.ts";
import { householdModel, invitationCode } from "../models/household.ts";
import { dayOf, formatDay, formatMoney } from "../models/money.ts";
import { describeError } from "../models/problems.ts";
import { householdSpendingResource } from "../models/spending.ts";
import { barChart } from "./charts.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { ask, button, field, formSummary, section, skeletons, submitButton } from "./parts.ts";
import { notify } from "./snackbar.ts";
import { problemNote } from "./spending-parts.ts";

/** A household: people who share purchases and budgets. */
export default function householdScreen(page: Page): Child {
    const { client, query } = page;
    const model = householdModel(client);
    const problem = signal("");
    const code = invitationCode(query.get("code") ?? "");

    async function attempt(action: () => Promise<void>): Promise<void> {
        problem.set("");
        await action().catch((error: unknown) => problem.set(describeError(error)));
    }

    return h(
        "div",
        { class: "page-grid" },
        () => problem() && h("p", { class: "error card", role: "alert" }, icon("info"), problem()),
        () => {
            const household = model.resource.value();
            if (household === undefined) {
                const error = model.resource.error();
                return error ? problemNote(error, model.resource.reload) : skeletons(2);
            }
            return household ? inside(household) : outside();
        },
    );

    function outside(): Child {
        const join = section(
            "household.join",
            h(
                "div",
                { class: "card" },
                keptForm(
                    page,
                    // What was typed for one invitation is not written over the code of another.
                    code ? `household/join/${code}` : "household/join",
                    (text, form) =>
                        model.join.submit({
                            code: text("code"),
                            displayName: text("displayName"),
                            shareNewReceipts: new FormData(form).has("shareNewReceipts"),
                        }),
                    field({
                        name: "code",
                        label: "household.code",
                        hint: "household.codeHint",
                        errors: model.join.errors,
                        autocomplete: "off",
                        value: code,
                    }),
                    displayName("join"),
                    share("join"),
                    formSummary(model.join.errors),
                    h("div", { class: "actions" }, submitButton("household.joinNow", model.join.isBusy)),
                ),
            ),
        );
        const create = section(
            "household.create",
            h(
                "div",
                { class: "card" },
                keptForm(
                    page,
                    "household/create",
                    (text, form) =>
                        model.create.submit({
                            name: text("name"),
                            displayName: text("displayName"),
                            shareNewReceipts: new FormData(form).has("shareNewReceipts"),
                        }),
                    field({ name: "name", label: "household.name", errors: model.create.errors, maxlength: 60 }),
                    displayName("create"),
                    share("create"),
                    formSummary(model.create.errors),
                    h("div", { class: "actions" }, submitButton("household.createNow", model.create.isBusy)),
                ),
            ),
        );
        return [h("p", null, () => t("household.intro")), code ? [join, create] : [create, join]];
    }

    function displayName(form: "join" | "create"): Child {
        return h(
            "div",
            { class: "field" },
            h("label", { for: `name-${form}` }, () => t("household.displayName")),
            h("input", {
                id: `name-${form}`,
                name: "displayName",
                maxlength: 60,
                autocomplete: "nickname",
                "aria-invalid": () => model[form].errors().fields.displayName ? "true" : null,
                "aria-describedby": () =>
                    `${model[form].errors().fields.displayName ? `name-${form}-error ` : ""}name-${form}-hint`,
            }),
            () => {
                const error = model[form].errors().fields.displayName;
                return error && h("p", { class: "error", id: `name-${form}-error` }, icon("info"), error);
            },
            h("p", { class: "hint", id: `name-${form}-hint` }, () => t("household.displayNameHint")),
        );
    }

    function share(form: "join" | "create"): Child {
        return h(
            "label",
            { class: "tick" },
            h("input", { id: `share-${form}`, type: "checkbox", name: "shareNewReceipts" }),
            h("span", null, () => t("household.shareNew")),
        );
    }

    function inside(household: Household): Child {
        const me = household.members.find((member) => member.me);
        const isOwner = me?.role === "owner";
        const spending = householdSpendingResource(client, household.id);
        return [
            section(
                "household.members",
                h("p", { class: "large strong" }, household.name ?? t("household.title")),
                h("ul", { class: "list" }, household.members.map((member) => memberRow(member, isOwner))),
                isOwner && invitation(),
            ),
            () =>
                spending.value()?.currencies.map((one) =>
                    (one.members?.length ?? 0) > 0 && barChart({
                        title: t("household.spending"),
                        sentence: t("household.spendingText", { amount: formatMoney(one.total) }),
                        points: (one.members ?? []).map(({ name, amount }) => ({
                            label: name,
                            value: Number(amount.amount),
                            text: formatMoney(amount),
                        })),
                        labels: t("household.members"),
                        values: t("receipt.amount"),
                    })
                ),
            section("household.receipts", () => {
                const list = model.receipts.value();
                if (!list) return model.receipts.error() ? null : skeletons(2);
                if (!list.length) return h("p", { class: "hint" }, t("household.noReceipts"));
                return h(
                    "ul",
                    { class: "list" },
                    list.map((receipt) =>
                        h(
                            "li",
                            null,
                            h(
                                "a",
                                {
                                    href: receipt.contributor.id === me?.id
                                        ? `/receipts/${receipt.id}`
                                        : `/spending/household/${receipt.id}`,
                                    class: "card row money-row",
                                },
                                h("span", { class: "badge" }, icon("receipt")),
                                h(
                                    "span",
                                    { class: "words" },
                                    h("span", { class: "strong" }, receipt.merchant ?? t("receipt.unknownShop")),
                                    h(
                                        "span",
                                        { class: "hint" },
                                        [
                                            receipt.contributor.name,
                                            receipt.purchasedAt && formatDay(receipt.purchasedAt),
                                        ]
                                            .filter(Boolean).join(" · "),
                                    ),
                                ),
                                h("span", { class: "figure strong" }, receipt.total ? formatMoney(receipt.total) : "–"),
                            ),
                        )
                    ),
                );
            }),
            section(
                "household.change",
                h(
                    "div",
                    { class: "card stack" },
                    h(
                        "label",
                        { class: "tick" },
                        h("input", {
                            type: "checkbox",
                            checked: household.shareNewReceipts,
                            onchange: (event: Event) => {
                                const { checked } = event.target as HTMLInputElement;
                                void attempt(() => model.shareNew(checked));
                            },
                        }),
                        h("span", null, () => t("household.shareNew")),
                    ),
                    keptForm(
                        page,
                        "household/names",
                        (text) =>
                            model.rename.submit({ name: text("name"), displayName: text("displayName") }).then(
                                (isSaved) => {
                                    if (isSaved) notify(() => t("shops.saved"));
                                    return isSaved;
                                },
                            ),
                        isOwner && field({
                            name: "name",
                            label: "household.name",
                            errors: model.rename.errors,
                            maxlength: 60,
                            value: household.name ?? "",
                        }),
                        field({
                            name: "displayName",
                            label: "household.displayName",
                            errors: model.rename.errors,
                            maxlength: 60,
                            value: me?.name ?? "",
                        }),
                        formSummary(model.rename.errors),
                        h("div", { class: "actions" }, submitButton("app.save", model.rename.isBusy)),
                    ),
                ),
                h(
                    "div",
                    { class: "actions" },
                    me && button(() => t("household.leave"), () => leave(me.id, household.members.length === 1)),
                    isOwner && household.members.length > 1 && button(() => t("household.end"), end),
                ),
            ),
        ];
    }

    function memberRow(member: Household["members"][number], isOwner: boolean): Child {
        return h(
            "li",
            { class: "card row" },
            h("span", { class: "badge" }, icon("person")),
            h(
                "span",
                { class: "words" },
                h("span", { class: "strong" }, member.name, member.me && ` (${t("household.me")})`),
                h(
                    "span",
                    { class: "hint" },
                    member.role === "owner" && `${t("household.owner")} · `,
                    t("household.since", { day: formatDay(dayOf(new Date(member.joinedAt))) }),
                ),
            ),
            isOwner && !member.me && button(() => t("household.remove"), async () => {
                const isSure = await ask(
                    () => t("household.removeTitle", { name: member.name }),
                    h("p", null, t("household.removeText")),
                    [
                        { value: false, label: () => t("app.cancel") },
                        { value: true, label: () => t("household.remove"), kind: "primary" },
                    ],
                    false,
                );
                if (isSure) await attempt(() => model.removeMember(member.id));
            }, { kind: "plain", "aria-label": t("household.removeTitle", { name: member.name }) }),
        );
    }

    /** The invitation link and code; the server returns a code only once. */
    function invitation(): Child {
        return () => {
            const made = model.invitation();
            if (!made) {
                return h(
                    "div",
                    { class: "actions" },
                    button(() => t("household.invite"), () => attempt(model.invite), { kind: "primary" }),
                );
            }
            const link = `${location.origin}/spending/household?code=${made.code}`;
            const box = h("input", { id: "invitation", value: link, readonly: true, onfocus: () => box.select() });
            return h(
                "div",
                { class: "card advice" },
                h("label", { for: "invitation", class: "strong" }, t("household.link")),
                box,
                h("p", { class: "hint" }, t("household.linkHint", { day: formatDay(dayOf(new Date(made.expiresAt))) })),
                h(
                    "div",
                    { class: "actions" },
                    button(() => t("household.copy"), async () => {
                        await navigator.clipboard.writeText(link).catch(() => box.select());
                        notify(() => t("household.copied"));
                    }),
                    "share" in navigator &&
                        button(
                            () => t("household.share"),
                            () => navigator.share({ title: t("household.title"), url: link }).catch(() => {}),
                        ),
                    button(() => t("household.inviteAgain"), () => attempt(model.invite)),
                ),
            );
        };
    }

    async function leave(id: string, isLast: boolean): Promise<void> {
        const isSure = await ask(
            () => t("household.leaveTitle"),
            h("p", null, t(isLast ? "household.endText" : "household.leaveText")),
            [
                { value: false, label: () => t("app.cancel") },
                { value: true, label: () => t("household.leave"), kind: "primary" },
            ],
            false,
        );
        if (isSure) await attempt(() => model.removeMember(id));
    }

    async function end(): Promise<void> {
        const isSure = await ask(() => t("household.endTitle"), h("p", null, t("household.endText")), [
            { value: false, label: () => t("app.cancel") },
            { value: true, label: () => t("household.end"), kind: "primary" },
        ], false);
        if (isSure) await attempt(model.end);
    }
}
