import type { Grant, GrantComment, GrantScope } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatList, formatMoment, inSentence, t, translate } from "../core/i18n.ts";
import { flush, signal } from "../core/signal.ts";
import { formatDate, formatDay } from "../models/formats.ts";
import {
    commentsModel,
    defaultEnd,
    grantsModel,
    grantStates,
    isDiscussed,
    isOpen,
    scopeNames,
} from "../models/grants.ts";
import { copyable, groupError, loaded, textArea } from "./account-parts.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { ask, button, field, formElement, formSummary, linkButton, section, submitButton } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** What a new invitation offers until the person chooses. */
const firstScopes: readonly GrantScope[] = ["diary"];

/** Other people's access to the person's records, and the person's access to theirs. */
export default function grantsScreen(page: Page): Child {
    const { client, query } = page;
    const model = grantsModel(client);
    const scopes = signal(firstScopes);
    const invited = query.get("token") ?? "";
    return h(
        "div",
        { class: "page-grid" },
        h("p", null, () => t("grants.intro")),
        () => {
            const made = model.offered();
            return made?.token && h(
                "div",
                { class: "card advice" },
                h("p", null, t("grants.token", { name: made.name ?? "" })),
                copyable(made.token),
            );
        },
        section(
            "grants.mine",
            loaded(
                model.mine,
                (items) =>
                    items.length
                        ? h("ul", { class: "list" }, items.map(card))
                        : h("p", { class: "hint" }, t("grants.none")),
            ),
        ),
        h(
            "details",
            { class: "card" },
            h("summary", null, () => t("grants.add")),
            offerForm(),
        ),
        () => {
            const items = model.others.value() ?? [];
            return items.length > 0 && section("grants.others", h("ul", { class: "list" }, items.map(card)));
        },
        h(
            "details",
            { class: "card", open: invited !== "" },
            h("summary", null, () => t("grants.accept")),
            formElement(
                async (text, form) => {
                    const isDone = await model.accept.submit({ token: text("token") });
                    if (isDone) {
                        form.reset();
                        notify(() => t("grants.accepted"));
                    }
                    return isDone;
                },
                field({
                    name: "token",
                    label: "plan.invitation",
                    value: invited,
                    autocomplete: "off",
                    errors: model.accept.errors,
                }),
                formSummary(model.accept.errors),
                submitButton("grants.acceptButton", model.accept.isBusy),
            ),
        ),
    );

    function card(grant: Grant): HTMLElement {
        const { id, side, name, owner, scopes, state, acceptedAt, expiresAt } = grant;
        const who = name ?? owner ?? t("grants.somebody");
        return h(
            "li",
            { class: "card notice" },
            h(
                "div",
                { class: "row" },
                h(
                    "span",
                    { class: "words" },
                    h("span", { class: "strong" }, who),
                    h("span", null, formatList(scopes.map((one) => inSentence(translate(scopeNames[one]))))),
                    h(
                        "span",
                        { class: "hint" },
                        [
                            translate(grantStates[state]),
                            isOpen(grant) && t("grants.untilDay", { date: formatDate(expiresAt) }),
                        ].filter(Boolean).join(" · "),
                    ),
                ),
            ),
            (isDiscussed(grant) || side === "owner" && acceptedAt) && comments(grant, who),
            isOpen(grant) && h(
                "div",
                { class: "tools" },
                side === "grantee" && state === "active" &&
                    linkButton(`/grants/${id}`, () => t("grants.records"), "plain"),
                button(() => t(side === "owner" ? "grants.end" : "grants.giveUp"), () => end(id, who), {
                    kind: "plain",
                }),
            ),
        );
    }

    /** The comments of both parties, loaded when opened. */
    function comments(grant: Grant, who: string): HTMLElement {
        const isShown = signal(false);
        return h(
            "details",
            {
                // Only one list of comments is open at a time, so that there is one form.
                name: "comments",
                ontoggle: (event: Event) => isShown.set((event.target as HTMLDetailsElement).open),
            },
            h("summary", null, () => t("grants.comments")),
            () => isShown() && discussion(grant, who),
        );
    }

    function discussion(grant: Grant, who: string): HTMLElement {
        const { list, form, remove } = commentsModel(client, grant.id);
        const canWrite = isDiscussed(grant);
        return h(
            "div",
            { class: "stack" },
            canWrite && keptForm(
                page,
                `comment/${grant.id}`,
                async (text, element) => {
                    const isDone = await form.submit({ text: text("text") });
                    if (isDone) element.reset();
                    return isDone;
                },
                textArea({ name: "text", label: "grants.comment", maxlength: 2000, errors: form.errors }),
                formSummary(form.errors),
                submitButton("grants.send", form.isBusy),
            ),
            loaded(list, (items) => [
                items.length
                    ? h("ul", { class: "list" }, items.map((comment) => entry(comment, grant, who, canWrite && remove)))
                    : h("p", { class: "hint" }, t("grants.noComments")),
                list.hasMore() && h("div", { class: "actions" }, button(() => t("today.more"), list.loadMore)),
            ]),
        );
    }

    async function end(id: string, name: string): Promise<void> {
        const isSure = await ask(() => t("grants.endTitle", { name }), h("p", null, t("grants.endText")), [
            { value: false, label: () => t("app.cancel") },
            { value: true, label: () => t("grants.end"), kind: "primary" },
        ], false);
        if (!isSure) return;
        await model.end(id);
        notify(() => t("grants.ended"));
    }

    function offerForm(): HTMLElement {
        const { errors, isBusy } = model.offer;
        return keptForm(
            page,
            "grant",
            async (text, form) => {
                const isDone = await model.offer.submit({
                    name: text("name"),
                    scopes: scopes.peek(),
                    until: text("expiresAt"),
                });
                if (isDone) {
                    form.reset();
                    scopes.set([...firstScopes]);
                    flush();
                    form.closest("details")?.removeAttribute("open");
                    scrollTo(0, 0);
                }
                return isDone;
            },
            field({ name: "name", label: "grants.name", maxlength: 100, errors }),
            h(
                "fieldset",
                { "aria-describedby": () => errors().fields.scopes ? "scopes-error" : null },
                h("legend", null, () => t("grants.what")),
                h(
                    "div",
                    { class: "chips" },
                    (Object.keys(scopeNames) as GrantScope[]).map((scope) =>
                        h(
                            "label",
                            { class: "chip" },
                            h("input", {
                                type: "checkbox",
                                name: "scope",
                                value: scope,
                                checked: () => scopes().includes(scope),
                                onchange: (event: Event) => {
                                    const isOn = (event.target as HTMLInputElement).checked;
                                    scopes.update((old) => isOn ? [...old, scope] : old.filter((one) => one !== scope));
                                },
                            }),
                            h("span", null, () => translate(scopeNames[scope])),
                        )
                    ),
                ),
                groupError("scopes-error", () => errors().fields.scopes),
            ),
            field({
                name: "expiresAt",
                label: "grants.until",
                type: "date",
                value: defaultEnd(client.now()),
                errors,
            }),
            formSummary(errors),
            submitButton("grants.offer", isBusy),
        );
    }
}

/** One comment; its author can delete it. */
function entry(
    { id, author, text, about, writtenAt }: GrantComment,
    { side }: Grant,
    who: string,
    remove: ((id: string) => Promise<void>) | false,
): HTMLElement {
    const isMine = author === side;
    return h(
        "li",
        { class: "card fact" },
        h("p", { class: "strong" }, isMine ? t("grants.you") : who),
        about?.day && h("p", null, t("grants.aboutDay", { day: formatDay(about.day) })),
        about?.meal && h("p", null, t("grants.aboutMeal")),
        h("p", { class: "lines" }, text),
        h("p", { class: "hint" }, formatMoment(writtenAt)),
        isMine && remove && h(
            "div",
            { class: "tools" },
            button(() => t("grants.delete"), () => remove(id), { kind: "plain" }),
        ),
    );
}
