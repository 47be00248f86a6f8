import type { Erasure } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { erasurePage } from "../models/erasure.ts";
import { eraseAccount } from "../models/privacy.ts";
import { copyable } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { ask, button, linkButton } from "./parts.ts";
import { withProof } from "./proof.ts";

/** Erasing the account: what is lost, the proof, and the time in which it can be canceled. */
export default function eraseScreen({ client, deleteStore }: Page): Child {
    async function erase(): Promise<void> {
        let result: Erasure | undefined;
        const isDone = await withProof(client, "erasure", "privacy.erase", async (proof) => {
            result = await eraseAccount(client, proof);
        });
        if (!isDone || !result) return;
        const { dueAt, link } = result;
        await ask(
            () => t("privacy.eraseDone"),
            [
                h("p", null, t("privacy.eraseDoneText", { at: formatMoment(dueAt) })),
                link && copyable(erasurePage(link, location.origin)),
            ],
            [{ value: true, label: () => t("privacy.toSignIn"), kind: "primary" }],
            true,
        );
        await go("/", "replace");
        await client.session.end();
        await deleteStore();
    }
    return h(
        "div",
        { class: "stack" },
        h("p", { class: "strong" }, () => t("privacy.eraseText")),
        h("p", null, () => t("privacy.eraseGrace")),
        h(
            "div",
            { class: "actions" },
            linkButton("/privacy/export", () => t("privacy.export"), "secondary", "download"),
            button(() => t("privacy.eraseStart"), erase, { class: "secondary danger", icon: "trash" }),
        ),
    );
}
