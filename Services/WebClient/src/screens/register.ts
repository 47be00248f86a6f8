import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { registrationModel } from "../models/account.ts";
import type { Page } from "./page.ts";
import { checkbox, field, formElement, formSummary, submitButton } from "./parts.ts";
import { languageButtons } from "./welcome-parts.ts";

/** Step 1 of registration: the account, the terms, and other consents. */
export default function registerScreen({ client }: Page): Child {
    const model = registrationModel(client, Intl.DateTimeFormat().resolvedOptions().timeZone);
    const { errors } = model;
    return h(
        "div",
        { class: "welcome" },
        h("p", { class: "hint" }, () => t("welcome.step", { step: 1, steps: 2 })),
        formElement(
            async (text, form) => {
                const ticked = (name: string): boolean =>
                    form.querySelector<HTMLInputElement>(`[name=${name}]`)?.checked ?? false;
                const isDone = await model.submit({
                    email: text("email"),
                    password: text("password"),
                    acceptsTerms: ticked("acceptsTerms"),
                    trainingPhotos: ticked("trainingPhotos"),
                    communityPrices: ticked("communityPrices"),
                });
                if (isDone) await go("/register/allergens", "replace");
                return isDone;
            },
            field({
                name: "email",
                label: "welcome.email",
                errors,
                type: "email",
                autocomplete: "username",
                autocapitalize: "none",
                inputmode: "email",
                required: true,
            }),
            field({
                name: "password",
                label: "welcome.password",
                hint: "welcome.passwordHint",
                errors,
                type: "password",
                autocomplete: "new-password",
                required: true,
            }),
            checkbox({ name: "acceptsTerms", label: "welcome.acceptTerms", errors, required: true }),
            h("p", null, h("a", { href: "/terms", target: "_blank" }, () => t("terms.read"))),
            h(
                "fieldset",
                { class: "stack" },
                h("legend", { class: "hint" }, () => t("welcome.optional")),
                checkbox({ name: "trainingPhotos", label: "welcome.trainingPhotos", errors }),
                checkbox({ name: "communityPrices", label: "welcome.communityPrices", errors }),
            ),
            formSummary(errors),
            submitButton("welcome.register", model.isBusy),
        ),
        h("p", { class: "center" }, h("a", { href: "/" }, () => t("welcome.haveAccount"))),
        languageButtons(),
    );
}
