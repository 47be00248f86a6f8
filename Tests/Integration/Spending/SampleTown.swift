import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

@testable import SpendingService

/// People who shop in one town.
struct SampleTown {
    let handlers: SpendingHandlers
    let today: CalendarDay

    init(_ handlers: SpendingHandlers) {
        self.handlers = handlers
        today = CalendarDay(handlers.bench.clock.now(), in: .gmt)
    }

    /// Creates a person at a place, who shares prices or not.
    func person(
        sharing: Bool = true, at place: (Double, Double)? = (43.65, -79.38), radius: Int = 10,
        ignoring: Set<StoreID> = []
    ) async throws -> AccountID {
        let account = try await handlers.bench.account()
        try await choose(account, sharing: sharing, at: place, radius: radius, ignoring: ignoring, version: 1)
        return account
    }

    func choose(
        _ account: AccountID, sharing: Bool, at place: (Double, Double)? = (43.65, -79.38), radius: Int = 10,
        ignoring: Set<StoreID> = [], version: Int64
    ) async throws {
        var preferences = ShoppingPreferences()
        preferences.sharesPrices = sharing
        preferences.place = place.flatMap { CoarsePlace(latitude: $0.0, longitude: $0.1) }
        preferences.radius = radius
        preferences.ignored = ignoring
        try await handlers.bench.deliver(
            SetShoppingPreferences(
                accountID: account, version: version,
                wishes: try await handlers.bench.sealer.seal(preferences, .shoppingPreferences(of: account))),
            to: handlers.chooseShopping, account: account)
    }

    @discardableResult
    func buy(
        _ name: String, _ cents: Int64, at merchant: String, by account: AccountID, daysAgo: Int = 0,
        voucher: Voucher? = nil
    ) async throws -> ReceiptID {
        let day = try #require(today.adding(days: -daysAgo))
        return try await handlers.keep(
            try SpendingHandlers.typed([(name, cents)], at: merchant, on: day.description), of: account,
            voucher: voucher)
    }

    /// Enters a shop into the register, by the id that receipts of the merchant give it.
    func register(_ merchant: String, as name: String) async throws {
        let store = try #require(try SpendingHandlers.typed([("x", 1)], at: merchant).storeID)
        try await handlers.bench.database.write(.request(correlationID: UUID())) { transaction in
            _ = try await transaction.execute(
                """
                INSERT INTO registered_stores (store_id, name, latitude, longitude, source, imported_at)
                VALUES (\(store.uuid), \(name), 4366, -7938, 'test', now())
                """)
        }
    }

    /// Buys something that the shop prints with a code.
    func coded(_ name: String, by account: AccountID) async throws -> ReceiptID {
        var record = try SpendingHandlers.typed([(name, 400)], at: "Far Market", on: today.description)
        record.items[0].code = "77"
        return try await handlers.keep(record, of: account)
    }

    /// Several people pay a price.
    func people(_ count: Int, pay cents: Int64, for name: String = "MILK 2L", at merchant: String) async throws {
        for _ in 0..<count { try await buy(name, cents, at: merchant, by: try await person()) }
    }

    func published() async throws -> [LowerPriceFound] {
        try await handlers.bench.database.events(LowerPriceFound.self).map(\.body)
    }

    func opened(_ event: LowerPriceFound) async throws -> LowerPrice {
        try await handlers.bench.sealer.open(event.details, .lowerPrice(event.productID, of: event.accountID))
    }

    /// Number of observations of shop locations.
    func voices() async throws -> Int64 {
        let rows = try await handlers.bench.database.pool.query(
            "SELECT coalesce(sum(voices), 0)::bigint FROM store_places")
        return try rows.first?.decode(Int64.self) ?? 0
    }

    func count(_ table: String) async throws -> Int {
        try await handlers.bench.database.count("SELECT count(*) FROM \(raw: table)")
    }

    /// Runs a body with a town on a database of its own.
    static func with(_ body: (SampleTown) async throws -> Void) async throws {
        try await SpendingHandlers.with { handlers in try await body(SampleTown(handlers)) }
    }
}
