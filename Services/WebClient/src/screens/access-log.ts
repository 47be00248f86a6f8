import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { accessLog, roleText } from "../models/privacy.ts";
import { agedNote, loaded } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, linkButton } from "./parts.ts";

/** Accesses of others to the person's records: who, when and why. */
export default function accessLogScreen({ client }: Page): Child {
    const log = accessLog(client);
    return [
        agedNote(log),
        loaded(log, (items) => {
            if (!items.length) {
                return h(
                    "div",
                    { class: "card empty" },
                    h("p", { class: "strong" }, t("privacy.log.empty")),
                    linkButton("/grants", () => t("grants.title")),
                );
            }
            return [
                h(
                    "ul",
                    { class: "list" },
                    items.map(({ at, role, resource, action, reason }) =>
                        h(
                            "li",
                            { class: "card fact" },
                            h("p", { class: "strong" }, roleText(role)),
                            h("p", { class: "read" }, t("privacy.log.what", { what: resource ?? action })),
                            reason && h("p", null, t("privacy.log.reason", { reason })),
                            h("time", { class: "hint", datetime: at }, formatMoment(at)),
                        )
                    ),
                ),
                log.hasMore() && h("div", { class: "actions" }, button(() => t("today.more"), log.loadMore)),
            ];
        }),
    ];
}
