import type { Notification, NotificationPreferences, PushSubscription } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { type Key, t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { type FormModel, formModel } from "./account.ts";

export const channels = ["webPush", "email", "chat", "ntfy", "webhook"] as const;
export type Channel = (typeof channels)[number];
type Kind = Notification["kind"];

export const channelNames: Readonly<Record<Channel, Key>> = {
    webPush: "notices.channel.webPush",
    email: "notices.channel.email",
    chat: "notices.channel.chat",
    ntfy: "notices.channel.ntfy",
    webhook: "notices.channel.webhook",
};

/** Kinds of notices with common settings. Allergen alerts and recalls are not among them: they use every channel. */
export interface NoticeGroup {
    readonly name: Key;
    readonly kinds: readonly Kind[];
    readonly usual: readonly Channel[];
}

export const noticeGroups: readonly NoticeGroup[] = [
    {
        name: "notices.group.results",
        kinds: ["reportReady", "submissionReviewed"],
        usual: ["webPush", "ntfy", "email"],
    },
    { name: "notices.group.food", kinds: ["mealAllergens", "purchaseAllergens"], usual: ["email"] },
    { name: "notices.group.goals", kinds: ["mealReminder", "intakeOffGoal"], usual: ["webPush", "ntfy"] },
    { name: "notices.group.daily", kinds: ["dailyReport"], usual: ["email"] },
    { name: "notices.group.money", kinds: ["budgetExceeded", "lowerPrice"], usual: ["webPush", "ntfy"] },
    {
        name: "notices.group.account",
        kinds: ["grantChanged", "exportReady", "subscriptionChanged", "paymentChanged"],
        usual: ["email"],
    },
    { name: "notices.group.news", kinds: ["releaseNotes", "serviceDegraded", "retirement"], usual: ["email"] },
];

/** The content of the fields; an empty text stands for no value. */
export interface PreferenceValues {
    readonly hasQuietHours: boolean;
    readonly from: string;
    readonly to: string;
    readonly digestAt: string;
    readonly chat: string;
    readonly ntfy: string;
    readonly webhook: string;
}

export interface PreferencesModel {
    readonly resource: Resource<NotificationPreferences>;
    isOn(group: NoticeGroup, channel: Channel): boolean;
    toggle(group: NoticeGroup, channel: Channel, isOn: boolean): Promise<void>;
    readonly form: FormModel<PreferenceValues>;
    /** The channels that are set up, in the order of display. */
    readonly ways: Readable<readonly Channel[]>;
}

export function preferencesModel(client: Client): PreferencesModel {
    let etag: string | undefined;
    const loaded = resource<NotificationPreferences>(async () => {
        const answer = await client.api.get("/v1/notification-preferences", {});
        etag = answer.etag;
        return answer.value;
    });

    /** Changes the loaded preferences or, after a change on another device, the current ones. */
    async function change(next: (old: NotificationPreferences) => NotificationPreferences): Promise<void> {
        for (let isSecond = false;; isSecond = true) {
            const { version: _, webhookSecret: __, ...body } = next(loaded.value() ?? { version: 0 });
            try {
                const answer = await client.api.send("PUT", "/v1/notification-preferences", {
                    body,
                    ...(etag ? { ifMatch: etag } : {}),
                });
                etag = answer.etag;
                loaded.set(answer.value);
                return;
            } catch (error) {
                if (isSecond || !(error instanceof RefusedError) || error.status !== 412) throw error;
                const answer = await client.api.get("/v1/notification-preferences", {});
                etag = answer.etag;
                loaded.set(answer.value);
            }
        }
    }
    const channelsOf = (group: NoticeGroup): readonly Channel[] => {
        const first = group.kinds[0];
        return (first && loaded.value()?.channels?.[first]) ?? group.usual;
    };
    return {
        resource: loaded,
        isOn: (group, channel) => channelsOf(group).includes(channel),
        toggle: async (group, channel, isOn) => {
            const before = channelsOf(group);
            const after = channels.filter((one) => one === channel ? isOn : before.includes(one));
            const old = loaded.value();
            const merge = (value: NotificationPreferences): NotificationPreferences => ({
                ...value,
                channels: { ...value.channels, ...Object.fromEntries(group.kinds.map((kind) => [kind, after])) },
            });
            if (old) loaded.show(merge(old));
            try {
                await change(merge);
            } catch (error) {
                if (old) loaded.show(old);
                throw error;
            }
        },
        form: formModel<PreferenceValues>(
            ["from", "to", "digestAt", "chat", "ntfy", "webhook"],
            (values) => {
                const wrong: Record<string, string> = {};
                if (values.hasQuietHours && !values.from) wrong.from = t("problem.field.required");
                if (values.hasQuietHours && !values.to) wrong.to = t("problem.field.required");
                for (const name of ["chat", "ntfy", "webhook"] as const) {
                    if (values[name] && !/^https:\/\/./.test(values[name])) wrong[name] = t("account.field.https");
                }
                return wrong;
            },
            async (values) => {
                await change((old) => ({
                    ...old,
                    quietHours: values.hasQuietHours ? { from: values.from, to: values.to } : null,
                    digestAt: values.digestAt || null,
                    chat: values.chat || null,
                    ntfy: values.ntfy || null,
                    webhook: values.webhook || null,
                }));
            },
        ),
        ways: computed(() => {
            const known = loaded.value();
            return channels.filter((one) => one === "webPush" || one === "email" || (known && known[one]));
        }),
    };
}

/** The browser's functions for push messages. */
export interface PushHost {
    readonly isSupported: boolean;
    permission(): "default" | "granted" | "denied";
    /** The subscription of this browser, if it has one. */
    current(): Promise<BrowserSubscription | undefined>;
    /** Asks for permission and subscribes; undefined when the person refused. */
    subscribe(key: string): Promise<BrowserSubscription | undefined>;
}

export interface BrowserSubscription {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
    remove(): Promise<void>;
}

export type PushState = "unknown" | "unsupported" | "notOffered" | "denied" | "off" | "on" | "failed";

/**
 * The result of a test message: sent, refused because one was sent within the last minute, or the server does not know
 * the device.
 */
export type TestOutcome = { readonly kind: "sent" | "gone" } | { readonly kind: "tooSoon"; readonly seconds: number };

export interface PushModel {
    readonly state: Readable<PushState>;
    readonly isBusy: Readable<boolean>;
    readonly devices: Readable<readonly PushSubscription[]>;
    /** The result of the last test; undefined before the first one. */
    readonly testOutcome: Readable<TestOutcome | undefined>;
    turnOn(): Promise<void>;
    turnOff(): Promise<void>;
    /** Requests a test message to this device. */
    test(): Promise<void>;
}

/** Push messages on this device. The id of its subscription on the server is stored on the device. */
export function pushModel(client: Client, host: PushHost): PushModel {
    const state = signal<PushState>(host.isSupported ? "unknown" : "unsupported");
    const isBusy = signal(false);
    const devices = signal<readonly PushSubscription[]>([]);
    const testOutcome = signal<TestOutcome | undefined>(undefined);
    let key: string | undefined;

    async function refresh(): Promise<void> {
        const { value } = await client.api.get("/v1/push-subscriptions", {});
        devices.set(value.items);
        key = value.applicationServerKey;
        if (!host.isSupported) return;
        const kept = await (await client.store()).kept.read<string>("push");
        const isKnown = value.items.some(({ id }) => id === kept);
        if (!key) state.set("notOffered");
        else if (host.permission() === "denied") state.set("denied");
        else state.set(isKnown && await host.current() ? "on" : "off");
    }
    async function act(work: () => Promise<void>): Promise<void> {
        if (isBusy.peek()) return;
        isBusy.set(true);
        try {
            await work();
        } finally {
            isBusy.set(false);
        }
    }
    void refresh().catch(() => {
        if (state.peek() === "unknown") state.set("failed");
    });
    return {
        state,
        isBusy,
        devices,
        testOutcome,
        test: () =>
            act(async () => {
                const { kept } = await client.store();
                const id = await kept.read<string>("push") ?? "";
                try {
                    await client.api.send("POST", "/v1/push-subscriptions/{id}/test", { segments: { id } });
                    testOutcome.set({ kind: "sent" });
                } catch (error) {
                    if (!(error instanceof RefusedError)) throw error;
                    if (error.status === 429) {
                        testOutcome.set({ kind: "tooSoon", seconds: error.problem.retryAfter ?? 60 });
                    } else if (error.status === 404) {
                        testOutcome.set({ kind: "gone" });
                        await kept.delete("push");
                        await refresh();
                    } else if (error.status === 409) state.set("notOffered");
                    else throw error;
                }
            }),
        turnOn: () =>
            act(async () => {
                testOutcome.set(undefined);
                if (!key) return;
                let made: BrowserSubscription | undefined;
                try {
                    made = await host.subscribe(key);
                } catch {
                    state.set(host.permission() === "denied" ? "denied" : "failed");
                    return;
                }
                if (!made) {
                    state.set(host.permission() === "denied" ? "denied" : "off");
                    return;
                }
                const { endpoint, p256dh, auth } = made;
                try {
                    const { value } = await client.api.send("POST", "/v1/push-subscriptions", {
                        body: { endpoint, keys: { p256dh, auth } },
                    });
                    await (await client.store()).kept.write("push", value.id);
                    await refresh();
                } catch (error) {
                    if (!(error instanceof RefusedError) || error.status !== 409) throw error;
                    // Push messages were turned off on the server in the meantime.
                    await made.remove();
                    state.set("notOffered");
                }
            }),
        turnOff: () =>
            act(async () => {
                testOutcome.set(undefined);
                const { kept } = await client.store();
                const id = await kept.read<string>("push");
                if (id) {
                    await client.api.send("DELETE", "/v1/push-subscriptions/{id}", { segments: { id } }).catch(
                        (error) => {
                            if (!(error instanceof RefusedError) || error.status !== 404) throw error;
                        },
                    );
                }
                await kept.delete("push");
                await (await host.current())?.remove();
                await refresh();
            }),
    };
}
