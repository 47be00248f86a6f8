import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { onCleanup, signal } from "../core/signal.ts";

/** The state of the camera, or the reason why there is no live picture. */
type CameraState = "starting" | "live" | "refused" | "missing" | "insecure";

interface TorchTrack extends MediaStreamTrack {
    getCapabilities(): MediaTrackCapabilities & { readonly torch?: boolean };
}

/**
 * A live picture of the back camera with a shutter.
 *
 * The camera is switched off when the page is left, after a photo was taken, and while the page is in the background.
 */
export function cameraView(onPhoto: (photo: Blob) => void): Child {
    const state = signal<CameraState>("starting");
    const hasTorch = signal(false);
    const isLit = signal(false);
    const video = h("video", {
        playsinline: true,
        autoplay: true,
        "aria-label": () => t("scan.camera"),
        // The shutter works once the first frame has arrived.
        onloadeddata: () => state.set("live"),
    });
    video.muted = true;
    let stream: MediaStream | undefined;
    let isWanted = true;

    function stop(): void {
        stream?.getTracks().forEach((track) => track.stop());
        stream = undefined;
        video.srcObject = null;
    }

    async function start(): Promise<void> {
        if (!navigator.mediaDevices?.getUserMedia) {
            state.set(isSecureContext ? "missing" : "insecure");
            return;
        }
        try {
            const opened = await navigator.mediaDevices.getUserMedia({
                audio: false,
                video: { facingMode: "environment", width: { ideal: 3_840 }, height: { ideal: 2_160 } },
            });
            // Another stream is there if the page was left and shown again while the camera was starting.
            if (!isWanted || document.hidden || stream) {
                opened.getTracks().forEach((track) => track.stop());
                return;
            }
            stream = opened;
            video.srcObject = opened;
            const track = opened.getVideoTracks()[0] as TorchTrack | undefined;
            hasTorch.set(track?.getCapabilities?.().torch === true);
        } catch (error) {
            const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
            state.set(isRefused ? "refused" : "missing");
        }
    }

    async function shoot(): Promise<void> {
        if (state.peek() !== "live" || !video.videoWidth) return;
        const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
        canvas.getContext("2d")?.drawImage(video, 0, 0);
        stop();
        onPhoto(await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 }));
    }

    async function light(): Promise<void> {
        const constraint = { torch: !isLit.peek() } as MediaTrackConstraintSet;
        await stream?.getVideoTracks()[0]?.applyConstraints({ advanced: [constraint] }).catch(() => {});
        isLit.update((old) => !old);
    }

    const follow = (): void => {
        if (document.hidden) stop();
        else if (!stream) void start();
    };
    document.addEventListener("visibilitychange", follow);
    onCleanup(() => {
        isWanted = false;
        document.removeEventListener("visibilitychange", follow);
        stop();
    });
    void start();

    return () => {
        const now = state();
        if (now !== "starting" && now !== "live") return noCamera(now);
        return h(
            "div",
            { class: "viewfinder" },
            video,
            h("div", { class: "guide", "aria-hidden": "true" }),
            now === "starting" && h("p", { class: "hint", role: "status" }, t("scan.startingCamera")),
            () =>
                hasTorch() && h("button", {
                    type: "button",
                    class: "round torch",
                    "aria-label": () => t("scan.light"),
                    "aria-pressed": () => String(isLit()),
                    onclick: () => void light(),
                }, icon("light")),
            h("button", {
                type: "button",
                class: "shutter",
                "aria-label": () => t("scan.takePhoto"),
                "aria-disabled": now === "live" ? null : "true",
                onclick: () => void shoot(),
            }),
        );
    };
}

function noCamera(state: "refused" | "missing" | "insecure"): Child {
    const texts = { refused: "scan.refused.text", missing: "scan.noCamera", insecure: "scan.insecure" } as const;
    return h(
        "div",
        { class: "no-camera", role: "status" },
        h("p", { class: "strong" }, () => t("scan.refused.title")),
        h("p", null, () => t(texts[state])),
        state === "refused" && h("p", { class: "hint" }, () => t("scan.refused.allow")),
    );
}
