import Messaging
import Postgres

/// The migrations of `notification`: those of messaging, then its own.
package enum NotificationMigrations {
    /// All migrations, in order.
    ///
    /// - Throws: `PostgresError` if a file name is not that of a migration.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + [
            try Migration(
                file: "V0101__create_accounts.sql", bytes: PackageResources.V0101__create_accounts_sql),
            try Migration(file: "V0102__create_notices.sql", bytes: PackageResources.V0102__create_notices_sql),
            try Migration(
                file: "V0103__add_alert_notices.sql", bytes: PackageResources.V0103__add_alert_notices_sql),
            try Migration(
                file: "V0104__add_meal_notices.sql", bytes: PackageResources.V0104__add_meal_notices_sql),
            try Migration(
                file: "V0110__add_budget_notices.sql", bytes: PackageResources.V0110__add_budget_notices_sql),
            try Migration(
                file: "V0111__add_price_notices.sql", bytes: PackageResources.V0111__add_price_notices_sql),
            try Migration(
                file: "V0112__add_purchase_notices.sql", bytes: PackageResources.V0112__add_purchase_notices_sql),
            try Migration(
                file: "V0120__create_targets.sql", bytes: PackageResources.V0120__create_targets_sql),
            try Migration(
                file: "V0121__create_deliveries.sql", bytes: PackageResources.V0121__create_deliveries_sql),
            try Migration(
                file: "V0122__create_preferences.sql", bytes: PackageResources.V0122__create_preferences_sql),
            try Migration(
                file: "V0130__create_account_mails.sql", bytes: PackageResources.V0130__create_account_mails_sql),
            try Migration(
                file: "V0131__add_account_notices.sql", bytes: PackageResources.V0131__add_account_notices_sql),
            try Migration(
                file: "V0132__create_subscriptions.sql", bytes: PackageResources.V0132__create_subscriptions_sql),
            try Migration(
                file: "V0133__create_days.sql", bytes: PackageResources.V0133__create_days_sql),
            try Migration(
                file: "V0134__create_announcements.sql", bytes: PackageResources.V0134__create_announcements_sql),
            try Migration(
                file: "V0135__gather_digests.sql", bytes: PackageResources.V0135__gather_digests_sql),
            try Migration(
                file: "V0136__count_digests.sql", bytes: PackageResources.V0136__count_digests_sql),
            try Migration(
                file: "V0139__tell_of_ways_in.sql", bytes: PackageResources.V0139__tell_of_ways_in_sql),
            try Migration(
                file: "V0140__remind_new_accounts.sql", bytes: PackageResources.V0140__remind_new_accounts_sql),
            try Migration(file: "V0141__prove_alerts.sql", bytes: PackageResources.V0141__prove_alerts_sql),
            try Migration(
                file: "V0142__hold_deliveries.sql", bytes: PackageResources.V0142__hold_deliveries_sql),
            try Migration(file: "V0172__post_shares.sql", bytes: PackageResources.V0172__post_shares_sql),
            try Migration(
                file: "V0180__send_test_pushes.sql", bytes: PackageResources.V0180__send_test_pushes_sql),
        ]
    }
}
