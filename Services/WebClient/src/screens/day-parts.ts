import type { Day } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { computed } from "../core/signal.ts";
import type { Client } from "../models/client.ts";
import {
    adviceResource,
    type DayModel,
    energyGoal,
    energyState,
    formatTime,
    mealTitle,
    type SlotView,
} from "../models/days.ts";
import {
    formatAmount,
    formatEnergy,
    formatFigure,
    formatPercent,
    mainNutrients,
    type Nutrient,
    nutrientName,
    percentOfGoal,
} from "../models/nutrients.ts";
import { dislikeFood } from "../models/foods.ts";
import { describeError } from "../models/problems.ts";
import { goalBar, stateShape } from "./charts.ts";
import { button, errorNote, linkButton, skeletons, thumbnail } from "./parts.ts";
import { planNote } from "./plan-note.ts";
import { notify } from "./snackbar.ts";

/** The day's energy compared with its goal, in words and as a bar. */
export function energySummary(model: DayModel): Child {
    return () => {
        const day = model.day.value();
        if (!day) {
            if (model.isLocked()) return null;
            return model.day.error() ? errorNote(model.day.error(), model.reload) : skeletons(1);
        }
        if (model.hidesNumbers()) return null;
        const goals = model.goals.value()?.goals;
        const figure = day.totals.energyKcal;
        // The goal that applied on the day takes precedence over the current one.
        const goal = day.progress.energyKcal?.target ?? energyGoal(goals);
        const eaten = figure.value ?? 0;
        const state = energyState(eaten, goal);
        const isKnown = figure.reported >= figure.of;
        /** The distance to the goal; a bound if the energy of some foods is not known. */
        const distance = (kcal: number): string => {
            const amount = formatEnergy(Math.abs(kcal));
            if (isKnown) return amount;
            return kcal > 0 ? t("nutrient.atLeast", { amount }) : t("nutrient.atMost", { amount });
        };
        return h(
            "div",
            { class: "card energy" },
            h(
                "div",
                { class: "split" },
                h(
                    "p",
                    { class: "large strong" },
                    eaten === 0 && figure.of === 0 ? formatEnergy(0) : formatFigure(figure, "kcal"),
                ),
                goal !== undefined && h("p", { class: "hint" }, t("diary.ofGoal", { goal: formatEnergy(goal) })),
            ),
            goal !== undefined && goalBar(eaten / goal * 100),
            goal === undefined
                ? h("p", { class: "hint" }, t("diary.noGoal"), " ", h("a", { href: "/me/goals" }, t("diary.setGoal")))
                : h(
                    "p",
                    { class: "with-shape" },
                    stateShape(state),
                    eaten <= goal
                        ? t("diary.left", { amount: distance(eaten - goal) })
                        : t("diary.over", { amount: distance(eaten - goal) }),
                ),
            !isKnown &&
                h("p", { class: "hint" }, t("diary.reported", { count: figure.reported, of: figure.of })),
        );
    };
}

/** The day's nutrients compared with their goals. */
export function nutrientList(day: Day, shown: readonly Nutrient[]): HTMLElement {
    return h(
        "ul",
        { class: "card nutrients" },
        shown.map(({ figure: name, unit, code }) => {
            const figure = day.totals[name as "energyKcal"];
            if (!figure) return null;
            const progress = day.progress[name];
            const aim = progress?.target ?? progress?.limit;
            const percent = percentOfGoal(figure.value, aim);
            return h(
                "li",
                null,
                h(
                    "div",
                    { class: "split" },
                    h("span", { class: "strong" }, nutrientName(code)),
                    h(
                        "span",
                        { class: "hint" },
                        formatFigure(figure, unit),
                        aim !== undefined && [
                            " ",
                            progress?.target === undefined
                                ? t("diary.ofLimit", { limit: formatAmount(aim, unit) })
                                : t("diary.ofGoal", { goal: formatAmount(aim, unit) }),
                        ],
                        percent !== null && ` · ${formatPercent(percent)}`,
                    ),
                ),
                aim !== undefined && goalBar(percent),
            );
        }),
    );
}

export function mainNutrientList(model: DayModel): Child {
    return () => {
        const day = model.day.value();
        return day && day.meals > 0 && !model.hidesNumbers() ? nutrientList(day, mainNutrients) : null;
    };
}

