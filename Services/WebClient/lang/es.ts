import type { Catalog } from "../src/core/i18n.ts";
import account from "./es/account.ts";
import allergens from "./es/allergens.ts";
import app from "./es/app.ts";
import device from "./es/device.ts";
import grants from "./es/grants.ts";
import help from "./es/help.ts";
import notices from "./es/notices.ts";
import plan from "./es/plan.ts";
import privacy from "./es/privacy.ts";
import problem from "./es/problem.ts";
import reactions from "./es/reactions.ts";
import budget from "./es/budget.ts";
import category from "./es/category.ts";
import household from "./es/household.ts";
import imports from "./es/import.ts";
import product from "./es/product.ts";
import receipt from "./es/receipt.ts";
import scan from "./es/scan.ts";
import security from "./es/security.ts";
import settings from "./es/settings.ts";
import shops from "./es/shops.ts";
import spending from "./es/spending.ts";
import terms from "./es/terms.ts";
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
