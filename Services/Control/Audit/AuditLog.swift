import Foundation
import Postgres

/// Records operators' actions that show or change personal data.
struct AuditLog: Sendable {
    /// The schema of `fmctl` itself.
    static let schema = "control"

    /// An audited action.
    enum Action: String, Sendable {
        case openSealed = "open-sealed"
        case backup, breach, replay, discard, republish, restored, rewrap, recall
        case withdrawRecall = "withdraw-recall"
        case replayErasures = "replay-erasures"
        case announce
        case withdrawAnnouncement = "withdraw-announcement"
        case finishRetirement = "finish-retirement"
        case grantRole = "grant-role"
        case revokeRoles = "revoke-roles"
        case importFoods = "import-foods"
        case importStores = "import-stores"
        case exportLessons = "export-lessons"
        case addDatabasePerson = "add-database-person"
        case removeDatabasePerson = "remove-database-person"
    }

    let database: OperatorDatabase

    /// Adds an entry; must be called before the action itself.
    ///
    /// The detail contains ids and settings, without personal data.
    ///
    /// - Throws: `ControlFailure.problem` if the table does not exist yet, or a `PostgresError`.
    func record(_ action: Action, _ detail: String) async throws {
        let who = NSUserName()
        do {
            try await database.withSchema(Self.schema) { pool in
                _ = try await pool.execute(
                    """
                    INSERT INTO audit_log (who, action, detail) VALUES (\(who), \(action.rawValue), \(detail))
                    """)
            }
        } catch let error as PostgresError where error.sqlState == "42P01" || error.sqlState == "3F000" {
            throw ControlFailure.problem("there is no audit log yet; run fmctl migrate first")
        }
    }
}
