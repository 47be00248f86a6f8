import { UnusablePhotoError } from "./problem.ts";

/** Longest side of a photo that is sent, in pixels. */
export const maxSide = 2_560;
/** JPEG quality of a photo that is drawn anew. */
export const quality = 0.85;
/** A JPEG of at most this many bytes and `maxSide` pixels is sent as it is. */
const smallEnough = 1_200_000;

/**
 * Makes a photo ready to be sent: upright, without metadata, at most `maxSide` pixels long.
 *
 * @throws UnusablePhotoError when the browser cannot decode it, as most cannot decode HEIC.
 */
export async function preparePhoto(file: Blob): Promise<Blob> {
    let bitmap: ImageBitmap;
    try {
        bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    } catch {
        throw new UnusablePhotoError(file.type);
    }
    try {
        const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
        if (scale === 1 && file.type === "image/jpeg" && file.size <= smallEnough) return file;
        const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
        const context = canvas.getContext("2d");
        if (!context) throw new UnusablePhotoError("no canvas");
        context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
        return await canvas.convertToBlob({ type: "image/jpeg", quality });
    } finally {
        bitmap.close();
    }
}
