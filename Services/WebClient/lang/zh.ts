import type { Catalog } from "../src/core/i18n.ts";
import allergens from "./zh/allergens.ts";
import app from "./zh/app.ts";
import problem from "./zh/problem.ts";
import scan from "./zh/scan.ts";
import settings from "./zh/settings.ts";
import today from "./zh/today.ts";
import verdict from "./zh/verdict.ts";
import nutrient from "./zh/nutrient.ts";
import meal from "./zh/meal.ts";
import diary from "./zh/diary.ts";
import food from "./zh/food.ts";
import goals from "./zh/goals.ts";
import report from "./zh/report.ts";
import share from "./zh/share.ts";
import welcome from "./zh/welcome.ts";

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
