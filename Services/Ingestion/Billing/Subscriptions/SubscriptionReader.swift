import BillingRules
import EventContracts
import Foundation
import IngestionCore
import Postgres

/// Reads subscriptions as `billing` tells them.
struct SubscriptionReader: Sendable {
    /// Subscriptions that are looked through for the one that counts: all but the last have ended.
    private static let looked = 20

    let database: PostgresPool
    let prices: PriceList

    /// The subscription that counts: one that has not ended, else the last; nil for somebody who never had any.
    func current(of account: AccountID) async throws -> SubscriptionChanged? {
        let told = try await all(of: account)
        return told.first { $0.status != .ended } ?? told.first
    }

    /// The newest that a person has or had; `billing` alone knows of all, and decides on whether there was a trial.
    func all(of account: AccountID) async throws -> [SubscriptionChanged] {
        try await DocumentRepository.list(
            .subscription, of: account, after: nil, limit: Self.looked, in: database
        ).map { try EventCoding.decode(SubscriptionChanged.self, from: $0.body) }
    }

    /// How many others may use it; none of a plan for one.
    func seats(of told: SubscriptionChanged?) -> Int {
        guard let told, let plan = prices[told.choice.planID], plan.seats.upperBound > 1 else { return 0 }
        return told.choice.seats
    }
}
