import { type Child, h } from "../core/dom.ts";
import { t, translate } from "../core/i18n.ts";
import {
    channelNames,
    noticeGroups,
    preferencesModel,
    pushModel,
    type PushState,
} from "../models/notice-preferences.ts";
import { computed, onCleanup, signal, untracked } from "../core/signal.ts";
import { loaded, toggle } from "./account-parts.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { button, field, formSummary, section, skeletons, submitButton } from "./parts.ts";
import { browserPush } from "./push.ts";
import { notify } from "./snackbar.ts";

const pushTexts: Readonly<Record<Exclude<PushState, "unknown">, Parameters<typeof translate>[0]>> = {
    unsupported: "notices.push.unsupported",
    notOffered: "notices.push.notOffered",
    denied: "notices.push.denied",
    off: "notices.push.off",
    on: "notices.push.on",
    failed: "notices.push.failed",
};

/** How long the preferences wait for the state of push messages, in milliseconds. */
const latest = 2_000;

/** Notices delivered outside the inbox: which, over which channels, and when. */
export default function noticeSettingsScreen(page: Page): Child {
    const { client } = page;
    const model = preferencesModel(client);
    const push = pushModel(client, browserPush);
    const isLate = signal(false);
    const timer = setTimeout(() => isLate.set(true), latest);
    onCleanup(() => clearTimeout(timer));
    const isPushKnown = computed(() => push.state() !== "unknown" || isLate());
    const hasLoaded = (): boolean => model.resource.value() !== undefined;
    return h(
        "div",
        { class: "page-grid" },
        h("p", null, () => t("notices.intro")),
        section(
            "notices.push.title",
            h("p", null, () => t("notices.push.text")),
            h("p", { class: "strong", role: "status" }, () => {
                const state = push.state();
                return state === "unknown" ? t("app.loading") : translate(pushTexts[state]);
            }),
            () => {
                const state = push.state();
                const isOff = state === "off" || state === "failed";
                return (isOff || state === "on") && h(
                    "div",
                    { class: "actions" },
                    button(
                        () => t(isOff ? "notices.push.turnOn" : "notices.push.turnOff"),
                        isOff ? push.turnOn : push.turnOff,
                        { kind: isOff ? "primary" : "secondary", "aria-disabled": () => push.isBusy() ? "true" : null },
                    ),
                    !isOff && button(() => t("notices.push.test"), push.test, {
                        kind: "secondary",
                        "aria-disabled": () => push.isBusy() ? "true" : null,
                    }),
                );
            },
            h("p", { role: "status" }, () => {
                const outcome = push.testOutcome();
                switch (outcome?.kind) {
                    case undefined:
                        return "";
                    case "sent":
                        return t("notices.push.test.sent");
                    case "gone":
                        return t("notices.push.test.gone");
                    case "tooSoon":
                        return t("notices.push.test.tooSoon", { count: outcome.seconds });
                }
            }),
            () =>
                push.devices().length > 0 &&
                h("p", { class: "hint" }, t("notices.push.others", { count: push.devices().length })),
        ),
        // What is below waits for the state of push messages, so that it does not move.
        () =>
            isPushKnown()
                ? [
                    section("notices.what", h("p", { class: "hint" }, () => t("notices.alwaysAlerts")), groups()),
                    // The form is created once, so that changing a group does not clear it.
                    loaded({ ...model.resource, value: () => hasLoaded() ? true : undefined }, form),
                ]
                : skeletons(2),
    );

    function groups(): Child {
        return loaded(
            { ...model.resource, value: () => hasLoaded() ? model.ways() : undefined },
            (ways) =>
                noticeGroups.map((group) =>
                    h(
                        "fieldset",
                        null,
                        h("legend", null, () => translate(group.name)),
                        h(
                            "div",
                            { class: "chips" },
                            ways.map((way) =>
                                h(
                                    "label",
                                    { class: "chip" },
                                    h("input", {
                                        type: "checkbox",
                                        checked: () => model.isOn(group, way),
                                        onchange: (event: Event) =>
                                            void model.toggle(group, way, (event.target as HTMLInputElement).checked),
                                    }),
                                    h("span", null, () => translate(channelNames[way])),
                                )
                            ),
                        ),
                    )
                ),
            3,
        );
    }

    function form(): Child {
        const known = untracked(model.resource.value);
        const hasQuietHours = signal(Boolean(known?.quietHours));
        const { errors, isBusy } = model.form;
        return keptForm(
            page,
            "notices",
            async (text) => {
                const isDone = await model.form.submit({
                    hasQuietHours: hasQuietHours.peek(),
                    from: text("from"),
                    to: text("to"),
                    digestAt: text("digestAt"),
                    chat: text("chat").trim(),
                    ntfy: text("ntfy").trim(),
                    webhook: text("webhook").trim(),
                });
                if (isDone) notify(() => t("notices.saved"));
                return isDone;
            },
            section(
                "notices.when",
                toggle(
                    () => t("notices.quiet"),
                    hasQuietHours,
                    (isOn) => hasQuietHours.set(isOn),
                    () => t("notices.quietHint"),
                    "quiet",
                ),
                () =>
                    hasQuietHours() && h(
                        "div",
                        { class: "pair" },
                        field({
                            name: "from",
                            label: "notices.from",
                            type: "time",
                            value: known?.quietHours?.from ?? "22:00",
                            errors,
                        }),
                        field({
                            name: "to",
                            label: "notices.to",
                            type: "time",
                            value: known?.quietHours?.to ?? "07:00",
                            errors,
                        }),
                    ),
                field({
                    name: "digestAt",
                    label: "notices.digest",
                    hint: "notices.digestHint",
                    type: "time",
                    value: known?.digestAt ?? "08:00",
                    errors,
                }),
            ),
            section(
                "notices.other",
                field({
                    name: "chat",
                    label: "notices.chat",
                    hint: "notices.chatHint",
                    type: "url",
                    inputmode: "url",
                    value: known?.chat ?? "",
                    errors,
                }),
                field({ name: "ntfy", label: "notices.ntfy", type: "url", value: known?.ntfy ?? "", errors }),
                field({ name: "webhook", label: "notices.webhook", type: "url", value: known?.webhook ?? "", errors }),
                () => {
                    const secret = model.resource.value()?.webhookSecret;
                    return secret && h("p", { class: "hint read" }, t("notices.webhookSecret", { secret }));
                },
            ),
            formSummary(errors),
            h("div", { class: "actions" }, submitButton("app.save", isBusy)),
        );
    }
}
