import type { Notification } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { type Icon, icon } from "../core/icons.ts";
import { onCleanup } from "../core/signal.ts";
import { inboxModel } from "../models/inbox.ts";
import { failure } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, emptyNote, linkButton, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";

const icons: Partial<Record<Notification["kind"], Icon>> = {
    allergenAlert: "triangle",
    recall: "triangle",
    mealAllergens: "triangle",
    purchaseAllergens: "triangle",
    scanAssessed: "shield",
    reportReady: "list",
    dailyReport: "list",
    mealReminder: "clock",
    budgetExceeded: "receipt",
    lowerPrice: "receipt",
    subscriptionChanged: "receipt",
    paymentChanged: "receipt",
    grantChanged: "person",
    exportReady: "download",
};

/** The inbox: all notices, newest first. */
export default function noticesScreen({ client }: Page): Child {
    const inbox = inboxModel(client);
    onCleanup(inbox.finish);

    function remove(id: string): void {
        const undo = inbox.remove(id);
        notify(() => t("notices.deleted"), { label: () => t("account.undo"), run: undo });
    }
    return h(
        "div",
        { class: "stack" },
        h(
            "div",
            { class: "actions" },
            () =>
                inbox.unread() > 0 && button(() => t("notices.markAll"), async () => {
                    await inbox.markAllRead();
                    notify(() => t("notices.allRead"));
                }, { icon: "check" }),
            linkButton("/settings/notices", () => t("notices.settings"), "secondary", "gear"),
        ),
        () => {
            const items = inbox.items();
            if (!items) return inbox.error() ? failure(inbox.error(), inbox.reload) : skeletons();
            if (!items.length) return emptyNote(() => t("notices.empty.title"), () => t("notices.empty.text"));
            return [
                h("ul", { class: "list" }, items.map(row)),
                inbox.hasMore() && h("div", { class: "actions" }, button(() => t("today.more"), inbox.loadMore)),
            ];
        },
    );

    function row(notice: Notification): HTMLElement {
        const { id, title, body, kind, read, urgency, createdAt } = notice;
        return h(
            "li",
            { class: read ? "card notice" : "card notice unread" },
            h(
                "a",
                { href: `/notifications/${id}`, class: "row" },
                h("span", { class: urgency === "alert" ? "badge contains" : "badge" }, icon(icons[kind] ?? "info")),
                h(
                    "span",
                    { class: "words" },
                    !read && h("span", { class: "new" }, t("notices.unread")),
                    h("span", { class: "strong" }, title),
                    h("span", { class: "hint clamp" }, body),
                    h("time", { class: "hint", datetime: createdAt }, formatMoment(createdAt)),
                ),
            ),
            h(
                "div",
                { class: "tools" },
                button(
                    () => t(read ? "notices.markUnread" : "notices.markRead"),
                    () => inbox.setRead(id, !read),
                    { kind: "plain" },
                ),
                button(() => t("app.delete"), () => remove(id), {
                    kind: "plain",
                    "aria-label": t("notices.deleteOne", { title }),
                }),
            ),
        );
    }
}
