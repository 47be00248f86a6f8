import EventContracts
import Foundation
import Messaging
import Postgres

/// Compacts the scans of people who have more in full than are kept, a moment after the scan that was one too many: a
/// verdict does not wait for it, and several scans are compacted together (ALG-10, C18).
package struct ScanCompactor: Sendable {
    /// How often to look.
    package static let interval = Duration.seconds(1)
    /// People in one look at most.
    static let sweepSize = 200

    let database: MessagingDatabase
    let lock: AccountLock
    let profiles: ProfileRepository
    let scans: ScanRepository

    /// Compacts what is due, a person per transaction.
    ///
    /// - Throws: a `PostgresError`.
    package func sweep() async throws {
        let compaction = ScanCompaction(scans: scans)
        for account in try await scans.dueCompactions(limit: Self.sweepSize, on: database.pool) {
            try await database.write(.request(correlationID: UUID())) { transaction in
                try lock.take(account, in: transaction)
                let history = try await profiles.find(account, in: transaction)?.history ?? .keep
                try await compaction.compact(account, history: history, in: transaction)
            }
        }
    }
}
