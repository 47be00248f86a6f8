import Foundation
import Quantities

/// The price of a product at a shop, paid by at least three independent people.
package struct CommunityPrice: Codable, Sendable, Equatable {
    package var store: StoreID
    /// The shop's name in an open register, never in a person's words; empty if no register knows the shop.
    package var name: String
    /// The shop's place, estimated from the places of its customers; nil until enough of them are known.
    package var place: CoarsePlace?
    package var currency: Currency
    /// The unit of the price: `kg`, `L` or `ea`.
    package var unit: PurchaseUnit
    /// The median price, in millionths of a minor unit.
    package var millionths: Int64
    /// Number of people whose prices it is based on.
    package var contributors: Int
    /// The newest day among the contributing purchases.
    package var day: CalendarDay

    package init(
        store: StoreID, name: String, place: CoarsePlace?, currency: Currency, unit: PurchaseUnit, millionths: Int64,
        contributors: Int, day: CalendarDay
    ) {
        self.store = store
        self.name = name
        self.place = place
        self.currency = currency
        self.unit = unit
        self.millionths = millionths
        self.contributors = contributors
        self.day = day
    }
}

/// Current prices of a product at shops, each from several people; contains no personal data (SPD-14, SPD-15, GW-42).
package struct CommunityPriceChanged: EventBody {
    package static let type = EventType("foodmagic.spending.community-price-changed.v1")
    package static let topic = Topic.spendingPrice

    package var product: CommunityProductID
    package var version: Int64
    /// Cheapest first in each currency; empty if too few people paid it lately.
    package var prices: [CommunityPrice]
    package var changedAt: Date

    package init(product: CommunityProductID, version: Int64, prices: [CommunityPrice], changedAt: Date) {
        self.product = product
        self.version = version
        self.prices = prices
        self.changedAt = changedAt
    }
}
