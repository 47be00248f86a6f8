import type { Goals, GoalsChange } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { t } from "../core/i18n.ts";
import { settings } from "../core/settings.ts";
import type { Resource } from "../core/resource.ts";
import { computed, type Readable, signal, untracked } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { goalsResource, type VersionedGoals } from "./days.ts";
import { keepDraft } from "./drafts.ts";
import { centimetersPerInch, decimalText, energyValue, kilocalories, parseDecimal } from "./nutrients.ts";
import { describeField, withoutLimits } from "./problems.ts";

/** The goals as field values; numbers in the units of the settings. */
export interface GoalsForm {
    /** Whether the energy is computed from body measures or entered by the person. */
    readonly from: "body" | "own";
    readonly energy: string;
    readonly birthday: string;
    readonly sex: "" | "female" | "male";
    readonly height: string;
    readonly weight: string;
    readonly activity: "inactive" | "lowActive" | "active" | "veryActive";
    readonly stage: "general" | "pregnant" | "lactating";
    /** Weeks of a pregnancy, or months since a birth. */
    readonly since: string;
    readonly aim: "keep" | "lose" | "gain";
    readonly pace: string;
    readonly hasMacros: boolean;
    readonly protein: string;
    readonly carbohydrate: string;
    readonly fat: string;
    readonly targets: readonly TargetForm[];
    readonly hideNumbers: boolean;
    /** The version that the first change is based on; a newer one is a conflict. */
    readonly basedOn?: string;
}

/** A person's own goal for one nutrient. */
export interface TargetForm {
    readonly figure: string;
    readonly min: string;
    readonly max: string;
}

export type GoalsState = "idle" | "saving" | "conflict" | { readonly error: unknown };

export interface GoalsModel {
    readonly goals: Resource<VersionedGoals>;
    readonly form: Readable<GoalsForm | undefined>;
    readonly isChanged: Readable<boolean>;
    readonly state: Readable<GoalsState>;
    /** Errors by the names of the fields. */
    readonly errors: Readable<Readonly<Record<string, string>>>;
    change(part: Partial<GoalsForm>): void;
    discard(): void;
    save(): Promise<boolean>;
    takeTheirs(): void;
}

const gramsPerPound = 453.59237;

/** Whether body weight and height are in pounds and inches. */
export function isImperial(): boolean {
    return settings().units !== "metric";
}

function formOf(goals: Goals): GoalsForm {
    const body = (goals.body ?? {}) as Readonly<Record<string, string | number>>;
    const aim = (goals.aim ?? {}) as Readonly<Record<string, string | number>>;
    const text = (value: unknown): string => value === undefined || value === null ? "" : String(value);
    const rounded = (value: number): string => decimalText(Number(value.toFixed(1)));
    const height = Number(body.heightCm ?? 0);
    const weight = Number(body.weightKg ?? 0);
    return {
        from: goals.energyKcal !== undefined && !goals.body ? "own" : "body",
        energy: goals.energyKcal === undefined ? "" : text(energyValue(goals.energyKcal)),
        birthday: text(body.birthday),
        sex: (body.sex as GoalsForm["sex"] | undefined) ?? "",
        height: height ? rounded(isImperial() ? height / centimetersPerInch : height) : "",
        weight: weight ? rounded(isImperial() ? weight * 1_000 / gramsPerPound : weight) : "",
        activity: (body.activity as GoalsForm["activity"] | undefined) ?? "lowActive",
        stage: (body.stage as GoalsForm["stage"] | undefined) ?? "general",
        since: text(body.weeks ?? body.months),
        aim: (aim.kind as GoalsForm["aim"] | undefined) ?? "keep",
        pace: aim.kgPerWeek === undefined
            ? ""
            : rounded(isImperial() ? Number(aim.kgPerWeek) * 1_000 / gramsPerPound : Number(aim.kgPerWeek)),
        hasMacros: goals.macros !== undefined,
        protein: text(goals.macros?.protein?.percent ?? 20),
        carbohydrate: text(goals.macros?.carbohydrate?.percent ?? 50),
        fat: text(goals.macros?.fat?.percent ?? 30),
        targets: Object.entries(goals.targets).map(([figure, { min, max }]) => ({
            figure,
            min: text(min),
            max: text(max),
        })),
        hideNumbers: goals.hideNumbers,
    };
}

