import type { Catalog } from "../src/core/i18n.ts";
import allergens from "./fr/allergens.ts";
import app from "./fr/app.ts";
import budget from "./fr/budget.ts";
import category from "./fr/category.ts";
import household from "./fr/household.ts";
import imports from "./fr/import.ts";
import problem from "./fr/problem.ts";
import product from "./fr/product.ts";
import receipt from "./fr/receipt.ts";
import scan from "./fr/scan.ts";
import settings from "./fr/settings.ts";
import shops from "./fr/shops.ts";
import spending from "./fr/spending.ts";
import today from "./fr/today.ts";
import verdict from "./fr/verdict.ts";
import welcome from "./fr/welcome.ts";

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
