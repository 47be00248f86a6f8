import Messaging
import Postgres

/// The migrations of `allergen`: those of messaging, then its own.
package enum AllergenMigrations {
    /// All migrations, in order.
    ///
    /// - Throws: `PostgresError` if a file name is not that of a migration.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + [
            try Migration(
                file: "V0101__create_profiles.sql", bytes: PackageResources.V0101__create_profiles_sql),
            try Migration(file: "V0102__create_scans.sql", bytes: PackageResources.V0102__create_scans_sql),
            try Migration(
                file: "V0103__create_reactions.sql", bytes: PackageResources.V0103__create_reactions_sql),
            try Migration(file: "V0104__remember_scans.sql", bytes: PackageResources.V0104__remember_scans_sql),
            try Migration(file: "V0105__create_products.sql", bytes: PackageResources.V0105__create_products_sql),
            try Migration(file: "V0106__create_recalls.sql", bytes: PackageResources.V0106__create_recalls_sql),
            try Migration(file: "V0107__widen_reactions.sql", bytes: PackageResources.V0107__widen_reactions_sql),
            try Migration(
                file: "V0108__remember_reassessment.sql", bytes: PackageResources.V0108__remember_reassessment_sql),
            try Migration(file: "V0110__read_photos.sql", bytes: PackageResources.V0110__read_photos_sql),
            try Migration(
                file: "V0111__mark_due_compactions.sql", bytes: PackageResources.V0111__mark_due_compactions_sql),
            try Migration(file: "V0112__judge_meals.sql", bytes: PackageResources.V0112__judge_meals_sql),
            try Migration(file: "V0130__judge_purchases.sql", bytes: PackageResources.V0130__judge_purchases_sql),
            try Migration(
                file: "V0150__remember_knowledge.sql", bytes: PackageResources.V0150__remember_knowledge_sql),
            try Migration(
                file: "V0171__know_bought_products.sql", bytes: PackageResources.V0171__know_bought_products_sql),
            try Migration(
                file: "V0400__gather_compactions.sql", bytes: PackageResources.V0400__gather_compactions_sql),
            try Migration(file: "V0500__weigh_readings.sql", bytes: PackageResources.V0500__weigh_readings_sql),
            try Migration(file: "V0510__name_scans.sql", bytes: PackageResources.V0510__name_scans_sql),
            try Migration(
                file: "V0520__stop_counting_suspended.sql",
                bytes: PackageResources.V0520__stop_counting_suspended_sql),
            try Migration(
                file: "V0530__queue_reports_to_weigh.sql",
                bytes: PackageResources.V0530__queue_reports_to_weigh_sql),
            try Migration(
                file: "V0540__judge_purchases_again.sql",
                bytes: PackageResources.V0540__judge_purchases_again_sql),
        ]
    }
}
