import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Scans whose profile version has not arrived (ALG-03).
package enum PendingScanRepository {
    private static let columns = """
        account_id, scan_id, profile_version, text, language, gtin, scanned_at, answered_at, event_id, correlation_id,
        operation_id, traceparent, photo, voucher, name
        """

    /// Stores a scan until its profile arrives; after the deadline it is answered without the profile.
    package static func add(_ pending: PendingScan, deadline: Date, in transaction: borrowing Transaction) throws {
        let scan = pending.scan, photo = try scan.photo.map(PostgresJSON.init)
        let voucher = try scan.voucher.map(PostgresJSON.init)
        try transaction.executeLater(
            """
            INSERT INTO pending_scans (
                account_id, scan_id, profile_version, text, language, gtin, scanned_at, deadline_at, event_id,
                correlation_id, operation_id, traceparent, photo, voucher, name)
            VALUES (
                \(scan.accountID.uuid), \(scan.scanID.uuid), \(pending.profileVersion), \(scan.text.bytes),
                \(scan.language), \(scan.gtin), \(scan.scannedAt), \(deadline), \(pending.eventID),
                \(pending.correlationID), \(pending.operationID?.uuid), \(pending.traceparent), \(photo),
                \(voucher), \(scan.name?.bytes))
            ON CONFLICT (scan_id) DO NOTHING
            """)
    }

    /// Removes and returns a person's scans whose profile version has arrived, oldest first.
    package static func take(
        of account: AccountID, reachedBy version: Int64, in transaction: borrowing Transaction
    ) async throws -> [PendingScan] {
        try await transaction.query(
            """
            WITH reached AS (
                DELETE FROM pending_scans WHERE account_id = \(account.uuid) AND profile_version <= \(version)
                RETURNING \(raw: Self.columns)
            )
            SELECT \(raw: Self.columns) FROM reached ORDER BY scanned_at, scan_id
            """
        ).map(Self.pending)
    }

    /// Unanswered scans past their deadline, the longest waiting first.
    package static func overdue(
        at now: Date, limit: Int, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [PendingScan] {
        try await database.query(
            """
            SELECT \(raw: Self.columns) FROM pending_scans
            WHERE answered_at IS NULL AND deadline_at <= \(now)
            ORDER BY deadline_at LIMIT \(limit)
            """
        ).map(Self.pending)
    }

    /// Marks a scan as answered.
    ///
    /// - Returns: False if another instance was first, or its profile has arrived.
    package static func markAnswered(
        _ scan: ScanID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE pending_scans SET answered_at = \(now) WHERE scan_id = \(scan.uuid) AND answered_at IS NULL
            """) == 1
    }

    /// Extends the waiting time of a scan.
    package static func postpone(
        _ scan: ScanID, to deadline: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            "UPDATE pending_scans SET deadline_at = \(deadline) WHERE scan_id = \(scan.uuid)")
    }

    /// Removes a scan.
    package static func remove(
        _ scan: ScanID, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("DELETE FROM pending_scans WHERE scan_id = \(scan.uuid)")
    }

    /// Deletes scans that were answered before an instant and whose profile never arrived.
    @discardableResult
    package static func remove(
        answeredBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM pending_scans WHERE answered_at < \(limit)")
    }

    private static func pending(_ row: PostgresRow) throws -> PendingScan {
        let (
            account, scan, version, text, language, gtin, scannedAt, answeredAt, event, correlation, operation,
            traceparent, photo, voucher, name
        ) = try row.decode(
            UUID.self, UUID.self, Int64.self, [UInt8].self, String?.self, String?.self, Date.self, Date?.self,
            UUID.self, UUID.self, UUID?.self, String?.self, PostgresJSON?.self, PostgresJSON?.self, [UInt8]?.self)
        return PendingScan(
            scan: LabelScan(
                accountID: AccountID(account), scanID: ScanID(scan), text: Sealed(bytes: text), language: language,
                gtin: gtin, scannedAt: scannedAt, photo: try photo?.value(as: ScanPhoto.self),
                voucher: try voucher?.value(as: Voucher.self), name: name.map { Sealed(bytes: $0) }),
            profileVersion: version, answeredAt: answeredAt, eventID: event, correlationID: correlation,
            operationID: operation.map(OperationID.init), traceparent: traceparent)
    }
}
