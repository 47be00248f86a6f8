/// <reference lib="webworker" />
import { openDatabase } from "./store/database.ts";
import { deviceDatabase, SharedPhotos } from "./store/device.ts";
import { Sealer } from "./store/sealer.ts";

declare const self: ServiceWorkerGlobalScope;
/** Addresses of the files needed to use the client without a connection; written by the build. */
declare const SHELL: readonly string[];
/** A hash that changes with every file of the shell. */
declare const BUILD: string;

/** The content of a push message (`id, title, body, link, urgent, language`). */
interface PushMessage {
    readonly id?: string;
    readonly title: string;
    readonly body?: string;
    readonly link?: string;
    readonly urgent?: boolean;
    readonly language?: string;
}

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(SHELL)));
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) {
            if (name !== BUILD) await caches.delete(name);
        }
        await self.clients.claim();
    })());
});

self.addEventListener("message", (event) => {
    if (event.data === "SKIP_WAITING") void self.skipWaiting();
});

/** Paths that the server answers, not the client. */
const serverPaths = /^\/(v1|health|docs|problems)(\/|$)|^\/(openapi\.yaml|version\.json|sw\.js)$/;

let shell: Promise<Cache> | undefined;

/** Stores a photo that another app shared, for the page that opens; it says so when none has arrived. */
async function takeShared(request: Request): Promise<Response> {
    try {
        const database = await openDatabase(deviceDatabase.name, deviceDatabase.stores);
        const photos = new SharedPhotos(database, new Sealer(database), Date.now);
        // Whatever fails from here on, the page must not show an earlier photo as this one.
        await photos.delete();
        const photo = (await request.formData()).get("photo");
        if (photo instanceof Blob) await photos.keep(photo);
        database.close();
    } catch (error) {
        console.warn(error);
    }
    return Response.redirect("/share", 303);
}

// Answers of the API are never cached here, because the store keeps them encrypted.
self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== self.location.origin) return;
    if (request.method === "POST" && url.pathname === "/share") event.respondWith(takeShared(request));
    if (request.method !== "GET") return;
    if (serverPaths.test(url.pathname)) return;
    event.respondWith((async () => {
        const cache = await (shell ??= caches.open(BUILD));
        return await cache.match(request.mode === "navigate" ? "/" : request, { ignoreVary: true }) ??
            await fetch(request);
    })());
});

self.addEventListener("push", (event) => {
    const message = event.data?.json() as PushMessage | undefined;
    if (!message) return;
    event.waitUntil(self.registration.showNotification(message.title, {
        body: message.body ?? "",
        icon: "/icon-192.png",
        ...(message.id ? { tag: message.id } : {}),
        ...(message.language ? { lang: message.language } : {}),
        requireInteraction: message.urgent ?? false,
        data: message,
    }));
});

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { link } = event.notification.data as PushMessage;
    const url = new URL(link ?? "/", self.location.origin);
    if (url.origin === self.location.origin) event.waitUntil(show(url.pathname));
});

/** Shows a page in an open window of the client, which asks before unsaved input is lost; else in a new window. */
async function show(path: string): Promise<void> {
    const windows = await self.clients.matchAll({ type: "window" });
    // A page of the server, such as the API reference, opens nothing.
    const open = windows.find(({ url }) => !serverPaths.test(new URL(url).pathname));
    if (!open) {
        await self.clients.openWindow(path);
        return;
    }
    await open.focus();
    open.postMessage({ open: path });
}
