import type { Report, ReportAmount } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { type Child, h } from "../core/dom.ts";
import { t, translate } from "../core/i18n.ts";
import type { Key } from "../core/i18n.ts";
import { place } from "../core/router.ts";
import { signal } from "../core/signal.ts";
import { formatDay } from "../models/days.ts";
import { isOutsidePlan } from "../models/limits.ts";
import { formatAmount, formatEnergy, formatMass, formatPercent, nutrientName, nutrients } from "../models/nutrients.ts";
import { describeError } from "../models/problems.ts";
import { type ReportFormat, type ReportModel, reportModel, type ReportSubject } from "../models/reports.ts";
import { goalBar, shareBar } from "./charts.ts";
import type { Page } from "./page.ts";
import { button, choice, emptyNote, errorNote, linkButton, section, skeletons } from "./parts.ts";
import { planNote } from "./plan-note.ts";
import { shareButton } from "./share-button.ts";
import { notify } from "./snackbar.ts";

const formats: readonly (readonly [ReportFormat, Key])[] = [
    ["pdf", "report.pdf"],
    ["csv", "report.csv"],
    ["png", "report.png"],
];

const states: Readonly<Record<NonNullable<ReportAmount["state"]>, Key>> = {
    "unknown": "report.state.unknown",
    "incomplete": "report.state.incomplete",
    "below": "report.state.below",
    "reached": "report.state.reached",
    "above-upper": "report.state.aboveUpper",
};

const bands: Readonly<Record<NonNullable<Report["band"]>, Key>> = {
    "unknown": "report.band.unknown",
    "well-below": "report.band.wellBelow",
    "below": "report.band.below",
    "near": "report.band.near",
    "above": "report.band.above",
    "well-above": "report.band.wellAbove",
};

/** The report of a meal or a day, or a stored one, in a simple or detailed view. */
export default function reportScreen(page: Page): Child {
    const { client, parameters } = page;
    const { id, date } = parameters;
    const isKept = place().path.startsWith("/reports/");
    const subject: ReportSubject = date ? { date } : isKept ? { report: id ?? "" } : { meal: id ?? "" };
    const model = reportModel(client, subject);
    const back = date ? `/diary/${date}` : `/meals/${id}`;
    page.setTitle(() => date ? t("report.ofDay", { date: formatDay(date) }) : t("report.title"));

    return h(
        "div",
        { class: "stack wide" },
        choice<Report["view"]>(
            "report.view",
            "view",
            [["simple", () => t("report.simple")], ["detailed", () => t("report.detailed")]],
            model.view,
            model.setView,
        ),
        () => {
            const error = model.report.error();
            if (model.isLocked()) {
                return model.view() === "detailed"
                    ? planNote(() => t("report.lockedDetailed"))
                    : planNote(() => t("diary.locked"));
            }
            if (error instanceof RefusedError && error.status === 404) {
                return h("p", { class: "card empty" }, t("problem.notFound"));
            }
            if (error !== undefined) return errorNote(error, model.report.reload);
            const report = model.report.value();
            if (!report || report.view !== model.view()) return skeletons();
            return content(report, model);
        },
        section(
            "report.save",
            h("div", { class: "actions" }, formats.map(([format, label]) => fileButton(model, format, label))),
            () => lockedFile(model),
            h(
                "div",
                { class: "actions" },
                !isKept && button(() => t("report.keep"), async () => {
                    try {
                        await model.keep();
                        notify(() => t("report.kept"));
                    } catch (error) {
                        notify(() => describeError(error));
                    }
                }),
                linkButton("/reports", () => t("report.all")),
                !isKept && shareButton(client, date ? { date } : { meal: id ?? "" }, () => false),
            ),
        ),
        !isKept && h("p", null, h("a", { href: back }, () => t(date ? "report.toDay" : "report.toMeal"))),
    );
}

const refusedFiles = new WeakMap<ReportModel, ReturnType<typeof signal<boolean>>>();

function refusedOf(model: ReportModel): ReturnType<typeof signal<boolean>> {
    const known = refusedFiles.get(model) ?? signal(false);
    refusedFiles.set(model, known);
    return known;
}

function lockedFile(model: ReportModel): Child {
    return refusedOf(model)() && planNote(() => t("report.lockedFiles"));
}

function fileButton(model: ReportModel, format: ReportFormat, label: Key): HTMLElement {
    return button(() => translate(label), async () => {
        try {
            const file = await model.file(format);
            const url = URL.createObjectURL(file);
            const date = model.report.value()?.date ?? "";
            h("a", { href: url, download: `food-magic-${date}.${format}` }).click();
            setTimeout(() => URL.revokeObjectURL(url), 10_000);
        } catch (error) {
            if (isOutsidePlan(error)) refusedOf(model).set(true);
            else notify(() => describeError(error));
        }
    }, { icon: "download" });
}

function content(report: Report, model: ReportModel): Child {
    if (!report.items.length) return emptyNote(() => t("diary.nothing"), () => t("report.nothing"));
    return [
        h("p", { class: "hint" }, [report.name, formatDay(report.date)].filter(Boolean).join(" · ")),
        energy(report),
        foods(report),
        report.view === "simple"
            ? h("p", { class: "hint" }, t("report.simpleText"))
            : [sources(report), nutrientTable(report), choose(model)],
    ];
}

