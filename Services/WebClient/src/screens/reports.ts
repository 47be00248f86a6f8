import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { formatDay } from "../models/days.ts";
import { describeError } from "../models/problems.ts";
import { keptReportsModel } from "../models/reports.ts";
import type { Page } from "./page.ts";
import { ask, button, emptyNote, errorNote, linkButton, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** The stored reports, which do not change. */
export default function reportsScreen({ client }: Page): Child {
    const model = keptReportsModel(client);

    async function remove(id: string): Promise<void> {
        const isSure = await ask(() => t("report.removeTitle"), h("p", null, () => t("report.removeText")), [
            { value: false, label: () => t("app.cancel") },
            { value: true, label: () => t("app.delete"), kind: "primary" },
        ], false);
        if (!isSure) return;
        try {
            await model.remove(id);
        } catch (error) {
            notify(() => describeError(error));
        }
    }

    return h("div", { class: "stack" }, h("p", { class: "hint" }, () => t("report.keptText")), () => {
        const list = model.list.value();
        if (!list) return model.list.error() ? errorNote(model.list.error(), model.list.reload) : skeletons();
        if (!list.length) {
            return emptyNote(
                () => t("report.noneKept"),
                () => t("report.noneKeptText"),
                linkButton("/diary", () => t("diary.open"), "primary"),
            );
        }
        return h(
            "ul",
            { class: "list" },
            list.map(({ reportId, subject, date, madeAt }) => {
                const label = subject === "day"
                    ? t("report.ofDay", { date: formatDay(date) })
                    : t("report.ofMeal", { date: formatDay(date) });
                return h(
                    "li",
                    { class: "card entry" },
                    h(
                        "span",
                        { class: "words" },
                        h("a", { href: `/reports/${reportId}`, class: "strong" }, label),
                        h("span", { class: "hint" }, t("report.madeAt", { when: formatMoment(madeAt) })),
                    ),
                    button(() => t("app.delete"), () => remove(reportId), {
                        kind: "plain",
                        "aria-label": t("report.removeWhat", { what: label }),
                    }),
                );
            }),
        );
    });
}
