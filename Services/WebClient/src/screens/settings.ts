import { type Child, h } from "../core/dom.ts";
import { formatNumber, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { changeSettings, settings, textSizes } from "../core/settings.ts";
import { accountSettings, signOut } from "../models/account.ts";
import { describeError } from "../models/problems.ts";
import { linkRow } from "./account-parts.ts";
import { installation } from "./install.ts";
import type { Page } from "./page.ts";
import { ask, button, choice, section } from "./parts.ts";
import { notify } from "./snackbar.ts";
import { languageButtons } from "./welcome-parts.ts";

/** Settings of this device, and the person's account. */
export default function settingsScreen({ client, deleteStore }: Page): Child {
    const { account, chooseUnits } = accountSettings(client);

    async function leave(): Promise<void> {
        const count = client.waiting().length;
        const text = count
            ? `${t("settings.signOut.waiting", { count })} ${t("settings.signOut.text")}`
            : t("settings.signOut.text");
        const isSure = await ask(() => t("settings.signOut.title"), h("p", null, text), [
            { value: false, label: () => t("app.cancel") },
            { value: true, label: () => t("app.signOut"), kind: "primary" },
        ], false);
        if (isSure) await signOut(client, deleteStore);
    }

    return h(
        "div",
        { class: "page-grid" },
        section("settings.language", languageButtons()),
        section(
            "settings.appearance",
            choice(
                "settings.theme",
                "theme",
                [
                    ["auto", () => t("settings.theme.auto")],
                    ["light", () => t("settings.theme.light")],
                    ["dark", () => t("settings.theme.dark")],
                ],
                () => settings().theme,
                (theme) => changeSettings({ theme }),
            ),
            choice(
                "settings.palette",
                "palette",
                [
                    ["standard", () => t("settings.palette.standard")],
                    ["colorBlind", () => t("settings.palette.colorBlind")],
                    ["highContrast", () => t("settings.palette.highContrast")],
                ],
                () => settings().palette,
                (palette) => changeSettings({ palette }),
            ),
            textSize(),
            h(
                "div",
                { class: "verdict contains preview", "aria-hidden": "true" },
                h("div", { class: "mark" }, icon("octagonCross")),
                h("div", { class: "words" }, h("p", { class: "headline" }, () => t("settings.preview"))),
            ),
        ),
        section(
            "settings.units",
            choice(
                "settings.energy",
                "energy",
                [["kcal", () => "kcal"], ["kJ", () => "kJ"]],
                () => settings().energyUnit,
                (energyUnit) => changeSettings({ energyUnit }),
            ),
            choice(
                "settings.measures",
                "units",
                [
                    ["metric", () => t("settings.measures.metric")],
                    ["mixed", () => t("settings.measures.mixed")],
                    ["imperial", () => t("settings.measures.imperial")],
                ],
                () => settings().units,
                (units) => void chooseUnits(units).catch((error: unknown) => notify(() => describeError(error))),
            ),
        ),
        () =>
            installation.isOffered() && section(
                "settings.install",
                h("p", null, () => t("settings.installText")),
                h(
                    "div",
                    { class: "actions" },
                    button(() => t("settings.install"), installation.install, { icon: "download" }),
                ),
            ),
        section(
            "settings.more",
            h(
                "ul",
                { class: "list" },
                linkRow("/account", "person", () => t("security.title")),
                linkRow("/settings/notices", "bell", () => t("notices.settings")),
                linkRow("/plan", "star", () => t("plan.title")),
                linkRow("/privacy", "lock", () => t("privacy.title")),
                linkRow("/device", "phone", () => t("device.title"), () => t("settings.deviceText")),
            ),
        ),
        section(
            "settings.account",
            // The line is there from the start, so that the button below does not move.
            h("p", null, () => {
                const known = account.value();
                return known ? t("settings.signedInAs", { email: known.email }) : "\u00a0";
            }),
            h("div", { class: "actions" }, button(() => t("app.signOut"), leave, { icon: "signOut" })),
        ),
    );
}

/** A slider with a button at each end, for people who cannot drag. */
function textSize(): HTMLElement {
    const change = (by: number): void => {
        const wanted = settings().textSize + by;
        changeSettings({ textSize: Math.min(textSizes.max, Math.max(textSizes.min, wanted)) });
    };
    const step = (label: "settings.smaller" | "settings.larger", by: number, text: string): HTMLElement =>
        h("button", { type: "button", class: "chip", "aria-label": () => t(label), onclick: () => change(by) }, text);
    return h(
        "div",
        { class: "field" },
        h("label", { for: "text-size" }, () => t("settings.textSize")),
        h(
            "div",
            { class: "slider" },
            step("settings.smaller", -textSizes.step, "A−"),
            h("input", {
                id: "text-size",
                type: "range",
                min: textSizes.min,
                max: textSizes.max,
                step: textSizes.step,
                value: () => settings().textSize,
                "aria-valuetext": () => t("settings.textSizeValue", { percent: formatNumber(settings().textSize) }),
                oninput: (event: Event) =>
                    changeSettings({ textSize: Number((event.target as HTMLInputElement).value) }),
            }),
            step("settings.larger", textSizes.step, "A+"),
        ),
        h("p", { class: "hint" }, () => t("settings.textSizeValue", { percent: formatNumber(settings().textSize) })),
    );
}
