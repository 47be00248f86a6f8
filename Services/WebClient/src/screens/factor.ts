import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { qrCode } from "../core/qr.ts";
import { factorModel, passkeysModel } from "../models/security.ts";
import { agedNote, copy, copyable, loaded } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, field, formElement, formSummary, section, submitButton } from "./parts.ts";
import { browserPasskeys } from "./passkey-host.ts";
import { withProof } from "./proof.ts";
import { notify } from "./snackbar.ts";

/** The second factor after the password: codes of an authenticator, or a passkey. */
export default function factorScreen({ client }: Page): Child {
    const model = factorModel(client);
    const passkeys = passkeysModel(client, browserPasskeys);
    return section("security.factor", agedNote(model.factor), () => {
        const codes = model.codes();
        if (codes) return recovery(codes);
        const secret = model.secret();
        if (secret) return setUp(secret.secret, secret.uri);
        return loaded(model.factor, ({ state, kind, recoveryCodesLeft }) => {
            if (state !== "on") {
                return [
                    h("p", null, t("security.factorOff")),
                    h(
                        "div",
                        { class: "actions" },
                        () =>
                            (passkeys.list.value() ?? []).length > 0 && button(
                                () => t("security.setUpPasskey"),
                                () => withProof(client, "totp", "security.setUpPasskey", model.usePasskey),
                            ),
                        button(
                            () => t("security.setUp"),
                            () => withProof(client, "totp", "security.setUp", model.begin),
                            { kind: "primary" },
                        ),
                    ),
                ];
            }
            return [
                h("p", { class: "strong" }, t(kind === "passkey" ? "security.factorPasskey" : "security.factorOn")),
                h("p", null, t("security.codesLeft", { count: recoveryCodesLeft })),
                h(
                    "div",
                    { class: "actions" },
                    button(() => t("security.turnOff"), async () => {
                        const isDone = await withProof(client, "totp", "security.turnOff", model.turnOff);
                        if (isDone) notify(() => t("security.turnedOff"));
                    }),
                ),
            ];
        }, 1);
    });

    function setUp(secret: string, uri: string): Child {
        const { errors, isBusy } = model.confirm;
        return [
            h("p", null, t("security.scanSecret")),
            qrPicture(uri),
            copyable(secret),
            h("p", null, t("security.enterCode")),
            formElement(
                (text) => model.confirm.submit({ code: text("code") }),
                field({
                    name: "code",
                    label: "welcome.code",
                    inputmode: "numeric",
                    autocomplete: "one-time-code",
                    errors,
                }),
                formSummary(errors),
                h("div", { class: "actions" }, submitButton("account.confirm", isBusy)),
            ),
        ];
    }

    function recovery(codes: readonly string[]): Child {
        const list = h("ul", { class: "codes" }, codes.map((code) => h("li", null, h("code", null, code))));
        return [
            h("h3", null, t("security.recoveryCodes")),
            h("p", null, t("security.recoveryText")),
            list,
            h(
                "div",
                { class: "actions" },
                button(() => t("account.copy"), () => copy(codes.join("\n"), list)),
                button(() => t("security.codesKept"), model.codesKept, { kind: "primary" }),
            ),
        ];
    }
}

/** A QR code with its quiet zone of four modules. */
function qrPicture(text: string): Child {
    const rows = qrCode(text);
    if (!rows) return null;
    const lines = rows.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""));
    const size = rows.length + 8;
    return h(
        "svg",
        { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": () => t("security.qr") },
        h("path", { d: lines.join(""), fill: "#000" }),
    );
}
