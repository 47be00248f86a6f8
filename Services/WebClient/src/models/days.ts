import type { Advice, Calendar, Day, Goals, Meal } from "../../generated/api.ts";
import { dateFormat, language, t, translate } from "../core/i18n.ts";
import type { Key } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, type Readable } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import { isOutsidePlan } from "./limits.ts";
import { rowPicture, rowWidth } from "./pictures.ts";

export const slots = ["breakfast", "lunch", "dinner", "snack"] as const;
export type Slot = (typeof slots)[number];

const slotNames: Readonly<Record<Slot, Key>> = {
    breakfast: "meal.slot.breakfast",
    lunch: "meal.slot.lunch",
    dinner: "meal.slot.dinner",
    snack: "meal.slot.snack",
};

/** Default hours of the slots, for meals of another day. */
const slotHours: Readonly<Record<Slot, number>> = { breakfast: 8, lunch: 12, dinner: 19, snack: 16 };

export function isSlot(slot: string | null | undefined): slot is Slot {
    return slots.some((one) => one === slot);
}

/** The name of a slot; a person's own name is unchanged. */
export function slotName(slot: string): string {
    return isSlot(slot) ? translate(slotNames[slot]) : slot;
}

/** The default slot of an hour. */
export function slotOfHour(hour: number): Slot {
    if (hour < 4) return "snack";
    if (hour < 11) return "breakfast";
    if (hour < 15) return "lunch";
    return hour < 17 || hour >= 22 ? "snack" : "dinner";
}

/** The local calendar day of an instant, such as `2026-11-26`. */
export function localDate(moment: Date): string {
    const two = (value: number): string => String(value).padStart(2, "0");
    return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Noon of a day in local time. */
export function noonOf(date: string): Date {
    const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
    return new Date(year, month - 1, day, 12);
}

export function isDate(text: string | null | undefined): text is string {
    return text !== null && text !== undefined && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) &&
        localDate(noonOf(text)) === text;
}

export function shiftDate(date: string, days: number): string {
    const moment = noonOf(date);
    moment.setDate(moment.getDate() + days);
    return localDate(moment);
}

/** The default time of a meal: the current time for today, else the default hour of the slot. */
export function eatenAt(date: string, slot: string, now: Date): string {
    if (date === localDate(now)) return now.toISOString();
    const moment = noonOf(date);
    moment.setHours(isSlot(slot) ? slotHours[slot] : 12);
    return moment.toISOString();
}

/** A day such as "Thursday, 26 November". */
export function formatDay(date: string, style: "long" | "short" = "long"): string {
    return dateFormat(
        style === "long"
            ? { weekday: "long", day: "numeric", month: "long" }
            : { day: "numeric", month: "short", year: "numeric" },
    ).format(noonOf(date));
}

export function formatMonth(month: string): string {
    return dateFormat({ month: "long", year: "numeric" }).format(noonOf(`${month}-15`));
}

export function formatTime(moment: string): string {
    return dateFormat({ timeStyle: "short" }).format(new Date(moment));
}

/** The goals with the version that a change is based on. */
export interface VersionedGoals {
    readonly goals: Goals;
    readonly etag: string | undefined;
}

export function goalsResource(client: Client): Resource<VersionedGoals> {
    return keptResource<VersionedGoals>(client, "goals", async () => {
        client.changesOf("goals");
        const { value, etag } = await client.api.get("/v1/goals", {});
        return { goals: value, etag };
    });
}

/** The daily energy goal; undefined without one. */
export function energyGoal(goals: Goals | undefined): number | undefined {
    return goals?.energyKcal ?? goals?.reckoned?.energyKcal;
}

/** Energy compared with a goal. Each value has its own shape and words. */
export type EnergyState = "none" | "under" | "near" | "over";

/** The state of an energy; within a tenth of the goal it is `near`. */
export function energyState(kcal: number | null, goal: number | undefined): EnergyState {
    if (kcal === null || !goal) return "none";
    if (kcal < goal * 0.9) return "under";
    return kcal <= goal * 1.1 ? "near" : "over";
}

/** The meals of a day in one slot. */
export interface SlotView {
    readonly slot: string;
    readonly name: string;
    readonly meals: readonly Meal[];
    /** Undefined if no meal states its energy. */
    readonly energyKcal: number | undefined;
    /** Whether a food does not state its energy, so that the sum is a minimum. */
    readonly isAtLeast: boolean;
}

/** The four standard slots, and the person's own slots with meals. */
export function slotViews(meals: readonly Meal[]): readonly SlotView[] {
    const names = [...slots, ...new Set(meals.map(({ slot }) => slot).filter((slot) => !isSlot(slot)))];
    return names.map((slot) => {
        const own = meals.filter((meal) => meal.slot === slot)
            .sort((a, b) => a.eatenAt.localeCompare(b.eatenAt));
        const energies = own.flatMap(({ totals }) => totals.energyKcal.value ?? []);
        return {
            slot,
            name: slotName(slot),
            meals: own,
            energyKcal: energies.length ? energies.reduce((sum, one) => sum + one, 0) : undefined,
            isAtLeast: own.some(({ totals: { energyKcal } }) => energyKcal.reported < energyKcal.of),
        };
    });
}

/** The title of a meal: its name, or else its foods. */
export function mealTitle(meal: Pick<Meal, "name" | "items" | "slot">): string {
    if (meal.name) return meal.name;
    const names = meal.items.map(({ food }) => food.name).filter((name) => name !== null);
    if (!names.length) return t("meal.energyOnly");
    const shown = names.slice(0, 3).join(", ");
    return names.length > 3 ? t("meal.andMore", { names: shown, count: names.length - 3 }) : shown;
}

