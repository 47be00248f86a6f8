import { signal } from "../core/signal.ts";

/** A photo that another app shared with the client; it stays on the device until a page takes it. */
export interface SharedPhoto {
    readonly photo: Blob;
    delete(): Promise<void>;
}

export const sharedPhoto = signal<SharedPhoto | undefined>(undefined);

/** The shared photo, once. */
export function takeSharedPhoto(): Blob | undefined {
    const shared = sharedPhoto.peek();
    sharedPhoto.set(undefined);
    shared?.delete().catch(() => {});
    return shared?.photo;
}
