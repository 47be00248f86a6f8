import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { signal } from "../core/signal.ts";
import {
    type CalendarCell,
    dayModel,
    type EnergyState,
    formatDay,
    formatMonth,
    isDate,
    localDate,
    monthModel,
    noonOf,
    shiftDate,
} from "../models/days.ts";
import { formatEnergy } from "../models/nutrients.ts";
import { adviceSection, energySummary, mainNutrientList, slotList } from "./day-parts.ts";
import notFoundScreen from "./not-found.ts";
import { stateShape } from "./charts.ts";
import type { Page } from "./page.ts";
import { promotionSlot } from "./today-extras.ts";
import { errorNote, linkButton } from "./parts.ts";
import { planNote } from "./plan-note.ts";
import { shareButton } from "./share-button.ts";

const legend: readonly (readonly [EnergyState, "diary.under" | "diary.near" | "diary.overGoal"])[] = [
    ["under", "diary.under"],
    ["near", "diary.near"],
    ["over", "diary.overGoal"],
];

/** A month with a shape for each day, and the chosen day below. */
export default function diaryScreen(page: Page): Child {
    const { client } = page;
    const today = localDate(client.now());
    const date = page.parameters.date ?? today;
    if (!isDate(date)) return notFoundScreen();
    const month = signal(date.slice(0, 7));
    const model = dayModel(client, () => date);
    const calendar = monthModel(client, month, model.goals);
    page.setTitle(() => date === today ? t("diary.title") : formatDay(date));

    const shift = (months: number): void => {
        const moment = noonOf(`${month.peek()}-15`);
        moment.setMonth(moment.getMonth() + months);
        month.set(localDate(moment).slice(0, 7));
    };

    return h(
        "div",
        { class: "page-grid" },
        promotionSlot(client, "diary"),
        h(
            "section",
            { class: "card month", "aria-label": () => t("diary.calendar") },
            h(
                "div",
                { class: "month-head" },
                h("button", {
                    type: "button",
                    class: "round",
                    "aria-label": () => t("diary.previousMonth"),
                    onclick: () => shift(-1),
                }, icon("back")),
                h("h2", { "aria-live": "polite" }, () => formatMonth(month())),
                h("button", {
                    type: "button",
                    class: "round",
                    "aria-label": () => t("diary.nextMonth"),
                    onclick: () => shift(1),
                }, icon("forward")),
            ),
            h(
                "table",
                { class: "calendar" },
                h("caption", { class: "hidden" }, () => formatMonth(month())),
                h(
                    "thead",
                    null,
                    h("tr", null, () => calendar.weekdays().map((name) => h("th", { scope: "col" }, name))),
                ),
                h(
                    "tbody",
                    null,
                    () =>
                        calendar.weeks().map((week) =>
                            h("tr", null, week.map((cell) => h("td", null, cell && dayCell(cell))))
                        ),
                ),
            ),
            () =>
                calendar.calendar.error() !== undefined &&
                errorNote(calendar.calendar.error(), calendar.calendar.reload),
            () =>
                h(
                    "ul",
                    { class: "legend hint" },
                    !model.hidesNumbers() &&
                        legend.map(([state, key]) => h("li", null, stateShape(state), h("span", null, t(key)))),
                    h("li", null, stateShape("none"), h("span", null, t("diary.entered"))),
                ),
        ),
        h(
            "section",
            { "aria-labelledby": "day-title" },
            h(
                "div",
                { class: "day-head" },
                h("a", {
                    class: "round",
                    href: `/diary/${shiftDate(date, -1)}`,
                    "aria-label": () => t("diary.previousDay"),
                }, icon("back")),
                h("h2", { id: "day-title" }, () => formatDay(date)),
                h("a", {
                    class: "round",
                    href: `/diary/${shiftDate(date, 1)}`,
                    "aria-label": () => t("diary.nextDay"),
                }, icon("forward")),
            ),
            date !== today && h("p", { class: "center" }, h("a", { href: "/diary" }, () => t("diary.toToday"))),
            () =>
                model.isLocked() ? planNote(() => t("diary.locked")) : [
                    model.error() !== undefined && model.day.value() !== undefined &&
                    h("p", { class: "hint" }, t("today.asOf")),
                    energySummary(model),
                    mainNutrientList(model),
                    slotList(model, () => date),
                    date <= today && adviceSection(client, () => date),
                    () =>
                        (model.meals.value()?.length ?? 0) > 0 && h(
                            "div",
                            { class: "actions" },
                            linkButton(`/diary/${date}/report`, () => t("report.title"), "secondary", "list"),
                            shareButton(client, { date }, () => false),
                        ),
                ],
        ),
    );

    function dayCell(cell: CalendarCell): HTMLElement {
        const hidesNumbers = model.hidesNumbers();
        const state = hidesNumbers ? "none" : cell.state;
        const words = cell.meals === 0
            ? t("diary.nothing")
            : state === "none" || cell.energyKcal === null
            ? t("diary.meals", { count: cell.meals })
            : `${formatEnergy(cell.energyKcal)}, ${t(legend.find(([one]) => one === state)?.[1] ?? "diary.near")}`;
        return h(
            "a",
            {
                href: `/diary/${cell.date}`,
                "aria-label": `${formatDay(cell.date)}: ${words}`,
                "aria-current": cell.date === date ? "date" : null,
                class: cell.date === today ? "is-today" : null,
            },
            h("span", null, String(cell.day)),
            cell.meals > 0 ? stateShape(state) : h("span", { class: "no-dot" }),
        );
    }
}
