import { UnusablePhotoError } from "./problem.ts";

/** Maximum side of a photo that is sent, in pixels. */
export const maxSide = 2_560;
/** JPEG quality of a photo that is encoded again. */
export const quality = 0.85;
/** Maximum size in bytes of a JPEG that is sent unchanged if it is within `maxSide`. */
const smallEnough = 1_200_000;

/**
 * Prepares a photo for sending: upright, without metadata, at most `maxSide` pixels long.
 * @throws UnusablePhotoError if the browser cannot decode it; most browsers cannot decode HEIC.
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
