import { language } from "../core/i18n.ts";
import { resource } from "../core/resource.ts";
import { computed, type Readable } from "../core/signal.ts";
import type { Client } from "./client.ts";

/** An announcement to everyone, such as an outage. */
export interface AnnouncementView {
    readonly title: string;
    readonly body: string;
}

/** Incidents and the end of the service, in the current language. News is shown under Help. */
export function announcementsModel(client: Client): Readable<readonly AnnouncementView[]> {
    const all = resource(async () => (await client.api.get("/v1/announcements", { isAnonymous: true })).value.items);
    return computed(() =>
        (all.value() ?? [])
            .filter(({ kind, endsAt }) =>
                (kind === "serviceDegraded" || kind === "retirement") && new Date(endsAt) > client.now()
            )
            .flatMap(({ texts }) => texts[language()] ?? texts.en ?? [])
    );
}
