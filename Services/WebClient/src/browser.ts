import { Api } from "./api/client.ts";
import { Connection } from "./api/connection.ts";
import { followEvents, type ServerEvent } from "./api/events.ts";
import { Session, type SessionMessage } from "./api/session.ts";
import { effect, onCleanup, scope, type Signal, signal, untracked } from "./core/signal.ts";
import { allergenNames, noAllergenNames } from "./models/allergens.ts";
import { sendLabelPhoto } from "./models/capture.ts";
import type { AccountStore, Client } from "./models/client.ts";
import { sendReaction } from "./models/reactions.ts";
import { sendReceipt } from "./models/receipt-capture.ts";
import { sharedPhoto } from "./models/shared-photo.ts";
import { sendMealPhoto } from "./models/meal-capture.ts";
import { sendMeal } from "./models/meal-entry.ts";
import { type Database, deleteDatabase, memoryDatabase, openDatabase, openingDatabase } from "./store/database.ts";
import { deviceDatabase, readSession, SharedPhotos } from "./store/device.ts";
import { Kept } from "./store/kept.ts";
import { type Entry, Outbox } from "./store/outbox.ts";
import { Sealer } from "./store/sealer.ts";

/** The client with the browser's functions: network, IndexedDB, locks and channels between tabs. */
export interface BrowserClient {
    readonly client: Client;
    deleteStore(): Promise<void>;
}

/**
 * The account that was signed in last, so that its stored data is opened while the session is read.
 *
 * Not encrypted: it is the id in the name of the database, which reveals nothing about the person.
 */
export const lastAccount = {
    read: (): string | undefined => {
        try {
            return localStorage.getItem("account") ?? undefined;
        } catch {
            return undefined;
        }
    },
    write: (account: string | undefined): void => {
        try {
            if (account) localStorage.setItem("account", account);
            else localStorage.removeItem("account");
        } catch {
            // If site data is blocked, only the next start takes longer.
        }
    },
};

/** Pauses before entries of the outbox are tried again, in milliseconds. */
const retryPause = { first: 5_000, longest: 120_000 } as const;
const accountDatabase = (account: string): string => `${deviceDatabase.name}-${account}`;

/** Opens a database; if site data is blocked, one in memory that lasts as long as the page. */
async function open(name: string, stores: readonly string[], onGone?: () => void): Promise<Database> {
    try {
        return await openDatabase(name, stores, onGone);
    } catch {
        return memoryDatabase();
    }
}

/** Ends push messages to this browser and removes the shown ones: they are about an account that is not signed in. */
async function stopPush(): Promise<void> {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of await registration?.getNotifications() ?? []) shown.close();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

