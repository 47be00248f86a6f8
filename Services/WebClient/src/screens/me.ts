import type { Trend } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { dateFormat, t } from "../core/i18n.ts";
import { computed } from "../core/signal.ts";
import { dayModel, energyGoal, localDate, noonOf } from "../models/days.ts";
import { isOutsidePlan } from "../models/limits.ts";
import { formatEnergy, mainNutrients, nutrients } from "../models/nutrients.ts";
import { trendModel } from "../models/trend.ts";
import { energySummary, nutrientList } from "./day-parts.ts";
import { linkRow } from "./account-parts.ts";
import { columnChart } from "./charts.ts";
import type { Page } from "./page.ts";
import { choice, errorNote, linkButton, section, skeletons } from "./parts.ts";
import { planNote } from "./plan-note.ts";

/** The day's energy and nutrients compared with the goals, trends, and links to the person's settings. */
export default function meScreen({ client }: Page): Child {
    const today = localDate(client.now());
    const model = dayModel(client, () => today);
    const trend = trendModel(client);
    const rest = nutrients.filter((one) => one.code !== "energy" && !mainNutrients.includes(one));
    const hasGoals = computed(() => {
        const known = model.goals.value()?.goals;
        return known !== undefined && (energyGoal(known) !== undefined || Object.keys(known.targets).length > 0);
    });
    return h(
        "div",
        { class: "page-grid" },
        section("goals.today", energySummary(model), () => {
            const day = model.day.value();
            if (!day) return null;
            if (model.hidesNumbers()) return h("p", { class: "card" }, t("goals.hidden"));
            if (!day.meals) return h("p", { class: "hint" }, t("diary.nothingToday"));
            return [
                nutrientList(day, mainNutrients),
                h("details", null, h("summary", null, t("goals.allNutrients")), nutrientList(day, rest)),
            ];
        }),
        section(
            "goals.title",
            () => {
                const goals = model.goals.value()?.goals;
                if (!goals) {
                    return model.goals.error() ? errorNote(model.goals.error(), model.goals.reload) : skeletons(1);
                }
                const energy = energyGoal(goals);
                return h(
                    "div",
                    { class: "card fact" },
                    h(
                        "p",
                        { class: "strong" },
                        energy !== undefined && !goals.hideNumbers
                            ? t("goals.aDay", { energy: formatEnergy(energy) })
                            : t(hasGoals() ? "goals.set" : "goals.none"),
                    ),
                    h(
                        "p",
                        { class: "hint" },
                        t(goals.reckoned ? "goals.fromBody" : hasGoals() ? "goals.ownNumbers" : "goals.noneText"),
                    ),
                    h(
                        "div",
                        { class: "actions" },
                        linkButton(
                            "/me/goals",
                            () => t(hasGoals() ? "goals.change" : "diary.setGoal"),
                            hasGoals() ? "secondary" : "primary",
                        ),
                    ),
                );
            },
        ),
        section("goals.trend", () => {
            const error = trend.trend.error();
            if (isOutsidePlan(error)) return planNote(() => t("goals.trendLocked"));
            const known = trend.trend.value();
            if (!known) return error ? errorNote(error, trend.trend.reload) : skeletons(1);
            if (known.numbersHidden) return h("p", { class: "card" }, t("goals.hidden"));
            return [
                choice(
                    "goals.period",
                    "weeks",
                    ([4, 8, 26] as const).map((weeks) =>
                        [String(weeks), () => t("goals.weeks", { count: weeks })] as const
                    ),
                    () => String(trend.weeks()),
                    (weeks) => trend.weeks.set(Number(weeks)),
                ),
                trendChart(known, energyGoal(model.goals.value()?.goals)),
                h(
                    "p",
                    { class: "hint" },
                    t("goals.streak", { count: known.streak.current, longest: known.streak.longest }),
                ),
            ];
        }),
        section(
            "goals.yours",
            h(
                "ul",
                { class: "list" },
                linkRow("/diary", "calendar", () => t("diary.title"), () => t("diary.hint")),
                linkRow("/foods", "list", () => t("food.title"), () => t("food.hint")),
                linkRow("/reports", "note", () => t("report.all"), () => t("report.keptText")),
                linkRow("/shares", "share", () => t("share.all"), () => t("share.hint")),
                linkRow("/grants", "person", () => t("grants.title")),
            ),
        ),
    );
}

function trendChart(trend: Trend, goal: number | undefined): HTMLElement {
    const format = dateFormat({ day: "numeric", month: "short" });
    const weeks = trend.weeks.map((week) => ({ ...week, mean: week.means.energyKcal ?? null }));
    const known = weeks.flatMap(({ mean }) => mean ?? []);
    const change = trend.trends.energyKcal;
    const sentence = !known.length
        ? t("goals.trendEmpty")
        : change && Math.abs(change.perWeek) >= 1
        ? t(change.perWeek > 0 ? "goals.trendUp" : "goals.trendDown", {
            mean: formatEnergy(change.mean),
            change: formatEnergy(Math.abs(change.perWeek)),
        })
        : t("goals.trendMean", { mean: formatEnergy(known.reduce((sum, one) => sum + one, 0) / known.length) });
    return columnChart({
        title: t("goals.trendTitle"),
        sentence,
        labels: t("goals.week"),
        values: t("goals.mean"),
        points: weeks.map(({ from, mean }) => ({
            label: format.format(noonOf(from)),
            value: mean,
            text: mean === null ? t("nutrient.unknown") : formatEnergy(mean),
        })),
        ...(goal === undefined ? {} : { line: { value: goal, text: t("goals.goal", { goal: formatEnergy(goal) }) } }),
    });
}
