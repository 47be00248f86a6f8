import type { Catalog } from "../src/core/i18n.ts";
import allergens from "./es/allergens.ts";
import app from "./es/app.ts";
import problem from "./es/problem.ts";
import scan from "./es/scan.ts";
import settings from "./es/settings.ts";
import today from "./es/today.ts";
import verdict from "./es/verdict.ts";
import nutrient from "./es/nutrient.ts";
import meal from "./es/meal.ts";
import diary from "./es/diary.ts";
import food from "./es/food.ts";
import goals from "./es/goals.ts";
import report from "./es/report.ts";
import share from "./es/share.ts";
import welcome from "./es/welcome.ts";

/** Every key of English: a missing or unknown one is a type error. */
export default {
    ...allergens,
    ...app,
    ...problem,
    ...scan,
    ...settings,
    ...today,
    ...verdict,
    ...nutrient,
    ...meal,
    ...diary,
    ...food,
    ...goals,
    ...report,
    ...share,
    ...welcome,
} satisfies Catalog;
