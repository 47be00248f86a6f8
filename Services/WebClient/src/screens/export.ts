import { type Child, h } from "../core/dom.ts";
import { formatList, formatMoment, t } from "../core/i18n.ts";
import { dayOf } from "../models/formats.ts";
import { exportModel } from "../models/privacy.ts";
import { loaded, saveFile } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button } from "./parts.ts";
import { withProof } from "./proof.ts";

/** Exports all data of the person. */
export default function exportScreen({ client, query }: Page): Child {
    const model = exportModel(client, query.get("id") ?? undefined);
    const start = (): HTMLElement =>
        button(
            () => t("privacy.exportStart"),
            () => withProof(client, "export", "privacy.export", model.start),
            { kind: "primary" },
        );
    return h(
        "div",
        { class: "stack" },
        h("p", null, () => t("privacy.exportText")),
        loaded(model.current, (found) => {
            if (!found) return h("div", { class: "actions" }, start());
            const { state, expiresAt, missing } = found;
            if (state === "expired") {
                return h("div", { class: "card stack" }, h("p", null, t("privacy.exportExpired")), start());
            }
            if (state === "pending") {
                return h(
                    "div",
                    { class: "card empty", role: "status" },
                    h("p", null, t("privacy.exportWait")),
                    h("progress", { "aria-label": t("privacy.exportWait") }),
                );
            }
            return h(
                "div",
                { class: "card stack", role: "status" },
                h("p", { class: "strong" }, t("privacy.exportReady", { at: formatMoment(expiresAt) })),
                missing.length > 0 && h("p", null, t("privacy.exportMissing", { what: formatList(missing) })),
                h(
                    "div",
                    { class: "actions" },
                    button(
                        () => t("account.download"),
                        async () => saveFile(await model.content(), `food-magic-${dayOf(client.now())}.zip`),
                        {
                            kind: "primary",
                            icon: "download",
                            "aria-disabled": () => model.isLoading() ? "true" : null,
                        },
                    ),
                ),
            );
        }, 1),
    );
}
