import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import type { Resource } from "../core/resource.ts";
import { effect, onCleanup, signal } from "../core/signal.ts";
import type { ScanRow } from "../models/scans.ts";
import { thumbnail } from "./parts.ts";
import type { MarkedWords, VerdictView } from "../models/verdict.ts";

/**
 * A verdict at full size.
 * @param isNew Whether it is announced to screen readers: once after a scan, not when an old scan is opened.
 */
export function verdictCard(view: VerdictView, isNew: boolean): HTMLElement {
    return h(
        "section",
        { class: `verdict ${view.state}`, role: isNew ? "alert" : null },
        h("div", { class: "mark" }, icon(view.icon), view.isReassessed && icon("clock")),
        h(
            "div",
            { class: "words" },
            h("h2", { class: "headline" }, view.headline),
            view.details.map((detail) => h("p", null, detail)),
        ),
    );
}

/** Time in milliseconds without an answer after which a shown result is marked as stored. */
const slowAfter = 1_000;

/** A note while the server does not answer: the shown result may be older than the profile or the text. */
export function storedNote({ value, error, isLoading }: Resource<unknown>): () => Child {
    const isSlow = signal(false);
    effect(() => {
        isSlow.set(false);
        if (!isLoading()) return;
        const timer = setTimeout(() => isSlow.set(true), slowAfter);
        onCleanup(() => clearTimeout(timer));
    });
    return () =>
        value() !== undefined && (error() !== undefined || isSlow()) &&
        h("p", { class: "hint", role: "status" }, t("today.asOf"));
}

/** A verdict as a row of a list, with the name and the picture of the scan. */
export function scanRow(row: ScanRow): HTMLElement {
    return h(
        "li",
        null,
        h(
            "a",
            { href: `/scans/${row.id}`, class: "card row pictured" },
            h("span", { class: `badge ${row.view.state}` }, icon(row.view.icon)),
            h(
                "span",
                { class: "words" },
                row.name && h("span", null, row.name),
                h("span", { class: "strong" }, row.view.headline),
                h("time", { class: "hint", datetime: row.scannedAt }, () => formatMoment(row.scannedAt)),
            ),
            thumbnail(row.picture),
            icon("forward"),
        ),
    );
}

/** A photo with the deciding words framed. */
export function markedPhoto(url: string, marks: readonly MarkedWords[]): Child {
    return h(
        "figure",
        { class: "photo" },
        h("img", { src: url, alt: () => t(marks.length ? "verdict.photo" : "verdict.photoPlain") }),
        h(
            "svg",
            { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
            marks.map(({ box, kind }) =>
                h("polygon", {
                    points: box.map((value) => (value * 100).toFixed(2)).join(" "),
                    class: kind,
                    "vector-effect": "non-scaling-stroke",
                })
            ),
        ),
    );
}
