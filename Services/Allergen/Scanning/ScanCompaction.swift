import EventContracts
import Foundation
import Messaging
import Postgres

/// Compacts an account's scans beyond the newest ten, or removes them if the person keeps no history, and publishes
/// each change (ALG-10).
package struct ScanCompaction: Sendable {
    /// Compacts or deletes scans that are due.
    package func compact(
        _ account: AccountID, history: ScanHistory, in transaction: borrowing Transaction
    ) async throws {
        let now = try transaction.eventTime()
        var left = try await ScanRepository.compact(account, in: transaction)
        if history == .lastTen {
            left = try await ScanRepository.removeCompacted(of: account, in: transaction)
            for index in left.indices {
                left[index].deletedAt = now
                left[index].name = nil
            }
        }
        for scan in left { try transaction.append(scan, key: account, subject: scan.scanID) }
    }
}
