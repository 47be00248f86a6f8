import { type Readable, signal } from "../core/signal.ts";

/** The event that Chromium fires when the client can be installed. */
interface InstallPromptEvent extends Event {
    prompt(): Promise<unknown>;
}

const offered = signal<InstallPromptEvent | undefined>(undefined);

/** Installing the client on the home screen, if the browser offers it. */
export const installation: { readonly isOffered: Readable<boolean>; install(): Promise<void> } = {
    isOffered: () => offered() !== undefined,
    install: async () => {
        await offered.peek()?.prompt();
        offered.set(undefined);
    },
};

/** Stores the browser's offer for the settings page, instead of a banner over the content. */
export function watchInstallation(): void {
    addEventListener("beforeinstallprompt", (event) => {
        event.preventDefault();
        offered.set(event as InstallPromptEvent);
    });
    addEventListener("appinstalled", () => offered.set(undefined));
}
