import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { profileResource } from "../models/allergens.ts";
import { budgetListModel } from "../models/budgets.ts";
import { alertsModel } from "../models/notices.ts";
import { scanListModel } from "../models/scans.ts";
import { waitingView } from "../models/verdict.ts";
import type { Page } from "./page.ts";
import { dayModel, localDate } from "../models/days.ts";
import { diaryLink, energySummary, slotList } from "./day-parts.ts";
import { emptyNote, errorNote, linkButton, section, skeletons } from "./parts.ts";
import { guideOffer, promotionSlot } from "./today-extras.ts";
import { budgetRow } from "./spending-parts.ts";
import { scanRow } from "./verdict-parts.ts";

/** The start page: what needs attention, then the latest results. */
export default function todayScreen({ client }: Page): Child {
    const scans = scanListModel(client, 3);
    const profile = profileResource(client);
    const alerts = alertsModel(client);
    const budgets = budgetListModel(client);
    const today = localDate(client.now());
    const day = dayModel(client, () => today);
    const isWithoutProfile = (): boolean => {
        const known = profile.value()?.profile;
        return known !== undefined && !known.allergens?.length && !known.otherIngredients?.length;
    };
    const isLoading = (): boolean =>
        alerts.isLoading() || [profile, budgets.resource].some((one) => !one.value() && !one.error());
    return h(
        "div",
        { class: "page-grid" },
        // Everything that needs attention is drawn at once, so that the content below moves at most once.
        () => {
            if (isLoading()) return skeletons(1);
            const [worst] = budgets.pressing();
            return [
                alerts.items().length > 0 && section(
                    "today.alerts",
                    h(
                        "ul",
                        { class: "list" },
                        alerts.items().map((alert) =>
                            h(
                                "li",
                                null,
                                h(
                                    alert.href ? "a" : "div",
                                    {
                                        href: alert.href,
                                        class: "card row",
                                        onclick: () => void alerts.markRead(alert.id),
                                    },
                                    h("span", { class: "badge contains" }, icon("triangle")),
                                    h(
                                        "span",
                                        { class: "words" },
                                        h("span", { class: "strong" }, alert.title),
                                        h("span", { class: "hint" }, alert.body),
                                        h(
                                            "time",
                                            { class: "hint", datetime: alert.createdAt },
                                            formatMoment(alert.createdAt),
                                        ),
                                    ),
                                    alert.href && icon("forward"),
                                ),
                            )
                        ),
                    ),
                ),
                isWithoutProfile() && h(
                    "section",
                    { class: "card advice" },
                    h("p", { class: "strong" }, t("today.noProfile")),
                    h(
                        "div",
                        { class: "actions" },
                        linkButton("/allergens/profile", () => t("verdict.noProfile.choose"), "primary"),
                    ),
                ),
                // The budget that is nearest to its limit, or furthest over it.
                worst && h("ul", { class: "list", "aria-label": t("budget.list") }, budgetRow(worst)),
            ];
        },
        // Entries waiting on the device come before those of the server.
        () => {
            const waiting = client.waiting().filter((entry) => entry.kind === "label-photo");
            const { headline, icon: shape } = waitingView();
            return waiting.length > 0 && h(
                "ul",
                { class: "list" },
                waiting.map((entry) =>
                    h(
                        "li",
                        { class: "card row waiting" },
                        h("span", { class: "badge" }, icon(shape)),
                        h(
                            "span",
                            { class: "words" },
                            h("span", { class: "strong" }, headline),
                            h("span", { class: "hint" }, t("verdict.waiting.nothingChecked")),
                            h("time", { class: "hint" }, formatMoment(new Date(entry.madeAt))),
                        ),
                    )
                ),
            );
        },
        section("today.latest", () => {
            const rows = scans.rows();
            if (!rows) return scans.error() ? errorNote(scans.error(), scans.reload) : skeletons();
            if (!rows.length) {
                const action = linkButton("/scan/label", () => t("today.empty.scan"), "primary", "scan");
                return emptyNote(() => t("today.empty.title"), () => t("today.empty.text"), action);
            }
            return [
                scans.error() !== undefined && h("p", { class: "hint" }, t("today.asOf")),
                h("ul", { class: "list" }, rows.map(scanRow)),
                scans.hasMore() && h("div", { class: "actions" }, linkButton("/allergens", () => t("today.all"))),
            ];
        }),
        section("diary.soFar", energySummary(day), slotList(day, () => today), diaryLink()),
        guideOffer(client),
        promotionSlot(client, "today"),
    );
}
