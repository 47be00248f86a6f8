import type { TextsOf } from "../../src/core/i18n.ts";
import budget from "../fr/budget.ts";
import category from "../fr/category.ts";
import diary from "../fr/diary.ts";
import food from "../fr/food.ts";
import goals from "../fr/goals.ts";
import household from "../fr/household.ts";
import imports from "../fr/import.ts";
import meal from "../fr/meal.ts";
import nutrient from "../fr/nutrient.ts";
import product from "../fr/product.ts";
import reactions from "../fr/reactions.ts";
import receipt from "../fr/receipt.ts";
import report from "../fr/report.ts";
import scan from "../fr/scan.ts";
import share from "../fr/share.ts";
import shops from "../fr/shops.ts";
import spending from "../fr/spending.ts";
import today from "../fr/today.ts";
import verdict from "../fr/verdict.ts";

export default {
    ...budget,
    ...category,
    ...diary,
    ...food,
    ...goals,
    ...household,
    ...imports,
    ...meal,
    ...nutrient,
    ...product,
    ...reactions,
    ...receipt,
    ...report,
    ...scan,
    ...share,
    ...shops,
    ...spending,
    ...today,
    ...verdict,
} satisfies TextsOf<"everyday">;
