import account from "./en/account.ts";
import allergens from "./en/allergens.ts";
import app from "./en/app.ts";
import device from "./en/device.ts";
import grants from "./en/grants.ts";
import help from "./en/help.ts";
import notices from "./en/notices.ts";
import plan from "./en/plan.ts";
import privacy from "./en/privacy.ts";
import problem from "./en/problem.ts";
import reactions from "./en/reactions.ts";
import budget from "./en/budget.ts";
import category from "./en/category.ts";
import household from "./en/household.ts";
import imports from "./en/import.ts";
import product from "./en/product.ts";
import receipt from "./en/receipt.ts";
import scan from "./en/scan.ts";
import security from "./en/security.ts";
import settings from "./en/settings.ts";
import shops from "./en/shops.ts";
import spending from "./en/spending.ts";
import terms from "./en/terms.ts";
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
    ...account,
    ...allergens,
    ...app,
    ...device,
    ...grants,
    ...help,
    ...notices,
    ...plan,
    ...privacy,
    ...problem,
    ...reactions,
    ...budget,
    ...category,
    ...household,
    ...imports,
    ...product,
    ...receipt,
    ...scan,
    ...security,
    ...settings,
    ...shops,
    ...spending,
    ...terms,
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
