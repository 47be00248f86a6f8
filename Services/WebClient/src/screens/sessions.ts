import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { signal } from "../core/signal.ts";
import { issuersResource, linkOffered } from "../models/issuers.ts";
import { clientName, identitiesModel, sessionsModel } from "../models/security.ts";
import { formatDate } from "../models/formats.ts";
import { loaded } from "./account-parts.ts";
import { browserIssuers } from "./issuer-host.ts";
import type { Page } from "./page.ts";
import { button, section } from "./parts.ts";
import { withProof } from "./proof.ts";
import { notify } from "./snackbar.ts";
import { issuerButtons } from "./welcome-parts.ts";

/** The person's sessions, and the linked issuers. */
export default function sessionsScreen({ client }: Page): Child {
    const { list, end, endOthers } = sessionsModel(client);
    const identities = identitiesModel(client);
    const issuers = issuersResource(client, browserIssuers);
    const offered = signal(browserIssuers.link.read());
    return h(
        "div",
        { class: "page-grid" },
        h(
            "section",
            { "aria-label": () => t("security.sessions") },
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
            const known = issuers.value() ?? [];
            if (!linked.length && !known.length && !offered()) return null;
            const titleOf = (name: string): string => known.find((one) => one.name === name)?.title ?? name;
            return section(
                "security.issuers",
                () =>
                    offered() && h(
                        "div",
                        { class: "card advice" },
                        h("p", null, t("security.linkOffered")),
                        button(() => t("welcome.issuerLink"), async () => {
                            const isDone = await withProof(client, "identity", "welcome.issuerLink", (proof) =>
                                linkOffered(client, browserIssuers, proof));
                            offered.set(browserIssuers.link.read());
                            if (!isDone) {
                                return;
                            }
                            identities.list.reload();
                        }, { kind: "primary" }),
                    ),
                issuerButtons(client, known.filter(({ name }) => !linked.some(({ issuer }) => issuer === name)), true),
                linked.length > 0 && h(
                    "ul",
                    { class: "list" },
                    linked.map(({ id, issuer, linkedAt }) =>
                        h(
                            "li",
                            { class: "card stack" },
                            h("p", { class: "strong" }, titleOf(issuer)),
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
