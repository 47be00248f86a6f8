import AllergenService
import EventContracts
import Foundation
import Postgres

/// Adds and withdraws recalls for an operator: rows in `allergen`'s schema, which the service processes while it runs
/// or at its next start.
struct RecallTable: Sendable {
    let database: OperatorDatabase

    private static let schema = "allergen"

    init(database: OperatorDatabase) {
        self.database = database
    }

    /// The state of a recall, with the number of notified people.
    struct Entry: Encodable, Sendable, Equatable {
        let id: RecallID
        let gtin: GTIN
        let lot: String?
        let reason: String
        let issuedAt: Date
        let withdrawnAt: Date?
        /// Whether all accounts have been notified of the issue or the withdrawal.
        let isNotified: Bool
        let notified: Int64
    }

    /// Adds a recall.
    ///
    /// - Returns: The number of people who have scanned the product so far; with `isDryRun` nothing is stored.
    func add(_ recall: Recall, isDryRun: Bool) async throws -> Int64 {
        if !isDryRun {
            let lot = recall.lot.map { ", lot \($0)" } ?? ""
            try await AuditLog(database: database).record(.recall, "recall \(recall.recallID) of \(recall.gtin)\(lot)")
        }
        return try await database.withSchema(Self.schema) { pool in
            let holders = try await RecallRepository.holders(of: recall.gtin, on: pool)
            if !isDryRun {
                try await pool.withTransaction { try await RecallRepository.add(recall, in: $0) }
            }
            return holders
        }
    }

    /// Withdraws a recall.
    ///
    /// - Throws: `ControlFailure.problem` if there is no such active recall.
    func withdraw(_ recall: RecallID) async throws {
        try await AuditLog(database: database).record(.withdrawRecall, "recall \(recall)")
        let isDone = try await database.withSchema(Self.schema) { pool in
            try await pool.withTransaction { try await RecallRepository.withdraw(recall, at: Date(), in: $0) }
        }
        guard isDone else { throw ControlFailure.problem("there is no active recall \(recall)") }
    }

    /// Every recall, newest first.
    func list() async throws -> [Entry] {
        try await database.withSchema(Self.schema) { pool in
            try await RecallRepository.list(on: pool).map { recall, notified in
                Entry(
                    id: recall.recallID, gtin: recall.gtin, lot: recall.lot, reason: recall.reason,
                    issuedAt: recall.issuedAt, withdrawnAt: recall.withdrawnAt, isNotified: recall.notifiedAt != nil,
                    notified: notified
                )
            }
        }
    }
}
