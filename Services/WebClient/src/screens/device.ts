import { type Child, h } from "../core/dom.ts";
import { formatMoment, type Key, t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { resource } from "../core/resource.ts";
import { formatBytes } from "../models/formats.ts";
import { describeKind } from "../models/problems.ts";
import type { Entry } from "../store/outbox.ts";
import { facts, loaded } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { ask, button, section } from "./parts.ts";
import { notify } from "./snackbar.ts";

const kindNames: Readonly<Record<Entry["kind"], Key>> = {
    "label-photo": "device.kind.photo",
    "meal-photo": "device.kind.mealPhoto",
    "meal": "device.kind.meal",
    "reaction": "device.kind.reaction",
    "receipt": "device.kind.receipt",
};

function waitingRow(entry: Entry): Child {
    return h(
        "li",
        { class: "card row waiting" },
        h("span", { class: "badge" }, icon("cloudOff")),
        h("span", { class: "words" }, words(entry)),
    );
}

function words({ kind, madeAt, size }: Entry): Child {
    return [
        h("span", { class: "strong" }, () => translate(kindNames[kind])),
        h("span", { class: "hint" }, `${formatMoment(new Date(madeAt))} · ${formatBytes(size)}`),
    ];
}

/** The data stored on this device: waiting entries, the used space, and a button to delete all of it. */
export default function deviceScreen({ client, deleteStore }: Page): Child {
    const storage = resource(async () => ({
        estimate: await navigator.storage?.estimate().catch(() => undefined),
        isPersistent: await navigator.storage?.persisted?.().catch(() => false) ?? false,
    }));

    async function clear(): Promise<void> {
        const count = client.waiting().length;
        const text = h("p", null, t("device.clearText", { count }));
        const isSure = await ask(() => t("device.clearTitle"), text, [
            { value: false, label: () => t("app.cancel") },
            { value: true, label: () => t("app.delete"), kind: "primary" },
        ], false);
        if (!isSure) return;
        await deleteStore();
        await (await client.store()).outbox.refresh();
        storage.reload();
        notify(() => t("device.cleared"));
    }
    /** A refused entry with its reason and actions: no entry is deleted without the person. */
    function refusedRow(entry: Entry): Child {
        return h(
            "li",
            { class: "card stack" },
            words(entry),
            h("p", { class: "error" }, icon("info"), describeKind(entry.reason)),
            h(
                "div",
                { class: "actions" },
                button(() => t("device.sendAgain"), async () => {
                    await (await client.store()).outbox.retry(entry.id);
                }),
                button(() => t("app.delete"), async () => {
                    await (await client.store()).outbox.remove(entry.id);
                    notify(() => t("device.cleared"));
                }),
            ),
        );
    }

    return h(
        "div",
        { class: "page-grid" },
        h(
            "div",
            { class: "stack" },
            h("p", null, () => t("device.text")),
            h("p", { class: "hint" }, () => t("device.encrypted")),
        ),
        section("device.waits", () => {
            const waiting = client.waiting();
            if (!waiting.length) return h("p", { class: "hint" }, t("device.nothingWaits"));
            return [
                h(
                    "ul",
                    { class: "list" },
                    waiting.map((entry) => entry.state === "refused" ? refusedRow(entry) : waitingRow(entry)),
                ),
                h(
                    "div",
                    { class: "actions" },
                    button(() => t("device.sendNow"), async () => await (await client.store()).outbox.flush(true)),
                ),
            ];
        }),
        section(
            "device.storage",
            loaded(storage, ({ estimate, isPersistent }) => [
                facts([
                    [
                        t("device.used"),
                        estimate?.usage !== undefined && estimate.quota !== undefined
                            ? t("device.of", { used: formatBytes(estimate.usage), quota: formatBytes(estimate.quota) })
                            : t("device.unknown"),
                    ],
                    [t("device.persistent"), isPersistent ? t("device.yes") : t("device.no")],
                ]),
                h(
                    "div",
                    { class: "actions" },
                    !isPersistent && button(() => t("device.keep"), async () => {
                        await navigator.storage?.persist?.();
                        storage.reload();
                    }),
                    button(() => t("device.clear"), clear, { class: "secondary danger", icon: "trash" }),
                ),
            ], 1),
        ),
    );
}
