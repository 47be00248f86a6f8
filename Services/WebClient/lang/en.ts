import allergens from "./en/allergens.ts";
import app from "./en/app.ts";
import problem from "./en/problem.ts";
import scan from "./en/scan.ts";
import settings from "./en/settings.ts";
import today from "./en/today.ts";
import verdict from "./en/verdict.ts";
import nutrient from "./en/nutrient.ts";
import meal from "./en/meal.ts";
import diary from "./en/diary.ts";
import food from "./en/food.ts";
import goals from "./en/goals.ts";
import report from "./en/report.ts";
import share from "./en/share.ts";
import welcome from "./en/welcome.ts";

/** English, and the type of the other languages: a key is missing there or unknown to it, and the check fails. */
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
} as const;
