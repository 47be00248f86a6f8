import type { Receipt } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatNumber, type Key, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { go } from "../core/router.ts";
import { computed, effect, flush, signal, untracked } from "../core/signal.ts";
import { householdModel, isReceiptShared, shareReceipt } from "../models/household.ts";
import { amountText, categoryName, formatMoney, units } from "../models/money.ts";
import { describeError } from "../models/problems.ts";
import { itemField, type ItemTexts } from "../models/receipt-entry.ts";
import { isItemUnsure, purchaseVerdict, type ReceiptField, toCheck, unsureFields } from "../models/receipt-view.ts";
import { receiptModel } from "../models/receipts.ts";
import type { Page } from "./page.ts";
import { askToLeave, button, field, formSummary, linkButton, section, skeletons } from "./parts.ts";
import { receiptPhotos } from "./receipt-photo.ts";
import { notify } from "./snackbar.ts";
import { categoryOptions, currencyOptions, problemNote, selectField } from "./spending-parts.ts";
import { storedNote, verdictCard } from "./verdict-parts.ts";

const adviceKeys: Readonly<Record<string, Key>> = {
    "check-parts": "receipt.advice.parts",
    "one-receipt-at-a-time": "receipt.advice.oneAtATime",
    "language-not-read": "receipt.advice.language",
    "check-date": "receipt.advice.date",
    "photograph-closer": "verdict.advice.closer",
    "photograph-flat": "verdict.advice.flat",
};