/** One day: its meals, totals and progress. */
export interface DayModel {
    readonly day: Resource<Day>;
    readonly meals: Resource<readonly Meal[]>;
    readonly goals: Resource<VersionedGoals>;
    readonly slots: Readable<readonly SlotView[] | undefined>;
    /** Whether the plan does not include this day. */
    readonly isLocked: Readable<boolean>;
    readonly error: Readable<unknown>;
    /** Whether the person hides numbers. */
    readonly hidesNumbers: Readable<boolean>;
    /** Loads the small picture of a meal; undefined for meals without a photo. */
    picture(meal: Meal): (() => Promise<Blob>) | undefined;
    reload(): void;
}

/** The date if it is the current day, which alone is stored on the device. */
function ifToday(client: Client, date: string): string | undefined {
    return date === localDate(client.now()) ? date : undefined;
}

export function dayModel(client: Client, date: Readable<string>): DayModel {
    const name = (): string | undefined => ifToday(client, date());
    const day = keptResource<Day>(client, "day", async () => {
        const wanted = date();
        client.changesOf("day");
        client.changesOf("goals");
        return (await client.api.get("/v1/days/{date}", { segments: { date: wanted } })).value;
    }, name);
    const meals = keptResource<readonly Meal[]>(client, "meals", async () => {
        const wanted = date();
        client.changesOf("meal");
        language();
        return (await client.api.get("/v1/meals", { query: { date: wanted } })).value.items;
    }, name);
    const goals = goalsResource(client);
    return {
        day,
        meals,
        goals,
        slots: computed(() => {
            const known = meals.value();
            language();
            return known && slotViews(known);
        }),
        isLocked: computed(() => isOutsidePlan(meals.error()) || isOutsidePlan(day.error())),
        error: computed(() => meals.error() ?? day.error()),
        hidesNumbers: computed(() => goals.value()?.goals.hideNumbers === true),
        picture: (meal) =>
            meal.items.some(({ seen }) => seen)
                ? rowPicture(client, meal.id, () => client.api.mealPhoto(meal.id, rowWidth))
                : undefined,
        reload: () => {
            day.reload();
            meals.reload();
            goals.reload();
        },
    };
}

/** The advice on a day. */
export function adviceResource(client: Client, date: Readable<string>): Resource<Advice> {
    return keptResource<Advice>(client, "advice", async () => {
        const wanted = date();
        client.changesOf("day");
        client.changesOf("goals");
        language();
        return (await client.api.get("/v1/days/{date}/advice", { segments: { date: wanted } })).value;
    }, () => ifToday(client, date()) && `${date()}/${language()}`);
}

/** A day in the calendar. */
export interface CalendarCell {
    readonly date: string;
    readonly day: number;
    readonly meals: number;
    readonly state: EnergyState;
    readonly energyKcal: number | null;
}

/** A month as weeks; undefined stands for a day of another month. */
export interface MonthModel {
    readonly weeks: Readable<readonly (readonly (CalendarCell | undefined)[])[]>;
    readonly calendar: Resource<Calendar["items"]>;
    /** Short names of the weekdays, beginning with the first one of the language. */
    readonly weekdays: Readable<readonly string[]>;
}

/** The first day of a week: 1 for Monday, 7 for Sunday. */
export function firstWeekday(tag: string): number {
    const locale = new Intl.Locale(tag) as Intl.Locale & {
        getWeekInfo?: () => { firstDay: number };
        weekInfo?: { firstDay: number };
    };
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** The days of a month, week by week. */
export function monthWeeks(month: string, first: number): readonly (readonly (string | undefined)[])[] {
    const start = noonOf(`${month}-01`);
    const before = (start.getDay() - (first % 7) + 7) % 7;
    const days: (string | undefined)[] = Array.from({ length: before }, () => undefined);
    for (let date = `${month}-01`; date.startsWith(month); date = shiftDate(date, 1)) days.push(date);
    while (days.length % 7) days.push(undefined);
    return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

export function monthModel(
    client: Client,
    month: Readable<string>,
    goals: Resource<VersionedGoals>,
    tag: () => string = () => globalThis.navigator?.language ?? "en",
): MonthModel {
    const calendar = keptResource<Calendar["items"]>(client, "calendar", async () => {
        const wanted = month();
        client.changesOf("day");
        return (await client.api.get("/v1/calendar", { query: { month: wanted } })).value.items;
    }, month);
    return {
        calendar,
        weeks: computed(() => {
            const known = new Map((calendar.value() ?? []).map((one) => [one.date, one]));
            const goal = energyGoal(goals.value()?.goals);
            return monthWeeks(month(), firstWeekday(tag())).map((week) =>
                week.map((date) => {
                    if (!date) return undefined;
                    const entry = known.get(date);
                    const energyKcal = entry?.energyKcal.value ?? null;
                    return {
                        date,
                        day: Number(date.slice(8)),
                        meals: entry?.meals ?? 0,
                        state: entry?.meals ? energyState(energyKcal, goal) : "none",
                        energyKcal,
                    };
                })
            );
        }),
        weekdays: computed(() => {
            const format = dateFormat({ weekday: "narrow" });
            const first = firstWeekday(tag());
            // 4 January 2026 is a Sunday, which gives the names of the weekdays.
            return Array.from({ length: 7 }, (_, index) => format.format(new Date(2026, 0, 4 + first + index, 12)));
        }),
    };
}
