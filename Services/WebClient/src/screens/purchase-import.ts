import type { PurchaseImport } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { formatDay, formatMoney } from "../models/money.ts";
import { describeError } from "../models/problems.ts";
import { faultKeys, importModel } from "../models/purchase-import.ts";
import type { Page } from "./page.ts";
import { button, linkButton, section } from "./parts.ts";
import { currencyOptions, download, selectField } from "./spending-parts.ts";

/** A template with the columns. */
const example = "date,merchant,item,quantity,unit,amount,currency,category\r\n" +
    "2026-11-21,Maple Market,Milk,1,ea,4.99,CAD,dairy\r\n2026-11-21,Maple Market,Apples,1.2,kg,3.60,CAD,produce\r\n";

/** Imports earlier purchases from a file, after a preview of its content. */
export default function purchaseImportScreen({ client }: Page): Child {
    const model = importModel(client);
    const input = h("input", {
        type: "file",
        accept: ".csv,text/csv",
        class: "hidden",
        tabindex: -1,
        "aria-hidden": "true",
        onchange: () => {
            const file = input.files?.[0];
            input.value = "";
            if (file) void model.choose(file, file.name);
        },
    });
    const pick = (kind: "primary" | "secondary"): Child =>
        button(() => t("import.choose"), () => input.click(), { kind, icon: "images" });

    return h("div", { class: "page-grid" }, input, () => {
        const state = model.state();
        switch (state.step) {
            case "choosing":
                return [
                    h("p", null, t("import.intro")),
                    h("p", { class: "hint" }, t("import.columns")),
                    currency(),
                    h(
                        "div",
                        { class: "actions" },
                        button(() => t("import.example"), () => download("example.csv", example), { icon: "download" }),
                        pick("primary"),
                    ),
                ];
            case "checking":
                return working(t("import.checking"));
            case "sending":
                return working(t("import.sending"));
            case "preview":
                return preview(state.result);
            case "arriving": {
                const all = state.result.purchases.length;
                return h(
                    "div",
                    { class: "card working", role: "status" },
                    h("progress", { max: all, value: state.arrived, "aria-label": t("import.sending") }),
                    h("p", { class: "strong" }, t("import.arrived", { count: state.arrived, of: all })),
                    h("p", { class: "hint" }, t("import.leave")),
                );
            }
            case "done":
                return [
                    h(
                        "div",
                        { class: "card total", role: "status" },
                        h("p", { class: "amount" }, icon("check"), t("import.done", { count: state.arrived })),
                    ),
                    faults(state.result),
                    h(
                        "div",
                        { class: "actions" },
                        button(() => t("import.another"), model.startOver),
                        linkButton("/spending", () => t("receipt.toSpending"), "primary"),
                    ),
                ];
            default:
                return [
                    h("p", { class: "error card", role: "alert" }, icon("info"), describeError(state.error)),
                    h("div", { class: "actions" }, pick("primary")),
                ];
        }
    });

    function working(text: string): Child {
        return h(
            "div",
            { class: "card working", role: "status" },
            h("progress", { "aria-label": text }),
            h("p", { class: "strong" }, text),
        );
    }

    function currency(): Child {
        return selectField({
            name: "currency",
            label: "import.currency",
            options: currencyOptions,
            value: model.currency,
            onchange: model.setCurrency,
        });
    }

    function preview(result: PurchaseImport): Child {
        const { purchases } = result;
        return [
            h(
                "p",
                { class: "strong", role: "status" },
                t("import.found", { count: purchases.length, file: model.fileName() }),
            ),
            currency(),
            faults(result),
            purchases.length > 0 && section(
                "import.preview",
                h(
                    "ul",
                    { class: "list" },
                    purchases.slice(0, 20).map((purchase) =>
                        h(
                            "li",
                            { class: "card row money-row plain-row" },
                            h(
                                "span",
                                { class: "words" },
                                h("span", { class: "strong" }, purchase.merchant ?? t("receipt.unknownShop")),
                                h(
                                    "span",
                                    { class: "hint" },
                                    [
                                        purchase.purchasedAt && formatDay(purchase.purchasedAt),
                                        t("import.items", { count: purchase.items }),
                                    ].filter(Boolean).join(" · "),
                                ),
                            ),
                            h("span", { class: "figure strong" }, purchase.total ? formatMoney(purchase.total) : ""),
                        )
                    ),
                ),
                purchases.length > 20 &&
                    h("p", { class: "hint" }, t("import.andMore", { count: purchases.length - 20 })),
            ),
            h(
                "div",
                { class: "actions" },
                pick("secondary"),
                purchases.length > 0 && button(() => t("import.keep", { count: purchases.length }), model.send, {
                    kind: "primary",
                }),
            ),
        ];
    }

    function faults({ faults: list }: PurchaseImport): Child {
        return list.length > 0 && section(
            "import.faults",
            h("p", null, t("import.faultsText", { count: list.length })),
            h(
                "ul",
                { class: "list" },
                list.slice(0, 50).map(({ line, column, reason }) =>
                    h(
                        "li",
                        { class: "card fact" },
                        h("span", { class: "hint" }, t("import.line", { line, column })),
                        h("span", null, translate(faultKeys[reason])),
                    )
                ),
            ),
        );
    }
}
