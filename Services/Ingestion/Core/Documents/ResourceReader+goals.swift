import EventContracts
import Foundation
import Quantities

extension ResourceReader {
    /// The goals that apply on a person's day; nil if none were set yet.
    ///
    /// Goals stored before their first day was recorded apply to every day.
    ///
    /// - Parameters:
    ///   - account: The person.
    ///   - day: The day.
    /// - Returns: The goals' event.
    /// - Throws: A `PostgresError`, or a `DecodingError` if the document does not contain goals.
    package func goals(of account: AccountID, on day: CalendarDay) async throws -> GoalsChanged? {
        // Includes goals that the caller has just set.
        guard let current = try await ownDocument(ResourceReference(.goals, account.uuid), of: account) else {
            return nil
        }
        let goals = try EventCoding.decode(GoalsChanged.self, from: current.body)
        guard let from = goals.from, day < from else { return goals }
        return try await DocumentRepository.list(
            .goalPeriod, of: account, from: .distantPast, upTo: day.start, limit: 1, in: database
        ).first.map { try EventCoding.decode(GoalsChanged.self, from: $0.body) }
    }
}
