import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { linkButton } from "./parts.ts";

export default function notFoundScreen(): Child {
    return h(
        "div",
        { class: "card empty" },
        h("p", null, () => t("app.notFound.text")),
        linkButton("/", () => t("app.notFound.home"), "primary"),
    );
}
