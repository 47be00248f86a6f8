import { type Child, h } from "../core/dom.ts";
import { formatNumber, t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { computed, effect, onCleanup, signal, untracked } from "../core/signal.ts";
import { eatenAt, isDate, isSlot, localDate, slotName, slotOfHour, slots } from "../models/days.ts";
import { isOutsidePlan } from "../models/limits.ts";
import { keepFreshMeal, mealCaptureModel, type MealCaptureState } from "../models/meal-capture.ts";
import { describeError } from "../models/problems.ts";
import { takeSharedPhoto, unconfirmedPhotos } from "../models/shared-photo.ts";
import { waitingView } from "../models/verdict.ts";
import { RefusedError } from "../api/problem.ts";
import { cameraView } from "./camera.ts";
import { addHref } from "./day-parts.ts";
import type { Page } from "./page.ts";
import { button, choice, linkButton, objectURL } from "./parts.ts";
import { planLink } from "./plan-note.ts";
import { filePicker } from "./scan.ts";
import { modeSwitch } from "./scan-modes.ts";
import { verdictCard } from "./verdict-parts.ts";

/** Photographing a meal. */
export default function scanMealScreen(page: Page): Child {
    const { client, query } = page;
    const model = mealCaptureModel(client);
    const given = query.get("slot");
    const slot = signal<string>(given ?? slotOfHour(client.now().getHours()));
    const wanted = query.get("date");
    // The page may stay open overnight.
    const date = (): string => isDate(wanted) ? wanted : localDate(client.now());
    const step = computed(() => model.state().step);
    const unconfirmed = unconfirmedPhotos(page.client, "meal");
    const photo = takeSharedPhoto() ?? unconfirmed.photos[0];
    if (photo) void model.take(photo);
    onCleanup(() => {
        const state = untracked(model.state);
        unconfirmed.left(state.step === "review" ? [state.photo] : []);
    });
    effect(() => {
        const state = model.state();
        if (state.step !== "done") return;
        keepFreshMeal(state.result);
        void go(`/meals/${state.result.meal.id}`, "replace");
    });
    return h("div", { class: "scan" }, () => {
        switch (step()) {
            case "framing":
                return framing();
            case "review":
                return review(untracked(model.state) as Extract<MealCaptureState, { step: "review" }>);
            case "failed":
                return failed(untracked(model.state) as Extract<MealCaptureState, { step: "failed" }>);
            case "waiting":
                return waiting();
            default:
                return reading();
        }
    });

    function framing(): Child {
        return [
            modeSwitch("meal"),
            h("p", { class: "center" }, () => t("meal.photo.instruction")),
            left,
            h("div", { class: "stage" }, cameraView((photo) => void model.take(photo))),
            h(
                "div",
                { class: "actions" },
                filePicker((photo) => void model.take(photo)),
                linkButton(addHref(slot(), date()), () => t("meal.photo.search"), "secondary", "search"),
            ),
        ];
    }

    /** The number of photos left in the plan, shown before a photo is taken. */
    function left(): Child {
        const count = model.plan.value()?.photosLeft;
        if (count === undefined || count === null) return null;
        return h(
            "div",
            { class: "center hint stack", role: "status" },
            h("p", null, count ? t("meal.photo.left", { count }) : t("meal.photo.noneLeft")),
            count === 0 && planLink(),
        );
    }

    function review({ photo }: Extract<MealCaptureState, { step: "review" }>): Child {
        return [
            h("div", { class: "stage" }, h("img", { src: objectURL(photo), alt: () => t("scan.yourPhoto") })),
            choice(
                "meal.slot",
                "slot",
                [...slots, ...(isSlot(slot.peek()) ? [] : [slot.peek()])].map((one) =>
                    [one, () => slotName(one)] as const
                ),
                slot,
                (next) => slot.set(next),
            ),
            h(
                "div",
                { class: "actions" },
                button(() => t("scan.again"), model.retake),
                button(
                    () => t("scan.use"),
                    () => model.use({ slot: slot.peek(), eatenAt: eatenAt(date(), slot.peek(), client.now()) }),
                    { kind: "primary" },
                ),
            ),
        ];
    }

    function reading(): Child {
        const photo = computed(() => {
            const state = model.state();
            return state.step === "reading" ? state.photo : undefined;
        });
        const expected = (): Child => {
            const state = model.state();
            const known = state.step === "reading" ? state.operation?.expected : undefined;
            if (model.isSlow()) return t("meal.photo.slow");
            return known && t("scan.expected", { count: known.seconds, position: formatNumber(known.position) });
        };
        return h(
            "div",
            { class: "stage" },
            () => {
                const shown = photo();
                return shown && h("img", { src: objectURL(shown), alt: "", class: "dim" });
            },
            h(
                "div",
                { class: "working", role: "status" },
                h("progress", { "aria-label": () => t("meal.photo.reading") }),
                h("p", { class: "strong" }, () => t("meal.photo.reading")),
                h("p", null, expected),
            ),
        );
    }

    function failed({ error, photo }: Extract<MealCaptureState, { step: "failed" }>): Child {
        const isLimit = isOutsidePlan(error);
        const isUnreadable = error instanceof RefusedError && error.kind === "unreadable";
        return [
            photo && h("div", { class: "stage" }, h("img", { src: objectURL(photo), alt: () => t("scan.yourPhoto") })),
            h(
                "div",
                { class: "card empty", role: isLimit ? "status" : "alert" },
                h(
                    "p",
                    { class: "strong" },
                    () =>
                        isLimit
                            ? t("meal.photo.noneLeft")
                            : isUnreadable
                            ? t("meal.photo.noFood")
                            : describeError(error),
                ),
                h("p", { class: "hint" }, () => isLimit ? t("meal.photo.noneLeftText") : t("meal.photo.otherWay")),
                isLimit && planLink(),
            ),
            h(
                "div",
                { class: "actions" },
                button(() => t("scan.again"), model.retake, { icon: "scan" }),
                photo && !isLimit && !isUnreadable && button(() => t("app.retry"), () => model.take(photo)),
                linkButton(addHref(slot.peek(), date()), () => t("meal.photo.search"), "primary", "search"),
            ),
        ];
    }

    function waiting(): Child {
        const view = waitingView(untracked(client.connection.isReachable));
        return [
            verdictCard({ ...view, details: [view.details[0] ?? "", t("meal.photo.waiting")] }, true),
            h(
                "div",
                { class: "actions" },
                linkButton("/", () => t("app.notFound.home")),
                button(() => t("scan.another"), model.retake, { kind: "primary", icon: "scan" }),
            ),
        ];
    }
}
