import BillingRules
import EventContracts
import Foundation
import IngestionCore
import Postgres

/// Reads subscriptions as published by `billing`.
struct SubscriptionReader: Sendable {
    /// Number of subscriptions read to find the current one; all but the newest have usually ended.
    private static let maxRead = 20

    let database: PostgresPool
    let prices: PriceList

    /// The current subscription: one that has not ended, otherwise the last; nil without any.
    func current(of account: AccountID) async throws -> SubscriptionChanged? {
        let published = try await all(of: account)
        return published.first { $0.status != .ended } ?? published.first
    }

    /// The person's recent subscriptions; only `billing` knows all of them, and decides on trials.
    func all(of account: AccountID) async throws -> [SubscriptionChanged] {
        try await DocumentRepository.list(
            .subscription, of: account, after: nil, limit: Self.maxRead, in: database
        ).map { try EventCoding.decode(SubscriptionChanged.self, from: $0.body) }
    }

    /// Number of additional users; 0 for an individual plan.
    func seats(of published: SubscriptionChanged?) -> Int {
        guard let published, let plan = prices[published.choice.planID], plan.seats.upperBound > 1 else { return 0 }
        return published.choice.seats
    }
}
