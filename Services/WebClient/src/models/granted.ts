import type { AllergenProfile, Day, Grant, LabelScan, Meal, Reaction, Receipt } from "../../generated/api.ts";
import { language } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, type Readable } from "../core/signal.ts";
import type { Client } from "./client.ts";

// Records of another person are read under a grant. Nothing of them is kept on the device.

export function grantResource(client: Client, id: string): Resource<Grant> {
    return resource<Grant>(async () => {
        client.changesOf("notification");
        return (await client.api.get("/v1/grants/{id}", { segments: { id } })).value;
    });
}

export interface GrantedDay {
    readonly day: Day;
    readonly meals: readonly Meal[];
}

export function grantedDay(client: Client, grant: string, date: Readable<string>): Resource<GrantedDay> {
    const records = resource<GrantedDay>(async () => {
        const wanted = date();
        language();
        const [day, meals] = await Promise.all([
            client.api.get("/v1/days/{date}", { segments: { date: wanted }, grant }),
            client.api.get("/v1/meals", { query: { date: wanted }, grant }),
        ]);
        return { day: day.value, meals: meals.value.items };
    });
    // The records of another day are not shown under the new date while it loads, nor after an error.
    return {
        ...records,
        value: computed(() => {
            const known = records.value();
            return known?.day.date === date() ? known : undefined;
        }),
    };
}

/** The report of a day as PDF. */
export async function grantedReport(client: Client, grant: string, date: string): Promise<Blob> {
    const query = { view: "detailed", format: "pdf" } as const;
    return (await client.api.get("/v1/days/{date}/report", { segments: { date }, query, grant })).value as Blob;
}

export interface GrantedAllergens {
    readonly profile: AllergenProfile;
    readonly scans: readonly LabelScan[];
    readonly reactions: readonly Reaction[];
}

/** What the person avoids, with the newest scans and reactions. */
export function grantedAllergens(client: Client, grant: string): Resource<GrantedAllergens> {
    const query = { limit: 20 };
    return resource<GrantedAllergens>(async () => {
        const [profile, scans, reactions] = await Promise.all([
            client.api.get("/v1/allergen-profile", { grant }),
            client.api.get("/v1/label-scans", { query, grant }),
            client.api.get("/v1/reactions", { query, grant }),
        ]);
        return { profile: profile.value, scans: scans.value.items, reactions: reactions.value.items };
    });
}

/** The newest purchases. */
export function grantedPurchases(client: Client, grant: string): Resource<readonly Receipt[]> {
    return resource<readonly Receipt[]>(async () =>
        (await client.api.get("/v1/receipts", { query: { limit: 20 }, grant })).value.items
    );
}
