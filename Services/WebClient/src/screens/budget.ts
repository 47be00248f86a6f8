import type { Budget } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { type Key, t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { go } from "../core/router.ts";
import { computed, signal, untracked } from "../core/signal.ts";
import { budgetModel, budgetShare, budgetState } from "../models/budgets.ts";
import { categoryName, formatDay, formatMoney } from "../models/money.ts";
import { describeError } from "../models/problems.ts";
import { budgetFields } from "./budget-form.ts";
import { limitBar } from "./charts.ts";
import type { Page } from "./page.ts";
import { button, linkButton, section, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";
import { budgetWords, fact, judgement, problemNote } from "./spending-parts.ts";

const periodKeys: Readonly<Record<Budget["period"], Key>> = {
    day: "budget.day",
    week: "budget.week",
    month: "budget.month",
    year: "budget.year",
};

/** One budget: its state, advice, and its fields. */
export default function budgetScreen(page: Page): Child {
    const { client } = page;
    const id = page.parameters.id ?? "";
    const model = budgetModel(client, id);
    const problem = signal("");
    page.setTitle(() => model.resource.value()?.name ?? t("budget.title"));

    async function attempt(action: () => Promise<void>): Promise<boolean> {
        problem.set("");
        try {
            await action();
            return true;
        } catch (error) {
            problem.set(describeError(error));
            return false;
        }
    }

    async function remove(): Promise<void> {
        if (!(await attempt(model.remove))) return;
        page.setGuard(undefined);
        await go("/spending", "replace");
        notify(() => t("budget.deleted"), {
            label: () => t("receipt.undo"),
            run: () => void model.restore().then(() => go(`/budgets/${id}`), () => {}),
        });
    }

    // The form is recreated only for another version, so that a new purchase does not clear the input.
    const version = computed(() => model.resource.value()?.version);
    return () => {
        if (version() === undefined) {
            const error = model.resource.error();
            return error ? problemNote(error, model.resource.reload) : skeletons(2);
        }
        const budget = untracked(model.resource.value);
        return budget && h(
            "div",
            { class: "page-grid" },
            () => {
                const now = model.resource.value() ?? budget;
                return [standing(now), now.advice && now.advice.steps.length > 0 && advice(now.advice)];
            },
            () => problem() && h("p", { class: "error card", role: "alert" }, icon("info"), problem()),
            section(
                "budget.change",
                h(
                    "div",
                    { class: "card" },
                    budgetFields(page, budget, () => {
                        model.resource.reload();
                        notify(() => t("budget.saved"));
                    }),
                ),
                h("div", { class: "actions" }, button(() => t("budget.delete"), remove)),
            ),
        );
    };

    function standing(budget: Budget): Child {
        const { progress } = budget;
        return h(
            "div",
            { class: budgetState(budget) === "over" ? "card total over" : "card total" },
            h("p", { class: "amount" }, budgetState(budget) === "over" && icon("triangle"), budgetWords(budget)),
            limitBar(budgetShare(budget)),
            h(
                "dl",
                { class: "figures-grid" },
                progress && fact("budget.spent", `${formatMoney(progress.spent)} / ${formatMoney(budget.amount)}`),
                fact("budget.period", translate(periodKeys[budget.period])),
                progress && fact("budget.until", formatDay(progress.to)),
                budget.category && fact("receipt.category", categoryName(budget.category)),
                progress?.expected && fact("budget.expected", formatMoney(progress.expected)),
                budget.household && fact("budget.setBy", budget.household.name),
            ),
            progress && progress.otherCurrencies > 0 &&
                h("p", { class: "hint" }, t("budget.otherCurrencies", { count: progress.otherCurrencies })),
            !progress?.exceeded && linkButton(`/spending/suggestions?budget=${id}`, () => t("budget.whatFits")),
        );
    }

    function advice({ steps, saving, useful }: NonNullable<Budget["advice"]>): Child {
        return section(
            "budget.advice",
            h("p", null, t("budget.adviceText", { amount: formatMoney(saving) })),
            h(
                "ul",
                { class: "list" },
                steps.map((step) =>
                    h(
                        "li",
                        { class: "card fact" },
                        h("a", { href: `/products/${step.product.id}`, class: "strong" }, step.product.name),
                        h(
                            "span",
                            null,
                            step.kind === "swap"
                                ? t("budget.step.swap", { what: step.instead?.name ?? "" })
                                : step.kind === "shop"
                                ? t("budget.step.shop", { where: step.store?.name ?? t("product.otherShop") })
                                : t("budget.step.stop"),
                        ),
                        h("span", { class: "hint" }, t("budget.step.saves", { amount: formatMoney(step.saving) })),
                    )
                ),
            ),
            judgement(() => useful !== undefined, (isUseful) => attempt(() => model.judge(isUseful))),
        );
    }
}
