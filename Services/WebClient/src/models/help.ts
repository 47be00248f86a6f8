import type {
    Announcement,
    Feedback,
    HelpList,
    HelpPage,
    HelpTopic,
    Promotion,
    PromotionPlace,
} from "../../generated/api.ts";
import { language, t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { computed, type Readable, signal } from "../core/signal.ts";
import { type FormModel, formModel } from "./account.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import { type ListModel, listModel, type ListPage } from "./lists.ts";
import { requestKeys } from "./request-key.ts";

/** The help pages in the current language; available offline after they were read once. */
export function helpListResource(client: Client): Resource<HelpList> {
    return keptResource<HelpList>(client, "help", async () => {
        language();
        return (await client.api.get("/v1/help", { isAnonymous: true })).value;
    }, language);
}

export function helpPageResource(client: Client, topic: HelpTopic): Resource<HelpPage> {
    return keptResource<HelpPage>(client, `help-${topic}`, async () => {
        language();
        return (await client.api.get("/v1/help/{topic}", { isAnonymous: true, segments: { topic } })).value;
    }, language);
}

export const helpTopics = [
    "first-steps",
    "faq",
    "manual",
    "troubleshooting",
    "support",
    "terms",
    "privacy",
] as const satisfies readonly HelpTopic[];

export function helpTopicOf(text: string | null | undefined): HelpTopic | undefined {
    return helpTopics.find((one) => one === text);
}

/** A paragraph, or the items of a list. */
export type TextBlock = string | readonly string[];

/**
 * The paragraphs and lists of a section: paragraphs are separated by empty lines, lines of lists begin with a hyphen.
 */
export function textBlocks(text: string): readonly TextBlock[] {
    const blocks: (string | string[])[] = [];
    let isOpen = false;
    for (const line of text.split("\n")) {
        const last = blocks.at(-1);
        if (line.startsWith("- ")) {
            const item = line.slice(2);
            if (isOpen && Array.isArray(last)) last.push(item);
            else blocks.push([item]);
        } else if (line.trim()) {
            if (isOpen && typeof last === "string") blocks[blocks.length - 1] = `${last} ${line}`;
            else blocks.push(line);
        }
        isOpen = line.trim() !== "";
    }
    return blocks;
}

/** A news item in the person's language. */
export interface NewsView {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly at: string;
}

export interface NewsModel {
    readonly items: Readable<readonly NewsView[] | undefined>;
    readonly resource: Resource<readonly Announcement[]>;
}

export function newsModel(client: Client): NewsModel {
    const all = resource<readonly Announcement[]>(async () =>
        (await client.api.get("/v1/announcements", { isAnonymous: true })).value.items
    );
    return {
        resource: all,
        items: computed(() =>
            all.value()?.flatMap(({ id, texts, madeAt }) => {
                const words = texts[language()] ?? texts.en;
                return words ? [{ id, ...words, at: madeAt }] : [];
            })
        ),
    };
}

export const feedbackTopics = ["bug", "documentation", "survey"] as const;
export type FeedbackTopic = (typeof feedbackTopics)[number];

export interface FeedbackValues {
    readonly kind: FeedbackTopic;
    readonly text: string;
    readonly rating: number;
}

export interface FeedbackModel {
    readonly form: FormModel<FeedbackValues>;
    readonly earlier: ListModel<Feedback>;
}

/** @param page The help page that the feedback is about. */
export function feedbackModel(client: Client, page?: HelpTopic): FeedbackModel {
    const earlier = listModel<Feedback>(async (cursor) => {
        const { value } = await client.api.get("/v1/feedback", { query: { limit: 20, ...(cursor ? { cursor } : {}) } });
        return value as ListPage<Feedback>;
    });
    const withKey = requestKeys(client);
    return {
        earlier,
        form: formModel<FeedbackValues>(["text", "rating"], ({ kind, text, rating }) => {
            if (kind === "survey") return rating ? {} : { rating: t("help.rate") };
            return text.trim() ? {} : { text: t("problem.field.required") };
        }, async ({ kind, text, rating }) => {
            const words = text.trim();
            const body = {
                kind,
                ...(words ? { text: words } : {}),
                ...(kind === "survey" ? { rating } : {}),
                ...(kind === "documentation" && page ? { about: { page } } : {}),
            };
            await withKey(body, (idempotencyKey) => client.api.send("POST", "/v1/feedback", { body, idempotencyKey }));
            earlier.reload();
        }),
    };
}

/** Whether the guide is still offered on the start page; stored on this device. */
export interface GuideModel {
    readonly isOffered: Readable<boolean>;
    dismiss(): Promise<void>;
}

export function guideModel(client: Client): GuideModel {
    const isOffered = signal(false);
    void client.store().then(async ({ kept }) => isOffered.set(await kept.read("guide") !== "done")).catch(() => {});
    return {
        isOffered,
        dismiss: async () => {
            isOffered.set(false);
            await (await client.store()).kept.write("guide", "done");
        },
    };
}

export interface PromotionModel {
    readonly shown: Readable<Promotion | undefined>;
    dismiss(): Promise<void>;
    /** Counts a click on the promotion; a failure changes nothing. */
    follow(): Promise<void>;
}

/** A promotion for people on the basic plan; none after a failure. */
export function promotionModel(client: Client, place: PromotionPlace): PromotionModel {
    const next = resource<Promotion | undefined>(async () => {
        language();
        client.changesOf("entitlement");
        return (await client.api.get("/v1/promotions/next", { query: { place } })).value ?? undefined;
    });
    const isHidden = signal(false);
    return {
        shown: computed(() => isHidden() ? undefined : next.value()),
        dismiss: async () => {
            const id = next.value()?.id;
            isHidden.set(true);
            if (id) await client.api.send("POST", "/v1/promotions/{id}/dismissal", { segments: { id } });
        },
        follow: async () => {
            const id = next.value()?.id;
            if (id) await client.api.send("POST", "/v1/promotions/{id}/click", { segments: { id } }).catch(() => {});
        },
    };
}
