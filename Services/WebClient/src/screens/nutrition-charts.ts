import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import type { EnergyState } from "../models/days.ts";

/** Where the goal stands in a bar, in percent of its width; beyond it there is room for more. */
const goalAt = 80;

/** A bar of how far something has come; the text beside it says the same. */
export function bar(percent: number | null): Element {
    const filled = Math.min(100, (percent ?? 0) * goalAt / 100);
    return h(
        "svg",
        { class: "bar-chart", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        h("rect", { class: "track", x: 0, y: 1, width: 100, height: 8 }),
        h("rect", { class: "fill", x: 0, y: 1, width: filled, height: 8 }),
        h("line", { class: "goal", x1: goalAt, x2: goalAt, y1: 0, y2: 10 }),
    );
}

/** A share of a whole. */
export function shareBar(share: number): Element {
    return h(
        "svg",
        { class: "bar-chart thin", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        h("rect", { class: "track", x: 0, y: 1, width: 100, height: 8 }),
        h("rect", { class: "fill", x: 0, y: 1, width: Math.min(100, share * 100), height: 8 }),
    );
}

const shapes: Readonly<Record<EnergyState, string>> = {
    none: "M6 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    under: "M1 2h10L6 11z",
    near: "M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1z",
    over: "M1 10h10L6 1z",
};

/** A shape for under, near and over the goal: told apart without color. */
export function stateShape(state: EnergyState): Element {
    return h(
        "svg",
        { class: `state-shape ${state}`, viewBox: "0 0 12 12", "aria-hidden": "true" },
        h("path", { d: shapes[state] }),
    );
}

/** A column of a chart. */
export interface Column {
    readonly label: string;
    readonly value: number | null;
    /** The value in words, for the table. */
    readonly text: string;
}

export interface ColumnChart {
    readonly title: string;
    /** What the chart shows, in one sentence. */
    readonly sentence: string;
    readonly labelHead: string;
    readonly valueHead: string;
    readonly columns: readonly Column[];
    /** A line across, such as a goal. */
    readonly line?: { readonly value: number; readonly label: string };
}

const size = { width: 320, height: 150, foot: 22, head: 18 } as const;

/** The label under a column; at the right edge it ends there. */
function labelAt(x: number, label: string): Element {
    const isLast = x > size.width - 30;
    const place = isLast ? { x: size.width, "text-anchor": "end" } : { x, "text-anchor": "middle" };
    return h("text", { ...place, y: size.height - 6 }, label);
}

/** Columns with a sentence, and the numbers as a table behind. */
export function columnChart({ title, sentence, labelHead, valueHead, columns, line }: ColumnChart): HTMLElement {
    const highest = Math.max(line?.value ?? 0, ...columns.map(({ value }) => value ?? 0)) || 1;
    const room = size.height - size.foot - size.head;
    const top = (value: number): number => size.height - size.foot - value / highest * room;
    const step = size.width / Math.max(columns.length, 1);
    const width = Math.min(28, step * 0.6);
    const isCrowded = columns.length > 6;
    return h(
        "figure",
        { class: "card chart" },
        h("figcaption", null, h("p", { class: "strong" }, title), h("p", { class: "hint" }, sentence)),
        h(
            "svg",
            { viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": `${title}. ${sentence}` },
            h("line", { class: "axis", x1: 0, x2: size.width, y1: top(0), y2: top(0) }),
            columns.map(({ label, value }, index): Child => {
                const x = step * index + step / 2;
                return [
                    value !== null && h("rect", {
                        class: "fill",
                        x: x - width / 2,
                        y: top(value),
                        width,
                        height: Math.max(0, top(0) - top(value)),
                        rx: 3,
                    }),
                    (!isCrowded || index % 2 === (columns.length - 1) % 2) &&
                    labelAt(x, label),
                ];
            }),
            line && [
                h("line", { class: "goal", x1: 0, x2: size.width, y1: top(line.value), y2: top(line.value) }),
                h("text", { x: 2, y: top(line.value) - 4 }, line.label),
            ],
        ),
        h(
            "details",
            null,
            h("summary", null, t("diary.asTable")),
            h(
                "table",
                null,
                h(
                    "thead",
                    null,
                    h("tr", null, h("th", { scope: "col" }, labelHead), h("th", { scope: "col" }, valueHead)),
                ),
                h(
                    "tbody",
                    null,
                    columns.map(({ label, text }) =>
                        h("tr", null, h("th", { scope: "row" }, label), h("td", null, text))
                    ),
                ),
            ),
        ),
    );
}