function energy({ energy: amount, numbersHidden, band }: Report): Child {
    if (numbersHidden) {
        return h("p", { class: "card" }, band ? translate(bands[band]) : t("report.numbersHidden"));
    }
    const text = amount.value === null
        ? t("nutrient.unknown")
        : amount.atLeast
        ? t("nutrient.atLeast", { amount: formatEnergy(amount.value) })
        : formatEnergy(amount.value);
    return h(
        "div",
        { class: "card energy" },
        h("p", { class: "large strong" }, text),
        amount.percent !== null && amount.target !== null && [
            h(
                "p",
                null,
                t("report.ofDailyNeed", {
                    percent: formatPercent(amount.percent),
                    target: formatEnergy(amount.target),
                }),
            ),
            goalBar(amount.percent),
        ],
        band && h("p", { class: "hint" }, translate(bands[band])),
    );
}

function foods({ items, numbersHidden }: Report): HTMLElement {
    return section(
        "report.foods",
        h(
            "ul",
            { class: "card nutrients" },
            items.map(({ name, grams, energyKcal, energyShare }) =>
                h(
                    "li",
                    null,
                    h(
                        "div",
                        { class: "split" },
                        h("span", { class: "strong" }, name ?? t("meal.unnamed")),
                        h(
                            "span",
                            { class: "hint" },
                            [
                                grams !== null && formatMass(grams),
                                energyKcal !== null && formatEnergy(energyKcal),
                                energyShare !== null && formatPercent(energyShare * 100),
                            ].filter(Boolean).join(" · "),
                        ),
                    ),
                    energyShare !== null && !numbersHidden && shareBar(energyShare),
                )
            ),
        ),
    );
}

function sources({ energyBySource = [] }: Report): Child {
    const known = energyBySource.filter(({ share }) => share !== null && share > 0);
    if (!known.length) return null;
    return section(
        "report.sources",
        h(
            "ul",
            { class: "card nutrients" },
            known.map(({ nutrient, energyKcal, share }) =>
                h(
                    "li",
                    null,
                    h(
                        "div",
                        { class: "split" },
                        h("span", { class: "strong" }, nutrientName(nutrient)),
                        h(
                            "span",
                            { class: "hint" },
                            [energyKcal !== null && formatEnergy(energyKcal), formatPercent((share ?? 0) * 100)]
                                .filter(Boolean).join(" · "),
                        ),
                    ),
                    shareBar(share ?? 0),
                )
            ),
        ),
    );
}

/** An amount whose unit stays in the line of its number. */
function unbroken(amount: string): string {
    return amount.replaceAll(" ", "\u00a0");
}

function nutrientTable({ nutrients: amounts = [], numbersHidden }: Report): HTMLElement {
    return section(
        "report.nutrients",
        h(
            "div",
            { class: "card" },
            h(
                "table",
                null,
                h("caption", { class: "hidden" }, t("report.nutrients")),
                h(
                    "thead",
                    null,
                    h(
                        "tr",
                        null,
                        h("th", { scope: "col" }, t("report.nutrient")),
                        !numbersHidden && h("th", { scope: "col" }, t("report.amount")),
                        h("th", { scope: "col" }, t("report.need")),
                    ),
                ),
                h(
                    "tbody",
                    null,
                    amounts.map(({ nutrient, unit, value, atLeast, percent, state }) =>
                        h(
                            "tr",
                            null,
                            h("th", { scope: "row" }, nutrientName(nutrient)),
                            !numbersHidden && h(
                                "td",
                                null,
                                value === null
                                    ? t("nutrient.unknown")
                                    : atLeast
                                    ? t("nutrient.atLeast", { amount: unbroken(formatAmount(value, unit)) })
                                    : unbroken(formatAmount(value, unit)),
                            ),
                            h(
                                "td",
                                null,
                                percent !== null && h("span", null, formatPercent(percent), " "),
                                state !== null && h("span", { class: "hint block" }, translate(states[state])),
                            ),
                        )
                    ),
                ),
            ),
        ),
    );
}

/** The person's own choice of nutrients. */
function choose(model: ReportModel): HTMLElement {
    const codes = nutrients.filter(({ code }) => code !== "energy");
    const isShown = (code: string): boolean => model.chosen()?.includes(code) ?? true;
    return h(
        "details",
        { class: "card" },
        h("summary", null, t("report.choose")),
        h(
            "fieldset",
            { class: "stack" },
            h("legend", { class: "hidden" }, t("report.choose")),
            h(
                "div",
                { class: "chips" },
                codes.map(({ code }) =>
                    h(
                        "label",
                        { class: "chip" },
                        h("input", {
                            type: "checkbox",
                            name: "nutrient",
                            value: code,
                            checked: () => isShown(code),
                            onchange: (event: Event) => {
                                const isOn = (event.target as HTMLInputElement).checked;
                                const next = codes.map((one) => one.code)
                                    .filter((one) => one === code ? isOn : isShown(one));
                                model.choose(next.length === codes.length || !next.length ? undefined : next);
                            },
                        }),
                        h("span", null, nutrientName(code)),
                    )
                ),
            ),
            button(() => t("report.chooseAll"), () => model.choose(undefined), { kind: "plain" }),
        ),
    );
}
