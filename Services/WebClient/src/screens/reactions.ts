import type { Reaction } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatList, formatMoment, t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import type { Client } from "../models/client.ts";
import { formatDay } from "../models/formats.ts";
import { reactionDiary, severityNames, symptomNames } from "../models/reactions.ts";
import { failure } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, emptyNote, linkButton, skeletons } from "./parts.ts";

/** The diary of reactions, newest first, with entries that wait on the device. */
export default function reactionsScreen({ client }: Page): Child {
    const { list, waiting } = reactionDiary(client);
    const add = (): HTMLElement => linkButton("/reactions/new", () => t("reactions.new"), "primary");
    return h(
        "div",
        { class: "stack" },
        h("p", null, () => t("reactions.intro")),
        () =>
            waiting().length > 0 && h(
                "ul",
                { class: "list" },
                waiting().map((entry) =>
                    h(
                        "li",
                        { class: "card row waiting" },
                        h("span", { class: "badge" }, icon("cloudOff")),
                        h(
                            "span",
                            { class: "words" },
                            h("span", { class: "strong" }, t("app.reactionWaits")),
                            h("time", { class: "hint" }, formatMoment(new Date(entry.madeAt))),
                        ),
                    )
                ),
            ),
        () => {
            const items = list.value();
            if (!items) return list.error() ? failure(list.error(), list.reload) : skeletons();
            if (!items.length && !waiting().length) {
                return emptyNote(() => t("reactions.empty.title"), () => t("reactions.empty.text"), add());
            }
            return [
                h("div", { class: "actions" }, add()),
                h("ul", { class: "list" }, items.map((one) => reactionRow(client, one))),
                list.hasMore() && h("div", { class: "actions" }, button(() => t("today.more"), list.loadMore)),
            ];
        },
    );
}

function reactionRow(client: Client, reaction: Reaction): HTMLElement {
    const { id, occurredOn, timeOfDay, allergens, cause, severity, symptoms } = reaction;
    const suspects = [...allergens.map((code) => client.allergenNames.nameOf(code)), ...(cause ? [cause] : [])];
    return h(
        "li",
        null,
        h(
            "a",
            { href: `/reactions/${id}`, class: "card row" },
            h("span", { class: "badge" }, icon("note")),
            h(
                "span",
                { class: "words" },
                h("span", { class: "strong" }, suspects.length ? formatList(suspects) : t("reactions.scan")),
                h(
                    "span",
                    { class: "hint" },
                    [
                        severity && translate(severityNames[severity]),
                        ...symptoms.map((one) => translate(symptomNames[one])),
                    ]
                        .filter(Boolean).join(" · "),
                ),
                h(
                    "time",
                    { class: "hint", datetime: occurredOn },
                    [formatDay(occurredOn), timeOfDay].filter(Boolean).join(", "),
                ),
            ),
            icon("forward"),
        ),
    );
}
