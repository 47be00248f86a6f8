import { RefusedError } from "../api/problem.ts";
import type { PictureWidth } from "../api/client.ts";

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
