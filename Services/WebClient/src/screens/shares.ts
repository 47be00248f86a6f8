import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { formatDay, localDate } from "../models/days.ts";
import { sharesModel } from "../models/shares.ts";
import { describeError } from "../models/problems.ts";
import type { Page } from "./page.ts";
import { ask, button, emptyNote, errorNote, linkButton, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** The active links that others can open, each with a button to withdraw it. */
export default function sharesScreen({ client }: Page): Child {
    const model = sharesModel(client);

    async function withdraw(id: string): Promise<void> {
        const isSure = await ask(() => t("share.withdrawTitle"), h("p", null, () => t("share.withdrawText")), [
            { value: false, label: () => t("app.cancel") },
            { value: true, label: () => t("share.withdraw"), kind: "primary" },
        ], false);
        if (!isSure) return;
        try {
            await model.withdraw(id);
            notify(() => t("share.withdrawn"));
        } catch (error) {
            notify(() => describeError(error));
        }
    }

    return h("div", { class: "stack" }, h("p", { class: "hint" }, () => t("share.intro")), () => {
        const list = model.list.value();
        if (!list) return model.list.error() ? errorNote(model.list.error(), model.list.reload) : skeletons();
        if (!list.length) {
            return emptyNote(
                () => t("share.empty"),
                () => t("share.emptyText"),
                linkButton("/diary", () => t("diary.open"), "primary"),
            );
        }
        return h(
            "ul",
            { class: "list" },
            list.map((one) => {
                const href = one.mealId ? `/meals/${one.mealId}` : `/diary/${one.date}`;
                const what = one.mealId
                    ? t("share.meal")
                    : t("share.day", { date: formatDay(one.date ?? "", "short") });
                return h(
                    "li",
                    { class: "card entry" },
                    h(
                        "span",
                        { class: "words" },
                        h("a", { href, class: "strong" }, what),
                        h(
                            "span",
                            { class: "hint" },
                            t("share.until", { date: formatDay(localDate(new Date(one.expiresAt)), "short") }),
                        ),
                        one.photo && h("span", { class: "hint" }, t("share.photoShown")),
                    ),
                    button(() => t("share.withdraw"), () => withdraw(one.id), { kind: "plain" }),
                );
            }),
        );
    });
}
