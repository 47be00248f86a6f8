import type { Problem } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { type Resource, resource } from "../core/resource.ts";
import { untracked } from "../core/signal.ts";
import type { Kept } from "../store/kept.ts";
import type { Client } from "./client.ts";
import { isOutsidePlan } from "./limits.ts";

/** A stored answer with its name. */
interface KeptAnswer<T> {
    readonly name: string;
    readonly value: T;
}

/** The stored refusal of what the plan does not include. */
interface KeptRefusal {
    readonly name: string;
    readonly refusal: Problem;
}

/** A resource with a stored answer. */
export interface KeptResource<T> extends Resource<T> {
    /** Deletes the stored answer, because its object was deleted; what is shown stays. */
    forget(): void;
}

/** Number of places for the objects of a kind, such as meals. */
const places = 16;

/**
 * A kept resource of one object: the answers of at most `places` objects of its kind are stored.
 * @param kind The kind of object; it names the storage keys.
 * @param id The object.
 * @param variant Identifies what was requested of the object, if that can change.
 */
export function keptObject<T>(
    client: Pick<Client, "store">,
    kind: string,
    id: string,
    load: () => Promise<T>,
    variant: () => string = () => "",
): KeptResource<T> {
    const place = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % places;
    return keptResource(client, `${kind}/${place}`, load, () => `${id} ${variant()}`);
}

/**
 * A resource of the account whose stored answer is shown until the server has answered.
 *
 * So a page has its content before the network answers, and without a connection. If the server refuses the request,
 * the stored answer is removed and no longer shown; the refusal of what the plan does not include is stored instead.
 * @param slot The storage key on the device; each new answer replaces the previous one.
 * @param load Requests the value from the server; reads signals only before its first `await`.
 * @param name Identifies the answer, such as the date that it is about: only a stored answer with the same name is
 *     shown. An answer with the name undefined is not stored.
 */
export function keptResource<T>(
    client: Pick<Client, "store">,
    slot: string | (() => string),
    load: () => Promise<T>,
    name: () => string | undefined = () => "",
): KeptResource<T> {
    const place = typeof slot === "string" ? () => slot : slot;
    let shown: KeptAnswer<T> | undefined;
    /** Counts loads and changes; only the result of the newest is stored. */
    let newest = 0;
    /** Whether the newest load or change has a result: a stored answer that is read later is no longer shown. */
    let isAnswered = false;
    const made = resource<T>(async () => {
        const [where, wanted, number] = [place(), name(), newest += 1];
        isAnswered = false;
        // The store of the requesting account, because another account may be signed in when the answer arrives.
        const store = client.store();
        store.catch(() => {});
        try {
            const value = await load();
            if (number === newest) isAnswered = true;
            // A page with equal content is not redrawn, so that no input is lost.
            if (shown && JSON.stringify(shown) === JSON.stringify({ name: wanted, value })) return shown.value;
            if (number === newest && wanted !== undefined) write(store, where, { name: wanted, value });
            return value;
        } catch (error) {
            if (error instanceof RefusedError && !error.isTemporary && number === newest) {
                isAnswered = true;
                made.clear();
                if (wanted === undefined) shown = undefined;
                else if (isOutsidePlan(error)) write(store, where, { name: wanted, refusal: error.problem });
                else remove(store, where);
            }
            throw error;
        }
    }, async () => {
        const [where, wanted] = untracked(() => [place(), name()]);
        if (wanted === undefined || where === undefined) return undefined;
        const found = await client.store().then(({ kept }) => kept.read<KeptAnswer<T> | KeptRefusal>(where)).catch(() =>
            undefined
        );
        if (isAnswered || found?.name !== wanted) return undefined;
        if ("refusal" in found) throw new RefusedError(found.refusal);
        shown = found;
        return found.value;
    });
    /** Changes the store, one change after the other; if one fails, the answer is only requested again next time. */
    let changes = Promise.resolve();
    function change(store: ReturnType<Client["store"]>, act: (kept: Kept) => Promise<void>): void {
        shown = undefined;
        changes = changes.then(() => store).then(({ kept }) => act(kept)).catch(() => {});
    }
    function remove(store: ReturnType<Client["store"]>, where: string): void {
        change(store, (kept) => kept.delete(where));
    }
    function write(store: ReturnType<Client["store"]>, where: string, answer: KeptAnswer<T> | KeptRefusal): void {
        change(store, (kept) => kept.write(where, answer));
    }
    return {
        ...made,
        set: (value) => {
            newest += 1;
            isAnswered = true;
            made.set(value);
            const wanted = untracked(name);
            if (wanted !== undefined) write(client.store(), untracked(place), { name: wanted, value });
        },
        forget: () => {
            newest += 1;
            remove(client.store(), untracked(place));
        },
    };
}
