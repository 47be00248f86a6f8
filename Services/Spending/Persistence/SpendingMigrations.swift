import Messaging
import Postgres

/// The migrations of `spending`: those of messaging, then its own.
package enum SpendingMigrations {
    /// All migrations, in order.
    ///
    /// - Throws: `PostgresError` if a file name is not that of a migration.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + [
            try Migration(file: "V0101__create_receipts.sql", bytes: PackageResources.V0101__create_receipts_sql),
            try Migration(file: "V0102__create_budgets.sql", bytes: PackageResources.V0102__create_budgets_sql),
            try Migration(
                file: "V0110__tell_of_budgets.sql", bytes: PackageResources.V0110__tell_of_budgets_sql),
            try Migration(file: "V0111__create_shoppers.sql", bytes: PackageResources.V0111__create_shoppers_sql),
            try Migration(
                file: "V0112__create_community_prices.sql",
                bytes: PackageResources.V0112__create_community_prices_sql),
            try Migration(file: "V0120__keep_consents.sql", bytes: PackageResources.V0120__keep_consents_sql),
            try Migration(
                file: "V0131__create_households.sql", bytes: PackageResources.V0131__create_households_sql),
            try Migration(
                file: "V0141__count_each_voice_once.sql",
                bytes: PackageResources.V0141__count_each_voice_once_sql),
            try Migration(
                file: "V0142__share_code_answers.sql", bytes: PackageResources.V0142__share_code_answers_sql),
            try Migration(
                file: "V0150__tell_community_prices.sql", bytes: PackageResources.V0150__tell_community_prices_sql),
            try Migration(
                file: "V0151__share_reviewed_names.sql", bytes: PackageResources.V0151__share_reviewed_names_sql),
            try Migration(file: "V0152__import_stores.sql", bytes: PackageResources.V0152__import_stores_sql),
            try Migration(
                file: "V0160__find_stores_near.sql", bytes: PackageResources.V0160__find_stores_near_sql),
            try Migration(
                file: "V0161__ask_about_products.sql", bytes: PackageResources.V0161__ask_about_products_sql),
            try Migration(
                file: "V0170__count_independent_people.sql",
                bytes: PackageResources.V0170__count_independent_people_sql),
            try Migration(
                file: "V0180__stop_counting_suspended.sql",
                bytes: PackageResources.V0180__stop_counting_suspended_sql),
            try Migration(
                file: "V0190__forget_suspended.sql", bytes: PackageResources.V0190__forget_suspended_sql),
        ]
    }
}
