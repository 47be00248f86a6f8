import type { Receipt } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { effect, type Readable, signal } from "../core/signal.ts";
import type { ReceiptModel } from "../models/receipts.ts";
import { button, objectURL } from "./parts.ts";

/** Index of the photo, then left, top, width and height in pixels of the upright photo. */
export type Place = readonly number[];

interface Picture {
    readonly url: string;
    readonly width: number;
    readonly height: number;
    readonly transform: string;
}

/** Turns a stored photo upright by its EXIF orientation. */
function upright(
    { width: w, height: h, orientation }: Receipt["photos"][number],
): Omit<Picture, "url"> & { raw: [number, number] } {
    const matrices: Readonly<Record<number, string>> = {
        2: `matrix(-1 0 0 1 ${w} 0)`,
        3: `matrix(-1 0 0 -1 ${w} ${h})`,
        4: `matrix(1 0 0 -1 0 ${h})`,
        5: "matrix(0 1 1 0 0 0)",
        6: `matrix(0 1 -1 0 ${h} 0)`,
        7: `matrix(0 -1 -1 0 ${h} ${w})`,
        8: `matrix(0 -1 1 0 0 ${w})`,
    };
    const isTurned = orientation >= 5;
    return {
        width: isTurned ? h : w,
        height: isTurned ? w : h,
        transform: matrices[orientation] ?? "",
        raw: [w, h],
    };
}

/** The photos of a receipt: complete, or the part with a field. */
export interface ReceiptPhotos {
    /** The element with the photo above the rows. */
    readonly element: Child;
    /** Shows the part of the photo with a field. */
    show(place: Place | undefined): void;
    /** The line of the photo that contains a field; empty if there is no photo. */
    strip(place: Place | undefined): Child;
}

export function receiptPhotos(model: ReceiptModel, receipt: Readable<Receipt | undefined>): ReceiptPhotos {
    const urls = signal<Readonly<Record<number, string>>>({});
    const number = signal(0);
    const zoom = signal<Place | undefined>(undefined);
    const asked = new Set<number>();
    // Object URLs are valid as long as the page.
    const urlOf = (photo: Blob): string => objectURL(photo);
    effect(() => {
        for (const photo of receipt()?.photos ?? []) {
            if (asked.has(photo.number)) continue;
            asked.add(photo.number);
            model.photo(photo.number).then(
                (bytes) => urls.update((old) => ({ ...old, [photo.number]: urlOf(bytes) })),
                () => {},
            );
        }
    });

    function image(index: number): { picture: Picture; node: Element } | undefined {
        const facts = receipt()?.photos.find((one) => one.number === index);
        const url = urls()[index];
        if (!facts || !url) return undefined;
        const { raw: [width, height], ...size } = upright(facts);
        return {
            picture: { url, ...size },
            node: h("image", { href: url, width, height, transform: size.transform || null }),
        };
    }

    /** The part of the photo around a place: the whole line, so that the words beside a price are visible too. */
    function windowOf(place: Place, picture: Picture, lines: number): string {
        const [, , top = 0, , height = 0] = place;
        const more = height * lines;
        return `0 ${(top - more).toFixed(1)} ${picture.width} ${(height + 2 * more).toFixed(1)}`;
    }

    function marked(place: Place): Element {
        const [, left = 0, top = 0, width = 0, height = 0] = place;
        return h("rect", {
            class: "place",
            "vector-effect": "non-scaling-stroke",
            x: left - 4,
            y: top - 3,
            width: width + 8,
            height: height + 6,
        });
    }

    return {
        element: () => {
            const photos = receipt()?.photos ?? [];
            const shown = image(number());
            if (!photos.length || !shown) return null;
            const place = zoom();
            const isZoomed = place !== undefined && place[0] === number();
            return h(
                "figure",
                { class: "receipt-photo" },
                h(
                    "svg",
                    {
                        viewBox: isZoomed
                            ? windowOf(place, shown.picture, 4)
                            : `0 0 ${shown.picture.width} ${shown.picture.height}`,
                        role: "img",
                        "aria-label": t("receipt.photo"),
                    },
                    shown.node,
                    isZoomed && marked(place),
                ),
                (isZoomed || photos.length > 1) && h(
                    "div",
                    { class: "actions" },
                    isZoomed && button(() => t("receipt.wholePhoto"), () => zoom.set(undefined), { kind: "plain" }),
                    photos.length > 1 && button(
                        () => t("receipt.otherPhoto", { number: number() + 1, of: photos.length }),
                        () => {
                            zoom.set(undefined);
                            number.update((old) => (old + 1) % photos.length);
                        },
                        { kind: "plain" },
                    ),
                ),
            );
        },
        show: (place) => {
            if (!place) return;
            number.set(place[0] ?? 0);
            zoom.set(place);
        },
        strip: (place) => () => {
            const shown = place && image(place[0] ?? 0);
            return shown && h(
                "svg",
                { class: "strip-photo", viewBox: windowOf(place, shown.picture, 0.9), "aria-hidden": "true" },
                shown.node,
            );
        },
    };
}
