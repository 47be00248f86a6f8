import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import type { EnergyState } from "../models/days.ts";

/** One value of a chart; `text` is the formatted value. */
export interface ChartPoint {
    readonly label: string;
    /** The value; null if unknown. */
    readonly value: number | null;
    readonly text: string;
}

export interface ChartOptions {
    readonly title: string;
    /** The content of the chart in a sentence. */
    readonly sentence: string;
    readonly points: readonly ChartPoint[];
    /** Heading of the labels' column in the table. */
    readonly labels: string;
    /** Heading of the values' column. */
    readonly values: string;
    /** A line across upright bars, such as a goal. */
    readonly line?: { readonly value: number; readonly text: string };
}

/** All known values. */
function known(points: readonly ChartPoint[]): readonly number[] {
    return points.flatMap(({ value }) => value ?? []);
}

/** A chart with its title, its sentence and its table. Screen readers use the sentence and the table. */
function chart({ title, sentence, points, labels, values }: ChartOptions, picture: Child): HTMLElement {
    return h(
        "figure",
        { class: "card chart" },
        h("figcaption", null, h("p", { class: "strong" }, title), h("p", { class: "hint" }, sentence)),
        h("div", { "aria-hidden": "true" }, picture),
        h(
            "details",
            null,
            h("summary", { class: "hint" }, () => t("spending.showTable")),
            h(
                "table",
                null,
                h("caption", { class: "hidden" }, title),
                h("thead", null, h("tr", null, h("th", { scope: "col" }, labels), h("th", { scope: "col" }, values))),
                h(
                    "tbody",
                    null,
                    points.map(({ label, text }) =>
                        h("tr", null, h("th", { scope: "row" }, label), h("td", null, text))
                    ),
                ),
            ),
        ),
    );
}

function bar(share: number, isOver = false, ...marks: Child[]): Element {
    const width = Math.max(0, Math.min(100, share * 100)).toFixed(2);
    return h(
        "svg",
        { class: "bar-line", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        h("rect", { class: "track", width: 100, height: 10 }),
        h("rect", { class: isOver ? "fill over" : "fill", width, height: 10 }),
        marks,
    );
}

/** Horizontal bars, each with its label and value above it. */
export function barChart(options: ChartOptions): HTMLElement {
    const maximum = Math.max(...known(options.points), 0);
    return chart(
        options,
        options.points.map(({ label, value, text }) =>
            h(
                "div",
                { class: "bar-row" },
                h("span", null, label),
                h("span", { class: "figure" }, text),
                bar(maximum > 0 && value !== null ? value / maximum : 0),
            )
        ),
    );
}

/** Upright bars over time, with labels at the first, the middle and the last. */
export function columnChart(options: ChartOptions): HTMLElement {
    const { points, line } = options;
    const maximum = Math.max(...known(points), line?.value ?? 0);
    const highest = line && line.value >= maximum ? line : points.find(({ value }) => value === maximum);
    return chart(options, [
        highest && maximum > 0 && h("p", { class: "hint" }, highest.text),
        h(
            "svg",
            { class: "column-chart", viewBox: `0 0 ${points.length * 10} 100`, preserveAspectRatio: "none" },
            points.map(({ value }, index) => {
                const height = maximum > 0 ? Math.max(0, (value ?? 0) / maximum) * 100 : 0;
                return [
                    h("rect", { class: "track", x: index * 10 + 1.5, y: 98.5, width: 7, height: 1.5 }),
                    h("rect", { class: "fill", x: index * 10 + 1.5, y: 100 - height, width: 7, height }),
                ];
            }),
            line && maximum > 0 && goalLine({
                x1: 0,
                x2: points.length * 10,
                y1: 100 - line.value / maximum * 100,
                y2: 100 - line.value / maximum * 100,
            }),
        ),
        line && line !== highest && h("p", { class: "hint goal-key" }, line.text),
        axis(points),
    ]);
}

/** A line with a dot for each value. */
export function lineChart(options: ChartOptions): HTMLElement {
    const { points } = options;
    const values = known(points);
    const maximum = Math.max(...values);
    const minimum = Math.min(...values);
    const place = (value: number): number => maximum > minimum ? 92 - (value - minimum) / (maximum - minimum) * 84 : 50;
    const across = (index: number): number => points.length > 1 ? 4 + index * 92 / (points.length - 1) : 50;
    const top = points.find(({ value }) => value === maximum);
    const bottom = points.find(({ value }) => value === minimum);
    return chart(options, [
        h("p", { class: "hint" }, top?.text),
        h(
            "svg",
            { class: "column-chart", viewBox: "0 0 100 100", preserveAspectRatio: "none" },
            h("polyline", {
                class: "line",
                "vector-effect": "non-scaling-stroke",
                points: values.map((value, index) => `${across(index).toFixed(2)},${place(value).toFixed(2)}`).join(
                    " ",
                ),
            }),
            // A line of length zero with round ends is a dot, whatever the proportions of the picture.
            values.map((value, index) =>
                h("line", {
                    class: "dot",
                    "vector-effect": "non-scaling-stroke",
                    x1: across(index),
                    x2: across(index),
                    y1: place(value),
                    y2: place(value),
                })
            ),
        ),
        maximum > minimum && h("p", { class: "hint" }, bottom?.text),
        axis(points),
    ]);
}

function axis(points: readonly ChartPoint[]): Child {
    const first = points[0];
    const last = points.at(-1);
    const middle = points.length > 4 ? points[Math.floor((points.length - 1) / 2)] : undefined;
    return first && h(
        "div",
        { class: "axis hint" },
        h("span", null, first.label),
        middle && h("span", null, middle.label),
        points.length > 1 && last && h("span", null, last.label),
    );
}

/** The line of a goal in a chart, distinguishable from bars without color. */
function goalLine(ends: Readonly<Record<"x1" | "x2" | "y1" | "y2", number>>): Element {
    return h("line", { class: "goal", "vector-effect": "non-scaling-stroke", ...ends });
}

/** Position of the goal in a bar, in percent of its width, with space for values above it. */
const goalAt = 80;

/** Progress toward a goal as a bar; the text beside it states the same. */
export function goalBar(percent: number | null): Element {
    return bar((percent ?? 0) / 100 * goalAt / 100, false, goalLine({ x1: goalAt, x2: goalAt, y1: 0, y2: 10 }));
}

/** A share of a whole as a bar; the text beside it states the same. */
export function shareBar(share: number): Element {
    return bar(share);
}

/** The used part of a limit as a bar, with stripes beyond the limit. The text beside it states the same. */
export function limitBar(share: number): Element {
    return bar(share, share > 1);
}

const shapes: Readonly<Record<EnergyState, string>> = {
    none: "M6 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    under: "M1 2h10L6 11z",
    near: "M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1z",
    over: "M1 10h10L6 1z",
};

/** A shape for under, near and over the goal, distinguishable without color. */
export function stateShape(state: EnergyState): Element {
    return h(
        "svg",
        { class: `state-shape ${state}`, viewBox: "0 0 12 12", "aria-hidden": "true" },
        h("path", { d: shapes[state] }),
    );
}
