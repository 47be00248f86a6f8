import { type Child, h } from "../core/dom.ts";
import { type Key, t } from "../core/i18n.ts";
import { go } from "../core/router.ts";
import { computed, untracked } from "../core/signal.ts";
import { units } from "../models/money.ts";
import { keepFreshReceipt, sendReceipt } from "../models/receipt-capture.ts";
import { itemField, type ItemTexts, typedReceiptModel } from "../models/receipt-entry.ts";
import type { Page } from "./page.ts";
import { button, field, formElement, formSummary, section, submitButton } from "./parts.ts";
import { notify } from "./snackbar.ts";
import { categoryOptions, currencyOptions, selectField } from "./spending-parts.ts";

/** A typed purchase. The input is stored on the device until it is sent. */
export default function newReceiptScreen({ client }: Page): Child {
    const model = typedReceiptModel(client, (entry, content) => sendReceipt(client, entry, content));

    async function send(): Promise<boolean> {
        const result = await model.send();
        if (!result) return false;
        if (result === "waiting") {
            notify(() => t("receipt.waitingText"));
            await go("/spending", "replace");
        } else {
            keepFreshReceipt(result);
            await go(`/receipts/${result.id}`, "replace");
        }
        return true;
    }

    const input = (name: "merchant" | "day" | "total" | "tax", label: Key, more: Record<string, unknown> = {}): Child =>
        field({
            name,
            label,
            errors: model.errors,
            autocomplete: "off",
            value: () => model.value()[name],
            oninput: (event: Event) => model.set(name, (event.target as HTMLInputElement).value),
            ...more,
        });

    const count = computed(() => model.value().items.length);
    return formElement(
        send,
        h("p", { class: "hint" }, () => t("receipt.typedHint")),
        h(
            "div",
            { class: "card stack" },
            input("merchant", "receipt.merchant", { maxlength: 120 }),
            input("day", "receipt.day", { type: "date" }),
            h(
                "div",
                { class: "pair" },
                input("total", "receipt.total", { inputmode: "decimal" }),
                input("tax", "receipt.tax", { inputmode: "decimal" }),
            ),
            selectField({
                name: "currency",
                label: "receipt.currency",
                options: currencyOptions,
                value: () => model.value().currency,
                onchange: (code) => model.set("currency", code),
            }),
        ),
        section(
            "receipt.items",
            // The rows are recreated when one is added or removed, not during typing.
            () => {
                const length = count();
                return h("ul", { class: "list" }, untracked(() => Array.from({ length }, (_, index) => row(index))));
            },
            h("div", { class: "actions" }, button(() => t("receipt.addItem"), model.addItem)),
        ),
        formSummary(model.errors),
        h("div", { class: "actions" }, submitButton("app.save", model.isBusy)),
    );

    function row(index: number): Child {
        const texts = (): Partial<ItemTexts> => model.value().items[index] ?? {};
        const edit = (name: keyof ItemTexts, label: Key, more: Record<string, unknown> = {}): Child =>
            field({
                name: itemField(`new-${index}`, name),
                label,
                errors: model.errors,
                autocomplete: "off",
                value: () => texts()[name] ?? "",
                oninput: (event: Event) => model.setItem(index, name, (event.target as HTMLInputElement).value),
                ...more,
            });
        return h(
            "li",
            { class: "card stack" },
            edit("name", "receipt.item", { maxlength: 120 }),
            h(
                "div",
                { class: "pair" },
                edit("quantity", "receipt.quantity", { inputmode: "decimal" }),
                selectField({
                    name: itemField(`new-${index}`, "unit"),
                    label: "receipt.unit",
                    options: () => units.map((unit) => [unit, unit === "ea" ? t("receipt.each") : unit]),
                    value: () => texts().unit ?? "ea",
                    onchange: (unit) => model.setItem(index, "unit", unit),
                }),
            ),
            h(
                "div",
                { class: "pair" },
                edit("amount", "receipt.amount", { inputmode: "decimal" }),
                selectField({
                    name: itemField(`new-${index}`, "category"),
                    label: "receipt.category",
                    options: categoryOptions,
                    value: () => texts().category ?? "other",
                    onchange: (category) => model.setItem(index, "category", category),
                }),
            ),
            () =>
                count() > 1 && h(
                    "div",
                    { class: "actions" },
                    button(() => t("receipt.removeItem"), () => model.removeItem(index), { kind: "plain" }),
                ),
        );
    }
}
