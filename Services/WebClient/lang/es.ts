import type { Catalog } from "../src/core/i18n.ts";
import allergens from "./es/allergens.ts";
import app from "./es/app.ts";
import budget from "./es/budget.ts";
import category from "./es/category.ts";
import household from "./es/household.ts";
import imports from "./es/import.ts";
import problem from "./es/problem.ts";
import product from "./es/product.ts";
import receipt from "./es/receipt.ts";
import scan from "./es/scan.ts";
import settings from "./es/settings.ts";
import shops from "./es/shops.ts";
import spending from "./es/spending.ts";
import today from "./es/today.ts";
import verdict from "./es/verdict.ts";
import welcome from "./es/welcome.ts";

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
