import type { Meal, Membership, Operation } from "../../generated/api.ts";
import { preparePhoto } from "../api/photo.ts";
import { RefusedError, UnusablePhotoError } from "../api/problem.ts";
import type { Resource } from "../core/resource.ts";
import { type Readable, signal } from "../core/signal.ts";
import type { Entry } from "../store/outbox.ts";
import { type PreparedPhoto, preparedPhoto, slowAfter, withDraft } from "./capture.ts";
import type { Client } from "./client.ts";
import { membershipResource } from "./membership.ts";
import { isOutsidePlan } from "./limits.ts";

/** The state of recognizing a meal. */
export type MealCaptureState =
    | { readonly step: "framing" }
    | { readonly step: "review"; readonly photo: Blob }
    | { readonly step: "reading"; readonly photo: Blob; readonly operation: Operation | undefined }
    /** Stored on the device until there is a connection. */
    | { readonly step: "waiting" }
    | { readonly step: "failed"; readonly error: unknown; readonly photo: Blob | undefined }
    | { readonly step: "done"; readonly result: FreshMeal };

/** A meal that was just recognized on this device. */
export interface FreshMeal {
    readonly meal: Meal;
    readonly photo: Blob;
}

/** Data sent with the photo of a meal. */
export interface MealPhotoFacts {
    readonly slot: string;
    readonly eatenAt: string;
}

/** Recognizing a meal: a photo becomes foods with masses. */
export interface MealCaptureModel {
    readonly state: Readable<MealCaptureState>;
    readonly isSlow: Readable<boolean>;
    /** The plan with the number of photos left on the current day. */
    readonly plan: Resource<Membership>;
    take(photo: Blob): Promise<void>;
    retake(): void;
    /** Confirms the photo of the preview. */
    use(facts: MealPhotoFacts): Promise<void>;
}

export function mealCaptureModel(
    client: Client,
    prepare: (photo: Blob) => Promise<Blob> = preparePhoto,
): MealCaptureModel {
    const state = signal<MealCaptureState>({ step: "framing" });
    const isSlow = signal(false);
    const plan = membershipResource(client, "meal");
    let prepared: PreparedPhoto | undefined;

    function forget(): void {
        prepared?.abort();
        prepared = undefined;
    }

    return {
        state,
        isSlow,
        plan,
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
        use: async (facts) => {
            const candidate = prepared;
            const shown = state.peek();
            if (!candidate || shown.step !== "review") return;
            const { photo } = shown;
            state.set({ step: "reading", photo, operation: undefined });
            isSlow.set(false);
            const timer = setTimeout(() => isSlow.set(true), slowAfter * 1_000);
            try {
                const { outbox } = await client.store();
                const packed = packMealPhoto(facts, await candidate.photo);
                const entry = await withDraft(outbox, await outbox.add("meal-photo", packed), candidate);
                let limit: unknown;
                const meal = await outbox.deliver(entry, async () => {
                    try {
                        return await sendMealPhoto(
                            client,
                            entry,
                            packed,
                            (operation) => state.set({ step: "reading", photo, operation }),
                        );
                    } catch (error) {
                        if (isOutsidePlan(error)) limit = error;
                        throw error;
                    }
                });
                if (limit !== undefined) {
                    // The quota is reset the next day, so the page reports that now and keeps the photo.
                    await outbox.remove(entry.id);
                    state.set({ step: "failed", error: limit, photo });
                } else if (meal) {
                    state.set({ step: "done", result: { meal, photo } });
                } else state.set({ step: "waiting" });
            } catch (error) {
                state.set({ step: "failed", error, photo: error instanceof UnusablePhotoError ? undefined : photo });
            } finally {
                clearTimeout(timer);
            }
        },
    };
}

/** Packs a photo with its facts as one content of the outbox: length of the facts in 4 bytes, the facts, the photo. */
export function packMealPhoto(facts: MealPhotoFacts, photo: Blob): Blob {
    const head = new TextEncoder().encode(JSON.stringify({ ...facts, type: photo.type }));
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, head.length);
    return new Blob([length.buffer, head, photo], { type: "application/octet-stream" });
}

export async function unpackMealPhoto(
    packed: Blob,
): Promise<{ readonly facts: MealPhotoFacts; readonly photo: Blob }> {
    const length = new DataView(await packed.slice(0, 4).arrayBuffer()).getUint32(0);
    const { type, ...facts } = JSON.parse(await packed.slice(4, 4 + length).text()) as MealPhotoFacts & {
        type: string;
    };
    return { facts, photo: packed.slice(4 + length, packed.size, type) };
}

/** Sends a photo of the outbox: by its id if it was uploaded, else its bytes. */
export async function sendMealPhoto(
    client: Pick<Client, "api">,
    entry: Entry,
    packed: Blob,
    onOperation?: (operation: Operation) => void,
): Promise<Meal> {
    const { facts, photo } = await unpackMealPhoto(packed);
    if (entry.draft) {
        try {
            const request = { body: { photo: entry.draft, ...facts }, idempotencyKey: entry.id };
            return (await client.api.send("POST", "/v1/meals", request, onOperation)).value;
        } catch (error) {
            // The server keeps an unconfirmed photo for an hour; after that its bytes are sent again.
            const isGone = error instanceof RefusedError &&
                error.problem.errors?.some(({ pointer }) => pointer === "/photo");
            if (!isGone) throw error;
        }
    }
    const request = {
        body: photo,
        query: { slot: facts.slot, eatenAt: facts.eatenAt },
        idempotencyKey: entry.draft ? `${entry.id}-photo` : entry.id,
    };
    return (await client.api.send("POST", "/v1/meals", request, onOperation)).value;
}

let fresh: FreshMeal | undefined;

/** Passes a new meal to the page that shows it. */
export function keepFreshMeal(meal: FreshMeal): void {
    fresh = meal;
}

/** Returns the meal from `keepFreshMeal` if it has this id; in any case forgets it. */
export function takeFreshMeal(id: string): FreshMeal | undefined {
    const found = fresh?.meal.id === id ? fresh : undefined;
    fresh = undefined;
    return found;
}
