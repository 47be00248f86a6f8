import { h } from "../core/dom.ts";
import { effect, type Signal, signal } from "../core/signal.ts";
import { button } from "./parts.ts";

/** A short message at the bottom of the page, with one action. */
interface Message {
    readonly text: () => string;
    readonly action?: { readonly label: () => string; readonly run: () => void };
}

/** Duration of a message in milliseconds; longer while it has the focus. */
const shownFor = 8_000;
const current: Signal<Message | undefined> = signal<Message | undefined>(undefined);

/** Shows a message, for example that something was deleted, with an action such as Undo. */
export function notify(text: () => string, action?: Message["action"]): void {
    current.set(action ? { text, action } : { text });
}

/** The container of messages; screen readers announce each one once. */
export function snackbar(): HTMLElement {
    const bar = h("div", { class: "snackbar", role: "status" }, () => {
        const message = current();
        if (!message) return null;
        const { action } = message;
        return h(
            "div",
            null,
            h("p", null, message.text),
            action && button(action.label, () => {
                current.set(undefined);
                action.run();
            }, { kind: "plain" }),
        );
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
        const message = current();
        clearTimeout(timer);
        if (!message) return;
        const hide = (): void => {
            if (bar.contains(document.activeElement)) timer = setTimeout(hide, 1_000);
            else if (current.peek() === message) current.set(undefined);
        };
        timer = setTimeout(hide, shownFor);
    });
    return bar;
}
