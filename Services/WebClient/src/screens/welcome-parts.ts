import type { Issuer } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { language, languageNames, languages, setLanguage, t } from "../core/i18n.ts";
import { changeSettings } from "../core/settings.ts";
import { signal } from "../core/signal.ts";
import type { Client } from "../models/client.ts";
import { goToIssuer } from "../models/issuers.ts";
import { describeError } from "../models/problems.ts";
import { browserIssuers } from "./issuer-host.ts";
import { button } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** Buttons for the four languages, each named in its own language. */
export function languageButtons(): HTMLElement {
    return h(
        "div",
        { class: "chips", role: "group", "aria-label": () => t("settings.language") },
        languages.map((one) =>
            h("button", {
                type: "button",
                class: "chip",
                lang: one,
                "aria-pressed": () => String(language() === one),
                onclick: () => {
                    changeSettings({ language: one });
                    setLanguage(one).catch(() => {
                        changeSettings({ language: language() });
                        notify(() => t("problem.unreachable"));
                    });
                },
            }, languageNames[one])
        ),
    );
}

/**
 * A button for each of the issuers; empty without issuers.
 * @param isForLink Whether the person is signed in and adds the issuer as a sign-in method.
 */
export function issuerButtons(client: Client, issuers: readonly Issuer[], isForLink: boolean): Child {
    const error = signal("");
    return issuers.length > 0 && h(
        "div",
        { class: "stack" },
        issuers.map(({ name, title }) =>
            button(() => t(isForLink ? "welcome.issuerAdd" : "welcome.issuer", { issuer: title }), async () => {
                error.set("");
                await goToIssuer(client, browserIssuers, name, isForLink)
                    .catch((reason: unknown) => error.set(describeError(reason)));
            })
        ),
        () => error() && h("p", { class: "error", role: "alert" }, error()),
    );
}
