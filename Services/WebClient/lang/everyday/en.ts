import budget from "../en/budget.ts";
import category from "../en/category.ts";
import diary from "../en/diary.ts";
import food from "../en/food.ts";
import goals from "../en/goals.ts";
import household from "../en/household.ts";
import imports from "../en/import.ts";
import meal from "../en/meal.ts";
import nutrient from "../en/nutrient.ts";
import product from "../en/product.ts";
import reactions from "../en/reactions.ts";
import receipt from "../en/receipt.ts";
import report from "../en/report.ts";
import scan from "../en/scan.ts";
import share from "../en/share.ts";
import shops from "../en/shops.ts";
import spending from "../en/spending.ts";
import today from "../en/today.ts";
import verdict from "../en/verdict.ts";

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
} as const;
