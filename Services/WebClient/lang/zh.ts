import type { Catalog } from "../src/core/i18n.ts";
import allergens from "./zh/allergens.ts";
import app from "./zh/app.ts";
import budget from "./zh/budget.ts";
import category from "./zh/category.ts";
import household from "./zh/household.ts";
import imports from "./zh/import.ts";
import problem from "./zh/problem.ts";
import product from "./zh/product.ts";
import receipt from "./zh/receipt.ts";
import scan from "./zh/scan.ts";
import settings from "./zh/settings.ts";
import shops from "./zh/shops.ts";
import spending from "./zh/spending.ts";
import today from "./zh/today.ts";
import verdict from "./zh/verdict.ts";
import welcome from "./zh/welcome.ts";

/** Every key of English: a missing or unknown one is a type error. */
export default {
    ...allergens,
    ...app,
    ...budget,
    ...category,
    ...household,
    ...imports,
    ...problem,
    ...product,
    ...receipt,
    ...scan,
    ...settings,
    ...shops,
    ...spending,
    ...today,
    ...verdict,
    ...welcome,
} satisfies Catalog;
