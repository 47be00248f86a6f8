import EventContracts
import Foundation
import Postgres
import Quantities
import ServiceRuntime

/// The number of meals and receipts that a person may still photograph on the current day (C12); photos of labels are
/// not limited by plans.
///
/// Counts accepted meals and receipts, whether they have one photo or several; repeated commands and unconfirmed photos
/// do not count.
package struct PhotoAllowance: Sendable {
    package let account: AccountID
    /// The queue of the photo (C13).
    package let lane: PhotoLane
    /// Maximum number per day; nil without a limit.
    package let maxPerDay: Int?
    package let moment: LocalMoment

    /// How long counts of past days are kept, in seconds: other time zones may still be in these days.
    package static let kept: TimeInterval = 3 * 86_400

    /// The end of the person's day.
    package var resetsAt: Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = moment.timeZone
        return calendar.dateInterval(of: .day, for: moment.now)?.end ?? moment.now.addingTimeInterval(86_400)
    }

    /// The remaining number; nil without a limit.
    package func left(in database: some PostgresQuerying) async throws -> Int? {
        guard let maxPerDay else { return nil }
        let taken = try await PhotoDayRepository.taken(by: account, on: moment.day, in: database)
        return max(0, maxPerDay - taken)
    }

    /// Refuses a photo that would be refused later, before anything is stored for it.
    ///
    /// - Throws: `planRequired`, `quotaExceeded`, or a `PostgresError`.
    package func check(in database: some PostgresQuerying) async throws {
        guard try await left(in: database) == 0 else { return }
        throw refusal
    }

    /// Counts the meal or receipt accepted in a transaction.
    ///
    /// - Throws: `planRequired`, `quotaExceeded`, or a `PostgresError`.
    package func take(in transaction: borrowing Transaction) async throws {
        guard let maxPerDay else { return }
        let isTaken = try await PhotoDayRepository.take(
            of: account, on: moment.day, maxCount: maxPerDay, in: transaction)
        guard isTaken else { throw refusal }
    }

    private var refusal: ProblemDetails {
        let limit = Int64(maxPerDay ?? 0)
        guard limit > 0 else {
            return ProblemDetails(
                .planRequired,
                detail:
                    """
                    Your plan does not include photos of meals and receipts: enter them by hand. Label photos are \
                    always included.
                    """
            )
        }
        let end = resetsAt, wait = Int64(end.timeIntervalSince(moment.now).rounded(.up))
        return ProblemDetails(
            .quotaExceeded,
            detail: "Your plan includes \(limit) photos of meals and receipts a day. Label photos are always included.",
            extensions: [
                "limit": .integer(limit), "remaining": .integer(0), "resetsAt": .string(EventTime.format(end)),
                ProblemDetails.retryAfter: .integer(max(1, wait)),
            ])
    }
}

extension AccountPlans {
    /// The allowance of an account at a local time.
    package func photos(of account: AccountID, at moment: LocalMoment) async throws -> PhotoAllowance {
        let entitlements = try await entitlements(of: account)
        return PhotoAllowance(
            account: account, lane: entitlements.lane, maxPerDay: entitlements.photosPerDay, moment: moment)
    }
}
