import IngestionCore
import Messaging
import Postgres

/// The migrations of the schema `ingestion`: Messaging's, then the gateway's own.
package enum IngestionMigrations {
    /// All of them, in order.
    ///
    /// - Throws: `PostgresError` if a file has an invalid name or content.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + [
            Migration(file: "V0101__create_accounts.sql", bytes: PackageResources.V0101__create_accounts_sql),
            Migration(file: "V0102__create_sessions.sql", bytes: PackageResources.V0102__create_sessions_sql),
            Migration(file: "V0103__create_operations.sql", bytes: PackageResources.V0103__create_operations_sql),
            Migration(file: "V0104__create_documents.sql", bytes: PackageResources.V0104__create_documents_sql),
            Migration(file: "V0105__create_products.sql", bytes: PackageResources.V0105__create_products_sql),
            Migration(file: "V0110__create_photos.sql", bytes: PackageResources.V0110__create_photos_sql),
            Migration(file: "V0111__expect_photos.sql", bytes: PackageResources.V0111__expect_photos_sql),
            Migration(file: "V0112__create_shares.sql", bytes: PackageResources.V0112__create_shares_sql),
            Migration(file: "V0119__photos_of_meals.sql", bytes: PackageResources.V0119__photos_of_meals_sql),
            Migration(
                file: "V0140__create_push_subscriptions.sql",
                bytes: PackageResources.V0140__create_push_subscriptions_sql),
            Migration(
                file: "V0141__create_notification_preferences.sql",
                bytes: PackageResources.V0141__create_notification_preferences_sql),
            Migration(
                file: "V0160__describe_accounts_and_sessions.sql",
                bytes: PackageResources.V0160__describe_accounts_and_sessions_sql),
            Migration(
                file: "V0170__verify_addresses.sql", bytes: PackageResources.V0170__verify_addresses_sql),
            Migration(file: "V0175__create_erasures.sql", bytes: PackageResources.V0175__create_erasures_sql),
            Migration(file: "V0176__create_consents.sql", bytes: PackageResources.V0176__create_consents_sql),
            Migration(
                file: "V0183__create_audit_entries.sql", bytes: PackageResources.V0183__create_audit_entries_sql),
            Migration(file: "V0184__create_staff_roles.sql", bytes: PackageResources.V0184__create_staff_roles_sql),
            Migration(file: "V0185__create_grants.sql", bytes: PackageResources.V0185__create_grants_sql),
            Migration(
                file: "V0190__create_second_factors.sql", bytes: PackageResources.V0190__create_second_factors_sql),
            Migration(file: "V0200__create_exports.sql", bytes: PackageResources.V0200__create_exports_sql),
            Migration(
                file: "V0201__keep_meal_versions.sql", bytes: PackageResources.V0201__keep_meal_versions_sql),
            Migration(file: "V0210__create_passkeys.sql", bytes: PackageResources.V0210__create_passkeys_sql),
            Migration(file: "V0211__create_identities.sql", bytes: PackageResources.V0211__create_identities_sql),
            Migration(file: "V0220__create_seats.sql", bytes: PackageResources.V0220__create_seats_sql),
            Migration(
                file: "V0221__create_complimentary_plans.sql",
                bytes: PackageResources.V0221__create_complimentary_plans_sql),
            Migration(file: "V0222__create_promotions.sql", bytes: PackageResources.V0222__create_promotions_sql),
            Migration(
                file: "V0230__create_catalogue_foods.sql", bytes: PackageResources.V0230__create_catalogue_foods_sql),
            Migration(file: "V0231__create_reviews.sql", bytes: PackageResources.V0231__create_reviews_sql),
            Migration(
                file: "V0245__create_announcements.sql", bytes: PackageResources.V0245__create_announcements_sql),
            Migration(file: "V0260__prove_again.sql", bytes: PackageResources.V0260__prove_again_sql),
            Migration(file: "V0261__prune_audit_log.sql", bytes: PackageResources.V0261__prune_audit_log_sql),
            Migration(file: "V0262__remember_networks.sql", bytes: PackageResources.V0262__remember_networks_sql),
            Migration(file: "V0263__keep_erasure_keys.sql", bytes: PackageResources.V0263__keep_erasure_keys_sql),
            Migration(
                file: "V0264__begin_with_passkeys.sql", bytes: PackageResources.V0264__begin_with_passkeys_sql),
            Migration(
                file: "V0270__find_absorbed_products.sql", bytes: PackageResources.V0270__find_absorbed_products_sql),
            Migration(
                file: "V0280__create_households.sql", bytes: PackageResources.V0280__create_households_sql),
            Migration(file: "V0290__count_photos.sql", bytes: PackageResources.V0290__count_photos_sql),
            Migration(
                file: "V0300__create_photo_delays.sql", bytes: PackageResources.V0300__create_photo_delays_sql),
            Migration(file: "V0310__keep_depths.sql", bytes: PackageResources.V0310__keep_depths_sql),
            Migration(
                file: "V0320__create_catalogue_releases.sql",
                bytes: PackageResources.V0320__create_catalogue_releases_sql),
            Migration(file: "V0321__create_reports.sql", bytes: PackageResources.V0321__create_reports_sql),
            Migration(
                file: "V0330__create_community_prices.sql",
                bytes: PackageResources.V0330__create_community_prices_sql),
            Migration(
                file: "V0331__count_judged_suggestions.sql",
                bytes: PackageResources.V0331__count_judged_suggestions_sql),
            Migration(file: "V0340__settle_revenue.sql", bytes: PackageResources.V0340__settle_revenue_sql),
            Migration(file: "V0350__empty_documents.sql", bytes: PackageResources.V0350__empty_documents_sql),
            Migration(file: "V0380__review_lessons.sql", bytes: PackageResources.V0380__review_lessons_sql),
            Migration(
                file: "V0385__consent_to_remote_recognition.sql",
                bytes: PackageResources.V0385__consent_to_remote_recognition_sql),
            Migration(file: "V0390__share_photos.sql", bytes: PackageResources.V0390__share_photos_sql),
            Migration(
                file: "V0410__keep_sign_in_answers_apart.sql",
                bytes: PackageResources.V0410__keep_sign_in_answers_apart_sql),
            Migration(file: "V0420__queue_imports.sql", bytes: PackageResources.V0420__queue_imports_sql),
            Migration(
                file: "V0430__limit_test_pushes.sql", bytes: PackageResources.V0430__limit_test_pushes_sql),
            try Migration(file: "V0440__dislike_foods.sql", bytes: PackageResources.V0440__dislike_foods_sql),
            try Migration(
                file: "V0450__create_imported_items.sql", bytes: PackageResources.V0450__create_imported_items_sql),
            try Migration(
                file: "V0460__create_campaigns.sql", bytes: PackageResources.V0460__create_campaigns_sql),
        ]
    }
}
