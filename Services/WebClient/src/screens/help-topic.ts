import { type Child, h } from "../core/dom.ts";
import { formatMoment, type Key, t, translate } from "../core/i18n.ts";
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
    newsModel,
} from "../models/help.ts";
import { groupError, loaded, textArea } from "./account-parts.ts";
import notFound from "./not-found.ts";
import type { Page } from "./page.ts";
import {
    button,
    choice,
    emptyNote,
    formElement,
    formSummary,
    linkButton,
    section,
    skeletons,
    submitButton,
} from "./parts.ts";
import { notify } from "./snackbar.ts";

/** One topic of the help. */
export default function helpTopicScreen(page: Page): Child {
    const topics: Readonly<Record<string, readonly [title: Key, make: () => Child]>> = {
        guide: ["help.guide", () => guide(page)],
        faq: ["help.faq", () => answers(questions)],
        troubleshooting: ["help.troubleshooting", () => answers(troubles)],
        news: ["help.news", () => news(page)],
        contact: ["help.contact", () => contact(page)],
    };
    const found = topics[page.parameters.topic ?? ""];
    if (!found) return notFound();
    page.setTitle(() => translate(found[0]));
    return found[1]();
}

const questions = [
    ["help.q1", "help.q1Text"],
    ["help.q2", "help.q2Text"],
    ["help.q3", "help.q3Text"],
    ["help.q4", "help.q4Text"],
] as const;

const troubles = [
    ["help.t1", "help.t1Text"],
    ["help.t2", "help.t2Text"],
    ["help.t3", "help.t3Text"],
    ["help.t4", "help.t4Text"],
] as const;

function answers(rows: readonly (readonly [Key, Key])[]): Child {
    return [
        h(
            "div",
            { class: "list" },
            rows.map(([title, text]) =>
                h(
                    "details",
                    { class: "card" },
                    h("summary", null, () => translate(title)),
                    h("p", null, () => translate(text)),
                )
            ),
        ),
        h("div", { class: "actions apart" }, linkButton("/help/contact", () => t("help.contact"), "secondary", "note")),
    ];
}

/** Lines of each drawing in a rectangle of 120 by 90 units. */
const drawings = [
    // A shield with ticks.
    "M60 8l32 11v22c0 20-13 31-32 38-19-7-32-18-32-38V19zM44 36l5 5 9-10M66 37h12M44 56l5 5 9-10M66 57h12",
    // A phone before a pack with lines.
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

const steps = [
    ["help.g1", "help.g1Text"],
    ["help.g2", "help.g2Text"],
    ["help.g3", "help.g3Text"],
    ["help.g4", "help.g4Text"],
    ["help.g5", "help.g5Text"],
    ["help.g6", "help.g6Text"],
] as const;

function guide({ client }: Page): Child {
    const model = guideModel(client);
    const step = signal(0);
    const isLast = (): boolean => step() === steps.length - 1;
    return h(
        "div",
        { class: "card stack" },
        h("p", { class: "hint", role: "status" }, () => t("help.step", { step: step() + 1, steps: steps.length })),
        () => {
            const [title, text] = steps[step()] ?? steps[0];
            return [
                h(
                    "svg",
                    { class: "drawing", viewBox: "0 0 120 90", "aria-hidden": "true" },
                    h("path", { d: drawings[step()] ?? "" }),
                ),
                h("h2", { class: "center" }, translate(title)),
                h("p", { class: "center" }, translate(text)),
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
            : emptyNote(() => t("help.news"), () => t("help.noNews")));
}

const topicNames: Readonly<Record<FeedbackTopic, Key>> = {
    bug: "help.topic.bug",
    documentation: "help.topic.documentation",
    survey: "help.topic.survey",
};

function contact({ client }: Page): Child {
    const { form, earlier } = feedbackModel(client);
    const draft = draftOf<FeedbackValues>(client, "feedback");
    const start = signal<FeedbackValues | undefined>(undefined);
    const empty: FeedbackValues = { kind: "bug", text: "", rating: 0 };
    void draft.read().then((kept) => start.set(kept ?? empty));
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
