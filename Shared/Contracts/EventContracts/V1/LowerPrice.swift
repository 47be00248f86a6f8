import Foundation
import Quantities
import Sealing

/// Details of a lower price; sealed as (`lower-price.details`, product id).
package struct LowerPrice: Codable, Sendable, Equatable {
    package var product: String
    /// The shop's name in an open register, with its number or address; empty if no register knows the shop.
    package var store: String
    package var paid: Money
    /// The price of the same amount there.
    package var price: Money
    /// Savings after the cost of the trip there and back.
    package var saving: Money
    /// Straight-line distance; nil if a place is unknown.
    package var kilometres: Int?
    /// Number of people whose purchases it is based on.
    package var contributors: Int

    package init(
        product: String, store: String, paid: Money, price: Money, saving: Money, kilometres: Int?,
        contributors: Int
    ) {
        self.product = product
        self.store = store
        self.paid = paid
        self.price = price
        self.saving = saving
        self.kilometres = kilometres
        self.contributors = contributors
    }
}

/// A product that a person bought in the last ten days costs less nearby; raised once (SPD-13, NOT-06).
package struct LowerPriceFound: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.lower-price-found.v1")
    package static let topic = Topic.spendingShopping

    package var accountID: AccountID
    package var productID: PurchasedProductID
    /// Sealed as (`lower-price.details`, product id).
    package var details: Sealed<LowerPrice>
    package var foundAt: Date

    package init(
        accountID: AccountID, productID: PurchasedProductID, details: Sealed<LowerPrice>, foundAt: Date
    ) {
        self.accountID = accountID
        self.productID = productID
        self.details = details
        self.foundAt = foundAt
    }
}
