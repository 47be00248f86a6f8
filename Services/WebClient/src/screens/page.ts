import type { Child } from "../core/dom.ts";
import type { Key } from "../core/i18n.ts";
import type { Icon } from "../core/icons.ts";
import type { Guard } from "../core/router.ts";
import type { Client } from "../models/client.ts";

/** The context of a screen: its address, and its access to the frame. */
export interface Page {
    readonly client: Client;
    /** Values of the variable parts of the address, such as `id` of `/scans/:id`. */
    readonly parameters: Readonly<Record<string, string>>;
    readonly query: URLSearchParams;
    /** Sets a title that the route does not know, such as the name of what is shown. */
    setTitle(title: () => string): void;
    /** Asks before the page is left; undefined no longer asks. */
    setGuard(guard: Guard | undefined): void;
    /** Deletes everything of the account on this device. */
    deleteStore(): Promise<void>;
}

/** Makes the content of a page. It is called once for each visit; effects that it begins end when the page is left. */
export type Screen = (page: Page) => Child;

export type Tab = "today" | "allergens" | "scan" | "spending" | "me";

/** One address of the client. */
export interface Route {
    /** Such as `/scans/:id`. */
    readonly path: string;
    readonly title: Key;
    /** The tab that is marked while the page is shown. */
    readonly tab?: Tab;
    /** Set for the page that the tab opens. */
    readonly isTabRoot?: boolean;
    /** Where "Back" leads when the page was opened directly. */
    readonly parent?: string;
    /** Shown in the menu with this icon. */
    readonly menuIcon?: Icon;
    /** For whom: people who are signed in, people who are not, or both. */
    readonly access: "account" | "guest" | "any";
    /** Shown without the bars, as steps of registration are. */
    readonly isPlain?: boolean;
    /** Shown with the logo above the title. */
    readonly hasLogo?: boolean;
    /** Loads the screen; absent while it is not built, and then nothing in the client leads to it. */
    readonly load?: () => Promise<{ readonly default: Screen }>;
}
