import type { PromotionPlace } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import type { Client } from "../models/client.ts";
import { guideModel, promotionModel } from "../models/help.ts";
import { button, linkButton } from "./parts.ts";

/** The guide, offered until it is finished or hidden. */
export function guideOffer(client: Client): Child {
    const guide = guideModel(client);
    return () =>
        guide.isOffered() && h(
            "section",
            { class: "card advice", "aria-label": () => t("help.guide") },
            h("p", null, () => t("help.offer")),
            h(
                "div",
                { class: "actions" },
                button(() => t("help.hide"), guide.dismiss),
                linkButton("/help/guide", () => t("help.start")),
            ),
        );
}

/** A promotion for people on the basic plan. */
export function promotionSlot(client: Client, place: PromotionPlace): Child {
    const { shown, dismiss, follow } = promotionModel(client, place);
    return () => {
        const promotion = shown();
        return promotion && h(
            "aside",
            { class: "card stack", "aria-label": () => t("help.ad") },
            h("p", { class: "strong" }, promotion.title),
            h("p", null, promotion.body),
            h(
                "div",
                { class: "actions" },
                button(() => t("help.adHide"), dismiss),
                button(() => t("account.locked.see"), async () => {
                    await follow();
                    await go("/plan");
                }),
            ),
        );
    };
}
