import Messaging
import Postgres

/// The schema of `spending`: messaging's tables, then its own.
package enum SpendingMigrations {
    /// All of them, in order.
    ///
    /// - Throws: `PostgresError` when a file name is not that of a migration.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + [
            try Migration(file: "V0101__create_receipts.sql", bytes: PackageResources.V0101__create_receipts_sql),
            try Migration(file: "V0102__create_budgets.sql", bytes: PackageResources.V0102__create_budgets_sql),
        ]
    }
}
