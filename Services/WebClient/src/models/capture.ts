import type { LabelScan, Operation } from "../../generated/api.ts";
import { preparePhoto } from "../api/photo.ts";
import { RefusedError, UnusablePhotoError } from "../api/problem.ts";
import { type Readable, signal } from "../core/signal.ts";
import type { Entry, Outbox } from "../store/outbox.ts";
import type { Client } from "./client.ts";
import { requestKeys } from "./request-key.ts";
import type { FreshScan } from "./scans.ts";

/** The state of scanning a label. */
export type CaptureState =
    /** The camera or a file is awaited. */
    | { readonly step: "framing" }
    /** A photo was taken, and waits to be confirmed. */
    | { readonly step: "review"; readonly photo: Blob }
    /** The list is typed. */
    | { readonly step: "typing" }
    /** The list is being sent and read; `operation` contains the expected time. */
    | { readonly step: "reading"; readonly photo: Blob | undefined; readonly operation: Operation | undefined }
    /** Stored on the device until there is a connection. */
    | { readonly step: "waiting" }
    | { readonly step: "failed"; readonly error: unknown; readonly photo: Blob | undefined }
    | { readonly step: "done"; readonly result: FreshScan };

/** Scanning a label: a photo or a typed list becomes a verdict. */
export interface CaptureModel {
    readonly state: Readable<CaptureState>;
    /** Whether reading takes long, so that the page offers to leave it. */
    readonly isSlow: Readable<boolean>;
    /** Receives a photo of the camera or a file, and starts to upload it during the preview. */
    take(photo: Blob): Promise<void>;
    retake(): void;
    type(): void;
    /** Confirms the photo of the preview. */
    use(): Promise<void>;
    /** Sends a typed list for assessment. */
    send(text: string): Promise<void>;
}

/** Time after which the page says that the person may leave it, in seconds. */
export const slowAfter = 12;

export function captureModel(client: Client, prepare: (photo: Blob) => Promise<Blob> = preparePhoto): CaptureModel {
    const state = signal<CaptureState>({ step: "framing" });
    const isSlow = signal(false);
    const withKey = requestKeys(client);
    let prepared: PreparedPhoto | undefined;

    function forget(): void {
        prepared?.abort();
        prepared = undefined;
    }

    /** Follows a request until the verdict is there. */
    async function read(
        photo: Blob | undefined,
        request: (onOperation: (o: Operation) => void) => Promise<LabelScan | undefined>,
    ) {
        state.set({ step: "reading", photo, operation: undefined });
        isSlow.set(false);
        const timer = setTimeout(() => isSlow.set(true), slowAfter * 1_000);
        try {
            const scan = await request((operation) => state.set({ step: "reading", photo, operation }));
            state.set(scan ? { step: "done", result: { scan, photo } } : { step: "waiting" });
        } catch (error) {
            state.set({ step: "failed", error, photo: error instanceof UnusablePhotoError ? undefined : photo });
        } finally {
            clearTimeout(timer);
        }
    }

    return {
        state,
        isSlow,
        take: async (photo) => {
            forget();
            const candidate = preparedPhoto(client, prepare(photo));
            prepared = candidate;
            state.set({ step: "review", photo });
            try {
                await candidate.photo;
            } catch (error) {
                if (prepared === candidate) state.set({ step: "failed", error, photo: undefined });
            }
        },
        retake: () => {
            forget();
            state.set({ step: "framing" });
        },
        type: () => {
            forget();
            state.set({ step: "typing" });
        },
        use: async () => {
            const candidate = prepared;
            const shown = state.peek();
            // A second tap confirms nothing.
            if (!candidate || shown.step !== "review") return;
            await read(shown.photo, async (onOperation) => {
                const photo = await candidate.photo;
                const { outbox } = await client.store();
                const added = await outbox.add("label-photo", photo);
                const entry = await withDraft(outbox, added, candidate);
                return await outbox.deliver(entry, () => sendLabelPhoto(client, entry, photo, onOperation));
            });
        },
        send: (text) =>
            read(undefined, async (onOperation) => {
                const answer = await withKey(text, (idempotencyKey) => {
                    return client.api.send("POST", "/v1/label-scans", { body: { text }, idempotencyKey }, onOperation);
                });
                return answer.value;
            }),
    };
}

/** A photo of a preview, which is sent while the person looks at it. */
export interface PreparedPhoto {
    /** The photo as it is sent. */
    readonly photo: Promise<Blob>;
    /** Its id on the server; undefined when it did not get there, and is sent with the confirmation. */
    readonly draft: Promise<string | undefined>;
    abort(): void;
}

export function preparedPhoto(client: Client, photo: Promise<Blob>): PreparedPhoto {
    const stop = new AbortController();
    const send = async (): Promise<string | undefined> => {
        const request = { body: await photo, idempotencyKey: client.newID(), signal: stop.signal };
        return (await client.api.send("POST", "/v1/photos", request)).value.id;
    };
    return { photo, draft: send().catch(() => undefined), abort: () => stop.abort() };
}

/** The entry of a confirmed photo, with the id of its draft: waiting for a running upload is faster than a new one. */
export async function withDraft(outbox: Outbox, entry: Entry, photo: PreparedPhoto): Promise<Entry> {
    const draft = await photo.draft;
    // A draft that cannot be stored is not used: the bytes are sent again.
    return draft ? await outbox.setDraft(entry, draft).catch(() => entry) : entry;
}

/** Sends a photo of the outbox: by its id if it was uploaded before, else its bytes. */
export async function sendLabelPhoto(
    client: Pick<Client, "api">,
    entry: Entry,
    photo: Blob,
    onOperation?: (operation: Operation) => void,
): Promise<LabelScan> {
    if (entry.draft) {
        try {
            const request = { body: { photo: entry.draft }, idempotencyKey: entry.id };
            return (await client.api.send("POST", "/v1/label-scans", request, onOperation)).value;
        } catch (error) {
            // The server keeps an unconfirmed photo for an hour; after that its bytes are sent again.
            const isGone = error instanceof RefusedError &&
                error.problem.errors?.some(({ pointer }) => pointer === "/photo");
            if (!isGone) throw error;
        }
    }
    const request = { body: photo, idempotencyKey: entry.draft ? `${entry.id}-photo` : entry.id };
    return (await client.api.send("POST", "/v1/label-scans", request, onOperation)).value;
}
