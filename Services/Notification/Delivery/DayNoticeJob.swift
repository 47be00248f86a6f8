import EventContracts
import Foundation
import Messaging
import NotificationRules
import Postgres
import Quantities

/// Sends the notices on people's days in local time: the daily report, intake that misses the goal, reminders, and
/// upcoming charges.
///
/// A round locks its accounts and records the notices in the same transaction, so that instances share the work, each
/// notice is sent once, and a crash leaves no partial result.
struct DayNoticeJob: Sendable {
    /// Polling interval.
    static let interval = Duration.seconds(1)
    /// Number of people per transaction.
    static let batch = 500

    let database: MessagingDatabase
    let inboxWriter: InboxWriter

    /// Sends the due notices.
    ///
    /// - Throws: A `PostgresError`, or a retryable `SealingError`.
    func run() async throws {
        while try await writeDayNotices() == Self.batch {}
        while try await writeChargeNotices() == Self.batch {}
    }

    /// - Returns: The number of people processed.
    @discardableResult
    func writeDayNotices() async throws -> Int {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime()
            var plans = try await DayRepository.due(at: now, limit: Self.batch, in: transaction)
            guard !plans.isEmpty else { return 0 }
            let accounts = plans.map(\.account)
            let people = try await AccountRepository.people(accounts, in: transaction)
            let preferences = try await PreferencesRepository.find(of: accounts, in: transaction)
            // Days are deleted one day after their retention, because the current day differs between time zones.
            let since = CalendarDay(now, in: .gmt).adding(days: -PersonalDays.kept - 1) ?? .epoch
            let known = try await DayRepository.find(of: accounts, since: since, in: transaction)
            var notices: [(entry: NoticeEntry, text: NoticeText)] = []
            for place in plans.indices {
                let account = plans[place].account, person = people[account]
                let voice = NoticeLocale(texts: inboxWriter.texts, locale: person?.locale, timeZone: person?.timeZone)
                let days = known[account] ?? PersonalDays(), options = preferences[account] ?? DeliveryPreferences()
                if let at = plans[place].closesAt, at <= now {
                    notices += DayNoticeRules.close(&plans[place], days, options, at: now, voice)
                }
                if let at = plans[place].remindsAt, at <= now,
                    let reminder = DayNoticeRules.remind(&plans[place], days, options, at: now, voice)
                {
                    notices.append(reminder)
                }
            }
            try await inboxWriter.putNew(notices, in: transaction)
            try await DayRepository.store(plans, in: transaction)
            return plans.count
        }
    }

    /// - Returns: The number of charges with a reminder.
    @discardableResult
    func writeChargeNotices() async throws -> Int {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime()
            let charges = try await SubscriptionRepository.takeComing(at: now, limit: Self.batch, in: transaction)
            let people = try await AccountRepository.people(charges.map(\.account), in: transaction)
            let notices = charges.map { charge in
                let person = people[charge.account]
                let voice = NoticeLocale(texts: inboxWriter.texts, locale: person?.locale, timeZone: person?.timeZone)
                let cause = "\(charge.subscription)/coming/\(Int(charge.at.timeIntervalSince1970))"
                let entry = NoticeEntry(.subscriptionChanged, of: charge.account, cause: cause)
                return (entry: entry, text: BillingNoticeWriter.text(of: charge, voice))
            }
            try await inboxWriter.putNew(notices, in: transaction)
            return charges.count
        }
    }
}
