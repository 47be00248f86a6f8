import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing

/// Reads prices at shops that a person would go to, for advice (SPD-12, SPD-14).
package struct NearbyPriceReader: Sendable {
    /// Lower prices with the names of their shops; an empty name for a shop that no register lists.
    struct Offers: Sendable {
        var all: [BudgetAdvice.Offer] = []
        var names: [StoreID: String] = [:]
    }

    let sealer: Sealer

    /// Prices of some products at other shops, in one currency.
    func offers(
        for products: [PersonalProductIndex.Product], in currency: Currency, on today: CalendarDay,
        of account: AccountID,
        in transaction: borrowing Transaction
    ) async throws -> Offers {
        guard !products.isEmpty, let shopper = try await ShopperRepository.find(account, in: transaction) else {
            return Offers()
        }
        let preferences = try await sealer.open(shopper.published.wishes, .shoppingPreferences(of: account))
        guard preferences.place != nil || !preferences.preferred.isEmpty else { return Offers() }
        var keys: [PurchasedProductID: Set<CommunityProductID>] = [:]
        for product in products {
            keys[product.id] = PurchaseUnit.Dimension.allCases.reduce(into: Set<CommunityProductID>()) {
                $0.formUnion(CommunityKey.all(of: product.words, by: $1))
            }
        }
        let known = try await known(
            keys.values.reduce(into: Set<CommunityProductID>()) { $0.formUnion($1) }, on: today, near: preferences,
            in: transaction)
        let market = CommunityMarket(known, for: preferences)
        var offers = Offers()
        for product in products {
            for offer in market.offers(under: keys[product.id] ?? [], on: today) where offer.price.currency == currency
            {
                offers.all.append(
                    BudgetAdvice.Offer(product: product.id, store: offer.price.store, price: offer.unitPrice))
                offers.names[offer.price.store] = offer.price.name
            }
        }
        return offers
    }

    /// The prices of some products, at all shops or at those that match a person's shopping preferences.
    func known(
        _ keys: Set<CommunityProductID>, on today: CalendarDay, near preferences: ShoppingPreferences? = nil,
        in transaction: borrowing Transaction
    ) async throws -> [CommunityProductID: [CommunityPrice]] {
        let since = today.adding(days: -CommunityPrices.window) ?? today
        let wanted = Set(keys.map(\.uuid))
        let observations =
            if let preferences {
                try await CommunityRepository.observations(
                    of: wanted, since: since, on: today, near: preferences, in: transaction)
            } else {
                try await CommunityRepository.observations(of: wanted, since: since, on: today, in: transaction)
            }
        guard !observations.isEmpty else { return [:] }
        let figures = observations.mapValues { CommunityPrices.figures($0, on: today) }
        let stores = Set(figures.values.flatMap { $0.map(\.store) })
        let names = try await CommunityRepository.names(of: stores, in: transaction)
        let places = try await CommunityRepository.places(of: stores, in: transaction)
        var known: [CommunityProductID: [CommunityPrice]] = [:]
        for (key, figures) in figures {
            known[CommunityProductID(key)] = figures.map { figure in
                CommunityPrice(figure, named: names[figure.store] ?? "", at: places[figure.store])
            }
        }
        return known
    }
}
