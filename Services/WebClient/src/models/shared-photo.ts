import { signal } from "../core/signal.ts";
import type { Client } from "./client.ts";

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

/** Photos that were taken and not confirmed when the session ended, in memory until the same account is back. */
let interrupted: { readonly account: string; readonly kind: string; readonly photos: readonly Blob[] } | undefined;

/**
 * Keeps the unconfirmed photos of a page whose session has ended, and returns those of its last visit.
 *
 * @param kind What the photos show, such as a label.
 * @returns The photos of the account, once, and the function that is called when the page ends.
 */
export function unconfirmedPhotos(
    { session }: Pick<Client, "session">,
    kind: string,
): { readonly photos: readonly Blob[]; left(photos: readonly Blob[]): void } {
    const { account } = session;
    const found = interrupted?.account === account && interrupted?.kind === kind ? interrupted?.photos : undefined;
    if (found || interrupted?.account !== account) interrupted = undefined;
    return {
        photos: found ?? [],
        left: (photos) => {
            if (account && session.account === undefined && photos.length) interrupted = { account, kind, photos };
        },
    };
}