/** The errors of the fields; empty if the form can be sent. */
export function checkGoals(form: GoalsForm): Readonly<Record<string, string>> {
    const errors: Record<string, string> = {};
    const isBetween = (value: number | undefined, min: number, max: number): boolean =>
        value !== undefined && value >= min && value <= max;
    if (form.from === "own" && form.energy.trim()) {
        const kcal = parseDecimal(form.energy);
        if (!isBetween(kcal === undefined ? undefined : Math.round(kilocalories(kcal)), 1_200, 10_000)) {
            errors.energy = t("goals.error.energy");
        }
    }
    if (form.from === "body") {
        if (!form.birthday) errors.birthday = t("problem.field.required");
        if (!form.sex) errors.sex = t("goals.error.choose");
        const height = parseDecimal(form.height);
        if (!isBetween(height && (isImperial() ? height * centimetersPerInch : height), 100, 250)) {
            errors.height = t("goals.error.height");
        }
        const weight = parseDecimal(form.weight);
        if (!isBetween(weight && (isImperial() ? weight * gramsPerPound / 1_000 : weight), 25, 350)) {
            errors.weight = t("goals.error.weight");
        }
        if (form.aim !== "keep" && !isBetween(paceOf(form), 0.05, 1)) errors.pace = t("goals.error.pace");
        if (form.stage === "pregnant" && !isBetween(parseDecimal(form.since), 0, 43)) {
            errors.since = t("goals.error.since");
        }
        if (form.stage === "lactating" && !isBetween(parseDecimal(form.since), 0, 11)) {
            errors.since = t("goals.error.since");
        }
    }
    if (form.hasMacros) {
        const parts = [form.protein, form.carbohydrate, form.fat].map(parseDecimal);
        const sum = parts.reduce<number>((total, part) => total + (part ?? NaN), 0);
        if (sum !== 100 || parts.some((part) => !Number.isInteger(part))) errors.macros = t("goals.error.macros");
    }
    for (const { figure, min, max } of form.targets) {
        const [low, high] = [parseDecimal(min), parseDecimal(max)];
        const isNumber = (text: string, value: number | undefined): boolean => !text.trim() || value !== undefined;
        const isEmpty = low === undefined && high === undefined;
        if (isEmpty || !isNumber(min, low) || !isNumber(max, high)) errors[figure] = t("goals.error.target");
        else if (low !== undefined && high !== undefined && low > high) errors[figure] = t("goals.error.order");
    }
    return errors;
}

function paceOf(form: GoalsForm): number | undefined {
    const pace = parseDecimal(form.pace);
    return pace && (isImperial() ? Number((pace * gramsPerPound / 1_000).toFixed(2)) : pace);
}

/** The request with the values of a form. */
export function goalsChange(form: GoalsForm): GoalsChange {
    const number = (text: string): number => parseDecimal(text) ?? 0;
    const height = number(form.height);
    const weight = number(form.weight);
    const pace = paceOf(form);
    const targets = Object.fromEntries(form.targets.map(({ figure, min, max }) => [figure, {
        ...(parseDecimal(min) === undefined ? {} : { min: number(min) }),
        ...(parseDecimal(max) === undefined ? {} : { max: number(max) }),
    }]));
    return {
        hideNumbers: form.hideNumbers,
        ...(form.from === "own" && form.energy.trim()
            ? { energyKcal: Math.round(kilocalories(number(form.energy))) }
            : {}),
        ...(form.from === "body" && form.sex
            ? {
                body: {
                    birthday: form.birthday,
                    sex: form.sex,
                    heightCm: isImperial() ? Number((height * centimetersPerInch).toFixed(1)) : height,
                    weightKg: isImperial() ? Number((weight * gramsPerPound / 1_000).toFixed(1)) : weight,
                    activity: form.activity,
                    stage: form.stage,
                    ...(form.stage === "pregnant" ? { weeks: number(form.since) } : {}),
                    ...(form.stage === "lactating" ? { months: number(form.since) } : {}),
                },
                aim: { kind: form.aim, ...(form.aim !== "keep" && pace ? { kgPerWeek: pace } : {}) },
            }
            : {}),
        ...(form.hasMacros
            ? {
                macros: {
                    proteinPercent: number(form.protein),
                    carbohydratePercent: number(form.carbohydrate),
                    fatPercent: number(form.fat),
                },
            }
            : {}),
        ...(form.targets.length ? { targets } : {}),
    };
}

