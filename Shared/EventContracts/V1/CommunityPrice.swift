import Foundation
import Quantities

/// What a thing costs at a shop, as at least three independent people have paid it.
package struct CommunityPrice: Codable, Sendable, Equatable {
    package var store: StoreID
    /// As an open register tells it, never in a person's words; empty of a shop that none knows.
    package var name: String
    /// Where the shop lies, by where the people live who buy there; nil while too few have said so.
    package var place: CoarsePlace?
    package var currency: Currency
    /// What the price is for one of: `kg`, `L` or `ea`.
    package var unit: PurchaseUnit
    /// In millionths of a minor unit: the median of what people paid.
    package var millionths: Int64
    /// How many people's prices it rests on.
    package var contributors: Int
    /// The newest day that counts.
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

/// What a thing costs at shops as it now is: of many people, of none of whom it tells anything (SPD-14, SPD-15, GW-42).
package struct CommunityPriceChanged: EventBody {
    package static let type = EventType("foodmagic.spending.community-price-changed.v1")
    package static let topic = Topic.spendingPrice

    package var product: CommunityProductID
    package var version: Int64
    /// Cheapest first in each currency; empty when too few people paid it lately.
    package var prices: [CommunityPrice]
    package var changedAt: Date

    package init(product: CommunityProductID, version: Int64, prices: [CommunityPrice], changedAt: Date) {
        self.product = product
        self.version = version
        self.prices = prices
        self.changedAt = changedAt
    }
}
