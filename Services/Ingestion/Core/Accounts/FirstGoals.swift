import EventContracts
import Quantities

/// Calculates the first goals of a new account; the diary's part of a registration.
package protocol FirstGoals: Sendable {
    /// Creates the goals of an account whose data key exists.
    typealias Goals = @Sendable (AccountID) async throws -> GoalSettings

    /// Reads the member `body`, in the form of `PUT /v1/goals`.
    ///
    /// - Parameters:
    ///   - fields: The request; problems are reported to it.
    ///   - day: Today, in the person's time zone.
    /// - Returns: The goals; nil without a valid body.
    func read(_ fields: inout BodyFields, on day: CalendarDay) -> Goals?
}
