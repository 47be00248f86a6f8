import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Makes goals the person's own (NUT-34).
///
/// A version that is not newer than the stored one changes nothing; its order has succeeded all the same, since what it
/// asked for has been replaced by something later.
package struct ChooseGoals: EventHandler {
    let goals: GoalsRepository

    package func handle(_ event: Event<SetGoals>, in transaction: borrowing Transaction) async throws {
        let order = event.body, account = order.accountID
        let stored = try await goals.lock(account, in: transaction)
        if let stored, stored.version >= order.version {
            return try transaction.append(stored, key: account, subject: account, ending: .succeeded)
        }
        if let fault = FoodRules.fault(of: order.goals) { throw Rejection(.invalidFields, detail: fault) }
        let changed = GoalsChanged(
            accountID: account, version: order.version, goals: order.goals, changedAt: try transaction.eventTime())
        try goals.save(changed, in: transaction)
        try transaction.append(changed, key: account, subject: account, ending: .succeeded)
    }
}
