import EventContracts
import Foundation
import Messaging
import NotificationRules
import Postgres

/// Stores the language and time zone of a person who registered, and schedules reminders of the meal diary (NOT-01).
package struct RememberAccount: EventHandler {
    /// The table mirrors the gateway's, so it may be rebuilt from snapshots.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<AccountRegistered>, in transaction: borrowing Transaction) async throws {
        let account = event.body
        try AccountRepository.save(
            account.accountID, locale: account.locale, timeZone: account.timeZone, in: transaction)
        try invite(account, at: try transaction.eventTime(), in: transaction)
    }

    /// A republished account that was registered long ago, such as after a restore, is not new and gets no reminders.
    private func invite(_ account: AccountRegistered, at now: Date, in transaction: borrowing Transaction) throws {
        let age = now.timeIntervalSince(account.registeredAt)
        guard age < Double(MealReminder.newcomer * 86_400) else { return }
        let clock = LocalClock(TimeZone(identifier: account.timeZone) ?? .gmt)
        let welcome = account.registeredAt + Double(MealReminder.welcome * 3_600)
        try DayRepository.invite(
            account.accountID, remindsAt: DayPlan.nextReminder(after: max(now, welcome), firsts: [], by: clock),
            in: transaction)
    }
}
