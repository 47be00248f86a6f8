import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities

/// Publishes community prices paid by at least three independent people (SPD-14, SPD-15).
///
/// All are published together once an hour, so that an observer cannot tell which purchase changed a price. Prices of
/// fewer than three people are never published, and a shop has a name only from an open register.
package struct CommunityPricePublisher: Sendable {
    /// Polling interval.
    package static let interval = Duration.seconds(3_600)
    /// Number of products per transaction.
    static let page = 200

    let market: NearbyPriceReader
    let database: MessagingDatabase

    /// Publishes all changed prices once.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        var cursor: UUID?
        repeat {
            let after = cursor
            cursor = try await database.write(.request(correlationID: UUID())) { transaction in
                try await publishPage(after: after, in: transaction)
            }
        } while cursor != nil && !Task.isCancelled
    }

    /// Publishes changed prices of a page of products.
    ///
    /// - Returns: The start of the next page; nil after the last one.
    private func publishPage(after cursor: UUID?, in transaction: borrowing Transaction) async throws -> UUID? {
        let now = try transaction.eventTime(), today = CalendarDay(now, in: .gmt)
        let since = today.adding(days: -CommunityPrices.window) ?? today
        let keys = try await PublishedPriceRepository.due(
            since: since, on: today, after: cursor, limit: Self.page, in: transaction)
        guard !keys.isEmpty else { return nil }
        let known = try await market.known(
            Set(keys.map { CommunityProductID($0) }), on: today, in: transaction)
        let before = try await PublishedPriceRepository.prices(of: keys, in: transaction)
        for key in keys {
            let current = known[CommunityProductID(key)] ?? []
            guard current != before[key]?.prices ?? [] else { continue }
            let event = CommunityPriceChanged(
                product: CommunityProductID(key), version: (before[key]?.version ?? 0) + 1, prices: current,
                changedAt: now)
            // Another instance of the service may have published it first.
            guard try await PublishedPriceRepository.save(event, in: transaction) else { continue }
            try transaction.append(event, key: event.product, subject: event.product)
        }
        return keys.count < Self.page ? nil : keys.last
    }
}

extension CommunityPrice {
    /// A figure in the form of the event.
    init(_ figure: CommunityPrices.Figure, named name: String, at place: CoarsePlace?) {
        self.init(
            store: figure.store, name: name, place: place, currency: figure.currency, unit: figure.price.unit,
            millionths: figure.price.millionths, contributors: figure.contributors, day: figure.day)
    }
}
