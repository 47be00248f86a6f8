import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import ServiceRuntime

/// Sets goals from a day on (NUT-34); earlier days keep their goals.
///
/// A version that is not newer than the stored one changes nothing; its command still succeeds, because a later change
/// replaced it.
package struct ChooseGoals: EventHandler {
    package func handle(_ event: Event<SetGoals>, in transaction: borrowing Transaction) async throws {
        let command = event.body, account = command.accountID
        let stored = try await GoalsRepository.lock(account, in: transaction)
        if let stored, stored.version >= command.version {
            return try transaction.append(stored, key: account, subject: account, ending: .succeeded)
        }
        if let fault = FoodRules.fault(of: command.goals) { throw Rejection(.invalidFields, detail: fault) }
        let now = try transaction.eventTime()
        // After the person travels west, the local day may be earlier than the start of the stored goals, which then
        // still apply.
        let from = max(command.from ?? CalendarDay(now, in: .gmt), stored?.from ?? .epoch)
        let changed = GoalsChanged(
            accountID: account, version: command.version, goals: command.goals, changedAt: now, from: from)
        try GoalsRepository.save(changed, from: from, in: transaction)
        try transaction.append(changed, key: account, subject: account, ending: .succeeded)
    }
}
