import type { TextsOf } from "../../src/core/i18n.ts";
import budget from "../zh/budget.ts";
import category from "../zh/category.ts";
import diary from "../zh/diary.ts";
import food from "../zh/food.ts";
import goals from "../zh/goals.ts";
import household from "../zh/household.ts";
import imports from "../zh/import.ts";
import meal from "../zh/meal.ts";
import nutrient from "../zh/nutrient.ts";
import product from "../zh/product.ts";
import reactions from "../zh/reactions.ts";
import receipt from "../zh/receipt.ts";
import report from "../zh/report.ts";
import scan from "../zh/scan.ts";
import share from "../zh/share.ts";
import shops from "../zh/shops.ts";
import spending from "../zh/spending.ts";
import today from "../zh/today.ts";
import verdict from "../zh/verdict.ts";

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
