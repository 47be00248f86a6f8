import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// The label scans of each account: the newest in full, older ones as compact facts (ALG-10).
package enum ScanRepository {
    /// Number of scans per account kept in full.
    package static let keptInFull = 10

    private static let ahead = ReadAhead<ScanID, ScanRecord>()
    /// Accounts whose scans are counted at the end of the transaction.
    private static let noted = TransactionLocal<Set<AccountID>>()

    /// Reads scans in advance.
    static func readAhead(_ scans: some Sequence<ScanID>) -> AheadQuery {
        let scans = Set(scans)
        return Self.ahead.query(
            scans, "SELECT \(raw: Self.columns) FROM scans WHERE scan_id = ANY (\(scans.map(\.uuid)))"
        ) { row in
            let record = try Self.record(row)
            return (record.scan.scanID, record)
        }
    }

    private static let columns = """
        account_id, scan_id, version, verdict, complete, language, gtin, contains, may_contain, other_matches,
        profile_version, profile_empty, profile_pending, scanned_at, assessed_at, text, details, lexicon_version, facts,
        told_contains, told_may_contain, other_held, others_version, reassessment, photo, name
        """

    /// A scan; nil if it has not been assessed.
    package static func find(_ scan: ScanID, in transaction: borrowing Transaction) async throws -> ScanRecord? {
        if let known = Self.ahead.row(scan, in: transaction) { return known }
        return try await transaction.query(
            "SELECT \(raw: Self.columns) FROM scans WHERE scan_id = \(scan.uuid)"
        ).first.map(Self.record)
    }

    /// A person's scans that were assessed with an earlier profile and do not wait for a later one, oldest first.
    package static func judged(
        before version: Int64, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [ScanRecord] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM scans
            WHERE account_id = \(account.uuid) AND profile_version < \(version)
                AND NOT EXISTS (SELECT FROM pending_scans WHERE pending_scans.scan_id = scans.scan_id)
            ORDER BY scanned_at, scan_id
            """
        ).map(Self.record)
    }

    /// A person's full scans that were assessed with another lexicon, oldest first.
    package static func readOtherwise(
        than lexicon: String, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [ScanRecord] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM scans
            WHERE account_id = \(account.uuid) AND details IS NOT NULL AND lexicon_version <> \(lexicon)
            ORDER BY scanned_at, scan_id
            """
        ).map(Self.record)
    }

    /// Stores the current state of a scan.
    package static func save(_ record: ScanRecord, in transaction: borrowing Transaction) throws {
        let scan = record.scan, facts = try record.facts.map(PostgresJSON.init)
        let photo = try record.photo.map(PostgresJSON.init)
        Self.ahead.drop(scan.scanID, in: transaction)
        try transaction.executeLater(
            """
            INSERT INTO scans (\(raw: Self.columns))
            VALUES (
                \(scan.accountID.uuid), \(scan.scanID.uuid), \(scan.version), \(scan.verdict), \(scan.complete),
                \(scan.language), \(scan.gtin), \(scan.contains), \(scan.mayContain), \(scan.otherMatches),
                \(scan.profileVersion), \(scan.profileEmpty), \(scan.profilePending), \(scan.scannedAt),
                \(scan.assessedAt), \(record.text?.bytes), \(scan.details?.bytes), \(scan.lexiconVersion ?? ""),
                    \(facts),
                \(record.notified.contains.sorted()), \(record.notified.mayContain.sorted()), \(record.otherHeld),
                \(record.othersVersion), \(scan.reassessment), \(photo), \(scan.name?.bytes))
            ON CONFLICT (scan_id) DO UPDATE SET
                version = EXCLUDED.version, verdict = EXCLUDED.verdict, complete = EXCLUDED.complete,
                language = EXCLUDED.language, contains = EXCLUDED.contains, may_contain = EXCLUDED.may_contain,
                other_matches = EXCLUDED.other_matches, profile_version = EXCLUDED.profile_version,
                profile_empty = EXCLUDED.profile_empty, profile_pending = EXCLUDED.profile_pending,
                assessed_at = EXCLUDED.assessed_at, text = EXCLUDED.text, details = EXCLUDED.details,
                lexicon_version = EXCLUDED.lexicon_version, facts = EXCLUDED.facts,
                told_contains = EXCLUDED.told_contains, told_may_contain = EXCLUDED.told_may_contain,
                other_held = EXCLUDED.other_held, others_version = EXCLUDED.others_version,
                reassessment = EXCLUDED.reassessment, photo = EXCLUDED.photo, name = EXCLUDED.name
            """)
    }

    /// Schedules the compaction of a person's scans if more than `keptInFull` are full at the end of the transaction;
    /// an earlier schedule is kept.
    package static func noteCompaction(
        of account: AccountID, due: Date, in transaction: borrowing Transaction
    ) throws {
        let isNew = transaction.withLocal(Self.noted) { noted in
            var known = noted ?? []
            defer { noted = known }
            return known.insert(account).inserted
        }
        guard isNew else { return }
        try transaction.executeAtCommit(
            """
            INSERT INTO due_compactions (account_id, due_at)
            SELECT \(account.uuid), \(due) WHERE EXISTS (
                SELECT FROM scans WHERE account_id = \(account.uuid) AND details IS NOT NULL OFFSET \(Self.keptInFull))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Accounts with scans to be compacted, in random order, so that failing ones do not always come first.
    package static func dueCompactions(at now: Date, limit: Int, on pool: PostgresPool) async throws -> [AccountID] {
        try await pool.query(
            "SELECT account_id FROM due_compactions WHERE due_at <= \(now) ORDER BY random() LIMIT \(limit)"
        ).map { AccountID(try $0.decode(UUID.self)) }
    }

    /// Reduces a person's scans beyond the newest `keptInFull` to compact facts.
    ///
    /// - Returns: The reduced scans in their current state.
    package static func compact(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [ScanAssessed] {
        Self.ahead.dropAll(in: transaction)
        try transaction.executeLater("DELETE FROM due_compactions WHERE account_id = \(account.uuid)")
        return try await transaction.query(
            """
            UPDATE scans SET text = NULL, details = NULL, photo = NULL, version = version + 1,
                reassessment = 'compacted'
            WHERE scan_id IN (
                SELECT scan_id FROM scans
                WHERE account_id = \(account.uuid) AND details IS NOT NULL
                ORDER BY scanned_at DESC, scan_id DESC OFFSET \(Self.keptInFull))
            RETURNING \(raw: Self.columns)
            """
        ).map { try Self.record($0).scan }
    }

    /// Removes an account's compact facts.
    ///
    /// - Returns: The facts, each with the version of its removal.
    package static func removeCompacted(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [ScanAssessed] {
        Self.ahead.dropAll(in: transaction)
        return try await transaction.query(
            """
            DELETE FROM scans WHERE account_id = \(account.uuid) AND details IS NULL RETURNING \(raw: Self.columns)
            """
        ).map { row in
            var scan = try Self.record(row).scan
            scan.version += 1
            scan.reassessment = .compacted
            return scan
        }
    }

    /// A page of all scans, in the order of their ids.
    package static func page(
        after cursor: ScanID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ScanAssessed] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM scans
            WHERE \(cursor?.uuid)::uuid IS NULL OR scan_id > \(cursor?.uuid)
            ORDER BY scan_id LIMIT \(limit)
            """
        ).map { try Self.record($0).scan }
    }

    private static func record(_ row: PostgresRow) throws -> ScanRecord {
        let (
            account, scan, version, verdict, complete, language, gtin, contains, mayContain, otherMatches,
            profileVersion, profileEmpty, profilePending, scannedAt, assessedAt, text, details, lexicon, facts,
            notifiedContains, notifiedMayContain, otherHeld, othersVersion, reassessment, photo, name
        ) = try row.decode(
            UUID.self, UUID.self, Int64.self, Verdict.self, Bool.self, String?.self, String?.self,
            [AllergenChoice].self, [AllergenChoice].self, Int.self, Int64.self, Bool.self, Bool.self, Date.self,
            Date.self, [UInt8]?.self, [UInt8]?.self, String.self, PostgresJSON?.self, [AllergenChoice].self,
            [AllergenChoice].self, Bool.self, Int64.self, ReassessmentCause?.self, PostgresJSON?.self, [UInt8]?.self)
        let known = try facts?.value(as: AllergenFacts.self)
        return ScanRecord(
            scan: ScanAssessed(
                accountID: AccountID(account), scanID: ScanID(scan), version: version, verdict: verdict,
                complete: complete, language: language, gtin: gtin, contains: contains, mayContain: mayContain,
                otherMatches: otherMatches, profileVersion: profileVersion, profileEmpty: profileEmpty,
                profilePending: profilePending, scannedAt: scannedAt, assessedAt: assessedAt,
                details: details.map { Sealed(bytes: $0) }, lexiconVersion: lexicon.isEmpty ? nil : lexicon,
                allContained: known?.allContained, allPossible: known?.allPossible, reassessment: reassessment,
                name: name.map { Sealed(bytes: $0) }),
            text: text.map { Sealed(bytes: $0) }, photo: try photo?.value(as: ScanPhoto.self), facts: known,
            notified: ReportedScanFindings(contains: Set(notifiedContains), mayContain: Set(notifiedMayContain)),
            otherHeld: otherHeld,
            othersVersion: othersVersion)
    }
}
