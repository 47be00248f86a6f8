import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import type { Icon } from "../core/icons.ts";
import { helpListResource } from "../models/help.ts";
import { linkRow, loaded } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { promotionSlot } from "./today-extras.ts";

const icons: Readonly<Record<string, Icon>> = {
    "first-steps": "images",
    faq: "question",
    troubleshooting: "info",
    privacy: "lock",
};

/** The topics of the help. */
export default function helpScreen({ client }: Page): Child {
    const list = helpListResource(client);
    return h(
        "div",
        { class: "stack" },
        loaded(list, ({ items }) =>
            h(
                "ul",
                { class: "list" },
                items.map(({ topic, title, summary }) =>
                    linkRow(
                        `/help/${topic === "first-steps" ? "guide" : topic}`,
                        icons[topic] ?? "note",
                        () => title,
                        () => summary,
                    )
                ),
            )),
        h(
            "ul",
            { class: "list" },
            linkRow("/help/news", "star", () => t("help.news")),
            linkRow("/help/contact", "mail", () => t("help.contact"), () => t("help.contactHint")),
        ),
        promotionSlot(client, "help"),
        () => {
            const address = list.value()?.supportEmail;
            return address && h("p", { class: "hint" }, t("help.email", { address }));
        },
    );
}
