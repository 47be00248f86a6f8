import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { profileResource } from "../models/allergens.ts";
import { scanListModel } from "../models/scans.ts";
import { linkRow } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, emptyNote, errorNote, linkButton, section, skeletons } from "./parts.ts";
import { scanRow } from "./verdict-parts.ts";

/** What a person avoids, and the scans that were checked for it. */
export default function allergensScreen({ client }: Page): Child {
    const profile = profileResource(client);
    const scans = scanListModel(client, 10);
    return h(
        "div",
        { class: "page-grid" },
        section("allergens.profile", () => {
            const known = profile.value()?.profile;
            if (!known) return profile.error() ? errorNote(profile.error(), profile.reload) : skeletons(1);
            const names = [
                ...(known.allergens ?? []).map((code) => client.allergenNames.nameOf(code)),
                ...(known.otherIngredients ?? []).map((one) => typeof one === "string" ? one : one.name),
            ];
            return [
                names.length
                    ? h("ul", { class: "chips" }, names.map((name) => h("li", { class: "tag" }, name)))
                    : h("p", null, t("allergens.none")),
                h(
                    "div",
                    { class: "actions" },
                    linkButton(
                        "/allergens/profile",
                        () => t(names.length ? "allergens.change" : "allergens.choose"),
                        names.length ? "secondary" : "primary",
                    ),
                ),
            ];
        }),
        section(
            "reactions.title",
            h(
                "ul",
                { class: "list" },
                linkRow("/reactions", "note", () => t("reactions.diary"), () => t("reactions.intro")),
            ),
        ),
        section("app.scans", () => {
            const rows = scans.rows();
            if (!rows) return scans.error() ? errorNote(scans.error(), scans.reload) : skeletons();
            if (!rows.length) {
                const action = linkButton("/scan", () => t("today.empty.scan"), "primary", "scan");
                return emptyNote(() => t("today.empty.title"), () => t("today.empty.text"), action);
            }
            return [
                h("ul", { class: "list" }, rows.map(scanRow)),
                scans.hasMore() && h("div", { class: "actions" }, button(() => t("today.more"), scans.loadMore)),
            ];
        }),
    );
}
