import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { clientName, identitiesModel, sessionsModel } from "../models/security.ts";
import { formatDate } from "../models/formats.ts";
import { loaded } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, section } from "./parts.ts";
import { withProof } from "./proof.ts";
import { notify } from "./snackbar.ts";

/** Where the person is signed in, and which issuers sign them in. */
export default function sessionsScreen({ client }: Page): Child {
    const { list, end, endOthers } = sessionsModel(client);
    const identities = identitiesModel(client);
    return h(
        "div",
        { class: "page-grid" },
        section(
            "security.sessions",
            loaded(list, (items) => [
                h(
                    "ul",
                    { class: "list" },
                    items.map(({ id, client: agent, current, lastUsedAt }) =>
                        h(
                            "li",
                            { class: "card notice" },
                            h(
                                "div",
                                { class: "row" },
                                h("span", { class: "badge" }, icon("phone")),
                                h(
                                    "span",
                                    { class: "words" },
                                    current && h("span", { class: "new" }, t("security.current")),
                                    h("span", { class: "strong" }, clientName(agent)),
                                    h(
                                        "span",
                                        { class: "hint" },
                                        t("security.lastUsed", { at: formatMoment(lastUsedAt) }),
                                    ),
                                ),
                            ),
                            !current && h(
                                "div",
                                { class: "tools" },
                                button(() => t("security.endSession"), async () => {
                                    await end(id);
                                    notify(() => t("security.sessionEnded"));
                                }, { kind: "plain" }),
                            ),
                        )
                    ),
                ),
                items.length > 1 && h(
                    "div",
                    { class: "actions" },
                    button(() => t("security.endOthers"), async () => {
                        await endOthers();
                        notify(() => t("security.sessionEnded"));
                    }, { icon: "signOut" }),
                ),
            ]),
        ),
        () => {
            const linked = identities.list.value() ?? [];
            return linked.length > 0 && section(
                "security.issuers",
                h(
                    "ul",
                    { class: "list" },
                    linked.map(({ id, issuer, linkedAt }) =>
                        h(
                            "li",
                            { class: "card stack" },
                            h("p", { class: "strong" }, issuer),
                            h("p", { class: "hint" }, t("security.linkedSince", { date: formatDate(linkedAt) })),
                            h(
                                "div",
                                { class: "tools" },
                                button(
                                    () => t("security.unlink"),
                                    () =>
                                        withProof(client, "identity", "security.unlink", (proof) =>
                                            identities.remove(id, proof)),
                                    { kind: "plain" },
                                ),
                            ),
                        )
                    ),
                ),
            );
        },
    );
}
