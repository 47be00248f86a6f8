import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
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
