import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { computed, onCleanup } from "../core/signal.ts";
import { profileResource } from "../models/allergens.ts";
import { type ScanListModel, scanListModel } from "../models/scans.ts";
import { linkRow } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, choice, emptyNote, errorNote, linkButton, section, skeletons } from "./parts.ts";
import { scanRow } from "./verdict-parts.ts";

/** The allergen profile, and the scans that were checked with it. */
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
        section("app.scans", scanSearch(scans), () => {
            const rows = scans.rows();
            if (!rows) return scans.error() ? errorNote(scans.error(), scans.reload) : skeletons();
            const more = scans.hasMore() &&
                h("div", { class: "actions" }, button(() => t("today.more"), scans.loadMore));
            if (!rows.length && scans.isNarrowed()) {
                return emptyNote(() => t("scan.noMatch"), () => t("scan.noMatchText"), more);
            }
            if (!rows.length) {
                const action = linkButton("/scan/label", () => t("today.empty.scan"), "primary", "scan");
                return emptyNote(() => t("today.empty.title"), () => t("today.empty.text"), action);
            }
            return [
                scans.error() !== undefined && h("p", { class: "hint" }, t("today.asOf")),
                h("ul", { class: "list" }, rows.map(scanRow)),
                more,
            ];
        }),
    );
}

/** Search of scans by their names and verdicts; absent if there are no scans. */
function scanSearch(scans: ScanListModel): Child {
    let timer: ReturnType<typeof setTimeout> | undefined;
    onCleanup(() => clearTimeout(timer));
    type Filter = NonNullable<ReturnType<ScanListModel["verdict"]>> | "all";
    const verdicts: readonly (readonly [Filter, () => string])[] = [
        ["all", () => t("scan.allVerdicts")],
        ["contains", () => t("verdict.kind.contains")],
        ["mayContain", () => t("verdict.kind.mayContain")],
        ["couldNotRead", () => t("verdict.couldNotRead.headline")],
        ["notDetected", () => t("verdict.notDetected.headline")],
    ];
    const form = h(
        "form",
        {
            role: "search",
            class: "stack",
            onsubmit: (event: Event) => event.preventDefault(),
        },
        h(
            "div",
            { class: "field" },
            h("label", { for: "scan-query" }, () => t("scan.search")),
            h("input", {
                id: "scan-query",
                type: "search",
                autocomplete: "off",
                maxlength: 100,
                oninput: (event: Event) => {
                    const { value } = event.target as HTMLInputElement;
                    clearTimeout(timer);
                    timer = setTimeout(() => scans.search(value), 250);
                },
            }),
        ),
        choice("scan.verdict", "scan-verdict", verdicts, () => scans.verdict() ?? "all", (wanted) => {
            scans.filter(wanted === "all" ? undefined : wanted);
        }),
    );
    const isOffered = computed(() => scans.isNarrowed() || Boolean(scans.rows()?.length));
    return () => isOffered() && form;
}
