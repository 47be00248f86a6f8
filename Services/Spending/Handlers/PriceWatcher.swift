import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// Publishes lower nearby prices for products bought in the last ten days (SPD-13, SPD-14, NOT-06).
///
/// Each account is claimed for an hour and processed in its own transaction: two instances never process the same
/// account, and each find is published once. A failing account is retried later and does not block others.
package struct PriceWatcher: Sendable {
    /// Polling interval for due people.
    package static let interval = Duration.seconds(300)
    /// Seconds until an account is due again; with the interval, it is checked within the hour.
    static let pause: TimeInterval = 50 * 60
    /// Seconds until an account is due again after a failure: less than the interval, so that the next run retries it.
    static let retry: TimeInterval = 240

    let sealer: Sealer
    let database: MessagingDatabase
    let clock: any WallClock

    /// Processes all due accounts.
    ///
    /// - Throws: The first error, a `PostgresError` or a `SealingError` while the key ring is unreachable; all other
    ///   accounts have been processed.
    package func run() async throws {
        var failure: (any Error)?
        while !Task.isCancelled, let shopper = try await takeNext() {
            do {
                try await check(for: shopper)
            } catch let error as SealingError where !error.isRetryable {
                // Data of an erased account cannot be decrypted, so the account gets no notice.
            } catch {
                failure = failure ?? error
                try await putOff(shopper.accountID)
            }
        }
        if let failure { throw failure }
    }

    /// Claims the next due account, if any.
    private func takeNext() async throws -> ShoppingPreferencesChanged? {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime(), today = CalendarDay(now, in: .gmt)
            return try await ShopperRepository.take(
                before: now.addingTimeInterval(-Self.pause), boughtSince: Self.first(before: today), at: now,
                in: transaction)?.published
        }
    }

    private func check(for shopper: ShoppingPreferencesChanged) async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let today = CalendarDay(try transaction.eventTime(), in: .gmt)
            try await check(for: shopper, from: Self.first(before: today), to: today, in: transaction)
        }
    }

    /// Makes an account due again in the next run.
    private func putOff(_ account: AccountID) async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let instant = try transaction.eventTime().addingTimeInterval(Self.retry - Self.pause)
            try await ShopperRepository.putOff(account, to: instant, in: transaction)
        }
    }

    /// The first day whose purchases are compared with nearby prices.
    private static func first(before today: CalendarDay) -> CalendarDay {
        today.adding(days: -PriceWatch.days) ?? today
    }

    private func check(
        for shopper: ShoppingPreferencesChanged, from first: CalendarDay, to today: CalendarDay,
        in transaction: borrowing Transaction
    ) async throws {
        let account = shopper.accountID
        let preferences = try await sealer.open(shopper.wishes, .shoppingPreferences(of: account))
        guard preferences.place != nil || !preferences.preferred.isEmpty else { return }
        let purchases = try await purchases(of: account, from: first, to: today, in: transaction)
        guard !purchases.isEmpty else { return }
        let words = try await words(of: Set(purchases.keys), of: account, in: transaction)
        var keys: [PurchasedProductID: Set<CommunityProductID>] = [:]
        for (product, purchase) in purchases {
            guard let words = words[product] else { continue }
            keys[product] = CommunityKey.all(of: words, by: purchase.price.dimension)
        }
        let since = today.adding(days: -CommunityPrices.window) ?? today
        let wanted = keys.values.reduce(into: Set<UUID>()) { $0.formUnion($1.map(\.uuid)) }
        let observations = try await CommunityRepository.observations(
            of: wanted, since: since, on: today, near: preferences, in: transaction)
        guard !observations.isEmpty else { return }
        let figures = observations.mapValues { CommunityPrices.figures($0, on: today) }
        let stores = Set(figures.values.flatMap { $0.map(\.store) })
        let names = try await CommunityRepository.names(of: stores, in: transaction)
        let places = try await CommunityRepository.places(of: stores, in: transaction)
        for (product, purchase) in purchases.sorted(by: { $0.key < $1.key }) {
            let offers = (keys[product] ?? []).sorted().flatMap { figures[$0.uuid] ?? [] }
            guard let name = words[product]?.name,
                let find = PriceWatch.find(purchase, offers, preferences, places: places, today: today)
            else { continue }
            let way = places[find.figure.store].flatMap { place in preferences.place?.kilometres(to: place) }
            try await publish(
                find, name, at: names[find.figure.store] ?? "", kilometres: way, of: account, in: transaction)
        }
    }

    private func publish(
        _ find: PriceWatch.Find, _ name: String, at store: String, kilometres: Double?, of account: AccountID,
        in transaction: borrowing Transaction
    ) async throws {
        let product = find.purchase.product, currency = find.purchase.currency, now = try transaction.eventTime()
        let limit = now.addingTimeInterval(-Double(PriceWatch.days) * 86_400)
        guard
            try await CommunityRepository.noteFinding(
                product, of: account, at: now, unlessSince: limit, in: transaction)
        else { return }
        let details = LowerPrice(
            product: name, store: store, paid: Money(minorUnits: find.purchase.paid, currency: currency),
            price: Money(minorUnits: find.price, currency: currency),
            saving: Money(minorUnits: find.saving, currency: currency),
            kilometres: kilometres.map { Int($0.rounded()) }, contributors: find.figure.contributors)
        let event = LowerPriceFound(
            accountID: account, productID: product,
            details: try await sealer.seal(details, .lowerPrice(product, of: account)), foundAt: now)
        try transaction.append(event, key: account, subject: product)
    }

    /// A person's recent purchases, the latest one of each product.
    private func purchases(
        of account: AccountID, from first: CalendarDay, to today: CalendarDay, in transaction: borrowing Transaction
    ) async throws -> [PurchasedProductID: PriceWatch.Purchase] {
        let days = first...(today.adding(days: 1) ?? today)
        let absorbed = try await PurchasedProductRepository.absorbed(of: account, in: transaction)
        var purchases: [PurchasedProductID: PriceWatch.Purchase] = [:]
        for stored in try await ReceiptRepository.ledgers(of: account, in: days, in: transaction) {
            let text = try await sealer.open(stored.ledger, .receiptLedger(stored.id, of: account))
            guard let ledger = PurchaseLedger(text: text)?.naming(absorbed), let day = ledger.day,
                let currency = ledger.currency
            else { continue }
            for line in ledger.lines {
                guard let product = line.product, let price = line.price else { continue }
                purchases[product] = PriceWatch.Purchase(
                    product: product, store: ledger.store, day: min(day, today), currency: currency, paid: line.net,
                    price: price)
            }
        }
        return purchases
    }

    private func words(
        of wanted: Set<PurchasedProductID>, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [PurchasedProductID: PurchasedProductWords] {
        var words: [PurchasedProductID: PurchasedProductWords] = [:]
        for product in try await PurchasedProductRepository.read(wanted, of: account, in: transaction) {
            words[product.productID] = try await sealer.open(
                product.words, .purchasedProductWords(product.productID, of: account))
        }
        return words
    }
}
