import { effect, onCleanup, type Readable, signal, untracked } from "./signal.ts";

/** A loaded value with the state of loading. */
export interface Resource<T> {
    /** The newest value; undefined before the first one. */
    readonly value: Readable<T | undefined>;
    readonly error: Readable<unknown>;
    readonly isLoading: Readable<boolean>;
    /** Loads again; the current value is kept meanwhile. */
    reload(): void;
    /** Sets a newer value; the result of a load in progress is ignored. */
    set(value: T): void;
    /** Shows a value until the next load ends, including one in progress. */
    show(value: T): void;
    /** Removes the value. */
    clear(): void;
}

/**
 * Loads a value, and again when a signal that `load` reads before its first `await` has changed.
 * @param load Returns the value.
 * @param stored Returns a value stored on the device, which is shown until the loaded one arrives; an error that it throws
 *     is shown while the value is being loaded.
 */
export function resource<T>(load: () => Promise<T>, stored?: () => Promise<T | undefined>): Resource<T> {
    const value = signal<T | undefined>(undefined);
    const error = signal<unknown>(undefined);
    const isLoading = signal(true);
    const again = signal(0);
    let outdate = (): void => {};
    effect(() => {
        again();
        let isCurrent = true;
        onCleanup(() => isCurrent = false);
        outdate = () => isCurrent = false;
        untracked(() => isLoading.set(true));
        const loading = load();
        void (async () => {
            if (stored && value.peek() === undefined) {
                try {
                    const kept = await stored();
                    if (isCurrent && value.peek() === undefined && kept !== undefined) value.set(kept);
                } catch (reason) {
                    if (isCurrent && isLoading.peek() && value.peek() === undefined) error.set(reason);
                }
            }
        })();
        loading.then((result) => {
            if (!isCurrent) return;
            value.set(result);
            error.set(undefined);
            isLoading.set(false);
        }, (reason: unknown) => {
            if (!isCurrent) return;
            error.set(reason);
            isLoading.set(false);
        });
    });
    return {
        value,
        error,
        isLoading,
        reload: () => again.update((count) => count + 1),
        set: (next) => {
            outdate();
            value.set(next);
            error.set(undefined);
            isLoading.set(false);
        },
        show: (next) => value.set(next),
        clear: () => value.set(undefined),
    };
}
