import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { linkRow } from "./account-parts.ts";

/** The topics of the help. */
export default function helpScreen(): Child {
    return h(
        "ul",
        { class: "list" },
        linkRow("/help/guide", "images", () => t("help.guide"), () => t("help.guideHint")),
        linkRow("/help/faq", "question", () => t("help.faq")),
        linkRow("/help/troubleshooting", "light", () => t("help.troubleshooting")),
        linkRow("/help/news", "star", () => t("help.news")),
        linkRow("/help/contact", "note", () => t("help.contact"), () => t("help.contactHint")),
    );
}
