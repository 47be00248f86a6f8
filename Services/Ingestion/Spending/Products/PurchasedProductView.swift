import EventContracts
import Foundation
import IngestionCore

/// A product that a person buys, as they see it.
struct PurchasedProductView: Encodable, Sendable {
    /// What it may be, as somebody else than the person says.
    struct Suggestion: Encodable, Sendable {
        let name: String
        let category: PurchaseCategory
        let confidence: Double
        let origin: String
    }

    let id: PurchasedProductID
    let name: String
    let brand: String?
    let category: PurchaseCategory
    let gtin: String?
    let food: String?
    /// Whether nobody has said yet that it is right.
    let provisional: Bool
    let aliases: [ProductAliasView]
    /// Absent where there are none, and once the person has said what it is.
    let suggestions: [Suggestion]?
    let version: Int64
    let changedAt: Date

    init(_ told: PurchasedProductChanged, _ words: PurchasedProductWords) {
        id = told.productID
        name = words.name
        brand = words.brand
        category = words.category
        gtin = words.gtin
        food = words.foodID
        provisional = told.isProvisional
        aliases = words.aliases.map { ProductAliasView(merchant: $0.merchant, code: $0.code, name: $0.name) }
        suggestions =
            told.isProvisional
            ? words.suggestions?.map {
                Suggestion(
                    name: $0.name, category: $0.category, confidence: Double($0.confidence) / 100, origin: $0.origin)
            } : nil
        version = told.version
        changedAt = told.changedAt
    }
}
