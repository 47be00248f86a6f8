import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { place } from "../core/router.ts";
import { signal } from "../core/signal.ts";
import { type SignInModel, signInModel } from "../models/account.ts";
import type { Client } from "../models/client.ts";
import { issuersResource } from "../models/issuers.ts";
import { describeError } from "../models/problems.ts";
import { signInByPasskey } from "../models/security.ts";
import type { Page } from "./page.ts";
import { browserIssuers } from "./issuer-host.ts";
import { browserPasskeys } from "./passkey-host.ts";
import { button, field, formElement, formSummary, linkButton, submitButton } from "./parts.ts";
import { issuerButtons, languageButtons } from "./welcome-parts.ts";

/** Signing in and, clearly separate, a link to registration. Afterwards the page of the address is shown. */
export default function signInScreen({ client }: Page): Child {
    const model = signInModel(client);
    const issuers = issuersResource(client, browserIssuers);
    const isElsewhere = place().path !== "/";
    return h(
        "div",
        { class: "welcome" },
        h("p", { class: "center hint" }, () => t("app.tagline")),
        () =>
            (isElsewhere || client.session.isEndedElsewhere()) && !browserIssuers.link.read() &&
            h("p", { class: "card advice", role: "status" }, () => t("welcome.ended")),
        () => model.challenge() ? codeForm(client, model) : passwordForm(),
        () => !model.challenge() && issuerButtons(client, issuers.value() ?? [], false),
        h(
            "section",
            { class: "apart" },
            h("h2", null, () => t("welcome.newHere")),
            linkButton("/register", () => t("welcome.register")),
        ),
        languageButtons(),
    );

    function passwordForm(): Child {
        return formElement(
            (text) => model.submit({ email: text("email").trim(), password: text("password") }),
            field({
                name: "email",
                label: "welcome.emailOrName",
                errors: model.errors,
                autocomplete: "username",
                autocapitalize: "none",
                inputmode: "email",
                spellcheck: "false",
                required: true,
            }),
            field({
                name: "password",
                label: "welcome.password",
                errors: model.errors,
                type: "password",
                autocomplete: "current-password",
                required: true,
            }),
            formSummary(model.errors),
            submitButton("welcome.signIn", model.isBusy),
            passkeyButton(client),
            h("p", { class: "center" }, h("a", { href: "/recovery" }, () => t("welcome.forgot"))),
        );
    }
}

/** Asks for the code of the second factor. */
export function codeForm(client: Client, model: SignInModel): Child {
    return formElement(
        (text) => model.submitCode(text("code")),
        field({
            name: "code",
            label: "welcome.code",
            hint: "welcome.codeHint",
            errors: model.errors,
            autocomplete: "one-time-code",
            inputmode: "text",
            required: true,
        }),
        formSummary(model.errors),
        submitButton("welcome.continue", model.isBusy),
        passkeyButton(client, model.challenge()),
    );
}

function passkeyButton(client: Client, challenge?: string): Child {
    const error = signal("");
    return browserPasskeys.isSupported && [
        button(() => t("welcome.passkey"), async () => {
            error.set("");
            try {
                await signInByPasskey(client, browserPasskeys, challenge);
            } catch (reason) {
                error.set(reason instanceof DOMException ? t("account.passkeyFailed") : describeError(reason));
            }
        }, { icon: "key" }),
        () => error() && h("p", { class: "error", role: "alert" }, error()),
    ];
}
