import { signal } from "../core/signal.ts";

/** A photo that another app shared with the client, until a page takes it. */
export const sharedPhoto = signal<Blob | undefined>(undefined);

/** The shared photo, once. */
export function takeSharedPhoto(): Blob | undefined {
    const photo = sharedPhoto.peek();
    sharedPhoto.set(undefined);
    return photo;
}