/** Names of fields by the pointers in the server's errors. */
const fieldOfPointer: Readonly<Record<string, string>> = {
    "/energyKcal": "energy",
    "/macros": "macros",
    "/aim": "aim",
    "/aim/kind": "aim",
    "/aim/kgPerWeek": "pace",
    "/body/birthday": "birthday",
    "/body/sex": "sex",
    "/body/heightCm": "height",
    "/body/weightKg": "weight",
    "/body/weeks": "since",
    "/body/months": "since",
};

export function goalsModel(client: Client): GoalsModel {
    const goals = goalsResource(client);
    const base = computed(() => {
        const known = goals.value()?.goals;
        return known && formOf(known);
    });
    const edited = signal<GoalsForm | undefined>(undefined);
    const form = computed(() => edited() ?? base());
    const state = signal<GoalsState>("idle");
    const errors = signal<Readonly<Record<string, string>>>({});
    keepDraft(client, "goals", edited, undefined);
    function forget(): void {
        edited.set(undefined);
        errors.set({});
        state.set("idle");
    }
    return {
        goals,
        form,
        isChanged: computed(() => {
            const mine = edited();
            return mine !== undefined && JSON.stringify({ ...mine, basedOn: undefined }) !== JSON.stringify(base());
        }),
        state,
        errors,
        change: (part) => {
            const old = edited.peek() ?? untracked(base);
            if (!old) return;
            const basedOn = old.basedOn ?? goals.value()?.etag;
            const next = { ...old, ...part, ...(basedOn ? { basedOn } : {}) };
            edited.set(next);
            // An error disappears as soon as its field is valid.
            const found = checkGoals(next);
            const left = Object.entries(errors.peek()).filter(([name]) => found[name]);
            errors.set(Object.fromEntries(left));
        },
        discard: forget,
        takeTheirs: forget,
        save: async () => {
            const mine = edited.peek() ?? untracked(base);
            if (!mine || state.peek() === "saving") return false;
            errors.set(checkGoals(mine));
            if (Object.keys(errors.peek()).length) return false;
            state.set("saving");
            const etag = mine.basedOn ?? goals.value()?.etag;
            try {
                const answer = await client.api.send("PUT", "/v1/goals", {
                    body: goalsChange(mine),
                    ...(etag ? { ifMatch: etag } : {}),
                });
                goals.set({ goals: answer.value, etag: answer.etag ?? `"${answer.value.version}"` });
                forget();
                return true;
            } catch (error) {
                if (error instanceof RefusedError && error.status === 412) {
                    const { value, etag: newer } = await client.api.get("/v1/goals", {});
                    goals.set({ goals: value, etag: newer });
                    edited.update((old) => old && { ...old, basedOn: newer ?? `"${value.version}"` });
                    state.set("conflict");
                    return false;
                }
                const found: Record<string, string> = {};
                for (const field of error instanceof RefusedError ? error.problem.errors ?? [] : []) {
                    const pointer = field.pointer;
                    const target = /^\/targets\/(\w+)/.exec(pointer ?? "")?.[1];
                    const name = target ?? fieldOfPointer[pointer ?? ""];
                    if (name) {
                        found[name] = name === "energy"
                            ? t("goals.error.energy")
                            : describeField(target ? field : withoutLimits(field));
                    }
                }
                errors.set(found);
                state.set(Object.keys(found).length ? "idle" : { error });
                return false;
            }
        },
    };
}
