import type { TextsOf } from "../../src/core/i18n.ts";
import budget from "../es/budget.ts";
import category from "../es/category.ts";
import diary from "../es/diary.ts";
import food from "../es/food.ts";
import goals from "../es/goals.ts";
import household from "../es/household.ts";
import imports from "../es/import.ts";
import meal from "../es/meal.ts";
import nutrient from "../es/nutrient.ts";
import product from "../es/product.ts";
import reactions from "../es/reactions.ts";
import receipt from "../es/receipt.ts";
import report from "../es/report.ts";
import scan from "../es/scan.ts";
import share from "../es/share.ts";
import shops from "../es/shops.ts";
import spending from "../es/spending.ts";
import today from "../es/today.ts";
import verdict from "../es/verdict.ts";

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
