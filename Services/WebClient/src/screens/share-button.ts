import type { Share } from "../../generated/api.ts";
import { h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { signal } from "../core/signal.ts";
import type { Client } from "../models/client.ts";
import { formatDay, localDate } from "../models/days.ts";
import { isOutsidePlan } from "../models/limits.ts";
import { pictureOf, share, type ShareSubject } from "../models/shares.ts";
import { ask, button, errorNote } from "./parts.ts";
import { planNote } from "./plan-note.ts";

/** Creates a link to a meal or a day, and passes it to other apps. */
export function shareButton(client: Client, subject: ShareSubject, hasPhoto: () => boolean): HTMLElement {
    return button(() => t("share.share"), () => open(client, subject, hasPhoto()), { icon: "share" });
}

async function open(client: Client, subject: ShareSubject, hasPhoto: boolean): Promise<void> {
    const withPhoto = signal(false);
    const made = signal<Share | undefined>(undefined);
    const error = signal<unknown>(undefined);
    const isBusy = signal(false);
    const isCopied = signal(false);
    const picture = signal<File | undefined>(undefined);

    async function make(): Promise<void> {
        if (isBusy.peek()) return;
        isBusy.set(true);
        try {
            const link = await share(client, subject, withPhoto.peek());
            made.set(link);
            // Loaded in advance, because a share sheet can be opened only directly after a tap.
            void pictureOf(client, link).then(picture.set).catch(() => {});
            error.set(undefined);
        } catch (reason) {
            error.set(reason);
        } finally {
            isBusy.set(false);
        }
    }

    const before = (): HTMLElement =>
        h(
            "div",
            { class: "stack" },
            h("p", null, t("meal" in subject ? "share.mealText" : "share.dayText")),
            hasPhoto && h(
                "label",
                { class: "tick" },
                h("input", {
                    type: "checkbox",
                    name: "photo",
                    onchange: (event: Event) => withPhoto.set((event.target as HTMLInputElement).checked),
                }),
                h("span", null, t("share.withPhoto")),
            ),
            () => {
                const reason = error();
                if (reason === undefined) return null;
                return isOutsidePlan(reason) ? planNote(() => t("diary.locked")) : errorNote(reason);
            },
            button(() => t("share.make"), make, { kind: "primary", "aria-disabled": () => isBusy() ? "true" : null }),
        );

    const after = ({ url = "", expiresAt, targets = [] }: Share): HTMLElement =>
        h(
            "div",
            { class: "stack" },
            h(
                "div",
                { class: "field" },
                h("label", { for: "share-link" }, t("share.link")),
                h("input", { id: "share-link", readonly: true, value: url }),
                h(
                    "p",
                    { class: "hint" },
                    t("share.until", { date: formatDay(localDate(new Date(expiresAt)), "short") }),
                ),
            ),
            h("p", { class: "hint", role: "status" }, () => isCopied() ? t("share.copied") : ""),
            h(
                "div",
                { class: "actions" },
                button(() => t("share.copy"), async () => {
                    try {
                        await navigator.clipboard.writeText(url);
                    } catch {
                        document.querySelector<HTMLInputElement>("#share-link")?.select();
                        document.execCommand("copy");
                    }
                    isCopied.set(true);
                }),
                "share" in navigator && button(
                    () => t("share.withApp"),
                    () => navigator.share({ url }).catch(() => {}),
                    { kind: "primary" },
                ),
                () => {
                    const file = picture();
                    return file && "canShare" in navigator && navigator.canShare({ files: [file] }) && button(
                        () => t("share.picture"),
                        () => navigator.share({ files: [file] }).catch(() => {}),
                    );
                },
            ),
            h(
                "ul",
                { class: "chips" },
                targets.filter((target) => target.way === "link" && target.url?.startsWith("https:")).map((target) =>
                    h(
                        "li",
                        null,
                        h(
                            "a",
                            { class: "tag", href: target.url, target: "_blank", rel: "noopener noreferrer" },
                            platformNames[target.platform],
                        ),
                    )
                ),
            ),
            h("a", { href: "/shares" }, t("share.all")),
        );

    await ask(
        () => t("share.title"),
        () => {
            const link = made();
            return link ? after(link) : before();
        },
        [{ value: undefined, label: () => t("app.close") }],
        undefined,
    );
}

const platformNames = {
    messenger: "Messenger",
    whatsapp: "WhatsApp",
    instagram: "Instagram",
    discord: "Discord",
    facebook: "Facebook",
    twitter: "X",
} as const;
