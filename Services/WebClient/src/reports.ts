/** Reports of the client to the server: errors, violations of the content policy, and timings. */
type Report = { kind: "fault" | "policy" } | { kind: "lcp" | "inp" | "cls"; value: number };

/** Maximum number of reports per page, so that an error in a loop does not flood the server. */
const maxReports = 20;
let sent = 0;

/** Sends a report, without account and text; the caller does not wait for it. */
export function report(what: Report): void {
    if (sent >= maxReports) return;
    sent += 1;
    navigator.sendBeacon("/v1/client-reports", new Blob([JSON.stringify(what)], { type: "application/json" }));
}

interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
}

interface Interaction extends PerformanceEntry {
    readonly interactionId?: number;
}

/**
 * Measures Core Web Vitals (web.dev/vitals) and reports them when the page is first hidden: the largest paint (LCP), the slowest
 * interaction (INP; its 98th percentile is the slowest below 50 interactions), and the worst window of shifts (CLS).
 */
export function watchPage(): void {
    addEventListener("securitypolicyviolation", () => report({ kind: "policy" }));
    let paint = 0, interaction = 0, worstShift = 0, windowShift = 0, windowStart = 0, lastShift = 0;
    // A page opened in the background is painted only when it becomes visible, so it is not measured.
    const isSeen = document.visibilityState === "visible";
    observe("largest-contentful-paint", (entry) => {
        if (isSeen) paint = entry.startTime;
    });
    observe("event", (entry: Interaction) => {
        if (entry.interactionId) interaction = Math.max(interaction, entry.duration);
    });
    observe("layout-shift", (entry) => {
        const { value, hadRecentInput, startTime } = entry as LayoutShift;
        if (hadRecentInput) return;
        // A group of layout shifts ends after 1 s without a shift, or 5 s after its start.
        if (startTime - lastShift > 1_000 || startTime - windowStart > 5_000) {
            windowShift = 0;
            windowStart = startTime;
        }
        lastShift = startTime;
        windowShift += value;
        worstShift = Math.max(worstShift, windowShift);
    });
    addEventListener("visibilitychange", () => {
        if (document.visibilityState !== "hidden" || !paint) return;
        report({ kind: "lcp", value: paint / 1_000 });
        report({ kind: "cls", value: worstShift });
        if (interaction) report({ kind: "inp", value: interaction / 1_000 });
        paint = 0;
    });
}

function observe(type: string, take: (entry: PerformanceEntry) => void): void {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(
        // The default leaves out interactions below 104 ms, which are all the good ones.
        { type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit,
    );
}
