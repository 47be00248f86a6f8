import type { Membership } from "../../generated/api.ts";
import type { Resource } from "../core/resource.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";

/**
 * The plan of the account, updated as payments arrive.
 * @param uses The kind of photo whose remaining number the page shows.
 */
export function membershipResource(client: Client, uses?: "meal" | "receipt"): Resource<Membership> {
    return keptResource(client, "membership", async () => {
        client.changesOf("subscription");
        client.changesOf("entitlement");
        if (uses) client.changesOf(uses);
        return (await client.api.get("/v1/subscription", {})).value;
    });
}
