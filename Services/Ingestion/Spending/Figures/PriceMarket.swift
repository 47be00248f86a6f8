import EventContracts
import Foundation
import IngestionCore
import Postgres
import Purchases
import Quantities
import Sealing

/// Prices that others paid for a person's products, at shops that the person would go to (SPD-14, SPD-15).
struct PriceMarket: Sendable {
    let resources: ResourceReader
    let sealer: Sealer

    /// How and where a person shops, with the units of the account or, if chosen earlier, those for shopping.
    func preferences(of account: AccountID) async throws -> ShoppingPreferences {
        let units = AccountUnits(database: resources.database, sealer: sealer)
        let stored = ResourceReference(.shoppingPreferences, account.uuid)
        guard let document = try await resources.document(stored, of: account) else {
            var preferences = ShoppingPreferences()
            preferences.units = try await units.shown(to: account)
            return preferences
        }
        let published = try EventCoding.decode(ShoppingPreferencesChanged.self, from: document.body)
        var preferences = try await sealer.open(published.wishes, .shoppingPreferences(of: account))
        preferences.units = try await units.chosen(by: account) ?? preferences.units
        return preferences
    }

    /// The prices of a product at other shops, cheapest first in each currency.
    func offers(
        for words: PurchasedProductWords, _ preferences: ShoppingPreferences, on today: CalendarDay
    ) async throws -> [CommunityMarket.Offer] {
        let keys = Self.keys(of: words)
        let known = try await CommunityPriceRepository.read(keys, in: resources.database)
        return CommunityMarket(known, for: preferences).offers(under: keys, on: today)
    }

    /// The prices of several products at other shops, read together.
    func offers(
        for products: [PurchasedProductID: PurchasedProductWords], _ preferences: ShoppingPreferences,
        on today: CalendarDay
    ) async throws -> [PurchasedProductID: [CommunityMarket.Offer]] {
        guard preferences.place != nil || !preferences.preferred.isEmpty else { return [:] }
        let keys = products.mapValues(Self.keys)
        let known = try await CommunityPriceRepository.read(
            keys.values.reduce(into: Set<CommunityProductID>()) { $0.formUnion($1) }, in: resources.database)
        let market = CommunityMarket(known, for: preferences)
        return keys.mapValues { market.offers(under: $0, on: today) }
    }

    /// Lower prices in one currency for purchased products, with the names of their shops (SPD-12).
    func advised(
        for products: [PurchasedProductID], in currency: Currency, of account: AccountID, on today: CalendarDay
    ) async throws -> (offers: [BudgetAdvice.Offer], names: [StoreID: String]) {
        let preferences = try await preferences(of: account)
        guard preferences.place != nil || !preferences.preferred.isEmpty else { return ([], [:]) }
        var keys: [PurchasedProductID: Set<CommunityProductID>] = [:]
        for document in try await DocumentRepository.read(
            .purchasedProduct, ids: products.map(\.uuid), of: account, in: resources.database)
        {
            let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
            let context = SealingContext.purchasedProductWords(published.productID, of: account)
            keys[published.productID] = Self.keys(of: try await sealer.open(published.words, context))
        }
        let known = try await CommunityPriceRepository.read(
            keys.values.reduce(into: Set<CommunityProductID>()) { $0.formUnion($1) }, in: resources.database)
        let market = CommunityMarket(known, for: preferences)
        var offers: [BudgetAdvice.Offer] = [], names: [StoreID: String] = [:]
        for (product, keys) in keys.sorted(by: { $0.key < $1.key }) {
            for offer in market.offers(under: keys, on: today) where offer.price.currency == currency {
                offers.append(.init(product: product, store: offer.price.store, price: offer.unitPrice))
                names[offer.price.store] = offer.price.name
            }
        }
        return (offers, names)
    }

    private static func keys(of words: PurchasedProductWords) -> Set<CommunityProductID> {
        PurchaseUnit.Dimension.allCases.reduce(into: Set<CommunityProductID>()) {
            $0.formUnion(CommunityKey.all(of: words, by: $1))
        }
    }
}