/** A purchase: its photo, and every field for checking and correction. */
export default function receiptScreen(page: Page): Child {
    const { client } = page;
    const id = page.parameters.id ?? "";
    const model = receiptModel(client, id);
    const photos = receiptPhotos(model, model.receipt);
    const household = householdModel(client);
    const isShared = isReceiptShared(client, household, id);

    page.setTitle(() => model.receipt()?.merchant ?? t("receipt.title"));
    effect(() => page.setGuard(model.isChanged() ? () => askToLeave(save, model.discard) : undefined));

    function offerUndo(text: () => string): void {
        notify(text, { label: () => t("receipt.undo"), run: () => void model.undo() });
    }

    async function save(): Promise<boolean> {
        const isSaved = await model.save();
        if (isSaved) offerUndo(() => t("receipt.saved"));
        else {
            flush();
            const wrong = document.querySelector<HTMLElement>("[aria-invalid=true]");
            wrong?.closest("details")?.setAttribute("open", "");
            wrong?.focus();
        }
        return isSaved;
    }

    async function remove(): Promise<void> {
        model.discard();
        if (!(await model.remove())) return;
        page.setGuard(undefined);
        await go("/spending", "replace");
        notify(() => t("receipt.deleted"), {
            label: () => t("receipt.undo"),
            run: () =>
                void model.undo().then((isBack) => {
                    if (isBack) void go(`/receipts/${id}`);
                }),
        });
    }

    const isThere = computed(() => model.receipt() !== undefined);
    const age = storedNote(model.resource);
    const verdict = computed(() => {
        const receipt = model.receipt();
        return JSON.stringify(receipt ? purchaseVerdict(receipt, client.allergenNames.nameOf) ?? null : null);
    });
    return h(
        "div",
        { class: "receipt-page" },
        photos.element,
        () => {
            if (!isThere()) {
                const error = model.resource.error();
                return error ? problemNote(error, model.resource.reload) : skeletons(5);
            }
            return untracked(content);
        },
    );

    function content(): Child {
        return h(
            "div",
            { class: "stack wide" },
            () => {
                const view = JSON.parse(verdict()) as ReturnType<typeof purchaseVerdict> | null;
                return view && [
                    verdictCard(view, false),
                    view.offersProfile && h(
                        "div",
                        { class: "actions" },
                        linkButton("/allergens/profile", () => t("verdict.noProfile.choose")),
                    ),
                ];
            },
            age,
            notes,
            section("receipt.purchase", head()),
            rows(),
            foot,
            formSummary(model.errors),
            saveBar,
            section("receipt.more", more()),
        );
    }

    /** Notes about the recognition. */
    function notes(): Child {
        const receipt = model.receipt();
        if (!receipt) return null;
        const open = toCheck(receipt);
        const other = receipt.possibleDuplicate;
        const advice = receipt.advice.flatMap((one) => adviceKeys[one] ?? []);
        return [
            receipt.source === "photo" && h(
                "div",
                { class: "card advice" },
                h(
                    "p",
                    { class: "strong" },
                    `${t("receipt.readItems", { count: receipt.items.length })} `,
                    open ? t("receipt.toCheck", { count: open }) : t("receipt.nothingToCheck"),
                ),
                advice.map((key) => h("p", null, t(key as "receipt.advice.date"))),
                open > 0 && button(() => t("receipt.allRight"), async () => {
                    if (await model.confirm()) offerUndo(() => t("receipt.confirmed"));
                }),
            ),
            model.isConflict() && h("p", { class: "error card", role: "alert" }, icon("info"), t("receipt.conflict")),
            other && h(
                "div",
                { class: "card advice" },
                h(
                    "p",
                    { class: "strong" },
                    t(other.reason === "samePicture" ? "receipt.samePicture" : "receipt.samePurchase"),
                ),
                h(
                    "div",
                    { class: "actions" },
                    linkButton(`/receipts/${other.receipt}`, () => t("receipt.showOther")),
                    button(() => t("receipt.keepBoth"), model.keepBoth),
                    button(() => t("receipt.deleteThis"), remove),
                ),
            ),
        ];
    }

    function mark(name: ReceiptField): Child {
        return () => {
            const receipt = model.receipt();
            return receipt && receipt.source === "photo" && unsureFields(receipt).includes(name) &&
                h("p", { class: "check" }, icon("question"), t("receipt.checkThis"));
        };
    }

    function input(name: ReceiptField, label: Key, more: Record<string, unknown> = {}): Child {
        return h(
            "div",
            null,
            field({
                name,
                label,
                errors: model.errors,
                autocomplete: "off",
                value: () => model.text(name),
                onfocus: () => photos.show(model.receipt()?.fields[name === "tax" ? "total" : name]?.crop),
                oninput: (event: Event) => model.set(name, (event.target as HTMLInputElement).value),
                ...more,
            }),
            mark(name),
        );
    }

    function head(): Child {
        return h(
            "div",
            { class: "card stack" },
            input("merchant", "receipt.merchant", { maxlength: 120 }),
            h(
                "div",
                { class: "pair" },
                input("day", "receipt.day", { type: "date" }),
                input("time", "receipt.time", { type: "time" }),
            ),
            h(
                "div",
                { class: "pair" },
                input("total", "receipt.total", { inputmode: "decimal" }),
                input("tax", "receipt.tax", { inputmode: "decimal" }),
            ),
            h(
                "div",
                null,
                selectField({
                    name: "currency",
                    label: "receipt.currency",
                    errors: model.errors,
                    options: currencyOptions,
                    value: () => model.text("currency"),
                    onchange: (code) => model.set("currency", code),
                }),
                mark("currency"),
            ),
        );
    }

    function rows(): Child {
        // The rows are recreated only when one is added or removed, so that the edited field keeps the focus.
        const ids = computed(() => model.rows().join(" "));
        return section(
            "receipt.items",
            () => {
                const list = ids().split(" ").filter(Boolean);
                return list.length
                    ? h("ul", { class: "list" }, untracked(() => list.map(row)))
                    : h("p", { class: "hint" }, t("receipt.noItems"));
            },
            h(
                "div",
                { class: "actions" },
                button(() => t("receipt.addItem"), () => {
                    const item = model.addItem();
                    flush();
                    document.getElementById(`field-${itemField(item, "name")}`)?.focus();
                }),
            ),
        );
    }

    function row(item: string): Child {
        const stored = computed(() => model.receipt()?.items.find((one) => one.id === item));
        const isUnsure = computed(() => {
            const known = stored();
            return known !== undefined && isItemUnsure(known);
        });
        const texts = (): ItemTexts => model.itemTexts(item);
        const edit = (name: keyof ItemTexts, label: Key, more: Record<string, unknown> = {}): Child =>
            field({
                name: itemField(item, name),
                label,
                errors: model.errors,
                autocomplete: "off",
                value: () => texts()[name],
                onfocus: () => photos.show(stored()?.crop),
                oninput: (event: Event) => model.setItem(item, name, (event.target as HTMLInputElement).value),
                ...more,
            });
        const isOpen = item.startsWith("new-");
        return h(
            "li",
            null,
            h(
                "details",
                { class: "card item", open: isOpen },
                h(
                    "summary",
                    null,
                    h(
                        "span",
                        { class: "words" },
                        h("span", { class: "strong" }, () => texts().name || t("receipt.newItem")),
                        h("span", { class: "hint" }, () => {
                            const { quantity, unit, category } = texts();
                            const amount = unit === "ea" ? `${quantity} ×` : `${quantity} ${unit}`;
                            return `${amount} · ${categoryName(category)}`;
                        }),
                        () => isUnsure() && h("span", { class: "check" }, icon("question"), t("receipt.checkThis")),
                    ),
                    h("span", { class: "figure strong" }, () => {
                        const known = stored();
                        const { amount } = texts();
                        return known && amount === amountText(known.amount) ? formatMoney(known.amount) : amount || "–";
                    }),
                ),
                h(
                    "div",
                    { class: "stack" },
                    photos.strip(stored()?.crop),
                    () => guesses(item, stored()),
                    edit("name", "receipt.item", { maxlength: 120 }),
                    h(
                        "div",
                        { class: "pair" },
                        edit("quantity", "receipt.quantity", { inputmode: "decimal" }),
                        selectField({
                            name: itemField(item, "unit"),
                            label: "receipt.unit",
                            options: () => units.map((unit) => [unit, unit === "ea" ? t("receipt.each") : unit]),
                            value: () => texts().unit,
                            onchange: (unit) => model.setItem(item, "unit", unit),
                        }),
                    ),
                    h(
                        "div",
                        { class: "pair" },
                        edit("unitPrice", "receipt.unitPrice", { inputmode: "decimal" }),
                        edit("amount", "receipt.amount", { inputmode: "decimal" }),
                    ),
                    edit("discount", "receipt.discount", { inputmode: "decimal" }),
                    selectField({
                        name: itemField(item, "category"),
                        label: "receipt.category",
                        options: categoryOptions,
                        value: () => texts().category,
                        onchange: (category) => model.setItem(item, "category", category),
                    }),
                    () => {
                        const product = stored()?.product;
                        return product && h(
                            "p",
                            { class: "hint" },
                            `${t("receipt.product")}: `,
                            h("a", { href: `/products/${product.id}` }, product.name),
                        );
                    },
                    h(
                        "div",
                        { class: "actions" },
                        button(() => t("receipt.removeItem"), () => {
                            model.removeItem(item);
                            notify(() => t("receipt.itemRemoved"), {
                                label: () => t("receipt.undo"),
                                run: () => model.restoreItem(item),
                            });
                        }, { kind: "plain" }),
                    ),
                ),
            ),
        );
    }

    /** The products that a row may mean, from which the person chooses. */
    function guesses(item: string, stored: Receipt["items"][number] | undefined): Child {
        const candidates = stored?.candidates ?? [];
        return candidates.length > 0 && h(
            "fieldset",
            { class: "advice card" },
            h("legend", { class: "hidden" }, t("receipt.whichProduct", { what: stored?.name ?? "" })),
            h("p", { class: "strong" }, t("receipt.whichProduct", { what: stored?.name ?? "" })),
            h(
                "div",
                { class: "chips" },
                candidates.map((one) =>
                    h("button", {
                        type: "button",
                        class: "chip",
                        onclick: () => void choose(item, one.id),
                    }, one.name)
                ),
                stored?.product && h("button", {
                    type: "button",
                    class: "chip",
                    onclick: () => void choose(item, stored.product?.id ?? ""),
                }, t("receipt.newProduct")),
            ),
        );
    }

    async function choose(item: string, product: string): Promise<void> {
        if (await model.choose(item, product)) offerUndo(() => t("receipt.saved"));
    }

    /** Shows whether the rows add up to the total. */
    function foot(): Child {
        const checks = model.receipt()?.checks;
        if (checks?.itemsMatchTotal === undefined) return null;
        const difference = checks.difference;
        return h(
            "p",
            { class: checks.itemsMatchTotal ? "sum" : "sum check" },
            icon(checks.itemsMatchTotal ? "check" : "question"),
            checks.itemsMatchTotal ? t("receipt.sumFits") : t("receipt.sumDiffers", {
                amount: difference ? formatMoney({ ...difference, amount: difference.amount.replace("-", "") }) : "",
            }),
        );
    }

    function saveBar(): Child {
        return model.isChanged() && h(
            "div",
            { class: "actions sticky" },
            button(() => t("app.leave.discard"), model.discard),
            button(() => t("app.save"), save, { kind: "primary" }),
        );
    }

    function more(): Child {
        const error = signal("");
        return h(
            "div",
            { class: "card stack" },
            () =>
                household.resource.value() && h(
                    "label",
                    { class: "tick" },
                    h("input", {
                        type: "checkbox",
                        checked: () => isShared.value() ?? false,
                        onchange: async (event: Event) => {
                            const { checked } = event.target as HTMLInputElement;
                            error.set("");
                            try {
                                await shareReceipt(client, id, checked);
                                isShared.set(checked);
                            } catch (reason) {
                                isShared.reload();
                                error.set(describeError(reason));
                            }
                        },
                    }),
                    h("span", null, t("receipt.share")),
                ),
            () => error() && h("p", { class: "error", role: "alert" }, icon("info"), error()),
            () => {
                const receipt = model.receipt();
                const { store, source } = receipt ?? {};
                return h(
                    "p",
                    { class: "hint" },
                    [
                        store?.address,
                        store?.telephone,
                        source === "file" ? t("receipt.fromFile") : source === "typed" ? t("receipt.typed") : "",
                        receipt?.tenders.map(({ label, amount }) => `${label} ${formatMoney(amount)}`).join(", "),
                    ].filter(Boolean).join(" · ") ||
                        t("receipt.version", { number: formatNumber(receipt?.version ?? 1) }),
                );
            },
            h(
                "div",
                { class: "actions" },
                () =>
                    model.receipt()?.canUndo && !model.isChanged() &&
                    button(() => t("receipt.undoLast"), async () => {
                        if (await model.undo()) notify(() => t("receipt.undone"));
                    }),
                button(() => t("receipt.delete"), remove),
            ),
        );
    }
}
