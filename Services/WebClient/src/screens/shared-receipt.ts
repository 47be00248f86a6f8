import { type Child, h } from "../core/dom.ts";
import { formatNumber, t } from "../core/i18n.ts";
import { categoryName, formatDay, formatMoney } from "../models/money.ts";
import { sharedReceiptResource } from "../models/receipt-view.ts";
import type { Page } from "./page.ts";
import { section, skeletons } from "./parts.ts";
import { problemNote } from "./spending-parts.ts";

/** A read-only purchase of another member of the household. */
export default function sharedReceiptScreen(page: Page): Child {
    const loaded = sharedReceiptResource(page.client, page.parameters.id ?? "");
    page.setTitle(() => loaded.value()?.merchant ?? t("receipt.title"));
    return () => {
        const receipt = loaded.value();
        if (!receipt) {
            const error = loaded.error();
            return error ? problemNote(error, loaded.reload, "/spending/household") : skeletons();
        }
        return h(
            "div",
            { class: "page-grid" },
            h(
                "div",
                { class: "card total" },
                h("p", { class: "amount" }, receipt.total ? formatMoney(receipt.total) : "–"),
                h(
                    "p",
                    { class: "hint" },
                    [
                        t("household.paidBy", { name: receipt.contributor.name }),
                        receipt.purchasedAt && formatDay(receipt.purchasedAt),
                        receipt.store.address,
                    ].filter(Boolean).join(" · "),
                ),
            ),
            section(
                "receipt.items",
                h(
                    "ul",
                    { class: "list" },
                    receipt.items.map((item) =>
                        h(
                            "li",
                            { class: "card row money-row plain-row" },
                            h(
                                "span",
                                { class: "words" },
                                h("span", { class: "strong" }, item.name),
                                h(
                                    "span",
                                    { class: "hint" },
                                    `${formatNumber(item.quantity)} ${item.unit === "ea" ? "×" : item.unit} · ${
                                        categoryName(item.category)
                                    }`,
                                ),
                            ),
                            h("span", { class: "figure" }, formatMoney(item.amount)),
                        )
                    ),
                ),
            ),
        );
    };
}
