import Postgres

/// The messaging tables in every service's schema; migrations V0001 to V0099.
package enum MessagingMigrations {
    /// All of them, in order.
    ///
    /// - Throws: `PostgresError` if a file name is not that of a migration.
    package static func all() throws -> [Migration] {
        [
            try Migration(
                file: "V0001__create_outbox.sql", bytes: PackageResources.V0001__create_outbox_sql),
            try Migration(file: "V0002__create_inbox.sql", bytes: PackageResources.V0002__create_inbox_sql),
            try Migration(
                file: "V0003__create_dead_letters.sql", bytes: PackageResources.V0003__create_dead_letters_sql),
            try Migration(
                file: "V0004__remember_erased_accounts.sql",
                bytes: PackageResources.V0004__remember_erased_accounts_sql),
            try Migration(
                file: "V0005__vacuum_outbox_soon.sql", bytes: PackageResources.V0005__vacuum_outbox_soon_sql),
        ]
    }
}
