import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { effect } from "../core/signal.ts";
import { signInModel } from "../models/account.ts";
import { arrivalModel, type ArrivalState } from "../models/issuers.ts";
import { describeError } from "../models/problems.ts";
import { browserIssuers } from "./issuer-host.ts";
import type { Page } from "./page.ts";
import { button, linkButton, skeletons } from "./parts.ts";
import { withProof } from "./proof.ts";
import { codeForm } from "./sign-in.ts";

/** The page to which external issuers redirect people. */
export default function issuerReturnScreen({ client, query }: Page): Child {
    const model = arrivalModel(client, browserIssuers, query);
    effect(() => {
        if (model.state().step === "done") void go(model.isForLink ? "/security" : "/", "replace");
    });
    function view(state: ArrivalState): Child {
        switch (state.step) {
            case "busy":
            case "done":
                return skeletons(1);
            case "factor":
                return codeForm(client, signInModel(client, state.challenge));
            case "exists":
                return [
                    h("p", { class: "card advice", role: "status" }, t("welcome.issuerExists")),
                    // The page requests a sign-in first, and then offers to link the issuer.
                    linkButton("/security", () => t("welcome.signIn"), "primary"),
                ];
            case "proof":
                return button(
                    () => t("welcome.issuerLink"),
                    () => withProof(client, "identity", "welcome.issuerLink", model.link),
                    { kind: "primary", icon: "key" },
                );
            case "failed":
                return [
                    h(
                        "p",
                        { class: "card error", role: "alert" },
                        state.error ? describeError(state.error) : t("welcome.issuerFailed"),
                    ),
                    linkButton(model.isForLink ? "/security" : "/", () => t("app.retry"), "primary"),
                ];
        }
    }
    return h("div", { class: "welcome" }, () => view(model.state()));
}
