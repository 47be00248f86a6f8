/** Records by name in named stores. The browser's implementation is `openDatabase`; tests use one in memory. */
export interface Database {
    get(store: string, key: string): Promise<unknown>;
    all(store: string): Promise<unknown[]>;
    put(store: string, key: string, value: unknown): Promise<void>;
    /** Stores a value unless the key has one; returns the stored value. */
    putOnce(store: string, key: string, value: unknown): Promise<unknown>;
    delete(store: string, key: string): Promise<void>;
    close(): void;
}

/**
 * Opens an IndexedDB database with these stores.
 *
 * @param onGone Called when the browser or another tab has closed the database; it can no longer be used.
 */
export async function openDatabase(
    name: string,
    stores: readonly string[],
    onGone: () => void = () => {},
): Promise<Database> {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => {
            for (const store of stores) request.result.createObjectStore(store);
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    // Closes the connection when another tab deletes the database at sign-out, which would otherwise have to wait.
    database.onversionchange = () => {
        database.close();
        onGone();
    };
    database.onclose = onGone;
    function run<T>(
        store: string,
        mode: IDBTransactionMode,
        act: (store: IDBObjectStore) => IDBRequest<T>,
    ): Promise<T> {
        return new Promise((resolve, reject) => {
            const transaction = database.transaction(store, mode, {
                durability: mode === "readwrite" ? "strict" : "default",
            });
            const request = act(transaction.objectStore(store));
            transaction.oncomplete = () => resolve(request.result);
            transaction.onerror = transaction.onabort = () => reject(transaction.error);
        });
    }
    return {
        get: (store, key) => run(store, "readonly", (s) => s.get(key)),
        all: (store) => run(store, "readonly", (s) => s.getAll()),
        put: async (store, key, value) => {
            await run(store, "readwrite", (s) => s.put(value, key));
        },
        putOnce: async (store, key, value) => {
            // In one transaction: two tabs that store a value at once get the same one.
            let stored = value;
            await run(store, "readwrite", (s) => {
                const found = s.get(key) as IDBRequest<unknown>;
                found.onsuccess = () => {
                    if (found.result === undefined) s.put(value, key);
                    else stored = found.result;
                };
                return found;
            });
            return stored;
        },
        delete: async (store, key) => {
            await run(store, "readwrite", (s) => s.delete(key));
        },
        close: () => database.close(),
    };
}

/** A database that is being opened; calls wait until it is open. */
export function openingDatabase(opening: Promise<Database>): Database {
    return {
        get: async (store, key) => (await opening).get(store, key),
        all: async (store) => (await opening).all(store),
        put: async (store, key, value) => (await opening).put(store, key, value),
        putOnce: async (store, key, value) => (await opening).putOnce(store, key, value),
        delete: async (store, key) => (await opening).delete(store, key),
        close: () => void opening.then((database) => database.close()),
    };
}

/** Deletes an IndexedDB database. */
export function deleteDatabase(name: string): Promise<void> {
    return new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = request.onerror = request.onblocked = () => resolve();
    });
}

/** A database in memory, for tests and for browsers that store nothing. */
export function memoryDatabase(): Database {
    const stores = new Map<string, Map<string, unknown>>();
    const storeOf = (name: string): Map<string, unknown> => {
        const known = stores.get(name) ?? new Map<string, unknown>();
        stores.set(name, known);
        return known;
    };
    return {
        get: (store, key) => Promise.resolve(storeOf(store).get(key)),
        all: (store) => Promise.resolve([...storeOf(store).values()]),
        put: (store, key, value) => {
            storeOf(store).set(key, value);
            return Promise.resolve();
        },
        putOnce: (store, key, value) => {
            const stored = storeOf(store).get(key) ?? value;
            storeOf(store).set(key, stored);
            return Promise.resolve(stored);
        },
        delete: (store, key) => {
            storeOf(store).delete(key);
            return Promise.resolve();
        },
        close: () => {},
    };
}
