import type { Membership, Operation, Receipt } from "../../generated/api.ts";
import { preparePhoto } from "../api/photo.ts";
import { RefusedError } from "../api/problem.ts";
import type { Resource } from "../core/resource.ts";
import { type Readable, signal } from "../core/signal.ts";
import type { Entry } from "../store/outbox.ts";
import type { Client } from "./client.ts";
import { membershipResource } from "./membership.ts";

/** A receipt being processed, as shown in the queue. */
export interface QueuedReceipt {
    readonly key: string;
    readonly photo: Blob;
    readonly state:
        | { readonly step: "reading"; readonly operation?: Operation }
        /** Stored on the device, because there is no connection or the day's quota of photos is used up. */
        | { readonly step: "waiting"; readonly reason: "offline" | "quota" }
        | { readonly step: "done"; readonly receipt: Receipt }
        | { readonly step: "failed"; readonly error: unknown };
}

/** Photographing receipts one after the other; each is read while the next is photographed. */
export interface ReceiptCaptureModel {
    /** The photo in the preview. */
    readonly review: Readable<Blob | undefined>;
    /** Parts of a long receipt that were photographed before the one in the preview. */
    readonly parts: Readable<readonly Blob[]>;
    /** Receipts sent since the client was opened, newest first. */
    readonly queue: Readable<readonly QueuedReceipt[]>;
    readonly error: Readable<unknown>;
    /** The plan, with the number of photos left on the current day. */
    readonly subscription: Resource<Membership>;
    take(photo: Blob): Promise<void>;
    /** Receives several files, each a separate receipt. */
    takeAll(photos: readonly Blob[]): Promise<void>;
    retake(): void;
    /** Shows the photos of a receipt that was not confirmed, the last one in the preview. */
    restore(photos: readonly Blob[]): void;
    /** Adds the photo to the parts of a long receipt. */
    addPart(): void;
    /** Sends the photo with the parts before it; resolves once it was read, or must wait. */
    use(): Promise<QueuedReceipt | undefined>;
    dismiss(key: string): void;
}

/** Maximum number of photos of one receipt. */
export const maxParts = 8;
const partsType = "application/x-photos";

/** The queue outlives the page, so that its receipts are still shown when the person returns. */
const queue = signal<readonly QueuedReceipt[]>([]);
/** The account whose receipts are in the queue. */
let owner: string | undefined;

function change(key: string, state: QueuedReceipt["state"]): void {
    queue.update((all) => all.map((one) => one.key === key ? { ...one, state } : one));
}

export function receiptCaptureModel(
    client: Client,
    prepare: (photo: Blob) => Promise<Blob> = preparePhoto,
): ReceiptCaptureModel {
    const review = signal<Blob | undefined>(undefined);
    const parts = signal<readonly Blob[]>([]);
    const error = signal<unknown>(undefined);
    const subscription = membershipResource(client, "receipt");
    const { account } = client.session;
    if (account !== owner) queue.set([]);
    owner = account;

    async function send(photos: readonly Blob[]): Promise<QueuedReceipt | undefined> {
        const first = photos[0];
        if (!first || account !== client.session.account) return undefined;
        let entry: Entry;
        try {
            entry = await (await client.store()).outbox.add("receipt", packPhotos(photos));
        } catch (reason) {
            error.set(reason);
            return undefined;
        }
        const content = packPhotos(photos);
        if (account !== owner) return undefined;
        queue.update((all) => [{ key: entry.id, photo: first, state: { step: "reading" } }, ...all]);
        let isQuotaUsed = false;
        try {
            const { outbox } = await client.store();
            const receipt = await outbox.deliver(entry, async () => {
                try {
                    return await sendReceipt(
                        client,
                        entry,
                        content,
                        (operation) => change(entry.id, { step: "reading", operation }),
                    );
                } catch (reason) {
                    isQuotaUsed = reason instanceof RefusedError && reason.kind === "quota-exceeded";
                    throw reason;
                }
            });
            if (receipt) {
                keepFreshReceipt(receipt);
                change(entry.id, { step: "done", receipt });
            } else change(entry.id, { step: "waiting", reason: isQuotaUsed ? "quota" : "offline" });
        } catch (reason) {
            change(entry.id, { step: "failed", error: reason });
        }
        return queue.peek().find(({ key }) => key === entry.id);
    }

    async function prepared(photo: Blob): Promise<Blob | undefined> {
        try {
            return await prepare(photo);
        } catch (reason) {
            error.set(reason);
            return undefined;
        }
    }

    const model: ReceiptCaptureModel = {
        review,
        parts,
        queue,
        error,
        subscription,
        take: async (photo) => {
            error.set(undefined);
            review.set(await prepared(photo));
        },
        takeAll: async (photos) => {
            error.set(undefined);
            for (const photo of photos) {
                const ready = await prepared(photo);
                if (ready) void send([ready]);
            }
        },
        retake: () => review.set(undefined),
        restore: (photos) => {
            parts.set(photos.slice(0, -1));
            review.set(photos.at(-1));
        },
        addPart: () => {
            const photo = review.peek();
            if (photo) parts.update((all) => [...all, photo]);
            review.set(undefined);
        },
        use: async () => {
            const photo = review.peek();
            const all = photo ? [...parts.peek(), photo] : parts.peek();
            review.set(undefined);
            parts.set([]);
            const sent = await send(all);
            // What could not be written on the device is shown again.
            if (!sent && error.peek() !== undefined) model.restore(all);
            return sent;
        },
        dismiss: (key) => queue.update((all) => all.filter((one) => one.key !== key)),
    };
    return model;
}

/** The content of an entry: a single photo unchanged, several concatenated, with their sizes in the media type. */
export function packPhotos(photos: readonly Blob[]): Blob {
    const [first] = photos;
    if (photos.length === 1 && first) return first;
    return new Blob([...photos], { type: `${partsType};sizes=${photos.map(({ size }) => size).join(",")}` });
}

function unpackPhotos(content: Blob): readonly Blob[] {
    const sizes = content.type.split("sizes=")[1]?.split(",").map(Number) ?? [];
    let from = 0;
    return sizes.map((size) => {
        const photo = content.slice(from, from + size, "image/jpeg");
        from += size;
        return photo;
    });
}

/** Sends a receipt of the outbox: a photo, the parts of a long one, or a typed purchase. */
export async function sendReceipt(
    client: Pick<Client, "api">,
    entry: Pick<Entry, "id">,
    content: Blob,
    onOperation?: (operation: Operation) => void,
): Promise<Receipt> {
    const idempotencyKey = entry.id;
    if (!content.type.startsWith(partsType)) {
        return (await client.api.send("POST", "/v1/receipts", { body: content, idempotencyKey }, onOperation)).value;
    }
    const photos: string[] = [];
    for (const [index, body] of unpackPhotos(content).entries()) {
        const request = { body, idempotencyKey: `${entry.id}-${index}` };
        photos.push((await client.api.send("POST", "/v1/photos", request)).value.id);
    }
    return (await client.api.send("POST", "/v1/receipts", { body: { photos }, idempotencyKey }, onOperation)).value;
}

let fresh: Receipt | undefined;

/** Passes a new receipt to the page that shows it. */
export function keepFreshReceipt(receipt: Receipt): void {
    fresh = receipt;
}

/** Returns the new receipt with an id, once. */
export function takeFreshReceipt(id: string): Receipt | undefined {
    const found = fresh?.id === id ? fresh : undefined;
    if (found) fresh = undefined;
    return found;
}
