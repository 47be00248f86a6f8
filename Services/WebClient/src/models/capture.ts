import type { LabelScan, Operation } from "../../generated/api.ts";
import { preparePhoto } from "../api/photo.ts";
import { RefusedError } from "../api/problem.ts";
import { type Readable, signal } from "../core/signal.ts";
import type { Entry } from "../store/outbox.ts";
import type { Client } from "./client.ts";
import type { FreshScan } from "./scans.ts";

/** The state of scanning a label. */
export type CaptureState =
    /** The camera or a file is awaited. */
    | { readonly step: "framing" }
    /** A photo was taken, and waits to be confirmed. */
    | { readonly step: "review"; readonly photo: Blob }
    /** The list is typed. */
    | { readonly step: "typing" }
    /** Sent, or being sent; `operation` says how long it may take. */
    | { readonly step: "reading"; readonly photo: Blob | undefined; readonly operation: Operation | undefined }
    /** Kept on the device until there is a connection. */
    | { readonly step: "waiting" }
    | { readonly step: "failed"; readonly error: unknown; readonly photo: Blob | undefined }
    | { readonly step: "done"; readonly result: FreshScan };

/** Scanning a label: a photo or a typed list becomes a verdict. */
export interface CaptureModel {
    readonly state: Readable<CaptureState>;
    /** Whether reading takes long, so that the page may be left. */
    readonly isSlow: Readable<boolean>;
    /** Takes a photo of the camera or a file, and starts to send it during the preview. */
    take(photo: Blob): Promise<void>;
    retake(): void;
    type(): void;
    /** Confirms the photo of the preview. */
    use(): Promise<void>;
    /** Has a typed list read. */
    send(text: string): Promise<void>;
}

/** Seconds after which the page says that it can be left. */
export const slowAfter = 12;

export function captureModel(client: Client, prepare: (photo: Blob) => Promise<Blob> = preparePhoto): CaptureModel {
    const state = signal<CaptureState>({ step: "framing" });
    const isSlow = signal(false);
    /** The prepared photo of the preview, with its id on the server once it is uploaded. */
    let prepared:
        | { readonly photo: Promise<Blob>; draft: string | undefined; readonly abort: AbortController }
        | undefined;

    function forget(): void {
        prepared?.abort.abort();
        prepared = undefined;
    }

    async function sendAhead(candidate: NonNullable<typeof prepared>): Promise<void> {
        try {
            const { value } = await client.api.send("POST", "/v1/photos", {
                body: await candidate.photo,
                idempotencyKey: client.newID(),
                signal: candidate.abort.signal,
            });
            candidate.draft = value.id;
        } catch {
            // Sent with the confirmation instead.
        }
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
            state.set({ step: "failed", error, photo });
        } finally {
            clearTimeout(timer);
        }
    }

    return {
        state,
        isSlow,
        take: async (photo) => {
            forget();
            const candidate = { photo: prepare(photo), draft: undefined, abort: new AbortController() };
            prepared = candidate;
            state.set({ step: "review", photo });
            try {
                await candidate.photo;
            } catch (error) {
                if (prepared === candidate) state.set({ step: "failed", error, photo: undefined });
                return;
            }
            void sendAhead(candidate);
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
            if (!candidate) return;
            const shown = state.peek();
            const photo = await candidate.photo;
            const { outbox } = await client.store();
            await read(shown.step === "review" ? shown.photo : photo, async (onOperation) => {
                const entry = await outbox.add("label-photo", photo, candidate.draft);
                return await outbox.deliver(entry, () => sendLabelPhoto(client, entry, photo, onOperation));
            });
        },
        send: (text) =>
            read(undefined, async (onOperation) => {
                const { value } = await client.api.send("POST", "/v1/label-scans", {
                    body: { text },
                    idempotencyKey: client.newID(),
                }, onOperation);
                return value;
            }),
    };
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
            // The server keeps a photo that is not confirmed for an hour; after that the bytes are sent again.
            const isGone = error instanceof RefusedError &&
                error.problem.errors?.some(({ pointer }) => pointer === "/photo");
            if (!isGone) throw error;
        }
    }
    const request = { body: photo, idempotencyKey: entry.draft ? `${entry.id}-photo` : entry.id };
    return (await client.api.send("POST", "/v1/label-scans", request, onOperation)).value;
}
