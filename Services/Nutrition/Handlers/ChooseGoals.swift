import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import ServiceRuntime

/// Makes goals the person's own from a day on (NUT-34); days before it keep those that held then.
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
        let now = try transaction.eventTime()
        // A person who has travelled west may be a day back: what was set later holds all the same.
        let from = max(order.from ?? CalendarDay(now, in: .gmt), stored?.from ?? .epoch)
        let changed = GoalsChanged(
            accountID: account, version: order.version, goals: order.goals, changedAt: now, from: from)
        try goals.save(changed, from: from, in: transaction)
        try transaction.append(changed, key: account, subject: account, ending: .succeeded)
    }
}
