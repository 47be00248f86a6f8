import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { linkedCode } from "../core/router.ts";
import { recoveryModel } from "../models/account.ts";
import type { Page } from "./page.ts";
import { field, formElement, formSummary, linkButton, submitButton } from "./parts.ts";

/** Sets a new password with a code that is sent by e-mail. */
export default function recoverScreen({ client }: Page): Child {
    const code = linkedCode();
    const model = recoveryModel(client, code !== "");
    return h(
        "div",
        { class: "welcome" },
        () => model.isDone() ? done() : model.isRequested() ? resetForm() : requestForm(),
        h("p", { class: "center" }, h("a", { href: "/" }, () => t("welcome.haveAccount"))),
    );

    function requestForm(): Child {
        const { errors } = model.request;
        return formElement(
            (text) => model.request.submit({ email: text("email") }),
            h("p", null, () => t("welcome.recoverHint")),
            field({
                name: "email",
                label: "welcome.emailOrName",
                errors,
                autocomplete: "username",
                autocapitalize: "none",
                inputmode: "email",
                required: true,
            }),
            formSummary(errors),
            submitButton("welcome.sendCode", model.request.isBusy),
        );
    }

    function resetForm(): Child {
        const { errors } = model.reset;
        return formElement(
            (text) => model.reset.submit({ code: text("code"), password: text("password") }),
            h("p", { role: "status" }, () => t("welcome.codeSent")),
            field({
                name: "code",
                label: "welcome.mailCode",
                value: code,
                errors,
                autocomplete: "one-time-code",
                required: true,
            }),
            field({
                name: "password",
                label: "welcome.newPassword",
                hint: "welcome.passwordHint",
                errors,
                type: "password",
                autocomplete: "new-password",
                required: true,
            }),
            formSummary(errors),
            submitButton("welcome.reset", model.reset.isBusy),
        );
    }

    function done(): Child {
        return h(
            "div",
            { class: "card empty", role: "status" },
            h("p", null, () => t("welcome.resetDone")),
            linkButton("/", () => t("welcome.signIn"), "primary"),
        );
    }
}
