import { type Child, h } from "../core/dom.ts";
import { formatNumber, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { go } from "../core/router.ts";
import { computed, effect, onCleanup, signal, untracked } from "../core/signal.ts";
import { formatMoney } from "../models/money.ts";
import { describeError } from "../models/problems.ts";
import { maxParts, type QueuedReceipt, receiptCaptureModel } from "../models/receipt-capture.ts";
import { toCheck } from "../models/receipt-view.ts";
import { takeSharedPhoto, unconfirmedPhotos } from "../models/shared-photo.ts";
import { cameraView } from "./camera.ts";
import type { Page } from "./page.ts";
import { button, linkButton, objectURL } from "./parts.ts";
import { modeSwitch } from "./scan-modes.ts";

/** Photographing receipts, one after the other; each is read while the next is photographed. */
export default function scanReceiptScreen(page: Page): Child {
    const model = receiptCaptureModel(page.client);
    /** The receipt that the person is waiting for; undefined while the camera is shown. */
    const awaited = signal<string | undefined>(undefined);
    let isLeft = false;
    const unconfirmed = unconfirmedPhotos(page.client, "receipt");
    const shared = takeSharedPhoto();
    if (shared) void model.take(shared);
    else model.restore(unconfirmed.photos);

    onCleanup(() => {
        isLeft = true;
        const last = untracked(model.review);
        unconfirmed.left([...untracked(model.parts), ...(last ? [last] : [])]);
    });

    async function use(): Promise<void> {
        const sending = model.use();
        await Promise.resolve();
        // The new entry is the first one of the queue once it is stored on the device.
        const stop = effect(() => {
            const newest = model.queue()[0];
            if (newest?.state.step === "reading") awaited.set(newest.key);
        });
        const result = await sending;
        stop();
        if (!result || isLeft || awaited.peek() !== result.key) return;
        if (result.state.step === "done") await go(`/receipts/${result.state.receipt.id}`, "replace");
    }

    const shown = computed(() => model.review() ? "review" : awaited() ?? "framing");
    return h("div", { class: "scan" }, () => {
        const now = shown();
        if (now === "review") return review();
        return now === "framing" ? framing() : waiting(now);
    });

    function framing(): Child {
        return [
            modeSwitch("receipt"),
            h(
                "p",
                { class: "center" },
                () => {
                    const count = model.parts().length;
                    return count ? t("receipt.nextPart", { count }) : t("receipt.instruction");
                },
            ),
            photosLeft,
            () =>
                model.error() !== undefined &&
                h("p", { class: "error card", role: "alert" }, icon("info"), describeError(model.error())),
            h("div", { class: "stage" }, cameraView((photo) => void model.take(photo))),
            h(
                "div",
                { class: "actions" },
                () =>
                    model.parts().length > 0 &&
                    button(() => t("receipt.readParts"), use, { kind: "primary", icon: "check" }),
                filePicker(),
                linkButton("/receipts/new", () => t("receipt.type"), "secondary", "keyboard"),
            ),
            queue,
        ];
    }

    /** The number of photos left, shown before a photo is taken. */
    function photosLeft(): Child {
        const known = model.subscription.value();
        if (known?.photosLeft === undefined) return null;
        if (known.photosLeft > 0) {
            return h("p", { class: "hint center" }, t("receipt.photosLeft", { count: known.photosLeft }));
        }
        return h(
            "div",
            { class: "card advice" },
            h("p", { class: "strong" }, t("receipt.noPhotosLeft")),
            h("p", null, t("receipt.noPhotosLeftText")),
            linkButton("/plan", () => t("spending.seePro")),
        );
    }

    function review(): Child {
        const photo = model.review();
        return [
            h("div", { class: "stage" }, photo && h("img", { src: objectURL(photo), alt: () => t("scan.yourPhoto") })),
            h("p", { class: "hint center" }, () => t("receipt.longHint")),
            h(
                "div",
                { class: "actions" },
                button(() => t("scan.again"), model.retake),
                model.parts().length < maxParts - 1 && button(() => t("receipt.addPart"), model.addPart),
                button(() => t("scan.use"), use, { kind: "primary" }),
            ),
        ];
    }

    function waiting(key: string): Child {
        const entry = computed(() => model.queue().find((one) => one.key === key));
        const next = (): void => awaited.set(undefined);
        const photo = entry()?.photo;
        return [
            h(
                "div",
                { class: "stage" },
                photo && h("img", { src: objectURL(photo), alt: "", class: "dim" }),
                h("div", { class: "working", role: "status" }, () => {
                    const state = entry()?.state;
                    if (!state || state.step === "done") return null;
                    if (state.step === "failed") return h("p", { class: "strong" }, describeError(state.error));
                    if (state.step === "waiting") return waitingWords(state.reason);
                    const expected = state.operation?.expected;
                    return [
                        h("progress", { "aria-label": () => t("receipt.reading") }),
                        h("p", { class: "strong" }, t("receipt.reading")),
                        h(
                            "p",
                            null,
                            expected
                                ? t("scan.expected", {
                                    count: expected.seconds,
                                    position: formatNumber(expected.position),
                                })
                                : t("receipt.readingText"),
                        ),
                    ];
                }),
            ),
            h(
                "div",
                { class: "actions" },
                () => {
                    const state = entry()?.state;
                    return state?.step === "waiting" && state.reason === "quota" &&
                        linkButton("/plan", () => t("spending.seePro"));
                },
                linkButton("/spending", () => t("receipt.toSpending")),
                button(() => t("receipt.next"), next, { kind: "primary", icon: "scan" }),
            ),
        ];
    }

    function waitingWords(reason: "offline" | "quota"): Child {
        return [
            h("p", { class: "strong" }, t("verdict.waiting.headline")),
            h("p", null, reason === "quota" ? t("receipt.waitingQuota") : t("receipt.waitingText")),
        ];
    }

    /** The receipts of this visit; recognized ones link to their page. */
    function queue(): Child {
        const entries = model.queue();
        return entries.length > 0 && h(
            "section",
            { "aria-labelledby": "queue" },
            h("h2", { id: "queue" }, () => t("receipt.queue")),
            h("ul", { class: "list" }, entries.map(queueRow)),
        );
    }

    function queueRow({ key, photo, state }: QueuedReceipt): Child {
        const picture = h("img", { src: objectURL(photo), alt: "", class: "thumb" });
        if (state.step === "done") {
            const { receipt } = state;
            const open = toCheck(receipt);
            const total = receipt.total ? ` · ${formatMoney(receipt.total)}` : "";
            return h(
                "li",
                null,
                h(
                    "a",
                    { href: `/receipts/${receipt.id}`, class: "card row" },
                    picture,
                    h(
                        "span",
                        { class: "words" },
                        h("span", { class: "strong" }, `${receipt.merchant ?? t("receipt.unknownShop")}${total}`),
                        h(
                            "span",
                            { class: "hint" },
                            open ? t("receipt.toCheck", { count: open }) : t("receipt.nothingToCheck"),
                        ),
                    ),
                    icon("forward"),
                ),
            );
        }
        const words = state.step === "failed"
            ? describeError(state.error)
            : state.step === "reading"
            ? t("receipt.reading")
            : state.reason === "quota"
            ? t("receipt.waitingQuota")
            : t("receipt.waitingText");
        return h(
            "li",
            { class: state.step === "waiting" ? "card row waiting" : "card row" },
            picture,
            h("span", { class: "words", role: "status" }, words),
            state.step === "failed" && button(() => t("app.delete"), () => model.dismiss(key), { kind: "plain" }),
        );
    }

    /** A button that opens the device's photos; several files are several receipts. */
    function filePicker(): Child {
        const input = h("input", {
            type: "file",
            multiple: true,
            // iPhones convert to JPEG if HEIC is not in this list.
            accept: "image/jpeg,image/png,image/webp",
            class: "hidden",
            tabindex: -1,
            "aria-hidden": "true",
            onchange: () => {
                const files = [...input.files ?? []];
                input.value = "";
                const [first] = files;
                if (files.length === 1 && first) void model.take(first);
                else void model.takeAll(files);
            },
        });
        return [input, button(() => t("receipt.choosePhotos"), () => input.click(), { icon: "images" })];
    }
}
