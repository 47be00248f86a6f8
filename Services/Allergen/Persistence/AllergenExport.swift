import EventContracts
import Messaging
import Sealing

/// The data export of `allergen`.
package enum AllergenExport {
    /// The exported tables.
    package static let list = ExportList(
        [
            .rows(of: "profiles", opening: [.sealed("other_ingredients", SealingContext.otherIngredients)]),
            .rows(
                of: "scans",
                opening: [
                    .sealed("text", by: "scan_id", SealingContext.scanText),
                    .sealed("details", by: "scan_id", SealingContext.scanDetails),
                    .sealed("name", by: "scan_id", SealingContext.scanName),
                    .sealed("photo.reading", by: "scan_id", SealingContext.labelPrint),
                ]),
            .rows(
                of: "pending_scans",
                opening: [
                    .sealed("text", by: "scan_id", SealingContext.scanText),
                    .sealed("name", by: "scan_id", SealingContext.scanName),
                    .sealed("photo.reading", by: "scan_id", SealingContext.labelPrint),
                ]),
            .rows(of: "reactions", opening: [.sealed("notes", by: "reaction_id", SealingContext.reactionNotes)]),
            .rows(
                of: "meals",
                opening: [
                    .sealed("words", by: "meal_id", SealingContext.mealWords),
                    .sealed("judged.details", by: "meal_id", SealingContext.mealAllergens),
                ]),
            .rows(
                of: "purchases",
                opening: [
                    .sealed("record", by: "receipt_id", SealingContext.receiptRecord),
                    .sealed("judged.details", by: "receipt_id", SealingContext.purchaseAllergens),
                ]),
            .rows(
                of: "bought_products",
                opening: [.sealed("words", by: "product_id", SealingContext.purchasedProductWords)]),
            .rows(of: "product_readings"),
            .rows(of: "product_reports"),
            .rows(of: "account_standings"),
            .rows(of: "purchase_numbers"),
            .rows(of: "recall_alerts"),
            .rows(of: "recipe_changes", by: "reader_id"),
        ],
        leavingOut: ["due_compactions": "a marker that older scans will be compacted within a minute"])
}
