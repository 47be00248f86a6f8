import type { Catalog } from "../src/core/i18n.ts";
import allergens from "./fr/allergens.ts";
import app from "./fr/app.ts";
import problem from "./fr/problem.ts";
import scan from "./fr/scan.ts";
import settings from "./fr/settings.ts";
import today from "./fr/today.ts";
import verdict from "./fr/verdict.ts";
import nutrient from "./fr/nutrient.ts";
import meal from "./fr/meal.ts";
import diary from "./fr/diary.ts";
import food from "./fr/food.ts";
import goals from "./fr/goals.ts";
import report from "./fr/report.ts";
import share from "./fr/share.ts";
import welcome from "./fr/welcome.ts";

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
