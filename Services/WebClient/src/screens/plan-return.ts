import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { returnModel } from "../models/plan.ts";
import type { Page } from "./page.ts";
import { linkButton } from "./parts.ts";

/** The page to which the payment provider returns: waits until the payment has arrived. */
export default function planReturnScreen({ client }: Page): Child {
    const state = returnModel(client);
    return h("div", { class: "card empty", role: "status" }, () => {
        switch (state()) {
            case "waiting":
                return [h("p", null, t("plan.waiting")), h("progress", { "aria-label": t("plan.waiting") })];
            case "done":
                return [
                    h("h2", null, t("plan.done.title")),
                    h("p", null, t("plan.done.text")),
                    linkButton("/", () => t("app.notFound.home"), "primary"),
                    linkButton("/plan", () => t("plan.toPlan")),
                ];
            case "late":
                return [
                    h("h2", null, t("plan.late.title")),
                    h("p", null, t("plan.late.text")),
                    linkButton("/plan", () => t("plan.toPlan"), "primary"),
                ];
            case "notPaid":
                return [
                    h("h2", null, t("plan.notPaid.title")),
                    h("p", null, t("plan.notPaid.text")),
                    linkButton("/plan", () => t("plan.toPlan"), "primary"),
                ];
        }
    });
}
