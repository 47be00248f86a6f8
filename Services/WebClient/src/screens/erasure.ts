import type { Erasure } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { erasureResource } from "../models/erasure.ts";
import { saveFile } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, errorNote, section, skeletons } from "./parts.ts";

/** How far an erasure has come, for whoever has its link; the account itself may be gone. */
export default function erasureScreen({ client, parameters }: Page): Child {
    const erasure = erasureResource(client, parameters.token ?? "");
    return h("div", { class: "page-grid" }, () => {
        const found = erasure.value();
        if (found) return progress(found);
        const error = erasure.error();
        if (error instanceof RefusedError && error.status === 404) {
            return h("p", { class: "card" }, t("erasure.unknown"));
        }
        return error ? errorNote(error, erasure.reload) : skeletons();
    });
}

function progress(erasure: Erasure): Child {
    const { proof, services } = erasure;
    return [
        h("p", { class: "card strong" }, stateWords(erasure)),
        section(
            "erasure.services",
            services.length
                ? h(
                    "ul",
                    { class: "stack" },
                    services.map(({ service, erasedAt }) =>
                        h("li", null, t("erasure.service", { service, at: formatMoment(erasedAt) }))
                    ),
                )
                : h("p", { class: "hint" }, t("erasure.none")),
            proof &&
                button(
                    () => t("erasure.proof"),
                    () => saveFile(new Blob([proof], { type: "application/jose" }), "erasure.jws"),
                    {
                        icon: "download",
                    },
                ),
        ),
    ];
}

function stateWords({ state, dueAt, erasedAt, completedAt }: Erasure): string {
    switch (state) {
        case "scheduled":
            return t("erasure.scheduled", { at: formatMoment(dueAt) });
        case "withdrawn":
            return t("erasure.withdrawn");
        case "erasing":
            return t("erasure.erasing", { at: formatMoment(erasedAt ?? dueAt) });
        case "complete":
            return t("erasure.complete", { at: formatMoment(completedAt ?? erasedAt ?? dueAt) });
    }
}
