import type { Child } from "../core/dom.ts";
import type { Key } from "../core/i18n.ts";
import type { Icon } from "../core/icons.ts";
import type { Guard } from "../core/router.ts";
import type { Client } from "../models/client.ts";

/** The context of a screen: its address, and its access to the frame. */
export interface Page {
    readonly client: Client;
    /** Values of the variables in the path, such as `id` of `/scans/:id`. */
    readonly parameters: Readonly<Record<string, string>>;
    readonly query: URLSearchParams;
    /** Sets a title that the route does not know, such as the name of the shown object. */
    setTitle(title: () => string): void;
    /** Sets a function that is called before the page is left; undefined removes it. */
    setGuard(guard: Guard | undefined): void;
    /** Deletes all data of the account on this device. */
    deleteStore(): Promise<void>;
}

/** Creates the content of a page. It is called once per visit; effects that it creates end when the page is left. */
export type Screen = (page: Page) => Child;

export type Tab = "today" | "allergens" | "scan" | "spending" | "me";

/** One address of the client. */
export interface Route {
    /** The path, such as `/scans/:id`. */
    readonly path: string;
    readonly title: Key;
    /** The tab that is highlighted while the page is shown. */
    readonly tab?: Tab;
    /** Whether the page is the one that the tab opens. */
    readonly isTabRoot?: boolean;
    /** The target of "Back" if the page was opened directly. */
    readonly parent?: string;
    /** The icon in the menu; pages without one are not in the menu. */
    readonly menuIcon?: Icon;
    /** Who can open the page: signed-in people, people who are not signed in, or both. */
    readonly access: "account" | "guest" | "any";
    /** Whether the page is shown without the bars, like the steps of registration. */
    readonly isPlain?: boolean;
    /** Whether the logo is shown above the title. */
    readonly hasLogo?: boolean;
    /** Loads the screen; absent while the screen does not exist, and then no link leads to it. */
    readonly load?: () => Promise<{ readonly default: Screen }>;
}
