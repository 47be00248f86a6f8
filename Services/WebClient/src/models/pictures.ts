import { RefusedError } from "../api/problem.ts";
import type { PictureWidth } from "../api/client.ts";
import type { Client } from "./client.ts";

/** The width of pictures in lists. */
export const rowWidth: PictureWidth = 160;
/** The width of a picture on its own page. */
export const pageWidth: PictureWidth = 1280;

/** Loads a picture for a page: the small one, or the whole photo if there is no small one. */
export async function pagePicture(load: (width?: PictureWidth) => Promise<Blob>): Promise<Blob> {
    try {
        return await load(pageWidth);
    } catch (error) {
        if (!(error instanceof RefusedError) || error.status !== 404) throw error;
        return await load();
    }
}

/** Small pictures shown in lists, by client and path; refusals are cached too. */
const shown = new WeakMap<Client, Map<string, Promise<Blob>>>();
/** Maximum number of cached pictures, of some kilobytes each. */
const maxKept = 300;

/** Loads the small picture of a row once, however often the list is redrawn. */
export function rowPicture(client: Client, place: string, load: () => Promise<Blob>): () => Promise<Blob> {
    return () => {
        const pictures = shown.get(client) ?? new Map<string, Promise<Blob>>();
        shown.set(client, pictures);
        let picture = pictures.get(place);
        if (!picture) {
            picture = load();
            // After a failure without an answer, it is loaded again the next time.
            picture.catch((error) => error instanceof RefusedError || pictures.delete(place));
            if (pictures.size >= maxKept) pictures.clear();
            pictures.set(place, picture);
        }
        return picture;
    };
}
