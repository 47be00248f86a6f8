import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { go } from "../core/router.ts";
import { computed, effect, untracked } from "../core/signal.ts";
import { type GoalsForm, goalsModel, isImperial } from "../models/goals.ts";
import { energyUnitName, formatEnergy, nutrientName, nutrientOfFigure, nutrients } from "../models/nutrients.ts";
import { describeError } from "../models/problems.ts";
import { labeled } from "./add.ts";
import type { Page } from "./page.ts";
import { askToLeave, button, choice, errorNote, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** The person's daily goals: from body measures, or own numbers. */
export default function goalsScreen(page: Page): Child {
    const model = goalsModel(page.client);
    effect(() => page.setGuard(model.isChanged() ? () => askToLeave(model.save, model.discard) : undefined));

    async function save(form: HTMLFormElement): Promise<void> {
        if (await model.save()) {
            page.setGuard(undefined);
            notify(() => t("goals.saved"));
            await go("/me", "replace");
        } else requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    }

    const isThere = computed(() => model.form() !== undefined);
    // The fields are recreated only when one of these signals changes, not during typing.
    const from = computed(() => model.form()?.from);
    const sex = computed(() => model.form()?.sex);
    const stage = computed(() => model.form()?.stage);
    const aim = computed(() => model.form()?.aim);
    const hasMacros = computed(() => model.form()?.hasMacros);
    const version = computed(() => model.goals.value()?.goals.version);
    return () => {
        if (!isThere()) {
            const error = model.goals.error();
            return error ? errorNote(error, model.goals.reload) : skeletons(4);
        }
        version();
        const form = untracked(model.form);
        return form && h(
            "form",
            {
                class: "stack wide",
                novalidate: true,
                onsubmit: (event: Event) => {
                    event.preventDefault();
                    void save(event.target as HTMLFormElement);
                },
            },
            () => {
                const reckoned = model.goals.value()?.goals.reckoned;
                return reckoned && !model.goals.value()?.goals.hideNumbers && h(
                    "div",
                    { class: "card fact" },
                    h("p", { class: "strong" }, t("goals.aDay", { energy: formatEnergy(reckoned.energyKcal) })),
                    h("p", { class: "hint" }, t("goals.keeps", { energy: formatEnergy(reckoned.requirementKcal) })),
                    reckoned.raisedToFloor &&
                        h("p", { class: "hint" }, t("goals.raised", { energy: formatEnergy(reckoned.floorKcal) })),
                );
            },
            choice<GoalsForm["from"]>(
                "goals.from",
                "from",
                [["body", () => t("goals.from.body")], ["own", () => t("goals.from.own")]],
                () => model.form()?.from ?? "body",
                (from) => model.change({ from }),
            ),
            () => from() === "own" ? ownEnergy() : bodyFields(),
            macros(),
            targets(),
            h(
                "label",
                { class: "tick card" },
                h("input", {
                    type: "checkbox",
                    name: "hideNumbers",
                    checked: () => model.form()?.hideNumbers ?? false,
                    onchange: (event: Event) =>
                        model.change({ hideNumbers: (event.target as HTMLInputElement).checked }),
                }),
                h(
                    "span",
                    null,
                    h("span", { class: "strong" }, t("goals.hide")),
                    h("span", { class: "hint block" }, t("goals.hideText")),
                ),
            ),
            () => {
                const state = model.state();
                if (state === "conflict") {
                    return h(
                        "div",
                        { class: "card advice", role: "alert" },
                        h("p", { class: "strong" }, t("allergens.conflict")),
                        h(
                            "div",
                            { class: "actions" },
                            button(() => t("allergens.takeTheirs"), model.takeTheirs),
                            h("button", { class: "primary" }, t("allergens.keepMine")),
                        ),
                    );
                }
                return typeof state === "object" &&
                    h("p", { class: "error card", role: "alert" }, describeError(state.error));
            },
            h(
                "div",
                { class: "actions sticky" },
                button(() => t("app.cancel"), () => void go("/me")),
                h(
                    "button",
                    { class: "primary", "aria-disabled": () => model.state() === "saving" ? "true" : null },
                    t("app.save"),
                ),
            ),
        );
    };

    function text(
        name: keyof GoalsForm & string,
        label: string,
        props: Record<string, unknown> = { inputmode: "decimal" },
    ): HTMLElement {
        const value = untracked(() => String(model.form()?.[name] ?? ""));
        return labeled(
            `goal-${name}`,
            label,
            {
                name,
                autocomplete: "off",
                value,
                oninput: (event: Event) => model.change({ [name]: (event.target as HTMLInputElement).value }),
                ...props,
            },
            () => model.errors()[name] ?? "",
        );
    }

    function ownEnergy(): Child {
        return [
            text("energy", t("goals.energyIn", { unit: energyUnitName() })),
            h("p", { class: "hint" }, t("goals.energyHint")),
        ];
    }

    function bodyFields(): Child {
        return [
            h("p", { class: "hint" }, t("goals.bodyText")),
            text("birthday", t("goals.birthday"), { type: "date" }),
            choice<GoalsForm["sex"]>(
                "goals.sex",
                "sex",
                [["female", () => t("goals.female")], ["male", () => t("goals.male")]],
                () => model.form()?.sex ?? "",
                (sex) => model.change({ sex }),
            ),
            () =>
                model.errors().sex && h("p", { class: "error", role: "alert" }, icon("info"), model.errors().sex ?? ""),
            text("height", t("goals.height", { unit: t(isImperial() ? "goals.unit.in" : "goals.unit.cm") })),
            text("weight", t("goals.weight", { unit: t(isImperial() ? "goals.unit.lb" : "goals.unit.kg") })),
            choice<GoalsForm["activity"]>(
                "goals.activity",
                "activity",
                [
                    ["inactive", () => t("goals.activity.inactive")],
                    ["lowActive", () => t("goals.activity.lowActive")],
                    ["active", () => t("goals.activity.active")],
                    ["veryActive", () => t("goals.activity.veryActive")],
                ],
                () => model.form()?.activity ?? "lowActive",
                (activity) => model.change({ activity }),
            ),
            () => {
                if (sex() !== "female") return null;
                return choice<GoalsForm["stage"]>(
                    "goals.stage",
                    "stage",
                    [
                        ["general", () => t("goals.stage.general")],
                        ["pregnant", () => t("goals.stage.pregnant")],
                        ["lactating", () => t("goals.stage.lactating")],
                    ],
                    () => model.form()?.stage ?? "general",
                    (stage) => model.change({ stage }),
                );
            },
            () => {
                if (sex() !== "female" || stage() === "general") return null;
                return text("since", t(stage() === "pregnant" ? "goals.weeksPregnant" : "goals.monthsSince"));
            },
            choice<GoalsForm["aim"]>(
                "goals.aim",
                "aim",
                [
                    ["keep", () => t("goals.aim.keep")],
                    ["lose", () => t("goals.aim.lose")],
                    ["gain", () => t("goals.aim.gain")],
                ],
                () => model.form()?.aim ?? "keep",
                (aim) => model.change({ aim }),
            ),
            () =>
                model.errors().aim && h("p", { class: "error", role: "alert" }, icon("info"), model.errors().aim ?? ""),
            () =>
                aim() !== "keep" &&
                text("pace", t("goals.pace", { unit: t(isImperial() ? "goals.unit.lb" : "goals.unit.kg") })),
        ];
    }

    function macros(): HTMLElement {
        return h(
            "div",
            { class: "card stack" },
            h(
                "label",
                { class: "tick" },
                h("input", {
                    type: "checkbox",
                    name: "hasMacros",
                    checked: () => model.form()?.hasMacros ?? false,
                    onchange: (event: Event) => model.change({ hasMacros: (event.target as HTMLInputElement).checked }),
                }),
                h("span", null, t("goals.macros")),
            ),
            () =>
                hasMacros() && [
                    h(
                        "div",
                        { class: "columns" },
                        text("protein", t("goals.percent", { name: nutrientName("protein") }), {
                            inputmode: "numeric",
                        }),
                        text("carbohydrate", t("goals.percent", { name: nutrientName("carbohydrate") }), {
                            inputmode: "numeric",
                        }),
                        text("fat", t("goals.percent", { name: nutrientName("fat") }), { inputmode: "numeric" }),
                    ),
                    () =>
                        model.errors().macros &&
                        h("p", { class: "error", role: "alert" }, icon("info"), model.errors().macros ?? ""),
                ],
        );
    }

    /** A person's own goals for single nutrients. */
    function targets(): HTMLElement {
        const names = computed(() => (model.form()?.targets ?? []).map(({ figure }) => figure).join());
        const change = (figure: string, part: { min?: string; max?: string }): void => {
            const old = untracked(model.form)?.targets ?? [];
            model.change({ targets: old.map((one) => one.figure === figure ? { ...one, ...part } : one) });
        };
        return h(
            "details",
            { class: "card" },
            h("summary", null, t("goals.targets")),
            h("div", { class: "stack" }, h("p", { class: "hint" }, t("goals.targetsText")), () => {
                names();
                const list = untracked(model.form)?.targets ?? [];
                const free = nutrients.filter(({ figure, code }) =>
                    code !== "energy" && !list.some((one) => one.figure === figure)
                );
                const select = h(
                    "select",
                    { id: "goal-target" },
                    h("option", { value: "" }, t("goals.chooseNutrient")),
                    free.map(({ figure, code }) => h("option", { value: figure }, nutrientName(code))),
                );
                return [
                    list.map(({ figure, min, max }) => {
                        const nutrient = nutrientOfFigure(figure);
                        const name = nutrientName(figure);
                        const unit = nutrient?.unit ?? "";
                        const error = (): string => model.errors()[figure] ?? "";
                        return h(
                            "fieldset",
                            { class: "stack" },
                            h("legend", null, name),
                            h(
                                "div",
                                { class: "columns" },
                                labeled(`min-${figure}`, t("goals.atLeastIn", { unit }), {
                                    inputmode: "decimal",
                                    value: min,
                                    oninput: (event: Event) =>
                                        change(figure, { min: (event.target as HTMLInputElement).value }),
                                }, error),
                                labeled(`max-${figure}`, t("goals.atMostIn", { unit }), {
                                    inputmode: "decimal",
                                    value: max,
                                    oninput: (event: Event) =>
                                        change(figure, { max: (event.target as HTMLInputElement).value }),
                                }),
                            ),
                            button(() => t("meal.remove"), () =>
                                model.change({
                                    targets: (untracked(model.form)?.targets ?? []).filter((one) =>
                                        one.figure !== figure
                                    ),
                                }), { kind: "plain", "aria-label": t("meal.removeWhat", { what: name }) }),
                        );
                    }),
                    h(
                        "div",
                        { class: "field" },
                        h("label", { for: "goal-target" }, t("goals.addTarget")),
                        select,
                    ),
                    button(() => t("meal.add"), () => {
                        if (select.value) {
                            model.change({ targets: [...list, { figure: select.value, min: "", max: "" }] });
                        } else select.focus();
                    }, { icon: "plus" }),
                ];
            }),
        );
    }
}
