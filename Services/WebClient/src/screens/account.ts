import type { Account, Proof } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { linkedCode } from "../core/router.ts";
import { computed, signal, untracked } from "../core/signal.ts";
import { formModel } from "../models/account.ts";
import { accountModel } from "../models/security.ts";
import { linkRow, loaded } from "./account-parts.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { button, field, formElement, formSummary, section, submitButton } from "./parts.ts";
import { withProof } from "./proof.ts";
import { notify } from "./snackbar.ts";

/** Name, address and password, with links to the other pages about signing in. */
export default function accountScreen(page: Page): Child {
    const { client } = page;
    const model = accountModel(client);
    const code = linkedCode();
    const isSent = signal(code !== "");
    const shown = computed(() => {
        const account = model.account.value();
        return account && JSON.stringify([account.name, account.username, account.email]);
    });
    const password = formModel<{ password: string }>(
        ["password"],
        ({ password }) => [...password].length < 8 ? { password: t("problem.field.tooShort", { count: 8 }) } : {},
        () => Promise.resolve(),
    );
    return h(
        "div",
        { class: "page-grid" },
        section(
            "security.profile",
            // The form is recreated only for other values, so that a reload does not clear the input.
            loaded({ ...model.account, value: shown }, () => profileForm(untracked(model.account.value) as Account)),
            verification(),
        ),
        section(
            "security.passwordTitle",
            keptForm(
                page,
                "password",
                async (text, form) => {
                    const next = text("password");
                    if (!await password.submit({ password: next })) return false;
                    const isDone = await withProof(
                        client,
                        "account",
                        "security.changePassword",
                        (proof) => model.changePassword(next, proof),
                    );
                    if (!isDone) return false;
                    form.reset();
                    notify(() => t("security.passwordChanged"));
                    return true;
                },
                field({
                    name: "password",
                    label: "security.newPassword",
                    hint: "security.passwordHint",
                    type: "password",
                    autocomplete: "new-password",
                    errors: password.errors,
                }),
                formSummary(password.errors),
                h("div", { class: "actions" }, submitButton("security.changePassword", password.isBusy)),
            ),
        ),
        section(
            "security.signIn",
            h(
                "ul",
                { class: "list" },
                linkRow("/security", "phone", () => t("security.sessions")),
                linkRow("/security/passkeys", "key", () => t("security.passkeys"), () => t("security.passkeysText")),
                linkRow("/security/factor", "lock", () => t("security.factor")),
            ),
        ),
    );

    function profileForm(before: Account): HTMLElement {
        const { name, username, email } = before;
        const { errors, isBusy } = model.form;
        return keptForm(
            page,
            "account",
            async (text) => {
                const values = { name: text("name"), username: text("username"), email: text("email"), before };
                const send = async (proof?: Proof): Promise<boolean> => {
                    const isDone = await model.form.submit({ ...values, ...(proof ? { proof } : {}) });
                    if (isDone) notify(() => t("account.saved"));
                    return isDone;
                };
                if (!model.needsProof(values)) return await send();
                let isDone = false;
                await withProof(client, "account", "security.profile", async (proof) => {
                    isDone = await send(proof);
                    // An error at a field of the page closes the dialog, so that it becomes visible.
                    const wrong = model.form.errors();
                    if (!isDone && !Object.keys(wrong.fields).length) throw model.failure();
                });
                return isDone;
            },
            field({ name: "name", label: "security.name", value: name ?? "", autocomplete: "name", errors }),
            field({
                name: "username",
                label: "security.username",
                hint: "security.usernameHint",
                value: username ?? "",
                autocomplete: "username",
                autocapitalize: "none",
                errors,
            }),
            field({
                name: "email",
                label: "welcome.email",
                type: "email",
                value: email,
                autocomplete: "email",
                errors,
            }),
            formSummary(errors),
            h("div", { class: "actions" }, submitButton("app.save", isBusy)),
        );
    }

    function verification(): Child {
        return () => {
            const known = model.account.value();
            if (!known) return null;
            if (known.emailVerified) {
                return h("p", { class: "ticked" }, h("span", { class: "hint" }, t("security.verified")));
            }
            const { errors, isBusy } = model.verification;
            return h(
                "div",
                { class: "card stack" },
                h("p", { class: "strong" }, t("security.unverified")),
                h("p", { class: "hint" }, t("security.verifyText")),
                () =>
                    isSent()
                        ? formElement(
                            async (text) => {
                                const isDone = await model.verification.submit({ code: text("code") });
                                if (isDone) notify(() => t("security.verifiedNow"));
                                return isDone;
                            },
                            field({
                                name: "code",
                                label: "welcome.mailCode",
                                value: code,
                                autocomplete: "one-time-code",
                                errors,
                            }),
                            formSummary(errors),
                            h("div", { class: "actions" }, submitButton("security.verify", isBusy)),
                        )
                        : h(
                            "div",
                            { class: "actions" },
                            button(() => t("welcome.sendCode"), async () => {
                                await model.sendCode();
                                isSent.set(true);
                                notify(() => t("security.codeSent", { email: known.email }));
                            }, { kind: "primary" }),
                        ),
            );
        };
    }
}
