import BillingRules
import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Quantities
import ServiceRuntime

/// Deletes entries of the basic plan after their day, if the installation does not save them (NUT-15).
///
/// Entries made during a paid plan are kept for a later subscription. The others are deleted by commands to
/// `nutrition`, like deletions by the owner, and permanently removed 30 days later.
package struct UnsavedHistory: Sendable {
    /// Interval between rounds.
    package static let interval = Duration.seconds(600)
    /// Number of accounts checked in one statement.
    private static let page = 200
    /// Maximum number of meals per account and round.
    private static let maxMeals = 100

    private let database: MessagingDatabase
    private let plans: AccountPlans

    /// - Parameters:
    ///   - database: The gateway's database.
    ///   - standard: The tier without a subscription.
    ///   - table: The features of each tier.
    package init(database: MessagingDatabase, standard: PlanTier, table: EntitlementTable) {
        self.database = database
        plans = AccountPlans(database: database.pool, clock: database.clock, standard: standard, table: table)
    }

    /// Runs one round over all accounts; several gateway instances may run it at the same time, and each meal is
    /// deleted by one of them.
    ///
    /// - Throws: The first error, after all other accounts were processed; the rest waits for the next round.
    package func run() async throws {
        var last: AccountID?, failure: (any Error)?
        while true {
            let people = try await people(after: last)
            for person in people {
                do {
                    try await check(for: person)
                } catch {
                    try Task.checkCancellation()
                    failure = failure ?? error
                }
            }
            guard people.count == Self.page else { break }
            last = people.last?.account
        }
        if let failure { throw failure }
    }

    private struct Owner {
        let account: AccountID
        let timeZone: TimeZone
    }

    /// People with a recorded meal that is not deleted, in the order of their ids.
    private func people(after last: AccountID?) async throws -> [Owner] {
        try await database.pool.query(
            """
            SELECT account_id, time_zone FROM accounts
            WHERE status = 'active' AND (\(last?.uuid)::uuid IS NULL OR account_id > \(last?.uuid)::uuid)
                AND EXISTS (
                    SELECT FROM documents
                    WHERE owner = account_id AND kind = \(ResourceKind.meal.rawValue) AND deleted_at IS NULL)
            ORDER BY account_id LIMIT \(Self.page)
            """
        ).map { row in
            let (id, zone) = try row.decode(UUID.self, String.self)
            return Owner(account: AccountID(id), timeZone: TimeZone(identifier: zone) ?? .gmt)
        }
    }

    private func check(for person: Owner) async throws {
        let now = database.clock.now(), account = person.account
        guard let since = try await plans.basicSince(account) else { return }
        let today = CalendarDay(now, in: person.timeZone)
        // The sort key of a meal is its local time.
        let rows = try await database.pool.query(
            """
            SELECT id FROM documents
            WHERE owner = \(account.uuid) AND kind = \(ResourceKind.meal.rawValue) AND deleted_at IS NULL
                AND sort_key < \(today.start.microseconds) AND (body ->> 'recordedAt')::timestamptz >= \(since)
            ORDER BY sort_key LIMIT \(Self.maxMeals)
            """)
        for row in rows { try await delete(MealID(try row.decode(UUID.self)), of: account) }
    }

    /// Appends the command to delete a meal; nothing if its owner or another instance has changed it meanwhile.
    private func delete(_ meal: MealID, of account: AccountID) async throws {
        let resource = ResourceReference(.meal, meal.uuid)
        guard let known = try await VersionRepository.read(resource, of: account, in: database.pool),
            let accepted = try known.accepted.map({ try EventCoding.decode(AcceptedMeal.self, from: $0) }),
            accepted.deletedAt == nil
        else { return }
        try await database.write(.request(correlationID: UUID())) { transaction in
            let deleted = AcceptedMeal(
                meal: accepted.meal, deletedAt: try transaction.eventTime(), lessons: accepted.lessons)
            let version = try await VersionRepository.next(
                of: resource, of: account, after: known.version, accepted: EventCoding.encode(deleted),
                at: transaction.eventTime(), in: transaction)
            guard let version else { return }
            let days = try await MealEndpoints.assign([accepted.meal.day], of: account, in: transaction)
            try transaction.append(
                DeleteMeal(accountID: account, mealID: meal, version: version, days: days), key: account, subject: meal)
            // Deleted meals have no lessons.
            try await MealEndpoints.teach(
                accepted.lessons.map { _ in .none }, meal, of: account, version: version, in: transaction)
        }
    }
}
