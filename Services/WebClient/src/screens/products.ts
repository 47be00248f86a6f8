import { type Child, h } from "../core/dom.ts";
import { t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { onCleanup } from "../core/signal.ts";
import { categoryName } from "../models/money.ts";
import { productListModel } from "../models/products.ts";
import type { Page } from "./page.ts";
import { button, emptyNote, linkButton, skeletons } from "./parts.ts";
import { problemNote } from "./spending-parts.ts";

/** The products that a person buys, with a search. */
export default function productsScreen({ client }: Page): Child {
    const model = productListModel(client);
    let timer: ReturnType<typeof setTimeout> | undefined;
    onCleanup(() => clearTimeout(timer));
    return h(
        "div",
        { class: "page-grid" },
        h(
            "form",
            { role: "search", class: "field", onsubmit: (event: Event) => event.preventDefault() },
            h("label", { for: "query" }, () => t("product.search")),
            h("input", {
                id: "query",
                type: "search",
                autocomplete: "off",
                maxlength: 100,
                oninput: (event: Event) => {
                    const { value } = event.target as HTMLInputElement;
                    clearTimeout(timer);
                    timer = setTimeout(() => model.search(value), 250);
                },
            }),
        ),
        () => {
            const items = model.items();
            if (!items) return model.error() ? problemNote(model.error(), model.reload) : skeletons();
            if (!items.length) {
                return model.query()
                    ? emptyNote(() => t("product.noMatch"), () => t("product.noMatchText"))
                    : emptyNote(
                        () => t("product.empty"),
                        () => t("product.emptyText"),
                        linkButton("/scan/receipt", () => t("spending.addPhoto"), "primary", "scan"),
                    );
            }
            return [
                h(
                    "ul",
                    { class: "list" },
                    items.map((product) =>
                        h(
                            "li",
                            null,
                            h(
                                "a",
                                { href: `/products/${product.id}`, class: "card row plain-row" },
                                h(
                                    "span",
                                    { class: "words" },
                                    h("span", { class: "strong" }, product.name),
                                    h(
                                        "span",
                                        { class: "hint" },
                                        [product.brand, categoryName(product.category)].filter(Boolean).join(" · "),
                                        product.provisional && ` · ${t("product.provisional")}`,
                                    ),
                                ),
                                icon("forward"),
                            ),
                        )
                    ),
                ),
                model.hasMore() && h("div", { class: "actions" }, button(() => t("today.more"), model.loadMore)),
            ];
        },
    );
}
