import EventContracts
import Foundation
import Postgres
import Sealing

/// The label scans of each person: the newest in full, of the others what was found and when (ALG-10, C18).
package struct ScanRepository: Sendable {
    /// How many scans of a person are kept in full (S2 4.1).
    package static let keptInFull = 10

    package init() {}

    private static let columns = """
        account_id, scan_id, version, verdict, complete, language, gtin, contains, may_contain, other_matches,
        profile_version, profile_empty, profile_pending, scanned_at, assessed_at, details
        """

    /// The version of a scan, or nil when it has not been assessed.
    package func version(of scan: ScanID, in transaction: borrowing Transaction) async throws -> Int64? {
        try await transaction.query("SELECT version FROM scans WHERE scan_id = \(scan.uuid)").first?
            .decode(Int64.self)
    }

    /// Stores a scan as it now is.
    package func save(
        _ scan: ScanAssessed, text: Sealed<String>, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO scans (
                account_id, scan_id, version, verdict, complete, language, gtin, contains, may_contain, other_matches,
                profile_version, profile_empty, profile_pending, scanned_at, assessed_at, text, details)
            VALUES (
                \(scan.accountID.uuid), \(scan.scanID.uuid), \(scan.version), \(scan.verdict), \(scan.complete),
                \(scan.language), \(scan.gtin), \(scan.contains), \(scan.mayContain), \(scan.otherMatches),
                \(scan.profileVersion), \(scan.profileEmpty), \(scan.profilePending), \(scan.scannedAt),
                \(scan.assessedAt), \(text.bytes), \(scan.details.bytes))
            ON CONFLICT (scan_id) DO UPDATE SET
                version = EXCLUDED.version, verdict = EXCLUDED.verdict, complete = EXCLUDED.complete,
                language = EXCLUDED.language, contains = EXCLUDED.contains, may_contain = EXCLUDED.may_contain,
                other_matches = EXCLUDED.other_matches, profile_version = EXCLUDED.profile_version,
                profile_empty = EXCLUDED.profile_empty, profile_pending = EXCLUDED.profile_pending,
                assessed_at = EXCLUDED.assessed_at, text = EXCLUDED.text, details = EXCLUDED.details
            """)
    }

    /// Keeps of a person's scans beyond the newest `keptInFull` the compact fact only.
    package func compact(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            UPDATE scans SET text = NULL, details = NULL
            WHERE scan_id IN (
                SELECT scan_id FROM scans
                WHERE account_id = \(account.uuid) AND details IS NOT NULL
                ORDER BY scanned_at DESC, scan_id DESC OFFSET \(Self.keptInFull))
            """)
    }

    /// A page of the scans kept in full, in the order of their ids.
    package func page(
        after cursor: ScanID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ScanAssessed] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM scans
            WHERE details IS NOT NULL AND (\(cursor?.uuid)::uuid IS NULL OR scan_id > \(cursor?.uuid))
            ORDER BY scan_id LIMIT \(limit)
            """
        ).map(Self.scan)
    }

    private static func scan(_ row: PostgresRow) throws(PostgresError) -> ScanAssessed {
        let (
            account, scan, version, verdict, complete, language, gtin, contains, mayContain, otherMatches,
            profileVersion, profileEmpty, profilePending, scannedAt, assessedAt, details
        ) = try row.decode(
            UUID.self, UUID.self, Int64.self, Verdict.self, Bool.self, String?.self, String?.self, [AllergenCode].self,
            [AllergenCode].self, Int.self, Int64.self, Bool.self, Bool.self, Date.self, Date.self, [UInt8].self)
        return ScanAssessed(
            accountID: AccountID(account), scanID: ScanID(scan), version: version, verdict: verdict,
            complete: complete, language: language, gtin: gtin, contains: contains, mayContain: mayContain,
            otherMatches: otherMatches, profileVersion: profileVersion, profileEmpty: profileEmpty,
            profilePending: profilePending, scannedAt: scannedAt, assessedAt: assessedAt,
            details: Sealed(bytes: details))
    }
}
