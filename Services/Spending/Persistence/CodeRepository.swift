import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities

/// Meanings of shop codes, from the answers of many people (C21).
package enum CodeRepository {
    /// Stores a person's statement which product a shop's code means.
    static func save(
        _ answer: UUID, to code: UUID, by contributor: UUID, _ person: CountedPerson?,
        in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO code_answers (code, contributor, answer, counts_from, network)
            VALUES (
                \(code), \(contributor), \(answer), \(person?.from.description)::text::date,
                \(person?.network(for: "code/\(code)")))
            ON CONFLICT (code, contributor) DO UPDATE SET
                answer = EXCLUDED.answer, counts_from = EXCLUDED.counts_from, network = EXCLUDED.network
            """)
    }

    /// One statement about a shop's code per independent person: one per network, from accounts that count on the
    /// current day.
    static func answers(to code: UUID, in transaction: borrowing Transaction) async throws -> [UUID] {
        let today = CalendarDay(try transaction.eventTime(), in: .gmt)
        return try await transaction.query(
            """
            SELECT DISTINCT ON (network) answer FROM code_answers
            WHERE code = \(code) AND network IS NOT NULL AND counts_from <= \(today.description)::text::date
                AND contributor NOT IN (SELECT contributor FROM suspended_contributors)
            ORDER BY network, contributor
            """
        ).map { try $0.decode(UUID.self) }
    }

    /// Deletes all answers with a contributor's mark.
    static func remove(contributor: UUID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM code_answers WHERE contributor = \(contributor)")
    }

    /// Shares the meaning of a code; the first spelling of an answer is kept.
    static func share(
        _ answer: UUID, _ name: PersonalProductIndex.SharedName, as code: UUID, isReviewed: Bool = false, at now: Date,
        in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO code_names (code, answer, name, category, shared_at, is_reviewed)
            VALUES (\(code), \(answer), \(name.name), \(name.category.rawValue), \(now), \(isReviewed))
            ON CONFLICT (code) DO UPDATE SET
                answer = EXCLUDED.answer, name = EXCLUDED.name, category = EXCLUDED.category,
                shared_at = EXCLUDED.shared_at, is_reviewed = EXCLUDED.is_reviewed
            WHERE code_names.answer <> EXCLUDED.answer
            """)
    }

    /// Withdraws the meaning of a code, unless staff approved it.
    static func withdraw(_ code: UUID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM code_names WHERE code = \(code) AND NOT is_reviewed")
    }

    /// The shared meanings of codes.
    static func names(
        of codes: Set<UUID>, in transaction: borrowing Transaction
    ) async throws -> [UUID: PersonalProductIndex.SharedName] {
        guard !codes.isEmpty else { return [:] }
        let rows = try await transaction.query(
            "SELECT code, name, category FROM code_names WHERE code = ANY (\(Array(codes)))")
        var names: [UUID: PersonalProductIndex.SharedName] = [:]
        for row in rows {
            let (code, name, category) = try row.decode(UUID.self, String.self, String.self)
            names[code] = .init(name: name, category: PurchaseCategory(rawValue: category) ?? .other)
        }
        return names
    }
}
