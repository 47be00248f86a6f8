import type { Catalog } from "../src/core/i18n.ts";
import account from "./zh/account.ts";
import allergens from "./zh/allergens.ts";
import app from "./zh/app.ts";
import device from "./zh/device.ts";
import grants from "./zh/grants.ts";
import help from "./zh/help.ts";
import notices from "./zh/notices.ts";
import plan from "./zh/plan.ts";
import privacy from "./zh/privacy.ts";
import problem from "./zh/problem.ts";
import reactions from "./zh/reactions.ts";
import budget from "./zh/budget.ts";
import category from "./zh/category.ts";
import household from "./zh/household.ts";
import imports from "./zh/import.ts";
import product from "./zh/product.ts";
import receipt from "./zh/receipt.ts";
import scan from "./zh/scan.ts";
import security from "./zh/security.ts";
import settings from "./zh/settings.ts";
import shops from "./zh/shops.ts";
import spending from "./zh/spending.ts";
import terms from "./zh/terms.ts";
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
} satisfies Catalog;
