import type { Grant, GrantScope } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatList, formatMoment, t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { signal } from "../core/signal.ts";
import type { Client } from "../models/client.ts";
import { formatDay, formatTime, localDate, mealTitle, shiftDate, slotName } from "../models/days.ts";
import { isOutsidePlan } from "../models/limits.ts";
import { grantedAllergens, grantedDay, grantedPurchases, grantedReport, grantResource } from "../models/granted.ts";
import { grantStates } from "../models/grants.ts";
import { formatMoney } from "../models/money.ts";
import { formatFigure, mainNutrients } from "../models/nutrients.ts";
import { scanName } from "../models/scans.ts";
import { verdictView } from "../models/verdict.ts";
import { loaded, saveFile } from "./account-parts.ts";
import { nutrientList } from "./day-parts.ts";
import type { Page } from "./page.ts";
import { button, section } from "./parts.ts";

/** Records that another person shares with this one; read-only. */
export default function grantedScreen(page: Page): Child {
    const { client } = page;
    const grant = grantResource(client, page.parameters.id ?? "");
    page.setTitle(() => {
        const known = grant.value();
        return known
            ? t("grants.recordsOf", { name: known.name ?? known.owner ?? t("grants.somebody") })
            : t("grants.records");
    });
    return h(
        "div",
        { class: "page-grid" },
        loaded(
            grant,
            (known) =>
                known.state === "active"
                    ? parts(client, known)
                    : h("p", { class: "card empty" }, translate(grantStates[known.state])),
        ),
    );
}

function parts(client: Client, { id, scopes }: Grant): Child {
    const sees = (scope: GrantScope): boolean => scopes.includes(scope);
    return [
        (sees("diary") || sees("reports")) && days(client, id, sees("diary"), sees("reports")),
        sees("allergens") && allergens(client, id),
        sees("purchases") && purchases(client, id),
    ];
}

/** One day after the other, with its report as a file. */
function days(client: Client, id: string, hasDiary: boolean, hasReports: boolean): Child {
    const today = localDate(client.now());
    const date = signal(today);
    const step = (by: 1 | -1): HTMLElement =>
        h("button", {
            type: "button",
            class: "round",
            "aria-label": () => t(by < 0 ? "diary.previousDay" : "diary.nextDay"),
            onclick: () => date.update((old) => shiftDate(old, by)),
        }, icon(by < 0 ? "back" : "forward"));
    return section(
        hasDiary ? "grants.scope.diary" : "grants.scope.reports",
        h("div", { class: "day-head" }, step(-1), h("h3", { "aria-live": "polite" }, () => formatDay(date())), step(1)),
        hasDiary && dayRecords(client, id, date),
        hasReports && h(
            "div",
            { class: "actions" },
            button(() => t("grants.saveReport"), async () => {
                const day = date.peek();
                saveFile(await grantedReport(client, id, day), `food-magic-${day}.pdf`);
            }, { icon: "download" }),
        ),
    );
}

function dayRecords(client: Client, id: string, date: () => string): Child {
    const records = grantedDay(client, id, date);
    const shown = loaded(
        records,
        ({ day, meals }) =>
            meals.length === 0 ? h("p", { class: "hint" }, t("grants.noEntries")) : [
                nutrientList(day, mainNutrients),
                list(
                    meals.map((meal) => [
                        mealTitle(meal),
                        [slotName(meal.slot), formatTime(meal.eatenAt), formatFigure(meal.totals.energyKcal, "kcal")]
                            .join(" · "),
                    ]),
                ),
            ],
    );
    return () => isOutsidePlan(records.error()) ? h("p", { class: "hint" }, t("grants.lockedDay")) : shown();
}

function allergens(client: Client, id: string): Child {
    const { nameOf } = client.allergenNames;
    return section(
        "grants.scope.allergens",
        loaded(grantedAllergens(client, id), ({ profile, scans, reactions }) => {
            const avoided = [
                ...(profile.allergens ?? []).map(nameOf),
                ...(profile.otherIngredients ?? []).map((one) => typeof one === "string" ? one : one.name),
            ];
            return [
                avoided.length
                    ? h("ul", { class: "chips" }, avoided.map((name) => h("li", { class: "tag" }, name)))
                    : h("p", { class: "hint" }, t("grants.avoidsNothing")),
                scans.length > 0 && h("h3", null, t("app.scans")),
                list(scans.map((scan) => [
                    verdictView(scan, nameOf, []).headline,
                    [scanName(scan), formatMoment(scan.scannedAt)].filter(Boolean).join(" · "),
                ])),
                reactions.length > 0 && h("h3", null, t("reactions.title")),
                list(reactions.map(({ allergens, cause, occurredOn }) => [
                    formatList([...allergens.map(nameOf), ...(cause ? [cause] : [])]) || t("reactions.scan"),
                    formatDay(occurredOn, "short"),
                ])),
            ];
        }),
    );
}

function purchases(client: Client, id: string): Child {
    return section(
        "grants.scope.purchases",
        loaded(
            grantedPurchases(client, id),
            (items) =>
                items.length
                    ? list(items.map(({ merchant, purchasedAt, total }) => [
                        merchant ?? t("receipt.unknownShop"),
                        [purchasedAt && formatDay(purchasedAt.slice(0, 10), "short"), total && formatMoney(total)]
                            .filter(Boolean).join(" · "),
                    ]))
                    : h("p", { class: "hint" }, t("grants.noPurchases")),
        ),
    );
}

/** Rows of two lines. */
function list(rows: readonly (readonly [title: string, hint: string])[]): Child {
    return rows.length > 0 && h(
        "ul",
        { class: "list" },
        rows.map(([title, hint]) =>
            h("li", { class: "card fact" }, h("span", { class: "strong" }, title), h("span", { class: "hint" }, hint))
        ),
    );
}
