import type { Passkey } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { signal } from "../core/signal.ts";
import { type FormErrors, noErrors } from "../models/account.ts";
import { accountModel, clientName, passkeysModel } from "../models/security.ts";
import { loaded } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { ask, button, field, section } from "./parts.ts";
import { browserPasskeys } from "./passkey-host.ts";
import { withProof } from "./proof.ts";
import { notify } from "./snackbar.ts";

/** Passkeys: add, rename, remove; with a passkey, the password can be removed. */
export default function passkeysScreen({ client }: Page): Child {
    const model = passkeysModel(client, browserPasskeys);
    const account = accountModel(client);

    async function nameOf(title: () => string, start: string): Promise<string | undefined> {
        const errors = signal<FormErrors>(noErrors);
        const box = field({
            name: "passkey-name",
            label: "security.passkeyName",
            value: start,
            maxlength: 100,
            errors,
        });
        const isSure = await ask(title, box, [
            { value: false, label: () => t("app.cancel") },
            { value: true, label: () => t("app.save"), kind: "primary" },
        ], false);
        const name = box.querySelector("input")?.value.trim();
        return isSure && name ? name : undefined;
    }
    async function add(): Promise<void> {
        const name = await nameOf(() => t("security.addPasskey"), clientName(navigator.userAgent));
        if (!name) return;
        const isDone = await withProof(client, "passkey", "security.addPasskey", (proof) => model.add(name, proof));
        if (isDone) notify(() => t("security.passkeyAdded"));
    }
    async function rename({ id, name }: Passkey): Promise<void> {
        const next = await nameOf(() => t("security.rename"), name);
        if (next && next !== name) await model.rename(id, next);
    }
    async function remove({ id }: Passkey): Promise<void> {
        const isDone = await withProof(client, "passkey", "account.remove", (proof) => model.remove(id, proof));
        if (isDone) notify(() => t("security.passkeyRemoved"));
    }
    async function removePassword(): Promise<void> {
        const isDone = await withProof(client, "account", "security.removePassword", account.removePassword);
        if (isDone) notify(() => t("security.passwordRemoved"));
    }
    return section(
        "security.passkeys",
        h("p", null, () => t("security.passkeysText")),
        loaded(model.list, (items) => [
            !items.length && h("p", { class: "hint" }, t("security.noPasskeys")),
            h(
                "ul",
                { class: "list" },
                items.map((one) =>
                    h(
                        "li",
                        { class: "card notice" },
                        h(
                            "div",
                            { class: "row" },
                            h("span", { class: "badge" }, icon("key")),
                            h(
                                "span",
                                { class: "words" },
                                h("span", { class: "strong" }, one.name),
                                h(
                                    "span",
                                    { class: "hint" },
                                    one.lastUsedAt
                                        ? t("security.lastUsed", { at: formatMoment(one.lastUsedAt) })
                                        : t("security.neverUsed"),
                                ),
                            ),
                        ),
                        h(
                            "div",
                            { class: "tools" },
                            button(() => t("security.rename"), () => rename(one), { kind: "plain" }),
                            button(() => t("account.remove"), () => remove(one), { kind: "plain" }),
                        ),
                    )
                ),
            ),
            browserPasskeys.isSupported
                ? h(
                    "div",
                    { class: "actions" },
                    button(() => t("security.addPasskey"), add, { kind: "primary", icon: "key" }),
                )
                : h("p", { class: "hint" }, t("security.passkeysUnsupported")),
            items.length > 0 && h(
                "div",
                { class: "card stack" },
                h("p", { class: "hint" }, t("security.removePasswordText")),
                h("div", { class: "actions" }, button(() => t("security.removePassword"), removePassword)),
            ),
        ]),
    );
}
