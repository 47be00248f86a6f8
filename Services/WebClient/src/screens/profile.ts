import { type Child, h } from "../core/dom.ts";
import { formatList, t } from "../core/i18n.ts";
import { go, place } from "../core/router.ts";
import { effect } from "../core/signal.ts";
import { profileModel } from "../models/allergens.ts";
import { describeError } from "../models/problems.ts";
import type { Page } from "./page.ts";
import { askToLeave, button, errorNote, linkButton, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** The fourteen allergens as a list of check boxes; also step 2 of registration. */
export default function profileScreen(page: Page): Child {
    const model = profileModel(page.client);
    const { list } = page.client.allergenNames;
    const isFirst = place().path.startsWith("/register");
    const leave = isFirst ? "/" : "/allergens";

    // Leaving asks only if there are changes.
    effect(() => page.setGuard(model.isChanged() ? () => askToLeave(model.save, model.discard) : undefined));

    async function save(): Promise<void> {
        if (!(await model.save())) return;
        page.setGuard(undefined);
        if (!isFirst) notify(() => t("allergens.saved"));
        await go(leave, "replace");
    }

    const named = (codes: Iterable<string>): string =>
        formatList([...codes].map((code) => page.client.allergenNames.nameOf(code))) || t("allergens.nothing");

    const ticks = (): Child => {
        const all = list.value();
        if (!all || !model.resource.value()) {
            const error = list.error() ?? model.resource.error();
            return error
                ? errorNote(error, () => {
                    list.reload();
                    model.resource.reload();
                })
                : skeletons(6);
        }
        return h(
            "div",
            { class: "choices" },
            all.map(({ code, name, examples }) =>
                h(
                    "label",
                    { class: "choice" },
                    h("input", {
                        type: "checkbox",
                        name: "allergen",
                        value: code,
                        checked: () => model.chosen().has(code),
                        onchange: (event: Event) => model.toggle(code, (event.target as HTMLInputElement).checked),
                    }),
                    h(
                        "span",
                        null,
                        h("span", { class: "strong" }, name),
                        h(
                            "span",
                            { class: "hint" },
                            t("allergens.examples", { examples: examples.slice(0, 3).join(", ") }),
                        ),
                    ),
                )
            ),
        );
    };

    const problem = (): Child => {
        const state = model.state();
        if (state === "conflict") {
            return h(
                "div",
                { class: "card advice", role: "alert" },
                h("p", { class: "strong" }, t("allergens.conflict")),
                h("p", null, t("allergens.theirs", { what: named(model.resource.value()?.profile.allergens ?? []) })),
                h("p", null, t("allergens.mine", { what: named(model.chosen()) })),
                h(
                    "div",
                    { class: "actions" },
                    button(() => t("allergens.takeTheirs"), model.takeTheirs),
                    button(() => t("allergens.keepMine"), save, { kind: "primary" }),
                ),
            );
        }
        return typeof state === "object" && h("p", { class: "error card", role: "alert" }, describeError(state.error));
    };

    return h(
        "form",
        {
            class: "stack",
            novalidate: true,
            onsubmit: (event: Event) => {
                event.preventDefault();
                void save();
            },
        },
        isFirst && h("p", { class: "hint" }, () => t("welcome.step", { step: 2, steps: 2 })),
        h(
            "fieldset",
            { class: "stack" },
            h("legend", { class: isFirst ? "hidden" : "large" }, () => t("allergens.question")),
            h("p", { class: "hint" }, () => t("allergens.intro")),
            ticks,
        ),
        problem,
        h(
            "div",
            { class: "actions sticky" },
            h(
                "p",
                { class: "hint", role: "status" },
                () => t("allergens.chosen", { count: model.chosen().size }),
            ),
            isFirst ? linkButton("/", () => t("welcome.notNow")) : button(() => t("app.cancel"), () => void go(leave)),
            h(
                "button",
                { class: "primary", "aria-disabled": () => model.state() === "saving" ? "true" : null },
                () => t("app.save"),
            ),
        ),
    );
}
