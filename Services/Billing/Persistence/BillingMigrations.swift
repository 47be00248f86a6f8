import Messaging
import Postgres

/// The migrations of `billing`: those of messaging, then its own.
package enum BillingMigrations {
    /// All migrations, in order.
    ///
    /// - Throws: `PostgresError` if a file name is not that of a migration.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + [
            try Migration(
                file: "V0101__create_subscriptions.sql", bytes: PackageResources.V0101__create_subscriptions_sql),
            try Migration(file: "V0102__create_payments.sql", bytes: PackageResources.V0102__create_payments_sql),
            try Migration(file: "V0103__create_ledger.sql", bytes: PackageResources.V0103__create_ledger_sql),
            try Migration(file: "V0104__create_seats.sql", bytes: PackageResources.V0104__create_seats_sql),
            try Migration(file: "V0110__create_trials.sql", bytes: PackageResources.V0110__create_trials_sql),
            try Migration(
                file: "V0120__forget_customers.sql", bytes: PackageResources.V0120__forget_customers_sql),
            try Migration(file: "V0140__note_orders.sql", bytes: PackageResources.V0140__note_orders_sql),
        ]
    }
}
