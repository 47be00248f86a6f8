import EventContracts
import Foundation
import Messaging
import Postgres

/// Sends recall alerts: to new scans at once, to earlier ones in the background, one account per transaction, one
/// instance at a time.
package struct RecallAlertWriter: Sendable {
    /// Polling interval.
    package static let interval = Duration.milliseconds(500)
    /// Maximum number of accounts per run; the rest follow in the next run.
    static let stride = 1_000

    let holders: ProductHolders

    /// Alerts a person who has just scanned a product about all its active recalls.
    func alertScanner(of gtin: GTIN, _ scan: ScanAssessed, in transaction: borrowing Transaction) async throws {
        for recall in try await RecallRepository.standing(of: gtin, in: transaction) {
            try await alert(scan.accountID, scan.scanID, scan.scannedAt, of: recall, in: transaction)
        }
    }

    /// Continues informing people of recalls and withdrawals.
    ///
    /// - Throws: A `PostgresError`.
    package func run(on database: MessagingDatabase, lock: AccountLock) async throws {
        for _ in 0..<Self.stride { guard try await alertNext(on: database, lock) else { break } }
    }

    private func alertNext(on database: MessagingDatabase, _ lock: AccountLock) async throws -> Bool {
        guard let (recall, through) = try await RecallRepository.next(on: database.pool) else { return false }
        let isWithdrawn = recall.withdrawnAt != nil
        let holder =
            isWithdrawn
            ? try await RecallRepository.nextNotified(of: recall.recallID, after: through, on: database.pool)
            : try await holders.next(of: recall.gtin, after: through, on: database.pool)
        let name = "\(isWithdrawn ? "withdrawal" : "recall")/\(recall.recallID)/\(holder?.account.description ?? "end")"
        return try await database.write(.work(name)) { transaction in
            guard try await BackgroundLock.recalls.take(in: transaction) else { return false }
            if let holder { try lock.take(holder.account, in: transaction) }
            let now = try transaction.eventTime()
            guard try await RecallRepository.move(recall, from: through, to: holder?.account, at: now, in: transaction)
            else {
                return true
            }
            guard let holder else { return true }
            if isWithdrawn {
                try append(
                    recall.alert(of: holder.scanID, scannedAt: holder.scannedAt, to: holder.account, at: now),
                    transaction)
            } else {
                try await alert(holder.account, holder.scanID, holder.scannedAt, of: recall, in: transaction)
            }
            return true
        }
    }

    private func alert(
        _ account: AccountID, _ scan: ScanID, _ scannedAt: Date, of recall: Recall,
        in transaction: borrowing Transaction
    ) async throws {
        let isNews = try await RecallRepository.remember(
            recall.recallID, notified: account, of: scan, scannedAt: scannedAt, in: transaction)
        guard isNews else { return }
        try append(
            recall.alert(of: scan, scannedAt: scannedAt, to: account, at: try transaction.eventTime()), transaction)
    }

    private func append(_ alert: AllergenAlertRaised, _ transaction: borrowing Transaction) throws {
        try transaction.append(alert, key: alert.accountID, subject: alert.alertID)
    }
}
