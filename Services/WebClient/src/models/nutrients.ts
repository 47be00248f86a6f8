import type { Figure, ReportAmount } from "../../generated/api.ts";
import { formatNumber, type Key, language, t, translate } from "../core/i18n.ts";
import { settings } from "../core/settings.ts";

export type NutrientUnit = ReportAmount["unit"];

/** A nutrient with its name in reports and figures. */
export interface Nutrient {
    /** The code, such as `vitaminC`. */
    readonly code: string;
    readonly unit: NutrientUnit;
    /** The code with its unit, such as `vitaminCMg`. */
    readonly figure: string;
    readonly name: Key;
}

const suffixes: Readonly<Record<NutrientUnit, string>> = { kcal: "Kcal", g: "G", mg: "Mg", "µg": "Mcg" };

const table: readonly (readonly [string, NutrientUnit, Key])[] = [
    ["energy", "kcal", "nutrient.energy"],
    ["protein", "g", "nutrient.protein"],
    ["carbohydrate", "g", "nutrient.carbohydrate"],
    ["sugars", "g", "nutrient.sugars"],
    ["fiber", "g", "nutrient.fiber"],
    ["fat", "g", "nutrient.fat"],
    ["saturated", "g", "nutrient.saturated"],
    ["monounsaturated", "g", "nutrient.monounsaturated"],
    ["polyunsaturated", "g", "nutrient.polyunsaturated"],
    ["trans", "g", "nutrient.trans"],
    ["linoleic", "g", "nutrient.linoleic"],
    ["alphaLinolenic", "g", "nutrient.alphaLinolenic"],
    ["cholesterol", "mg", "nutrient.cholesterol"],
    ["alcohol", "g", "nutrient.alcohol"],
    ["caffeine", "mg", "nutrient.caffeine"],
    ["water", "g", "nutrient.water"],
    ["sodium", "mg", "nutrient.sodium"],
    ["potassium", "mg", "nutrient.potassium"],
    ["calcium", "mg", "nutrient.calcium"],
    ["iron", "mg", "nutrient.iron"],
    ["magnesium", "mg", "nutrient.magnesium"],
    ["phosphorus", "mg", "nutrient.phosphorus"],
    ["zinc", "mg", "nutrient.zinc"],
    ["copper", "mg", "nutrient.copper"],
    ["manganese", "mg", "nutrient.manganese"],
    ["selenium", "µg", "nutrient.selenium"],
    ["fluoride", "µg", "nutrient.fluoride"],
    ["chloride", "mg", "nutrient.chloride"],
    ["chromium", "µg", "nutrient.chromium"],
    ["iodine", "µg", "nutrient.iodine"],
    ["molybdenum", "µg", "nutrient.molybdenum"],
    ["vitaminA", "µg", "nutrient.vitaminA"],
    ["vitaminC", "mg", "nutrient.vitaminC"],
    ["vitaminD", "µg", "nutrient.vitaminD"],
    ["vitaminE", "mg", "nutrient.vitaminE"],
    ["vitaminK", "µg", "nutrient.vitaminK"],
    ["thiamin", "mg", "nutrient.thiamin"],
    ["riboflavin", "mg", "nutrient.riboflavin"],
    ["niacin", "mg", "nutrient.niacin"],
    ["pantothenicAcid", "mg", "nutrient.pantothenicAcid"],
    ["vitaminB6", "mg", "nutrient.vitaminB6"],
    ["biotin", "µg", "nutrient.biotin"],
    ["folate", "µg", "nutrient.folate"],
    ["vitaminB12", "µg", "nutrient.vitaminB12"],
    ["choline", "mg", "nutrient.choline"],
];

/** All nutrients of the API, energy and its sources first. */
export const nutrients: readonly Nutrient[] = table.map(([code, unit, name]) => ({
    code,
    unit,
    figure: code + suffixes[unit],
    name,
}));

const byCode = new Map(nutrients.map((one) => [one.code, one]));
const byFigure = new Map(nutrients.map((one) => [one.figure, one]));

/** The energy-giving nutrients, shown where there is space for only a few. */
export const mainNutrients: readonly Nutrient[] = ["protein", "carbohydrate", "fat", "fiber"].flatMap((code) =>
    byCode.get(code) ?? []
);

export function nutrientOfFigure(figure: string): Nutrient | undefined {
    return byFigure.get(figure);
}

/** The name of a nutrient by its code or figure; the code itself if it is unknown. */
export function nutrientName(code: string): string {
    const known = byCode.get(code) ?? byFigure.get(code);
    return known ? translate(known.name) : code;
}

const gramsPerOunce = 28.349523;
export const centimetersPerInch = 2.54;
const kilojoulesPerKilocalorie = 4.184;

/** Energy in the unit of the settings, as a number for a field. */
export function energyValue(kcal: number): number {
    return settings().energyUnit === "kJ" ? Math.round(kcal * kilojoulesPerKilocalorie) : Math.round(kcal);
}

