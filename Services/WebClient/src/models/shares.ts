import type { Share } from "../../generated/api.ts";
import { type Resource, resource } from "../core/resource.ts";
import type { Client } from "./client.ts";

/** The content of a link. */
export type ShareSubject = { readonly meal: string } | { readonly date: string };

/** Creates a link that shows a meal or a day to others. */
export async function share(client: Client, subject: ShareSubject, hasPhoto: boolean): Promise<Share> {
    if ("meal" in subject) {
        return (await client.api.send("POST", "/v1/meals/{id}/share", {
            segments: { id: subject.meal },
            body: hasPhoto ? { photo: true } : {},
        })).value;
    }
    return (await client.api.send("POST", "/v1/days/{date}/share", { segments: { date: subject.date }, body: {} }))
        .value;
}

/** The picture of a new link as a file, for apps that accept pictures but no links; undefined if the link has none. */
export async function pictureOf(client: Client, { pictureUrl }: Share): Promise<File | undefined> {
    const token = pictureUrl?.slice(pictureUrl.lastIndexOf("/") + 1);
    if (!token) return undefined;
    const { value } = await client.api.get("/v1/shared/{token}", { isAnonymous: true, segments: { token } });
    const picture: unknown = value;
    return picture instanceof Blob ? new File([picture], "food-magic.png", { type: picture.type }) : undefined;
}

/** The active links. */
export interface SharesModel {
    readonly list: Resource<readonly Share[]>;
    withdraw(id: string): Promise<void>;
}

export function sharesModel(client: Client): SharesModel {
    const list = resource<readonly Share[]>(async () => (await client.api.get("/v1/shares", {})).value.items);
    return {
        list,
        withdraw: async (id) => {
            await client.api.send("DELETE", "/v1/shares/{id}", { segments: { id } });
            list.reload();
        },
    };
}
