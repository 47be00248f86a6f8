import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { budgetFields } from "./budget-form.ts";
import type { Page } from "./page.ts";
import { notify } from "./snackbar.ts";

/** A new budget. */
export default function newBudgetScreen(page: Page): Child {
    return h(
        "div",
        { class: "card" },
        budgetFields(page, undefined, (budget) => {
            page.setGuard(undefined);
            notify(() => t("budget.saved"));
            void go(`/budgets/${budget.id}`, "replace");
        }),
    );
}