export async function browserClient(): Promise<BrowserClient> {
    let opened: { readonly account: string; readonly store: Promise<AccountStore>; close(): void } | undefined;
    /** Counts how often the store of the account was deleted or closed, here or by another tab. */
    const losses = signal(0);
    function storeOf(account: string): Promise<AccountStore> {
        if (opened?.account === account) return opened.store;
        opened?.close();
        let database: Database | undefined;
        const store: Promise<AccountStore> = (async () => {
            database = await open(accountDatabase(account), ["keys", "kept", "drafts", "outbox"], () => {
                if (opened?.store !== store) return;
                opened = undefined;
                losses.update((count) => count + 1);
            });
            const sealer = new Sealer(database);
            sealer.prepare();
            const outbox = new Outbox(database, sealer, {
                ifIdle: async (fn) => {
                    await navigator.locks.request("outbox", { ifAvailable: true }, async (lock) => {
                        if (lock) await fn();
                    });
                },
                now: () => Date.now(),
                newID: () => crypto.randomUUID(),
            });
            outbox.register("label-photo", (entry, content) => sendLabelPhoto({ api }, entry, content));
            outbox.register("reaction", (entry, content) => sendReaction({ api }, entry, content));
            outbox.register("receipt", (entry, content) => sendReceipt({ api }, entry, content));
            outbox.register("meal-photo", (entry, content) => sendMealPhoto({ api }, entry, content));
            outbox.register("meal", (entry, content) => sendMeal({ api }, entry, content));
            return { kept: new Kept(database, sealer, "kept"), drafts: new Kept(database, sealer, "drafts"), outbox };
        })();
        opened = { account, store, close: () => database?.close() };
        return store;
    }
    const last = lastAccount.read();
    if (last) void storeOf(last);

    const device = openingDatabase(open(deviceDatabase.name, deviceDatabase.stores));
    const deviceSealer = new Sealer(device);
    deviceSealer.prepare();
    const connection = new Connection({
        fetch: (path, init) => fetch(path, init),
        setTimeout: (fn, milliseconds) => setTimeout(fn, milliseconds),
        now: () => Date.now(),
    });
    const tabs = new BroadcastChannel("session");
    const session = new Session(connection, {
        read: () => readSession(device, deviceSealer),
        write: async (value) => {
            if (value) await device.put("session", "current", await deviceSealer.sealJSON(value, "session"));
            else await device.delete("session", "current");
        },
        exclusively: async (fn) => await navigator.locks.request("session", fn),
        broadcast: (message) => tabs.postMessage(message),
        now: () => Date.now(),
        newKey: () => crypto.randomUUID(),
    });
    tabs.onmessage = ({ data }: MessageEvent<SessionMessage>) => session.hear(data);
    const api = new Api(connection, session);

    const waiting = signal<readonly Entry[]>([]);
    const changes = new Map<string, Signal<number>>();
    const counterOf = (kind: string): Signal<number> => {
        const known = changes.get(kind) ?? signal(0);
        changes.set(kind, known);
        return known;
    };

    const client: Client = {
        connection,
        session,
        api,
        store: async () => {
            const state = untracked(session.state);
            if (typeof state !== "object") throw new Error("nobody is signed in");
            return await storeOf(state.account);
        },
        get allergenNames() {
            return names;
        },
        changesOf: (kind) => counterOf(kind)(),
        waiting,
        now: () => new Date(),
        newID: () => crypto.randomUUID(),
    };
    // Names are loaded after sign-in and follow the language.
    let names = noAllergenNames;
    effect(() => {
        if (typeof session.state() !== "object") return;
        const [made, end] = untracked(() => scope(() => allergenNames(client)));
        names = made;
        onCleanup(end);
    });

    /** Sends waiting entries; they are kept for the next time if the session or the page ends meanwhile. */
    function sendWaiting(isAsked = false): void {
        // The store of an account whose session has ended stays open, and its entries wait for that account.
        if (opened && opened.account === session.account) {
            void opened.store.then(({ outbox }) => outbox.flush(isAsked)).catch(() => {});
        }
    }

    // Events of the account: one tab listens and forwards them to the others.
    const events = new BroadcastChannel("events");
    const hear = (event: ServerEvent): void => {
        if (event === "resync") { for (const counter of changes.values()) counter.update((count) => count + 1); }
        else counterOf(event.kind).update((count) => count + 1);
        // Photos that wait for the next day are sent as soon as the plan has more.
        if (event !== "resync" && event.kind === "entitlement") sendWaiting(true);
    };
    events.onmessage = ({ data }: MessageEvent<ServerEvent>) => hear(data);
    effect(() => {
        if (typeof session.state() !== "object") return;
        const stop = new AbortController();
        onCleanup(() => stop.abort());
        void followEvents(api, {
            exclusively: async (fn) => {
                await navigator.locks.request("events", { signal: stop.signal }, fn).catch(() => {});
            },
            receive: (event) => {
                events.postMessage(event);
                hear(event);
            },
            // The lock is free at once for the next session.
            sleep: (milliseconds) =>
                new Promise((resolve) => {
                    const timer = setTimeout(resolve, milliseconds);
                    stop.signal.onabort = () => {
                        clearTimeout(timer);
                        resolve();
                    };
                }),
        }, stop.signal);
    });

    let wasSignedIn = false;
    effect(() => {
        const state = session.state();
        if (state === "unknown") return;
        const isSignedIn = typeof state === "object";
        lastAccount.write(isSignedIn ? state.account : undefined);
        if (wasSignedIn && !isSignedIn) void stopPush().catch(() => {});
        wasSignedIn = isSignedIn;
    });

    // A photo that another app shared is shown at the address that it leads to, to the account that it was shared with.
    const photos = new SharedPhotos(device, deviceSealer, () => Date.now());
    effect(() => {
        const state = session.state();
        if (typeof state !== "object") {
            sharedPhoto.set(undefined);
            return;
        }
        void photos.read(state.account).then((photo) => {
            if (!photo || location.pathname !== "/share" || session.account !== state.account) return;
            sharedPhoto.set({ photo, delete: () => photos.delete() });
        }).catch(() => {});
    });

    // The outbox is sent at the start, after reconnecting, and when the page becomes visible.
    let wasReachable = true;
    effect(() => {
        const state = session.state();
        if (typeof state !== "object") {
            untracked(() => waiting.set([]));
            return;
        }
        losses();
        const isReachable = connection.isReachable();
        const isBack = isReachable && !wasReachable;
        wasReachable = isReachable;
        void storeOf(state.account).then(async ({ outbox }) => {
            if (isReachable) await outbox.flush();
            else await outbox.refresh();
            // The shown data was loaded before the connection was lost.
            if (isBack) hear("resync");
        }).catch(() => {});
    });
    // Entries that the server postponed, for example with 429 or 503, are tried again with growing pauses.
    let pause: number = retryPause.first;
    let isStorageKept = false;
    effect(() => {
        const isWaiting = waiting().some((entry) => entry.state === "waiting");
        if (isWaiting && !isStorageKept) {
            isStorageKept = true;
            // Keeps the browser from deleting unsent entries when space is short.
            void navigator.storage?.persist?.().catch(() => false);
        }
        if (!isWaiting || !connection.isReachable()) {
            pause = retryPause.first;
            return;
        }
        const timer = setTimeout(sendWaiting, pause);
        pause = Math.min(pause * 2, retryPause.longest);
        onCleanup(() => clearTimeout(timer));
    });
    effect(() => {
        const state = session.state();
        losses();
        if (typeof state !== "object") return;
        let isOver = false;
        onCleanup(() => isOver = true);
        void storeOf(state.account).then(({ outbox }) => {
            if (isOver) return;
            const [, end] = scope(() => effect(() => waiting.set(outbox.entries())));
            if (isOver) end();
        });
    });
    addEventListener("online", () => connection.probe());
    addEventListener("offline", () => connection.lose());
    document.addEventListener("visibilitychange", () => {
        if (document.hidden) return;
        connection.probe();
        if (connection.isReachable()) sendWaiting();
    });

    // Stored data of the last account is shown while its session is read.
    if (last) session.assume(last);
    const restored = session.restore();
    if (last) restored.catch(() => {});
    else await restored;
    return {
        client,
        deleteStore: async () => {
            const account = opened?.account;
            opened?.close();
            opened = undefined;
            if (account) await deleteDatabase(accountDatabase(account));
            await photos.delete().catch(() => {});
            losses.update((count) => count + 1);
            // Data in this tab's memory must not be shown to another account.
            try {
                sessionStorage.clear();
            } catch {
                // If site data is blocked, nothing is stored.
            }
        },
    };
}
