import Foundation
import Sealing

/// Names and facts of a person's product; sealed as (`purchased-product.words`, product id).
package struct PurchasedProductWords: Codable, Sendable, Equatable {
    /// A name that a shop prints for it.
    package struct Alias: Codable, Sendable, Hashable {
        /// The merchant's name in lower case without spaces.
        package var merchant: String
        /// The shop's code; nil if the name alone identifies it.
        package var code: String?
        package var name: String

        package init(merchant: String, code: String?, name: String) {
            self.merchant = merchant
            self.code = code
            self.name = name
        }
    }

    /// A suggestion by another source than the person: offered, never applied by itself (SPD-03).
    package struct Suggestion: Codable, Sendable, Hashable {
        package var name: String
        package var category: PurchaseCategory
        /// The stated confidence, in hundredths.
        package var confidence: Int
        /// The source: `model` is a language model.
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
    /// GS1 trade item number, if a shop prints it.
    package var gtin: String?
    /// A food of the catalog or an own food, in the form of `FoodID`; gives allergens and nutrients.
    package var foodID: String?
    /// The name of that food, in English for the catalog; nil in events of earlier releases.
    package var foodName: String?
    package var aliases: [Alias]
    /// The most likely first; nil if none were asked for, and once the person has decided.
    package var suggestions: [Suggestion]?

    /// Maximum number of aliases; the oldest are dropped first.
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

/// Command: assign a product to an item, and to every item that the shop prints the same way (SPD-03).
package struct NamePurchasedProduct: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.name-purchased-product.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var productID: PurchasedProductID
    package var version: Int64
    /// Sealed as (`purchased-product.words`, product id); existing aliases are kept.
    package var words: Sealed<PurchasedProductWords>
    /// A duplicate product whose items and aliases it takes over; nil for none.
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

/// Staff command: share a person's name for a shop's code with everyone (SPD-03, C21).
///
/// The gateway's audit log records who decided.
package struct ShareProductName: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.share-product-name.v1")
    package static let topic = Topic.spendingCommands

    /// The account that proposed it.
    package var accountID: AccountID
    package var productID: PurchasedProductID
    /// The product as the staff saw it; sealed as (`purchased-product.words`, product id).
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

/// Current state of a person's product.
package struct PurchasedProductChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.purchased-product-changed.v1")
    package static let topic = Topic.spendingShopping

    package var accountID: AccountID
    package var productID: PurchasedProductID
    package var version: Int64
    /// Whether it is still unconfirmed (C21).
    package var isProvisional: Bool
    /// Sealed as (`purchased-product.words`, product id).
    package var words: Sealed<PurchasedProductWords>
    package var changedAt: Date
    /// Set when another product absorbed it.
    package var deletedAt: Date?
    /// Ids of absorbed products, including those that they had absorbed; nil for none.
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
