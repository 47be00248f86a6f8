import type { Catalog } from "../src/core/i18n.ts";
import account from "./fr/account.ts";
import allergens from "./fr/allergens.ts";
import app from "./fr/app.ts";
import device from "./fr/device.ts";
import grants from "./fr/grants.ts";
import help from "./fr/help.ts";
import notices from "./fr/notices.ts";
import plan from "./fr/plan.ts";
import privacy from "./fr/privacy.ts";
import problem from "./fr/problem.ts";
import reactions from "./fr/reactions.ts";
import budget from "./fr/budget.ts";
import category from "./fr/category.ts";
import household from "./fr/household.ts";
import imports from "./fr/import.ts";
import product from "./fr/product.ts";
import receipt from "./fr/receipt.ts";
import scan from "./fr/scan.ts";
import security from "./fr/security.ts";
import settings from "./fr/settings.ts";
import shops from "./fr/shops.ts";
import spending from "./fr/spending.ts";
import terms from "./fr/terms.ts";
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
