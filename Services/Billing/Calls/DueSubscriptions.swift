import BillingRules
import EventContracts
import Foundation
import Logging
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
    private static let maxSteps = 20

    let writer: BillingDecisionWriter
    let database: MessagingDatabase
    /// Subscriptions that could not be decided on.
    let failures: Counter
    let logger: Logger

    /// Decides on all that are due; one that cannot be decided on is told to operators, and the others are decided on.
    ///
    /// - Throws: A `PostgresError` of a database that is away.
    func run() async throws {
        var failed: Set<SubscriptionID> = []
        while true {
            // Failed subscriptions stay due and come first.
            let most = Self.most + failed.count
            let due = try await writer.subscriptions.due(
                at: EventTime.truncate(database.clock.now()), limit: most, in: database.pool)
            for (subscription, account) in due where !failed.contains(subscription) {
                do {
                    try await decide(subscription, of: account)
                } catch let error where Self.isOfAll(error) {
                    throw error
                } catch {
                    failed.insert(subscription)
                    failures.increment()
                    logger.error(
                        "processing a due subscription failed",
                        metadata: ["subscription": "\(subscription)", "error": .error(error)])
                }
            }
            if due.count < most { return }
        }
    }

    /// Whether an error would meet every other subscription as well.
    private static func isOfAll(_ error: any Error) -> Bool {
        guard let error = error as? PostgresError else { return error is CancellationError }
        return [.connection, .poolExhausted, .cancelled].contains(error.code)
    }

    private func decide(_ id: SubscriptionID, of account: AccountID) async throws {
        let order = BillingDecisionWriter.Order()
        try await database.write(.request(correlationID: order.correlationID)) { transaction in
            try await writer.subscriptions.lock(account, in: transaction)
            guard var stored = try await writer.subscriptions.read(id, in: transaction) else { return }
            let now = try transaction.eventTime(), rules = try await writer.rules(in: transaction)
            var effects: [SubscriptionState.Effect] = [], steps = 0
            while let due = stored.state.dueAt, now >= due, steps < Self.maxSteps {
                effects += stored.state.due(at: now, by: rules)
                steps += 1
            }
            guard steps > 0 else { return }
            try await writer.keep(stored, effects, for: order, in: transaction)
        }
    }
}
