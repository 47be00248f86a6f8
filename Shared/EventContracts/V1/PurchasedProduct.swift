import Foundation
import Sealing

/// What is known of a product that a person buys; sealed as (`purchased-product.words`, product id).
package struct PurchasedProductWords: Codable, Sendable, Equatable {
    /// A name that a shop prints for it.
    package struct Alias: Codable, Sendable, Hashable {
        /// The merchant's name in small letters without spaces.
        package var merchant: String
        /// The shop's code; nil where the name alone tells.
        package var code: String?
        package var name: String

        package init(merchant: String, code: String?, name: String) {
            self.merchant = merchant
            self.code = code
            self.name = name
        }
    }

    /// What somebody else than the person says that it may be: offered, never decided (SPD-03).
    package struct Suggestion: Codable, Sendable, Hashable {
        package var name: String
        package var category: PurchaseCategory
        /// How sure it is said to be, in hundredths.
        package var confidence: Int
        /// Where it comes from: `model` is a language model.
        package var origin: String

        package init(name: String, category: PurchaseCategory, confidence: Int, origin: String = "model") {
            self.name = name
            self.category = category
            self.confidence = confidence
            self.origin = origin
        }
    }

    package var name: String
    package var brand: String?
    package var category: PurchaseCategory
    /// GS1 trade item number, when a shop prints it.
    package var gtin: String?
    /// Of the catalogue or of the person's own, as `FoodID` writes it; what allergens and nutrients are known by.
    package var foodID: String?
    /// What that food is called, in English where the catalogue names it; nil of what earlier releases wrote.
    package var foodName: String?
    package var aliases: [Alias]
    /// The likeliest first; nil where nobody was asked, and once the person has said what it is.
    package var suggestions: [Suggestion]?

    /// Most aliases; the oldest go first.
    package static let maxAliases = 20

    package init(
        name: String, brand: String? = nil, category: PurchaseCategory, gtin: String? = nil, foodID: String? = nil,
        foodName: String? = nil, aliases: [Alias] = [], suggestions: [Suggestion]? = nil
    ) {
        self.name = name
        self.brand = brand
        self.category = category
        self.gtin = gtin
        self.foodID = foodID
        self.foodName = foodName
        self.aliases = aliases
        self.suggestions = suggestions
    }
}

/// Order: what an article of a receipt really is, once for every time the shop prints it so (SPD-03).
package struct NamePurchasedProduct: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.name-purchased-product.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var productID: PurchasedProductID
    package var version: Int64
    /// Sealed as (`purchased-product.words`, product id); aliases are kept as they were.
    package var words: Sealed<PurchasedProductWords>
    /// A product that is the same, whose articles and aliases it takes; nil for none.
    package var absorbs: PurchasedProductID?

    package init(
        accountID: AccountID, productID: PurchasedProductID, version: Int64, words: Sealed<PurchasedProductWords>,
        absorbs: PurchasedProductID? = nil
    ) {
        self.accountID = accountID
        self.productID = productID
        self.version = version
        self.words = words
        self.absorbs = absorbs
    }
}

/// Order of the staff: everybody may know what a person says that a shop's codes stand for; who decided stands in the audit
/// log of the gateway (SPD-03, C21).
package struct ShareProductName: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.share-product-name.v1")
    package static let topic = Topic.spendingCommands

    /// Of the person who asked for it.
    package var accountID: AccountID
    package var productID: PurchasedProductID
    /// As the staff saw it; sealed as (`purchased-product.words`, product id).
    package var words: Sealed<PurchasedProductWords>
    package var reviewedAt: Date

    package init(
        accountID: AccountID, productID: PurchasedProductID, words: Sealed<PurchasedProductWords>, reviewedAt: Date
    ) {
        self.accountID = accountID
        self.productID = productID
        self.words = words
        self.reviewedAt = reviewedAt
    }
}

/// A product of a person as it now is.
package struct PurchasedProductChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.purchased-product-changed.v1")
    package static let topic = Topic.spendingShopping

    package var accountID: AccountID
    package var productID: PurchasedProductID
    package var version: Int64
    /// Whether nobody has said yet that it is right (C21).
    package var isProvisional: Bool
    /// Sealed as (`purchased-product.words`, product id).
    package var words: Sealed<PurchasedProductWords>
    package var changedAt: Date
    /// Set when another product absorbed it.
    package var deletedAt: Date?
    /// Products whose place it took, and those whose place they had taken; nil for none.
    package var absorbed: [PurchasedProductID]?

    package init(
        accountID: AccountID, productID: PurchasedProductID, version: Int64, isProvisional: Bool,
        words: Sealed<PurchasedProductWords>, changedAt: Date, deletedAt: Date? = nil,
        absorbed: [PurchasedProductID]? = nil
    ) {
        self.accountID = accountID
        self.productID = productID
        self.version = version
        self.isProvisional = isProvisional
        self.words = words
        self.changedAt = changedAt
        self.deletedAt = deletedAt
        self.absorbed = absorbed
    }
}
