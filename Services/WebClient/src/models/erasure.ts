import type { Erasure } from "../../generated/api.ts";
import { type Resource, resource } from "../core/resource.ts";
import type { Client } from "./client.ts";

/** The progress of an erasure, which its link shows without sign-in. */
export function erasureResource(client: Client, token: string): Resource<Erasure> {
    return resource<Erasure>(async () =>
        (await client.api.get("/v1/erasures/{token}", { segments: { token }, isAnonymous: true })).value
    );
}

/** The page of an erasure for the API's link to it. */
export function erasurePage(link: string, origin: string): string {
    return `${origin}/erasures/${new URL(link).pathname.split("/").at(-1) ?? ""}`;
}
