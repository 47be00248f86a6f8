import { effect } from "./signal.ts";

export type Child = Node | string | number | null | undefined | false | readonly Child[] | (() => Child);

/**
 * Attributes, properties and listeners of an element; a function as a value is evaluated again when a signal that it
 * reads changes.
 */
export type Props = Record<string, unknown>;

const svgNamespace = "http://www.w3.org/2000/svg";
const svgTags = new Set([
    "svg",
    "path",
    "circle",
    "rect",
    "polygon",
    "polyline",
    "line",
    "g",
    "text",
    "defs",
    "pattern",
    "image",
]);
const properties = new Set(["value", "checked", "disabled", "indeterminate", "srcObject"]);

/** Creates an element. Text is never parsed as markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    props?: Props | null,
    ...children: Child[]
): HTMLElementTagNameMap[K];
export function h(tag: string, props?: Props | null, ...children: Child[]): Element;
export function h(tag: string, props?: Props | null, ...children: Child[]): Element {
    const element = svgTags.has(tag) ? document.createElementNS(svgNamespace, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(props ?? {})) {
        if (name.startsWith("on") && typeof value === "function") {
            element.addEventListener(name.slice(2), value as EventListener);
        } else if (typeof value === "function") {
            effect(() => write(element, name, (value as () => unknown)()));
        } else {
            write(element, name, value);
        }
    }
    append(element, children);
    return element;
}

function write(element: Element, name: string, value: unknown): void {
    if (properties.has(name)) {
        (element as unknown as Props)[name] = value;
    } else if (value === false || value === null || value === undefined) {
        element.removeAttribute(name);
    } else {
        element.setAttribute(name, value === true ? "" : String(value));
    }
}

function append(parent: Node, children: readonly Child[]): void {
    for (const child of children) {
        if (Array.isArray(child)) append(parent, child);
        else if (typeof child === "function") parent.appendChild(following(child as () => Child));
        else if (child instanceof Node) parent.appendChild(child);
        else if (child !== null && child !== undefined && child !== false) {
            parent.appendChild(document.createTextNode(String(child)));
        }
    }
}

/** A part of the document that is redrawn when the signals that `read` reads change. */
function following(read: () => Child): Node {
    const start = document.createComment("");
    const end = document.createComment("");
    const fragment = document.createDocumentFragment();
    fragment.append(start, end);
    effect(() => {
        const next = document.createDocumentFragment();
        append(next, [read()]);
        // Removes everything between the two markers, including content added by nested parts.
        while (start.nextSibling && start.nextSibling !== end) (start.nextSibling as ChildNode).remove();
        end.parentNode?.insertBefore(next, end);
    });
    return fragment;
}

/** Replaces the content of an element. */
export function replace(parent: Element, ...children: Child[]): void {
    parent.replaceChildren();
    append(parent, children);
}
