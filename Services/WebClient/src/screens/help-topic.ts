import { type Child, h } from "../core/dom.ts";
import type { HelpPage, HelpTopic } from "../../generated/api.ts";
import { formatMoment, type Key, t, translate, withSigns } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { signal } from "../core/signal.ts";
import { draftOf } from "../models/drafts.ts";
import { formatDate } from "../models/formats.ts";
import {
    feedbackModel,
    type FeedbackTopic,
    feedbackTopics,
    type FeedbackValues,
    guideModel,
    helpPageResource,
    helpTopicOf,
    newsModel,
    textBlocks,
} from "../models/help.ts";
import { groupError, loaded, textArea } from "./account-parts.ts";
import notFound from "./not-found.ts";
import type { Page } from "./page.ts";
import { button, choice, formElement, formSummary, linkButton, section, skeletons, submitButton } from "./parts.ts";
import { notify } from "./snackbar.ts";

/** One topic of the help. */
export default function helpTopicScreen(page: Page): Child {
    const topics: Readonly<Record<string, readonly [title: Key, make: () => Child]>> = {
        guide: ["help.guide", () => guide(page)],
        news: ["help.news", () => news(page)],
        contact: ["help.contact", () => contact(page)],
    };
    const name = page.parameters.topic ?? "";
    const [found, topic] = [topics[name], helpTopicOf(name)];
    if (found) {
        page.setTitle(() => translate(found[0]));
        return found[1]();
    }
    return topic ? helpPage(page, topic) : notFound();
}

/** A help page from the server. */
function helpPage({ client, setTitle }: Page, topic: HelpTopic): Child {
    const text = helpPageResource(client, topic);
    setTitle(() => text.value()?.title ?? t("help.title"));
    const blocks = (section: HelpPage["sections"][number]): Child =>
        textBlocks(withSigns(section.text)).map((block) =>
            typeof block === "string"
                ? h("p", null, block)
                : h("ul", { class: "bullets" }, block.map((item) => h("li", null, item)))
        );
    const isFolded = topic === "faq" || topic === "troubleshooting";
    return loaded(text, ({ sections, summary, version, isDraft }) =>
        h(
            "div",
            { class: "page-grid" },
            h("p", null, summary),
            isDraft && h("p", { class: "card", role: "note" }, t("help.draft")),
            isFolded
                ? h(
                    "div",
                    { class: "list" },
                    sections.map((section) =>
                        h("details", { class: "card" }, h("summary", null, withSigns(section.title)), blocks(section))
                    ),
                )
                : sections.map((section) =>
                    h("section", null, h("h2", null, withSigns(section.title)), blocks(section))
                ),
            h("p", { class: "hint" }, t("help.version", { version })),
            h(
                "div",
                { class: "actions apart" },
                linkButton(`/help/contact?page=${topic}`, () => t("help.comment"), "secondary", "mail"),
            ),
        ));
}

/** The paths of each drawing in a rectangle of 120 by 90 units. */
const drawings = [
    // A shield with check marks.
    "M60 8l32 11v22c0 20-13 31-32 38-19-7-32-18-32-38V19zM44 36l5 5 9-10M66 37h12M44 56l5 5 9-10M66 57h12",
    // A phone in front of a package with lines.
    "M14 14h44v62H14zM22 26h28M22 36h28M22 46h20M22 56h24M68 24h30v52H68zM78 69h10M74 34h18v24H74z",
    // A card with a sign and words.
    "M12 18h96v54H12zM26 36l8-8h10l8 8v10l-8 8H34l-8-8zM33 35l12 12M45 35L33 47M64 36h34M64 46h34M64 56h20",
    // A crossed cloud over a phone.
    "M40 52h38a13 13 0 0 0 2-26 20 20 0 0 0-37-4 15 15 0 0 0-3 30zM34 14l52 48M60 60v18M52 70l8 8 8-8",
    // A page with a pulse.
    "M32 8h42l14 14v60H32zM74 8v14h14M42 36h36M40 58h10l5-10 8 20 6-10h11",
    // A lock with an eye.
    "M26 42h68v38H26zM42 42V30a18 18 0 0 1 36 0v12M42 61s7-9 18-9 18 9 18 9-7 9-18 9-18-9-18-9zM60 64a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
] as const;

