import type { Erasure } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { type Child, h } from "../core/dom.ts";
import { formatDateAndTime, type Key, t, translate } from "../core/i18n.ts";
import type { Client } from "../models/client.ts";
import { erasureResource } from "../models/erasure.ts";
import { saveFile } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, errorNote, homeLink, section, skeletons } from "./parts.ts";

/** The progress of an erasure, shown by its link; the account itself may already be erased. */
export default function erasureScreen({ client, parameters }: Page): Child {
    const erasure = erasureResource(client, parameters.token ?? "");
    return h("div", { class: "page-grid" }, () => {
        const found = erasure.value();
        if (found) return progress(found, client);
        const error = erasure.error();
        if (error instanceof RefusedError && error.status === 404) {
            return h("p", { class: "card" }, t("erasure.unknown"));
        }
        return error ? errorNote(error, erasure.reload) : skeletons();
    });
}

/** The names of the services for the person. */
const parts: Readonly<Record<string, Key>> = {
    ingestion: "erasure.part.account",
    vision: "erasure.part.photos",
    nutrition: "erasure.part.meals",
    allergen: "erasure.part.allergens",
    billing: "erasure.part.payments",
    notification: "erasure.part.notices",
    spending: "erasure.part.spending",
};

function progress(erasure: Erasure, client: Client): Child {
    const { proof, services, state } = erasure;
    const hasBegun = state === "erasing" || state === "complete";
    return [
        h("p", { class: "card strong" }, stateWords(erasure)),
        hasBegun && section(
            "erasure.services",
            services.length
                ? h(
                    "ul",
                    { class: "stack" },
                    services.map(({ service, erasedAt }) => {
                        const key = parts[service];
                        const at = formatDateAndTime(erasedAt);
                        return h("li", null, t("erasure.service", { service: key ? translate(key) : service, at }));
                    }),
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
        h("div", { class: "actions" }, homeLink(client)),
    ];
}

function stateWords({ state, dueAt, erasedAt, completedAt }: Erasure): string {
    switch (state) {
        case "scheduled":
            return t("erasure.scheduled", { at: formatDateAndTime(dueAt) });
        case "withdrawn":
            return t("erasure.withdrawn");
        case "erasing":
            return t("erasure.erasing", { at: formatDateAndTime(erasedAt ?? dueAt) });
        case "complete":
            return t("erasure.complete", { at: formatDateAndTime(completedAt ?? erasedAt ?? dueAt) });
    }
}
