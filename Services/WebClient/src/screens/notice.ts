import { type Child, h } from "../core/dom.ts";
import { formatMoment, t, translate } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { scope } from "../core/signal.ts";
import { inboxModel, noticeResource, pageAbout } from "../models/inbox.ts";
import { channelNames } from "../models/notice-preferences.ts";
import { loaded } from "./account-parts.ts";
import type { Page } from "./page.ts";
import { button, linkButton } from "./parts.ts";
import { findRoute, notFoundRoute } from "./routes.ts";
import { notify } from "./snackbar.ts";

/** One notice, with a link to its subject. Mails and push messages lead here. */
export default function noticeScreen({ client, parameters }: Page): Child {
    const id = parameters.id ?? "";
    const notice = noticeResource(client, id);
    return loaded(notice, (known) => {
        const about = pageAbout(known);
        const isBuilt = about && findRoute(about.replace(/\?.*/, ""), true).route !== notFoundRoute;
        return h(
            "article",
            { class: "card stack" },
            known.urgency === "alert" && h("p", { class: "new" }, t("notices.urgent")),
            h("h2", { lang: known.language }, known.title),
            h("p", { lang: known.language, class: "lines" }, known.body),
            h("time", { class: "hint", datetime: known.createdAt }, formatMoment(known.createdAt)),
            known.deliveries?.map(({ channel, state, at }) => {
                const values = { channel: translate(channelNames[channel]), at: formatMoment(at) };
                return h(
                    "p",
                    { class: "hint" },
                    state === "sent" ? t("notices.sentBy", values) : t("notices.failedBy", values),
                );
            }),
            h(
                "div",
                { class: "actions" },
                button(() => t("app.delete"), remove),
                isBuilt && linkButton(about, () => t("notices.open"), "primary"),
            ),
        );
    });

    async function remove(): Promise<void> {
        // The list itself is not followed.
        const [inbox, end] = scope(() => inboxModel(client));
        end();
        const undo = inbox.remove(id);
        notice.forget();
        await go("/notifications", "replace");
        notify(() => t("notices.deleted"), { label: () => t("account.undo"), run: undo });
    }
}
