import BillingRules
import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import ServiceRuntime

/// Makes the decisions that depend on time: closing pages, ends of periods, renewals, retries and grace periods.
struct DueSubscriptions: Sendable {
    /// Polling interval.
    static let interval = Duration.seconds(1)
    /// Maximum number of subscriptions per run.
    private static let maxPerRun = 100
    /// Maximum number of consecutive decisions on one subscription: more than from a renewal to the end of its grace
    /// period.
    private static let maxSteps = 20

    let writer: BillingDecisionWriter
    let database: MessagingDatabase
    /// Counts subscriptions whose decision failed.
    let failures: Counter
    let logger: Logger

    /// Processes all due subscriptions; a failing one is reported to operators and does not block the others.
    ///
    /// - Throws: A `PostgresError` if the database is down.
    func run() async throws {
        var failed: Set<SubscriptionID> = []
        while true {
            // Failed subscriptions stay due and are listed first.
            let limit = Self.maxPerRun + failed.count
            let due = try await SubscriptionRepository.due(
                at: EventTime.truncate(database.clock.now()), limit: limit, in: database.pool)
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
            if due.count < limit { return }
        }
    }

    /// Whether an error would affect every other subscription as well.
    private static func isOfAll(_ error: any Error) -> Bool {
        guard let error = error as? PostgresError else { return error is CancellationError }
        return [.connection, .poolExhausted, .cancelled].contains(error.code)
    }

    private func decide(_ id: SubscriptionID, of account: AccountID) async throws {
        let command = BillingDecisionWriter.CommandOrigin()
        try await database.write(.request(correlationID: command.correlationID)) { transaction in
            try await SubscriptionRepository.lock(account, in: transaction)
            guard var stored = try await SubscriptionRepository.read(id, in: transaction) else { return }
            let now = try transaction.eventTime(), rules = try await writer.rules(in: transaction)
            var effects: [SubscriptionState.Effect] = [], steps = 0
            while let due = stored.state.dueAt, now >= due, steps < Self.maxSteps {
                effects += stored.state.due(at: now, by: rules)
                steps += 1
            }
            guard steps > 0 else { return }
            try await writer.keep(stored, effects, for: command, in: transaction)
        }
    }
}
