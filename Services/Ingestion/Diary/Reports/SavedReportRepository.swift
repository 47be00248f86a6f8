import EventContracts
import FoodReports
import Foundation
import IngestionCore
import Postgres
import Quantities
import Sealing

/// The table `reports`.
enum SavedReportRepository {
    private static let columns = "report_id, account_id, subject, day::text, made_at"

    /// Stores a report.
    ///
    /// - Returns: False if the person has the maximum number.
    static func insert(
        _ report: SavedReport, _ content: Sealed<StoredReport>, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.lockCount(of: "reports", report.account)
        return try await transaction.execute(
            """
            INSERT INTO reports (report_id, account_id, subject, day, report_sealed, made_at)
            SELECT \(report.id), \(report.account.uuid), \(report.subject.rawValue),
                \(report.day.description)::text::date, \(content.bytes), \(report.madeAt)
            WHERE (SELECT count(*) FROM reports WHERE account_id = \(report.account.uuid))
                < \(Int64(SavedReport.maxPerAccount))
            """) == 1
    }

    /// A stored report, if any.
    static func read(
        _ id: UUID, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> Sealed<StoredReport>? {
        try await database.lookUp(
            "SELECT report_sealed FROM reports WHERE report_id = \(id) AND account_id = \(account.uuid)"
        ).first.map { Sealed(bytes: try $0.decode([UInt8].self)) }
    }

    /// A person's reports, the newest first.
    ///
    /// - Parameters:
    ///   - account: The person.
    ///   - day: Only reports of this day; nil for all.
    ///   - cursor: The end of the previous page.
    ///   - limit: Maximum number.
    ///   - database: The database.
    /// - Returns: The reports without their content.
    /// - Throws: A `PostgresError`.
    static func list(
        of account: AccountID, on day: CalendarDay?, after cursor: PageCursor?, limit: Int,
        in database: some PostgresQuerying
    ) async throws -> [SavedReport] {
        let before = cursor.map { Date(timeIntervalSince1970: Double($0.sortKey) / 1_000_000) }
        return try await database.query(
            """
            SELECT \(raw: columns) FROM reports
            WHERE account_id = \(account.uuid)
                AND (\(day?.description)::text IS NULL OR day = \(day?.description)::text::date)
                AND (\(before)::timestamptz IS NULL OR (made_at, report_id) < (\(before), \(cursor?.id)))
            ORDER BY made_at DESC, report_id DESC LIMIT \(limit)
            """
        ).map { row in
            let (id, account, subject, day, madeAt) = try row.decode(
                UUID.self, UUID.self, String.self, String.self, Date.self)
            guard let subject = FoodReport.Subject(rawValue: subject), let day = CalendarDay(day) else {
                throw UnknownStoredValue(column: "reports.subject")
            }
            return SavedReport(id: id, account: AccountID(account), subject: subject, day: day, madeAt: madeAt)
        }
    }

    /// Deletes a stored report.
    ///
    /// - Returns: False if not found.
    static func remove(_ id: UUID, of account: AccountID, in database: some PostgresQuerying) async throws -> Bool {
        try await database.execute(
            "DELETE FROM reports WHERE report_id = \(id) AND account_id = \(account.uuid)") == 1
    }
}
