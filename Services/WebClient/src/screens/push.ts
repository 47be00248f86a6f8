import type { BrowserSubscription, PushHost } from "../models/notice-preferences.ts";

function taken(subscription: PushSubscription): BrowserSubscription {
    const { endpoint, keys } = subscription.toJSON();
    return {
        endpoint: endpoint ?? "",
        p256dh: keys?.p256dh ?? "",
        auth: keys?.auth ?? "",
        remove: async () => void await subscription.unsubscribe(),
    };
}

/** Push messages in this browser. */
export const browserPush: PushHost = {
    isSupported: "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis,
    permission: () => Notification.permission,
    current: async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const subscription = await registration?.pushManager.getSubscription();
        return subscription ? taken(subscription) : undefined;
    },
    subscribe: async (key) => {
        if (await Notification.requestPermission() !== "granted") return undefined;
        const registration = await navigator.serviceWorker.ready;
        return taken(
            await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
        );
    },
};
