import type { Proof } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { type Key, t, translate } from "../core/i18n.ts";
import { scope } from "../core/signal.ts";
import type { Client } from "../models/client.ts";
import { proofModel, type ProofPurpose } from "../models/proof.ts";
import { loaded } from "./account-parts.ts";
import { browserPasskeys } from "./passkey-host.ts";
import { button, field, formElement, formSummary, submitButton } from "./parts.ts";

/** Requests a proof in a dialog and runs the action that needs it; resolves to false if the person cancels. */
export function withProof(
    client: Client,
    purpose: ProofPurpose,
    title: Key,
    act: (proof: Proof) => Promise<void>,
): Promise<boolean> {
    return new Promise((resolve) => {
        let isDone = false;
        const done = (result: boolean): boolean => {
            if (result) {
                isDone = true;
                dialog.close();
            }
            return result;
        };
        const [dialog, end] = scope(() => {
            const model = proofModel(client, purpose, act, browserPasskeys.get);
            const { errors, isBusy } = model.form;
            const cancel = (): HTMLElement => button(() => t("app.cancel"), () => dialog.close());
            const content = loaded(model.options, ({ password, code, publicKey }): Child => {
                if (!password && !model.isFresh() && !publicKey) {
                    return [h("p", null, t("account.proof.signIn")), h("div", { class: "actions" }, cancel())];
                }
                return [
                    formElement(
                        async (text) =>
                            done(
                                await model.form.submit({
                                    currentPassword: text("currentPassword"),
                                    code: text("code"),
                                }),
                            ),
                        h("p", null, t(!password && model.isFresh() ? "account.proof.fresh" : "account.proof.text")),
                        password && field({
                            name: "currentPassword",
                            label: "account.password",
                            type: "password",
                            autocomplete: "current-password",
                            errors,
                        }),
                        code && field({
                            name: "code",
                            label: "welcome.code",
                            hint: "welcome.codeHint",
                            autocomplete: "one-time-code",
                            errors,
                        }),
                        formSummary(errors),
                        h(
                            "div",
                            { class: "actions" },
                            cancel(),
                            (password || model.isFresh()) && submitButton("account.confirm", isBusy),
                        ),
                    ),
                    publicKey && browserPasskeys.isSupported && button(
                        () => t("account.proof.passkey"),
                        async () => done(await model.passkey.submit(undefined)),
                        { icon: "key" },
                    ),
                    () => model.passkey.errors().summary && h("p", { class: "error" }, t("account.passkeyFailed")),
                ];
            }, 1);
            return h(
                "dialog",
                { class: "dialog", "aria-labelledby": "proof-title" },
                h("h2", { id: "proof-title" }, () => translate(title)),
                content,
            );
        }) as [HTMLDialogElement, () => void];
        dialog.addEventListener("close", () => {
            end();
            dialog.remove();
            resolve(isDone);
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}
