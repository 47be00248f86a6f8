/** The start page, and the list of scans. */
export default {
    "today.alerts": "Alerts",
    "today.latest": "Latest scans",
    "today.all": "All scans",
    "today.empty.title": "Nothing scanned yet",
    "today.empty.text": "Photograph the ingredient list of a product. The answer comes within seconds.",
    "today.empty.scan": "Scan a label",
    "today.noProfile": "Say what you avoid, and every label is checked for it.",
    "today.more": "Show more",
    "today.asOf": "Kept on this phone from last time. It is loaded again when there is a connection.",
} as const;
