import EventContracts
import Foundation
import Postgres
import Quantities
import ServiceRuntime

/// How many meals and receipts a person may still photograph today (C12); labels of allergens are bounded by no plan.
///
/// What counts is the meal or the receipt that was accepted, whether it is one photo or several, and not that the same order
/// was sent twice, nor a photo that waits to be confirmed.
package struct PhotoAllowance: Sendable {
    package let account: AccountID
    /// Where the photo is going to wait (C13).
    package let lane: PhotoLane
    /// Of a day; nil without a limit.
    package let most: Int?
    package let moment: LocalMoment

    /// How long days are kept beyond their own: it is another day elsewhere.
    package static let kept: TimeInterval = 3 * 86_400

    /// When the person's day ends.
    package var resetsAt: Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = moment.timeZone
        return calendar.dateInterval(of: .day, for: moment.now)?.end ?? moment.now.addingTimeInterval(86_400)
    }

    /// What is left; nil without a limit.
    package func left(in database: some PostgresQuerying) async throws -> Int? {
        guard let most else { return nil }
        let taken = try await PhotoDayRepository.taken(by: account, on: moment.day, in: database)
        return max(0, most - taken)
    }

    /// Refuses what is going to be refused, before anything is stored for it.
    ///
    /// - Throws: `planRequired`, `quotaExceeded`, or a `PostgresError`.
    package func check(in database: some PostgresQuerying) async throws {
        guard try await left(in: database) == 0 else { return }
        throw refusal
    }

    /// Counts the meal or the receipt that is accepted in a transaction.
    ///
    /// - Throws: `planRequired`, `quotaExceeded`, or a `PostgresError`.
    package func take(in transaction: borrowing Transaction) async throws {
        guard let most else { return }
        let isTaken = try await PhotoDayRepository.take(of: account, on: moment.day, most: most, in: transaction)
        guard isTaken else { throw refusal }
    }

    private var refusal: ProblemDetails {
        let most = Int64(most ?? 0)
        guard most > 0 else {
            return ProblemDetails(
                .planRequired,
                detail:
                    "Your plan does not include photos of meals and receipts: enter them by hand. Label photos are always included."
            )
        }
        let end = resetsAt, wait = Int64(end.timeIntervalSince(moment.now).rounded(.up))
        return ProblemDetails(
            .quotaExceeded,
            detail: "Your plan includes \(most) photos of meals and receipts a day. Label photos are always included.",
            extensions: [
                "limit": .integer(most), "remaining": .integer(0), "resetsAt": .string(EventTime.format(end)),
                ProblemDetails.retryAfter: .integer(max(1, wait)),
            ])
    }
}

extension AccountPlans {
    /// What an account may photograph at a moment.
    package func photos(of account: AccountID, at moment: LocalMoment) async throws -> PhotoAllowance {
        let entitlements = try await entitlements(of: account)
        return PhotoAllowance(
            account: account, lane: entitlements.lane, most: entitlements.photosPerDay, moment: moment)
    }
}
