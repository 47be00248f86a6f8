import { RefusedError } from "../api/problem.ts";
import type { PictureWidth } from "../api/client.ts";
import type { Client } from "./client.ts";

/** The width of pictures in lists. */
export const rowWidth: PictureWidth = 160;
/** The width of the picture on a page of its own. */
export const pageWidth: PictureWidth = 1280;

/** Loads a picture for a page: the small one, or the whole photo where there is no small one. */
export async function pagePicture(load: (width?: PictureWidth) => Promise<Blob>): Promise<Blob> {
    try {
        return await load(pageWidth);
    } catch (error) {
        if (!(error instanceof RefusedError) || error.status !== 404) throw error;
        return await load();
    }
}

/** Small pictures that a list has shown, by client and place; a refusal is remembered too. */
const shown = new WeakMap<Client, Map<string, Promise<Blob>>>();
/** Most of them, of some kilobytes each. */
const maxKept = 300;

/** Loads the small picture of a row once, however often the list is drawn. */
export function rowPicture(client: Client, place: string, load: () => Promise<Blob>): () => Promise<Blob> {
    return () => {
        const pictures = shown.get(client) ?? new Map<string, Promise<Blob>>();
        shown.set(client, pictures);
        let picture = pictures.get(place);
        if (!picture) {
            picture = load();
            // Without a connection it is tried again the next time.
            picture.catch((error) => error instanceof RefusedError || pictures.delete(place));
            if (pictures.size >= maxKept) pictures.clear();
            pictures.set(place, picture);
        }
        return picture;
    };
}
