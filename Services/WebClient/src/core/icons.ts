import { h } from "./dom.ts";

/** The paths of each icon in a square of 24 units. */
const shapes = {
    home: "M4 11 12 4l8 7v9h-5v-6H9v6H4z",
    shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z",
    receipt: "M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2zM8 8h8M8 12h8",
    person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6",
    scan: "M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M7 12h10",
    menu: "M4 7h16M4 12h16M4 17h16",
    close: "M6 6l12 12M18 6 6 18",
    back: "M15 5l-7 7 7 7",
    forward: "M9 5l7 7-7 7",
    gear:
        "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM19.4 13.5l1.6 1.2-2 3.4-1.9-.7a7.6 7.6 0 0 1-2.1 1.2L14.7 21h-4l-.5-2.4a7.6 7.6 0 0 1-2.1-1.2l-1.9.7-2-3.4 1.6-1.2a8 8 0 0 1 0-3L4.2 9.3l2-3.4 1.9.7a7.6 7.6 0 0 1 2.1-1.2L10.7 3h4l.3 2.4a7.6 7.6 0 0 1 2.1 1.2l1.9-.7 2 3.4-1.6 1.2a8 8 0 0 1 0 3z",
    octagonCross: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM9 9l6 6M15 9l-6 6",
    triangle: "M12 3 22 20H2zM12 10v4M12 17v.2",
    question: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.8v.2",
    lens: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21M7.5 10.5h6",
    search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
    list: "M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01",
    cloudOff: "M7 18h10a4 4 0 0 0 .5-8A6 6 0 0 0 6 11a3.5 3.5 0 0 0 1 7zM4 4l16 16",
    clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
    images: "M8 3h12v12H8zM4 7v14h14M8 13l3.5-3.5 3 3L17 10l3 3",
    keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10",
    light: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
    info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 7.8v.2",
    signOut: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
    check: "M5 12.5 10 17.5 19.5 7",
    bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
    star: "M12 3.5l2.6 5.6 6 .7-4.5 4.1 1.2 6-5.3-3-5.3 3 1.2-6-4.5-4.1 6-.7z",
    lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2",
    key: "M15 9a4.5 4.5 0 1 0-4 4.5L12.5 15H15v2h2v2h4v-3l-6.2-6.2M9 8h.01",
    eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
    phone: "M7 3h10v18H7zM11 18h2",
    note: "M5 3h10l4 4v14H5zM9 11h6M9 15h6M12 7v0",
    mail: "M3 6h18v12H3zM3 7l9 7 9-7",
    trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
    plus: "M12 5v14M5 12h14",
    calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
    share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
    download: "M12 4v11M7 11l5 5 5-5M5 20h14",
} as const;

export type Icon = keyof typeof shapes;

/** An icon beside a text with the same meaning; screen readers skip it. */
export function icon(name: Icon): Element {
    return h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, h("path", { d: shapes[name] }));
}
