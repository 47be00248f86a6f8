import { type Child, h } from "../core/dom.ts";
import { formatList, formatMoment, inSentence, t, translate } from "../core/i18n.ts";
import { formatDate } from "../models/formats.ts";
import { allowedText, consentsModel, purposeNames, purposes } from "../models/privacy.ts";
import { linkRow, loaded, toggle } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, section } from "./parts.ts";

/** Consents, and links to viewing, exporting and erasing data. */
export default function privacyScreen({ client }: Page): Child {
    const model = consentsModel(client);
    const hasLoaded = (): true | undefined => model.resource.value() && true;
    return h(
        "div",
        { class: "page-grid" },
        section(
            "privacy.consents",
            loaded({ ...model.resource, value: hasLoaded }, () =>
                h(
                    "div",
                    { class: "choices" },
                    purposes.map((purpose) => {
                        const of = () => model.resource.value()?.purposes[purpose];
                        return toggle(
                            () => translate(purposeNames[purpose]),
                            () => of()?.allowed ?? false,
                            (isAllowed) => model.set(purpose, isAllowed),
                            () => {
                                const at = of()?.changedAt;
                                if (purpose === "processing") return t("privacy.c.processingHint");
                                return at && t("privacy.since", { date: formatDate(at) });
                            },
                        );
                    }),
                )),
            h(
                "details",
                { class: "card" },
                h("summary", null, () => t("privacy.history")),
                loaded({ ...model.history }, (items) => [
                    h(
                        "ul",
                        { class: "list" },
                        items.map((item) => {
                            const allowed = allowedText(item.purposes).map(inSentence);
                            const what = allowed.length ? formatList(allowed) : t("privacy.nothingAllowed");
                            return h("li", null, t("privacy.historyRow", { at: formatMoment(item.at), what }));
                        }),
                    ),
                    model.history.hasMore() && button(() => t("today.more"), model.history.loadMore),
                ], 1),
            ),
        ),
        section(
            "privacy.data",
            h(
                "ul",
                { class: "list" },
                linkRow("/privacy/log", "eye", () => t("privacy.log"), () => t("privacy.logHint")),
                linkRow("/grants", "person", () => t("grants.title")),
                linkRow("/device", "phone", () => t("device.title"), () => t("device.hint")),
                linkRow("/privacy/export", "download", () => t("privacy.export"), () => t("privacy.exportHint")),
                linkRow("/privacy/import", "images", () => t("privacy.import"), () => t("privacy.importHint")),
                linkRow("/privacy/erase", "trash", () => t("privacy.erase"), () => t("privacy.eraseHint")),
            ),
        ),
        section(
            "privacy.terms",
            loaded(model.resource, ({ terms }) => [
                terms.accepted && h(
                    "p",
                    null,
                    t("privacy.termsAccepted", { version: terms.accepted, date: formatDate(terms.acceptedAt) }),
                ),
                h("ul", { class: "list" }, linkRow("/terms", "note", () => t("terms.read"))),
                terms.accepted !== terms.current && h(
                    "div",
                    { class: "card advice" },
                    h("p", null, t("privacy.termsNew", { version: terms.current })),
                    button(() => t("terms.accept"), async () => {
                        await model.acceptTerms();
                        location.reload();
                    }, { kind: "primary" }),
                ),
            ], 1),
        ),
    );
}
