import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres
import ServiceRuntime

/// Decides what time alone brings: pages that close, periods that end, renewals, retries and graces.
struct DueSubscriptions: Sendable {
    /// How often to look.
    static let interval = Duration.seconds(1)
    /// Subscriptions of one look.
    private static let most = 100
    /// Decisions on one subscription in a row: more than lie between a renewal and the end of its grace.
    private static let mostSteps = 20

    let desk: BillingDesk
    let database: MessagingDatabase

    /// Decides on all that are due.
    ///
    /// - Throws: A `PostgresError`.
    func run() async throws {
        while true {
            let due = try await desk.subscriptions.due(
                at: EventTime.truncate(database.clock.now()), limit: Self.most, in: database.pool)
            for (subscription, account) in due { try await decide(subscription, of: account) }
            if due.count < Self.most { return }
        }
    }

    private func decide(_ id: SubscriptionID, of account: AccountID) async throws {
        let order = BillingDesk.Order()
        try await database.write(.request(correlationID: order.correlationID)) { transaction in
            try await desk.subscriptions.lock(account, in: transaction)
            guard var stored = try await desk.subscriptions.read(id, in: transaction) else { return }
            let now = try transaction.eventTime(), rules = try await desk.rules(in: transaction)
            var effects: [SubscriptionState.Effect] = [], steps = 0
            while let due = stored.state.dueAt, now >= due, steps < Self.mostSteps {
                effects += stored.state.due(at: now, by: rules)
                steps += 1
            }
            guard steps > 0 else { return }
            try await desk.keep(stored, effects, for: order, in: transaction)
        }
    }
}
