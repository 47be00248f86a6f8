import type { Receipt, SharedReceipt } from "../../generated/api.ts";
import { formatList, inSentence, t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import type { Client } from "./client.ts";
import { rowPicture, rowWidth } from "./pictures.ts";
import type { VerdictView } from "./verdict.ts";

export type ReceiptItem = Receipt["items"][number];

/** Score below which a recognized value is marked for checking. */
export const certainFrom = 0.9;

/** The fields of a purchase other than its rows. */
export type ReceiptField = "merchant" | "day" | "time" | "currency" | "total" | "tax";

function isUnsure(field: { readonly origin: string; readonly confidence?: number } | undefined): boolean {
    return field?.origin === "read" && (field.confidence ?? 1) < certainFrom;
}

export function isItemUnsure(item: ReceiptItem): boolean {
    return isUnsure(item) || (item.candidates?.length ?? 0) > 0;
}

/** Fields other than rows that must be checked: uncertain, or not recognized. */
export function unsureFields(receipt: Receipt): readonly ReceiptField[] {
    const { fields } = receipt;
    const found: ReceiptField[] = [];
    if (isUnsure(fields.merchant) || !receipt.merchant) found.push("merchant");
    if (isUnsure(fields.day) || !receipt.purchasedAt) found.push("day");
    if (isUnsure(fields.time)) found.push("time");
    if (isUnsure(fields.currency) || !receipt.currency) found.push("currency");
    if (isUnsure(fields.total) || !receipt.total) found.push("total");
    return found;
}

/** Loads the small picture of a purchase; undefined for one without a photo. */
export function receiptPicture(client: Client, { id, photos }: Receipt): (() => Promise<Blob>) | undefined {
    const [first] = photos;
    if (!first) return undefined;
    const query = { number: first.number, width: rowWidth };
    return rowPicture(
        client,
        `${id}/${first.number}`,
        async () => (await client.api.get("/v1/receipts/{id}/photo", { segments: { id }, query })).value,
    );
}

/** Number of values of a purchase that must be checked. */
export function toCheck(receipt: Receipt): number {
    return unsureFields(receipt).length + receipt.items.filter(isItemUnsure).length +
        (receipt.possibleDuplicate ? 1 : 0);
}

/** The allergens found by the names on a receipt, in the form of a verdict; never a promise. */
export function purchaseVerdict(receipt: Receipt, nameOf: (code: string) => string): VerdictView | undefined {
    const { allergens } = receipt;
    const base = { details: [] as string[], isReassessed: false, offersProfile: false };
    if (!allergens) {
        return receipt.items.length === 0 ? undefined : {
            ...base,
            state: "waiting",
            icon: "clock",
            headline: t("receipt.allergens.pending"),
        };
    }
    const names = (codes: readonly string[]): string => formatList(codes.map((code) => inSentence(nameOf(code))));
    const mine = allergens.found.filter(({ inProfile }) => inProfile);
    const named = mine.filter(({ likelihood }) => likelihood === "named").map(({ allergen }) => allergen);
    const likely = mine.filter(({ likelihood }) => likelihood !== "named").map(({ allergen }) => allergen);
    const own = allergens.otherIngredients;
    const unknown = allergens.unknownArticles;
    const details = [
        ...allergens.articles.map((article) =>
            t("receipt.allergens.article", { article: article.name, what: names(article.allergens) })
        ),
        ...(unknown ? [t("receipt.allergens.unknown", { count: unknown })] : []),
        t("receipt.allergens.why"),
    ];
    if (allergens.profileEmpty) {
        const all = allergens.found.filter(({ likelihood }) => likelihood === "named").map(({ allergen }) => allergen);
        return {
            ...base,
            state: "noProfile",
            icon: "list",
            headline: all.length
                ? t("receipt.allergens.names", { what: names(all) })
                : t("receipt.allergens.namesNone"),
            details: [t("verdict.noProfile.why"), ...details],
            offersProfile: true,
        };
    }
    if (named.length || own.length) {
        const what = formatList([...named.map((code) => inSentence(nameOf(code))), ...own]);
        if (likely.length) details.unshift(t("verdict.mayContain.headline", { what: names(likely) }));
        const headline = t("verdict.contains.headline", { what });
        return { ...base, state: "contains", icon: "octagonCross", headline, details };
    }
    if (likely.length) {
        const headline = t("verdict.mayContain.headline", { what: names(likely) });
        return { ...base, state: "mayContain", icon: "triangle", headline, details };
    }
    if (unknown) {
        const headline = t("receipt.allergens.notAllKnown");
        return { ...base, state: "couldNotRead", icon: "question", headline, details };
    }
    // Names are not a list of ingredients, so this does not look like one that was read completely.
    return { ...base, state: "noProfile", icon: "list", headline: t("meal.verdict.none"), details };
}

/** A purchase shared by a member of the household. */
export function sharedReceiptResource(client: Client, id: string): Resource<SharedReceipt> {
    return resource(async () => (await client.api.get("/v1/household/receipts/{id}", { segments: { id } })).value);
}
