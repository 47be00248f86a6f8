import EventContracts
import Foundation
import Postgres
import Quantities

/// The table `suggestion_judgements`.
package enum JudgementRepository {
    /// The questions about suggestions.
    package enum Question: String, Sendable, CaseIterable {
        /// Whether the suggestion matched the filter (SPD-09).
        case fits
        /// Whether the suggestion was useful (SPD-12).
        case useful
    }

    /// Increases the number of an answer on a day by one.
    package static func count(
        _ question: Question, _ answer: Bool, on day: CalendarDay, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO suggestion_judgements (day, question, answer, count)
            VALUES (\(day.description)::text::date, \(question.rawValue), \(answer), 1)
            ON CONFLICT (day, question, answer) DO UPDATE SET count = suggestion_judgements.count + 1
            """)
    }

    /// The counts of all answers.
    package static func counts(
        in database: some PostgresQuerying
    ) async throws -> [Question: (yes: Int64, no: Int64)] {
        let rows = try await database.lookUp(
            "SELECT question, answer, sum(count)::bigint FROM suggestion_judgements GROUP BY question, answer")
        var counts: [Question: (yes: Int64, no: Int64)] = [:]
        for row in rows {
            let (text, answer, count) = try row.decode(String.self, Bool.self, Int64.self)
            guard let question = Question(rawValue: text) else { continue }
            let old = counts[question] ?? (0, 0)
            counts[question] = answer ? (old.yes + count, old.no) : (old.yes, old.no + count)
        }
        return counts
    }
}
