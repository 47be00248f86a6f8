import type { Exposures, Reaction } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatList, formatMoment, inSentence, t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { go } from "../core/router.ts";
import { computed, onCleanup, type Signal, signal, untracked } from "../core/signal.ts";
import type { FormModel } from "../models/account.ts";
import { profileResource } from "../models/allergens.ts";
import type { Client } from "../models/client.ts";
import { draftOf } from "../models/drafts.ts";
import { dayOf } from "../models/formats.ts";
import {
    changesOf,
    emptyReaction,
    newReactionModel,
    reactionModel,
    type ReactionValues,
    severities,
    severityNames,
    symptomNames,
    valuesOf,
} from "../models/reactions.ts";
import { linkRow, loaded, textArea } from "./account-parts.ts";
import type { Page } from "./page.ts";
import {
    askToLeave,
    button,
    choice,
    field,
    formElement,
    formSummary,
    section,
    skeletons,
    submitButton,
} from "./parts.ts";
import { notify } from "./snackbar.ts";

/** An entry of the diary, new or changed. */
export default function reactionScreen(page: Page): Child {
    const { parameters } = page;
    return parameters.id ? changed(page, parameters.id) : created(page);
}

function created({ client, query }: Page): Child {
    const draft = draftOf<ReactionValues>(client, "reaction");
    const start = signal<ReactionValues | undefined>(undefined);
    const scan = query.get("scan") ?? undefined;
    void draft.read().then((kept) => start.set(kept ?? emptyReaction(client, scan)));
    const model = newReactionModel(client, (isSent) => {
        notify(() => t(isSent ? "reactions.saved" : "app.reactionWaits"));
    }, draft.clear);
    return () => {
        const values = start();
        if (!values) return skeletons();
        return [
            h("p", { class: "card error" }, icon("triangle"), h("span", null, () => t("reactions.urgent"))),
            reactionForm(client, values, model, draft.keep, async () => {
                await draft.clear();
                await go("/reactions", "replace");
            }),
        ];
    };
}

function changed({ client, setGuard }: Page, id: string): Child {
    const model = reactionModel(client, id);
    // Only what the person has changed: the rest comes from the entry, which another device may have changed.
    const draft = draftOf<Partial<ReactionValues>>(client, `reaction/${id}`);
    const isRead = signal(false);
    let typed: Partial<ReactionValues> = {};
    let isLeft = false;
    onCleanup(() => {
        isLeft = true;
    });
    void draft.read().then((kept) => {
        if (isLeft) return;
        if (kept) keep(kept);
        isRead.set(true);
    });
    return h(
        "div",
        { class: "page-grid" },
        loaded(
            { ...model.reaction, value: () => isRead() ? model.reaction.value() : undefined },
            (reaction) =>
                reactionForm(client, { ...valuesOf(reaction), ...typed }, model.form, (values) => {
                    keep(changesOf(valuesOf(reaction), values));
                }, async () => {
                    forget();
                    notify(() => t("account.saved"));
                    await go("/reactions");
                }, button(() => t("app.delete"), remove)),
        ),
        section("reactions.exposures", loaded(model.exposures, (found) => exposureList(client, found), 1)),
    );

    /** Stores typed changes, and asks before they are left. */
    function keep(changes: Partial<ReactionValues>): void {
        typed = changes;
        if (!Object.keys(changes).length) return forget();
        draft.keep(changes);
        setGuard(() =>
            askToLeave(async () => {
                const reaction = model.reaction.value();
                const isDone = reaction !== undefined &&
                    await model.form.submit({ ...valuesOf(reaction), ...typed });
                if (isDone) await draft.clear();
                return isDone;
            }, forget)
        );
    }
    function forget(): void {
        setGuard(undefined);
        void draft.clear();
    }
    async function remove(): Promise<void> {
        await model.remove();
        forget();
        await go("/reactions", "replace");
        notify(() => t("reactions.deleted"), { label: () => t("account.undo"), run: () => void model.restore() });
    }
}

