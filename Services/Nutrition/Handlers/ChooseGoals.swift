import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import ServiceRuntime

/// Sets goals from a day on (NUT-34); earlier days keep theirs.
///
/// A version that is not newer than the stored one changes nothing; its command still succeeds, because a later change
/// replaced it.
package struct ChooseGoals: EventHandler {
    package func handle(_ event: Event<SetGoals>, in transaction: borrowing Transaction) async throws {
        let order = event.body, account = order.accountID
        let stored = try await GoalsRepository.lock(account, in: transaction)
        if let stored, stored.version >= order.version {
            return try transaction.append(stored, key: account, subject: account, ending: .succeeded)
        }
        if let fault = FoodRules.fault(of: order.goals) { throw Rejection(.invalidFields, detail: fault) }
        let now = try transaction.eventTime()
        // After travelling west the local day may be earlier; goals set before still apply.
        let from = max(order.from ?? CalendarDay(now, in: .gmt), stored?.from ?? .epoch)
        let changed = GoalsChanged(
            accountID: account, version: order.version, goals: order.goals, changedAt: now, from: from)
        try GoalsRepository.save(changed, from: from, in: transaction)
        try transaction.append(changed, key: account, subject: account, ending: .succeeded)
    }
}
