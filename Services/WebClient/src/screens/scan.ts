import { type Child, h } from "../core/dom.ts";
import { formatNumber, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { go } from "../core/router.ts";
import { computed, effect, onCleanup, signal, untracked } from "../core/signal.ts";
import { captureModel, type CaptureState } from "../models/capture.ts";
import { keepDraft } from "../models/drafts.ts";
import { describeError } from "../models/problems.ts";
import { keepFresh } from "../models/scans.ts";
import { takeSharedPhoto, unconfirmedPhotos } from "../models/shared-photo.ts";
import { waitingView } from "../models/verdict.ts";
import { cameraView } from "./camera.ts";
import type { Page } from "./page.ts";
import { button, linkButton, objectURL } from "./parts.ts";
import { modeSwitch } from "./scan-modes.ts";
import { verdictCard } from "./verdict-parts.ts";

/** Photographing, choosing or typing an ingredient list. */
export default function scanScreen(page: Page): Child {
    const model = captureModel(page.client);
    const text = signal("");
    const step = computed(() => model.state().step);
    if (page.query.has("type")) model.type();
    const unconfirmed = unconfirmedPhotos(page.client, "label");
    const photo = takeSharedPhoto() ?? unconfirmed.photos[0];
    if (photo) void model.take(photo);
    onCleanup(() => {
        const state = untracked(model.state);
        unconfirmed.left(state.step === "review" ? [state.photo] : []);
    });

    // Input is restored after a reload.
    keepDraft(page.client, "scan.text", text, "", (written) => !written);
    effect(() => {
        const state = model.state();
        if (state.step !== "done") return;
        if (!state.result.photo) text.set("");
        keepFresh(state.result);
        void go(`/scans/${state.result.scan.id}`, "replace");
    });

    return h("div", { class: "scan" }, () => {
        switch (step()) {
            case "framing":
                return framing();
            case "review":
                return review(untracked(model.state) as Extract<CaptureState, { step: "review" }>);
            case "typing":
                return typing();
            case "failed":
                return failed(untracked(model.state) as Extract<CaptureState, { step: "failed" }>);
            case "waiting":
                return waiting();
            default:
                return reading();
        }
    });

    function framing(): Child {
        return [
            modeSwitch("label"),
            h("p", { class: "center" }, () => t("scan.instruction")),
            h("div", { class: "stage" }, cameraView((photo) => void model.take(photo))),
            h(
                "div",
                { class: "actions" },
                filePicker((photo) => void model.take(photo)),
                button(() => t("scan.typeInstead"), model.type, { icon: "keyboard" }),
            ),
        ];
    }

    function review({ photo }: Extract<CaptureState, { step: "review" }>): Child {
        return [
            h("div", { class: "stage" }, h("img", { src: objectURL(photo), alt: () => t("scan.yourPhoto") })),
            h(
                "div",
                { class: "actions" },
                button(() => t("scan.again"), model.retake),
                button(() => t("scan.use"), model.use, { kind: "primary" }),
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
            if (model.isSlow()) return t("scan.slow");
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
                h("progress", { "aria-label": () => t("scan.reading") }),
                h("p", { class: "strong" }, () => t("scan.reading")),
                h("p", null, expected),
            ),
        );
    }

    function typing(): Child {
        return h(
            "form",
            {
                class: "stack",
                novalidate: true,
                onsubmit: (event: Event) => {
                    event.preventDefault();
                    if (text.peek().trim()) void model.send(text.peek());
                },
            },
            h("label", { for: "typed", class: "strong" }, () => t("scan.typedLabel")),
            h("textarea", {
                id: "typed",
                name: "typed",
                rows: 8,
                maxlength: 20_000,
                "aria-describedby": "typed-hint",
                value: () => text(),
                oninput: (event: Event) => text.set((event.target as HTMLTextAreaElement).value),
            }),
            h("p", { class: "hint", id: "typed-hint" }, () => t("scan.typedHint")),
            h(
                "div",
                { class: "actions" },
                button(() => t("scan.backToCamera"), model.retake, { icon: "scan" }),
                h(
                    "button",
                    { class: "primary", "aria-disabled": () => text().trim() ? null : "true" },
                    () => t("scan.check"),
                ),
            ),
        );
    }

    function failed({ error, photo }: Extract<CaptureState, { step: "failed" }>): Child {
        return [
            photo && h("div", { class: "stage" }, h("img", { src: objectURL(photo), alt: () => t("scan.yourPhoto") })),
            h("p", { class: "error card", role: "alert" }, icon("info"), describeError(error)),
            h(
                "div",
                { class: "actions" },
                filePicker((chosen) => void model.take(chosen)),
                button(() => t("scan.typeInstead"), model.type, { icon: "keyboard" }),
                photo
                    ? button(() => t("app.retry"), async () => {
                        await model.take(photo);
                        await model.use();
                    }, { kind: "primary" })
                    : button(() => t("scan.again"), model.retake, { kind: "primary" }),
            ),
        ];
    }

    function waiting(): Child {
        return [
            verdictCard(waitingView(untracked(page.client.connection.isReachable)), true),
            h(
                "div",
                { class: "actions" },
                linkButton("/", () => t("app.notFound.home")),
                button(() => t("scan.another"), model.retake, { kind: "primary", icon: "scan" }),
            ),
        ];
    }
}

/** A button that opens the device's photos. */
export function filePicker(onPhoto: (photo: Blob) => void): Child {
    const input = h("input", {
        type: "file",
        // iPhones convert to JPEG if HEIC is not in this list.
        accept: "image/jpeg,image/png,image/webp",
        class: "hidden",
        tabindex: -1,
        "aria-hidden": "true",
        onchange: () => {
            const file = input.files?.[0];
            input.value = "";
            if (file) onPhoto(file);
        },
    });
    return [input, button(() => t("scan.choose"), () => input.click(), { icon: "images" })];
}
