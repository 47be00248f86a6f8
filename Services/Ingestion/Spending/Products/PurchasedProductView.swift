import EventContracts
import Foundation
import IngestionCore

/// A product that a person buys, in the form for its owner.
struct PurchasedProductView: Encodable, Sendable {
    /// A suggested identity of the product, from a source other than the person.
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
    /// Whether the person has not confirmed the product yet.
    let provisional: Bool
    let aliases: [ProductAliasView]
    /// The suggestions; absent if the list is empty or the person has decided.
    let suggestions: [Suggestion]?
    let version: Int64
    let changedAt: Date

    init(_ published: PurchasedProductChanged, _ words: PurchasedProductWords) {
        id = published.productID
        name = words.name
        brand = words.brand
        category = words.category
        gtin = words.gtin
        food = words.foodID
        provisional = published.isProvisional
        aliases = words.aliases.map { ProductAliasView(merchant: $0.merchant, code: $0.code, name: $0.name) }
        suggestions =
            published.isProvisional
            ? words.suggestions?.map {
                Suggestion(
                    name: $0.name, category: $0.category, confidence: Double($0.confidence) / 100, origin: $0.origin)
            } : nil
        version = published.version
        changedAt = published.changedAt
    }
}
