import Foundation
import Quantities
import Sealing

/// What a person is told of a lower price; sealed as (`lower-price.details`, product id).
package struct LowerPrice: Codable, Sendable, Equatable {
    package var product: String
    /// The shop's name by an open register, with its number or address; empty of a shop that none knows.
    package var store: String
    package var paid: Money
    /// What the same amount costs there.
    package var price: Money
    /// With the way there and back taken off.
    package var saving: Money
    /// As the crow flies; nil where a place is not known.
    package var kilometres: Int?
    /// People whose purchases it rests on.
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

/// Something that a person has bought in the last ten days costs less near them; told once (SPD-13, NOT-06).
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