/** Converts a typed number from the unit of the settings to kilocalories. */
export function kilocalories(value: number): number {
    return settings().energyUnit === "kJ" ? value / kilojoulesPerKilocalorie : value;
}

export function energyUnitName(): string {
    return settings().energyUnit;
}

/** Whether masses of food are in ounces; in Canada they are in grams even if body weight is in pounds. */
function isInOunces(): boolean {
    return settings().units === "imperial";
}

export function massUnitName(): string {
    return isInOunces() ? "oz" : "g";
}

/** Mass in the unit of the settings, as a number for a field. */
export function massValue(grams: number): number {
    if (isInOunces()) return Number((grams / gramsPerOunce).toFixed(2));
    return Number(grams.toFixed(1));
}

/** Converts a typed number from the unit of the settings to grams. */
export function gramsOf(value: number): number {
    return isInOunces() ? Number((value * gramsPerOunce).toFixed(1)) : value;
}

/** A number as the text of a field, with the decimal sign of the language. */
export function decimalText(value: number): string {
    return formatNumber(value, { useGrouping: false, maximumFractionDigits: 2 });
}

/** An energy such as "521 kcal" or "2,180 kJ". */
export function formatEnergy(kcal: number): string {
    const value = formatNumber(energyValue(kcal));
    return settings().energyUnit === "kJ" ? t("nutrient.unit.kJ", { value }) : t("nutrient.unit.kcal", { value });
}

/** A mass such as "150 g" or "5.3 oz". */
export function formatMass(grams: number): string {
    if (isInOunces()) {
        const value = formatNumber(grams / gramsPerOunce, { maximumFractionDigits: 1 });
        return t("nutrient.unit.oz", { value });
    }
    return t("nutrient.unit.g", { value: formatNumber(grams, { maximumFractionDigits: grams < 10 ? 1 : 0 }) });
}

/** A range such as "152 to 242 g". */
export function formatMassRange(low: number, high: number): string {
    const isOunces = isInOunces();
    const text = (grams: number): string =>
        formatNumber(isOunces ? grams / gramsPerOunce : grams, { maximumFractionDigits: isOunces ? 1 : 0 });
    const range = t("nutrient.range", { low: text(low), high: text(high) });
    return isOunces ? t("nutrient.unit.oz", { value: range }) : t("nutrient.unit.g", { value: range });
}

/** A size such as "8.6 × 7.1 cm", or in inches if body height is shown in inches. */
export function formatSides(longer: number, shorter: number): string {
    const isInches = settings().units !== "metric";
    const [length, breadth] = [longer, shorter].map((centimeters) =>
        formatNumber(isInches ? centimeters / centimetersPerInch : centimeters, { maximumFractionDigits: 1 })
    );
    const value = `${length} × ${breadth}`;
    return isInches ? t("nutrient.unit.in", { value }) : t("nutrient.unit.cm", { value });
}

/** An amount of a nutrient with its unit, energy in the unit of the settings. */
export function formatAmount(value: number, unit: NutrientUnit): string {
    if (unit === "kcal") return formatEnergy(value);
    const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    const text = formatNumber(value, { maximumFractionDigits: digits });
    switch (unit) {
        case "g":
            return t("nutrient.unit.g", { value: text });
        case "mg":
            return t("nutrient.unit.mg", { value: text });
        default:
            return t("nutrient.unit.mcg", { value: text });
    }
}

/** A figure of a meal or a day: "at least" if not all foods state it, a dash if none does. */
export function formatFigure(figure: Pick<Figure, "value" | "reported" | "of">, unit: NutrientUnit): string {
    if (figure.value === null) return t("nutrient.unknown");
    const amount = formatAmount(figure.value, unit);
    return figure.reported < figure.of ? t("nutrient.atLeast", { amount }) : amount;
}

/**
 * An amount in whole percent of a goal, rounded down as in a report: 99.9 % is not reached.
 *
 * It is computed from the amounts, because the percentage of a day is rounded to one decimal already.
 */
export function percentOfGoal(value: number | null, goal: number | undefined): number | null {
    return value === null || !goal ? null : Math.floor(value / goal * 100);
}

export function formatPercent(percent: number): string {
    return formatNumber(percent / 100, { style: "percent", maximumFractionDigits: 0 });
}

/**
 * The number in a typed text, with a comma or a point; undefined if the text is not a number.
 *
 * Commas before three digits separate thousands in English and Chinese. Wide digits are those of Chinese keyboards.
 */
export function parseDecimal(text: string): number | undefined {
    const typed = text.normalize("NFKC").replace(/[\s']/g, "");
    const hasThousands = ["en", "zh"].includes(language()) && /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed);
    const plain = hasThousands ? typed.replaceAll(",", "") : typed.replace(",", ".");
    if (!/^\d*\.?\d*$/.test(plain) || !/\d/.test(plain)) return undefined;
    return Number(plain);
}