/** The address of the page that adds food to a meal of a day. */
export function addHref(slot: string, date: string): string {
    return `/add?slot=${encodeURIComponent(slot)}&date=${date}`;
}

/** The meals of a day by slot, each with a link to add food. */
export function slotList(model: DayModel, date: () => string): Child {
    const shown = computed(() => model.slots());
    return () => {
        const views = shown();
        if (!views) {
            if (model.isLocked()) return planNote(() => t("diary.locked"));
            return model.meals.error() ? errorNote(model.meals.error(), model.reload) : skeletons();
        }
        const hidesNumbers = model.hidesNumbers();
        return h("ul", { class: "list" }, views.map((view) => slotCard(model, view, date(), hidesNumbers)));
    };
}

function slotCard(model: DayModel, view: SlotView, date: string, hidesNumbers: boolean): HTMLElement {
    const energy = view.energyKcal === undefined ? undefined : formatEnergy(view.energyKcal);
    return h(
        "li",
        { class: "card slot" },
        h(
            "div",
            { class: "slot-head" },
            h(
                "div",
                { class: "words" },
                h("h3", null, view.name),
                energy && !hidesNumbers &&
                    h("p", { class: "hint" }, view.isAtLeast ? t("nutrient.atLeast", { amount: energy }) : energy),
            ),
            h(
                "a",
                {
                    class: "secondary small",
                    href: addHref(view.slot, date),
                    "aria-label": t("meal.addTo", { slot: view.name }),
                },
                icon("plus"),
                h("span", null, t("meal.add")),
            ),
        ),
        view.meals.length > 0 && h(
            "ul",
            null,
            view.meals.map((meal) =>
                h(
                    "li",
                    null,
                    h(
                        "a",
                        { href: `/meals/${meal.id}`, class: "entry pictured" },
                        h(
                            "span",
                            { class: "words" },
                            h("span", null, mealTitle(meal)),
                            h(
                                "span",
                                { class: "hint" },
                                formatTime(meal.eatenAt),
                                !hidesNumbers && meal.totals.energyKcal.of > 0 &&
                                    ` · ${formatFigure(meal.totals.energyKcal, "kcal")}`,
                            ),
                        ),
                        thumbnail(model.picture(meal)),
                        icon("forward"),
                    ),
                )
            ),
        ),
    );
}

/** Friendly texts about a day, with its gaps and foods that close them. */
export function adviceSection(client: Client, date: () => string): Child {
    const advice = adviceResource(client, date);
    return () => {
        const known = advice.value();
        // Without advice the section is left out.
        if (!known || (known.band === "unknown" && !known.finding && !known.gaps.length)) return null;
        return h(
            "section",
            { class: "card fact", "aria-labelledby": "advice-title" },
            h("h2", { id: "advice-title" }, t("diary.advice")),
            h("p", { class: "strong" }, known.finding?.title ?? known.bandText),
            known.finding && h("p", null, known.finding.body),
            known.gaps.length > 0 && h(
                "p",
                null,
                t("diary.gaps", {
                    what: known.gaps.map(({ name, percent }) =>
                        percent === undefined ? name : t("diary.gap", { name, percent: formatPercent(percent) })
                    ).join(", "),
                }),
            ),
            known.recommendations.length > 0 && h(
                "ul",
                null,
                known.recommendations.map(({ foodId, name, reasons }) =>
                    h(
                        "li",
                        null,
                        h("a", { href: `/foods/${encodeURIComponent(foodId)}` }, name),
                        `: ${reasons.map((one) => one.text).join(" ")} `,
                        button(() => t("diary.dislike"), () => dislike(client, foodId, name, advice.reload), {
                            kind: "plain",
                            "aria-label": t("diary.dislikeWhat", { what: name }),
                        }),
                    )
                ),
            ),
            h("p", { class: "hint" }, known.note),
        );
    };
}

async function dislike(client: Client, foodId: string, name: string, reload: () => void): Promise<void> {
    try {
        const undo = await dislikeFood(client, foodId);
        reload();
        notify(() => t("diary.disliked", { what: name }), {
            label: () => t("meal.undo"),
            run: () => void undo().then(reload).catch((error) => notify(() => describeError(error))),
        });
    } catch (error) {
        notify(() => describeError(error));
    }
}

/** A link to the diary, below the summary of the current day. */
export function diaryLink(): HTMLElement {
    return h("div", { class: "actions" }, linkButton("/diary", () => t("diary.open"), "secondary"));
}
