import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities

/// Community prices, under pseudonyms.
package enum CommunityRepository {
    /// A price that a person paid for a product.
    struct Entry: Sendable {
        let productKey: UUID
        let price: UnitPrice
    }

    /// A purchase with shared prices.
    struct Purchase: Sendable {
        /// A hash that identifies the purchase, and can only be computed with the owner's mark.
        let source: UUID
        let contributor: UUID
        let store: StoreID
        let day: CalendarDay
        let currency: Currency
        /// Nil for an account whose prices are not used for other people.
        let person: CountedPerson?
    }

    /// Stores the prices of a purchase.
    static func save(_ entries: [Entry], of purchase: Purchase, in transaction: borrowing Transaction) async throws {
        let networks = entries.map { entry in
            purchase.person?.network(for: "price/\(entry.productKey)/\(purchase.store)")
        }
        try await transaction.execute(
            """
            INSERT INTO price_observations (
                source, ordinal, contributor, product_key, store_id, day, currency, dimension, price, counts_from,
                network)
            SELECT
                \(purchase.source), ordinal, \(purchase.contributor), product_key, \(purchase.store.uuid),
                \(purchase.day.description)::text::date, \(purchase.currency.code), dimension, price,
                \(purchase.person?.from.description)::text::date, network
            FROM unnest(
                \(entries.map(\.productKey)), \(entries.map(\.price.dimension.rawValue)),
                \(entries.map(\.price.millionths)), \(networks)::uuid[])
                WITH ORDINALITY AS paid (product_key, dimension, price, network, ordinal)
            """)
    }

    /// Deletes the prices of a purchase.
    static func remove(source: UUID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM price_observations WHERE source = \(source)")
    }

    /// Deletes all prices with a contributor's mark.
    static func remove(contributor: UUID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM price_observations WHERE contributor = \(contributor)")
    }

    /// Counts a person from a square as a customer of a shop, each account and each network only once; updates the
    /// shop's place.
    static func addVoice(
        _ voice: UUID, fromNetwork network: UUID, at store: StoreID, from place: CoarsePlace,
        in transaction: borrowing Transaction
    ) async throws {
        let isNew =
            try await transaction.execute(
                """
                INSERT INTO store_voices (voice) SELECT unnest(ARRAY[\(voice), \(network)])
                WHERE NOT EXISTS (SELECT FROM store_voices WHERE voice IN (\(voice), \(network)))
                ON CONFLICT DO NOTHING
                """) == 2
        guard isNew else { return }
        try await transaction.execute(
            """
            INSERT INTO store_places (store_id, latitude, longitude, voices)
            VALUES (\(store.uuid), \(Int64(place.latitude)), \(Int64(place.longitude)), 1)
            ON CONFLICT (store_id, latitude, longitude) DO UPDATE SET voices = store_places.voices + 1
            """)
        try await moveMiddle(of: store, in: transaction)
    }

    /// Stores the median place of a shop's customers, for searching.
    private static func moveMiddle(of store: StoreID, in transaction: borrowing Transaction) async throws {
        // Serializes concurrent writers, so that the second one reads the first one's row.
        try await transaction.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(\("store-middle/\(store)"), 0))::text")
        let rows = try await transaction.query(
            """
            SELECT latitude::bigint, longitude::bigint, voices::bigint FROM store_places
            WHERE store_id = \(store.uuid)
            """)
        let voices = try rows.map { row in
            let (latitude, longitude, count) = try row.decode(Int64.self, Int64.self, Int64.self)
            return StorePlace.Voice(latitude: Int(latitude), longitude: Int(longitude), count: Int(count))
        }
        guard let middle = StorePlace.middle(of: voices) else { return }
        try await transaction.execute(
            """
            INSERT INTO store_middles (store_id, latitude, longitude)
            VALUES (\(store.uuid), \(Int64(middle.latitude)), \(Int64(middle.longitude)))
            ON CONFLICT (store_id) DO UPDATE SET latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude
            """)
    }

    /// Prices that independent people paid for products since a day, at any shop.
    static func observations(
        of keys: Set<UUID>, since day: CalendarDay, on today: CalendarDay, in transaction: borrowing Transaction
    ) async throws -> [UUID: [PriceObservation]] {
        try Self.observations(
            try await transaction.query(
                """
                SELECT product_key, contributor, network, store_id, to_char(day, 'YYYY-MM-DD'), currency, dimension,
                    price
                FROM price_observations
                WHERE product_key = ANY (\(Array(keys))) AND day >= \(day.description)::text::date
                    AND counts_from <= \(today.description)::text::date AND network IS NOT NULL
                    AND contributor NOT IN (SELECT contributor FROM suspended_contributors)
                """))
    }

    /// Prices of independent people since a day, at shops within the person's radius (straight-line distance) and at
    /// preferred ones (C23, SPD-14).
    static func observations(
        of keys: Set<UUID>, since day: CalendarDay, on today: CalendarDay, near preferences: ShoppingPreferences,
        in transaction: borrowing Transaction
    ) async throws -> [UUID: [PriceObservation]] {
        let preferred = preferences.preferred.map(\.uuid)
        guard let here = preferences.place else {
            return try Self.observations(
                try await transaction.query(
                    """
                    SELECT product_key, contributor, network, store_id, to_char(day, 'YYYY-MM-DD'), currency, dimension,
                        price
                    FROM price_observations
                    WHERE product_key = ANY (\(Array(keys))) AND day >= \(day.description)::text::date
                    AND counts_from <= \(today.description)::text::date AND network IS NOT NULL
                    AND contributor NOT IN (SELECT contributor FROM suspended_contributors)
                        AND store_id = ANY (\(preferred))
                    """))
        }
        return try Self.observations(
            try await transaction.query(
                """
                SELECT product_key, contributor, network, store_id, to_char(day, 'YYYY-MM-DD'), currency, dimension,
                    price
                FROM price_observations
                WHERE product_key = ANY (\(Array(keys))) AND day >= \(day.description)::text::date
                    AND counts_from <= \(today.description)::text::date AND network IS NOT NULL
                    AND contributor NOT IN (SELECT contributor FROM suspended_contributors)
                    AND (store_id = ANY (\(preferred)) OR store_id IN (
                        SELECT near.store_id FROM stores_near(
                            \(Int64(here.latitude))::integer, \(Int64(here.longitude))::integer,
                            \(Double(preferences.radius))::double precision) AS near))
                """))
    }

    private static func observations(_ rows: [PostgresRow]) throws -> [UUID: [PriceObservation]] {
        var observations: [UUID: [PriceObservation]] = [:]
        for row in rows {
            let (key, contributor, network, store, day, code, dimension, price) = try row.decode(
                UUID.self, UUID.self, UUID.self, UUID.self, String.self, String.self, String.self, Int64.self)
            guard let currency = Currency(stored: code), let dimension = PurchaseUnit.Dimension(rawValue: dimension)
            else {
                throw UnknownStoredDay()
            }
            observations[key, default: []].append(
                PriceObservation(
                    contributor: contributor.uuidString, network: network.uuidString, store: StoreID(store),
                    day: try CalendarDay(stored: day),
                    currency: currency, price: UnitPrice(dimension, millionths: price)))
        }
        return observations
    }

    /// The names of shops that a register lists.
    static func names(
        of stores: Set<StoreID>, in transaction: borrowing Transaction
    ) async throws -> [StoreID: String] {
        try await RegisteredStoreRepository.names(of: stores, in: transaction)
    }

    /// The places of shops, from a register or from enough customers.
    static func places(
        of stores: Set<StoreID>, in transaction: borrowing Transaction
    ) async throws -> [StoreID: CoarsePlace] {
        var places: [StoreID: CoarsePlace] = [:]
        let rows = try await transaction.query(
            """
            SELECT store_id, latitude::bigint, longitude::bigint FROM located_stores
            WHERE store_id = ANY (\(stores.map(\.uuid)))
            """)
        for row in rows {
            let (id, latitude, longitude) = try row.decode(UUID.self, Int64.self, Int64.self)
            places[StoreID(id)] = CoarsePlace(latitude: Double(latitude) / 100, longitude: Double(longitude) / 100)
        }
        return places
    }

    /// Records that a person is notified of a lower price.
    ///
    /// - Returns: False if they were notified about the product after a given time.
    static func noteFinding(
        _ product: PurchasedProductID, of account: AccountID, at now: Date, unlessSince limit: Date,
        in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO price_findings (account_id, product_id, found_at)
            VALUES (\(account.uuid), \(product.uuid), \(now))
            ON CONFLICT (account_id, product_id) DO UPDATE SET found_at = EXCLUDED.found_at
            WHERE price_findings.found_at < \(limit)
            """) == 1
    }

    /// Permanently deletes prices that are no longer used.
    package static func remove(
        before limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("DELETE FROM price_observations WHERE day < \(limit)::timestamptz::date")
        try await database.execute("DELETE FROM price_findings WHERE found_at < \(limit)")
    }
}