function exposureList(client: Client, { items }: Exposures): Child {
    if (!items.length) return h("p", { class: "hint" }, t("reactions.noExposures"));
    const names = (codes: readonly string[]): string =>
        formatList(codes.map((code) => inSentence(client.allergenNames.nameOf(code))));
    return h(
        "ul",
        { class: "list" },
        items.map(({ id, at, contains, mayContain, suspected }) => {
            const all = [...new Set([...contains, ...mayContain])];
            const title = (): string => {
                if (suspected.length) return t("reactions.exposure.suspected", { what: names(suspected) });
                return all.length ? t("reactions.exposure.names", { what: names(all) }) : t("reactions.exposure.none");
            };
            return linkRow(`/scans/${id}`, suspected.length ? "triangle" : "lens", title, () => formatMoment(at));
        }),
    );
}

function reactionForm(
    client: Client,
    start: ReactionValues,
    model: FormModel<ReactionValues>,
    keep: (values: ReactionValues) => void,
    done: () => Promise<void>,
    more?: Child,
): HTMLFormElement {
    const allergens = signal<readonly string[]>(start.allergens);
    const severity = signal<ReactionValues["severity"]>(start.severity);
    const symptoms = signal<ReactionValues["symptoms"]>(start.symptoms);
    const profile = profileResource(client);
    const isAllShown = signal(false);
    // The allergens that the person avoids come first; the others are one tap away.
    const offered = computed(() => {
        const mine = profile.value()?.profile.allergens ?? [];
        const all = (client.allergenNames.list.value() ?? []).map(({ code }) => code as string);
        const first = [...new Set([...mine, ...untracked(allergens)])];
        return isAllShown() || !first.length ? [...new Set([...first, ...all])] : first;
    });
    const { errors, isBusy } = model;
    const values = (text: (name: string) => string): ReactionValues => ({
        occurredOn: text("occurredOn"),
        timeOfDay: text("timeOfDay"),
        allergens: allergens.peek(),
        severity: severity.peek(),
        symptoms: symptoms.peek(),
        cause: text("cause"),
        notes: text("notes"),
        ...(start.scan ? { scan: start.scan } : {}),
    });
    const form = formElement(
        async (text) => {
            const isDone = await model.submit(values(text));
            if (isDone) await done();
            else changed();
            return isDone;
        },
        h(
            "div",
            { class: "pair" },
            field({
                name: "occurredOn",
                label: "reactions.date",
                type: "date",
                max: dayOf(client.now()),
                value: start.occurredOn,
                errors,
            }),
            field({ name: "timeOfDay", label: "reactions.time", type: "time", value: start.timeOfDay, errors }),
        ),
        h(
            "fieldset",
            null,
            h("legend", null, () => t("reactions.suspects")),
            h(
                "div",
                { class: "chips" },
                () => offered().map((code) => tick(code, () => client.allergenNames.nameOf(code), allergens)),
                () =>
                    !isAllShown() && offered().length < 14 &&
                    button(() => t("reactions.all"), () => isAllShown.set(true), { kind: "plain" }),
            ),
        ),
        field({ name: "cause", label: "reactions.cause", value: start.cause, maxlength: 200, errors }),
        choice<Reaction["severity"] & string | "">(
            "reactions.severity",
            "severity",
            [
                ["", () => t("reactions.severity.none")],
                ...severities.map((one) => [one, () => translate(severityNames[one])] as const),
            ],
            severity,
            (value) => {
                severity.set(value);
                changed();
            },
        ),
        h(
            "fieldset",
            null,
            h("legend", null, () => t("reactions.symptoms")),
            h(
                "div",
                { class: "chips" },
                (Object.keys(symptomNames) as (keyof typeof symptomNames)[]).map((one) =>
                    tick(one, () => translate(symptomNames[one]), symptoms)
                ),
            ),
        ),
        textArea({ name: "notes", label: "reactions.notes", value: start.notes, errors }),
        formSummary(errors),
        h("div", { class: "actions" }, more, submitButton("app.save", isBusy)),
    );
    const changed = (): void => {
        const data = new FormData(form);
        keep(values((name) => String(data.get(name) ?? "")));
    };
    form.addEventListener("input", changed);
    return form;

    function tick<T extends string>(value: T, label: () => string, chosen: Signal<readonly T[]>): HTMLElement {
        return h(
            "label",
            { class: "chip" },
            h("input", {
                type: "checkbox",
                value,
                checked: () => chosen().includes(value),
                onchange: (event: Event) => {
                    const isOn = (event.target as HTMLInputElement).checked;
                    chosen.update((old) => isOn ? [...old, value] : old.filter((one) => one !== value));
                    changed();
                },
            }),
            h("span", null, label),
        );
    }
}
