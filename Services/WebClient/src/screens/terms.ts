import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { termsResource } from "../models/terms.ts";
import type { Page } from "./page.ts";
import { errorNote, homeLink, skeletons } from "./parts.ts";

/** The terms and the privacy notice that people accept when they register. */
export default function termsScreen({ client }: Page): Child {
    const terms = termsResource(client);
    return h("div", null, () => {
        const text = terms.value();
        if (!text) return terms.error() ? errorNote(terms.error(), terms.reload) : skeletons();
        const part = (title: string, sections: typeof text.terms): Child =>
            h(
                "section",
                null,
                h("h2", null, title),
                sections.map((section) => [h("h3", null, section.title), h("p", null, section.text)]),
            );
        return [
            h("p", { class: "hint" }, t("terms.version", { version: text.version })),
            part(t("terms.terms"), text.terms),
            part(t("terms.privacy"), text.privacy),
            h("div", { class: "actions" }, homeLink(client)),
        ];
    });
}