function guide({ client }: Page): Child {
    const model = guideModel(client);
    const step = signal(0);
    return loaded(helpPageResource(client, "first-steps"), ({ sections }) => {
        const isLast = (): boolean => step() >= sections.length - 1;
        return h(
            "div",
            { class: "card stack" },
            h(
                "p",
                { class: "hint", role: "status" },
                () => t("help.step", { step: step() + 1, steps: sections.length }),
            ),
            () => {
                const section = sections[step()];
                return section && [
                    h(
                        "svg",
                        { class: "drawing", viewBox: "0 0 120 90", "aria-hidden": "true" },
                        h("path", { d: drawings[step()] ?? "" }),
                    ),
                    h("h2", { class: "center" }, section.title),
                    h("p", { class: "center" }, withSigns(section.text)),
                ];
            },
            h(
                "div",
                { class: "actions" },
                () => step() > 0 && button(() => t("account.back"), () => step.update((old) => old - 1)),
                button(() => t(isLast() ? "help.done" : "help.next"), async () => {
                    if (!isLast()) {
                        step.update((old) => old + 1);
                        return;
                    }
                    await model.dismiss();
                    await go("/");
                }, { kind: "primary" }),
            ),
        );
    });
}

function news({ client }: Page): Child {
    const { resource, items } = newsModel(client);
    return loaded({ ...resource, value: items }, (all) =>
        all.length
            ? h(
                "ul",
                { class: "list" },
                all.map(({ title, body, at }) =>
                    h(
                        "li",
                        { class: "card fact" },
                        h("h2", null, title),
                        h("p", { class: "lines" }, body),
                        h("time", { class: "hint", datetime: at }, formatDate(at)),
                    )
                ),
            )
            : h("div", { class: "card empty" }, h("p", { class: "strong" }, t("help.noNews"))));
}

const topicNames: Readonly<Record<FeedbackTopic, Key>> = {
    bug: "help.topic.bug",
    documentation: "help.topic.documentation",
    survey: "help.topic.survey",
};

function contact({ client, query }: Page): Child {
    const topic = helpTopicOf(query.get("page"));
    const { form, earlier } = feedbackModel(client, topic);
    const title = topic && helpPageResource(client, topic).value;
    const draft = draftOf<FeedbackValues>(client, "feedback");
    const start = signal<FeedbackValues | undefined>(undefined);
    const empty: FeedbackValues = { kind: "bug", text: "", rating: 0 };
    void draft.read().then((kept) => start.set(topic ? { ...empty, kind: "documentation" } : kept ?? empty));
    return h(
        "div",
        { class: "page-grid" },
        () => {
            const values = start();
            return values ? contactForm(values) : skeletons(1);
        },
        () => {
            const items = earlier.value() ?? [];
            return items.length > 0 && section(
                "help.earlier",
                h(
                    "ul",
                    { class: "list" },
                    items.map(({ kind, text, rating, state, answer, sentAt }) =>
                        h(
                            "li",
                            { class: "card fact" },
                            h("p", { class: "strong" }, translate(topicNames[kind as FeedbackTopic] ?? "help.contact")),
                            rating && h("p", null, `${rating} / 5`),
                            text && h("p", { class: "lines" }, text),
                            answer && h("p", null, t("help.answer", { answer })),
                            h(
                                "p",
                                { class: "hint" },
                                `${formatMoment(sentAt)} · ${
                                    t(state === "open" ? "help.state.open" : "help.state.done")
                                }`,
                            ),
                        )
                    ),
                ),
            );
        },
    );

    function contactForm(values: FeedbackValues): HTMLElement {
        const kind = signal<FeedbackTopic>(values.kind);
        const rating = signal(values.rating);
        const { errors, isBusy } = form;
        const element = formElement(
            async (text) => {
                const isDone = await form.submit({ kind: kind.peek(), text: text("text"), rating: rating.peek() });
                if (isDone) {
                    await draft.clear();
                    start.set({ ...empty });
                    notify(() => t("help.sent"));
                }
                return isDone;
            },
            choice<FeedbackTopic>(
                "help.topic",
                "topic",
                feedbackTopics.map((one) => [one, () => translate(topicNames[one])] as const),
                kind,
                kind.set,
            ),
            () =>
                kind() === "survey" && [
                    choice<string>(
                        "help.rating",
                        "rating",
                        ["1", "2", "3", "4", "5"].map((one) => [one, () => one] as const),
                        () => String(rating()),
                        (value) => rating.set(Number(value)),
                    ),
                    groupError("rating-error", () => errors().fields.rating),
                ],
            () => {
                const about = title?.()?.title;
                return about && kind() === "documentation" && h("p", null, t("help.aboutPage", { title: about }));
            },
            textArea({ name: "text", label: "help.text", hint: "help.textHint", value: values.text, errors }),
            formSummary(errors),
            h("div", { class: "actions" }, submitButton("help.send", isBusy)),
        );
        element.addEventListener("input", () => {
            const text = String(new FormData(element).get("text") ?? "");
            draft.keep({ kind: kind.peek(), text, rating: rating.peek() });
        });
        return element;
    }
}
