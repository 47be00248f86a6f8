import IngestionCore
import Messaging
import Postgres

/// The migrations of the schema `ingestion`: those of messaging, then the gateway's own.
package enum IngestionMigrations {
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("V0101__create_accounts.sql", PackageResources.V0101__create_accounts_sql),
        ("V0102__create_sessions.sql", PackageResources.V0102__create_sessions_sql),
        ("V0103__create_operations.sql", PackageResources.V0103__create_operations_sql),
        ("V0104__create_documents.sql", PackageResources.V0104__create_documents_sql),
        ("V0105__create_products.sql", PackageResources.V0105__create_products_sql),
        ("V0110__create_photos.sql", PackageResources.V0110__create_photos_sql),
        ("V0111__expect_photos.sql", PackageResources.V0111__expect_photos_sql),
        ("V0112__create_shares.sql", PackageResources.V0112__create_shares_sql),
        ("V0119__photos_of_meals.sql", PackageResources.V0119__photos_of_meals_sql),
        ("V0140__create_push_subscriptions.sql", PackageResources.V0140__create_push_subscriptions_sql),
        ("V0141__create_notification_preferences.sql", PackageResources.V0141__create_notification_preferences_sql),
        ("V0160__describe_accounts_and_sessions.sql", PackageResources.V0160__describe_accounts_and_sessions_sql),
        ("V0170__verify_addresses.sql", PackageResources.V0170__verify_addresses_sql),
        ("V0175__create_erasures.sql", PackageResources.V0175__create_erasures_sql),
        ("V0176__create_consents.sql", PackageResources.V0176__create_consents_sql),
        ("V0183__create_audit_entries.sql", PackageResources.V0183__create_audit_entries_sql),
        ("V0184__create_staff_roles.sql", PackageResources.V0184__create_staff_roles_sql),
        ("V0185__create_grants.sql", PackageResources.V0185__create_grants_sql),
        ("V0190__create_second_factors.sql", PackageResources.V0190__create_second_factors_sql),
        ("V0200__create_exports.sql", PackageResources.V0200__create_exports_sql),
        ("V0201__keep_meal_versions.sql", PackageResources.V0201__keep_meal_versions_sql),
        ("V0210__create_passkeys.sql", PackageResources.V0210__create_passkeys_sql),
        ("V0211__create_identities.sql", PackageResources.V0211__create_identities_sql),
        ("V0220__create_seats.sql", PackageResources.V0220__create_seats_sql),
        ("V0221__create_complimentary_plans.sql", PackageResources.V0221__create_complimentary_plans_sql),
        ("V0222__create_promotions.sql", PackageResources.V0222__create_promotions_sql),
        ("V0230__create_catalogue_foods.sql", PackageResources.V0230__create_catalogue_foods_sql),
        ("V0231__create_reviews.sql", PackageResources.V0231__create_reviews_sql),
        ("V0245__create_announcements.sql", PackageResources.V0245__create_announcements_sql),
        ("V0260__prove_again.sql", PackageResources.V0260__prove_again_sql),
        ("V0261__prune_audit_log.sql", PackageResources.V0261__prune_audit_log_sql),
        ("V0262__remember_networks.sql", PackageResources.V0262__remember_networks_sql),
        ("V0263__keep_erasure_keys.sql", PackageResources.V0263__keep_erasure_keys_sql),
        ("V0264__begin_with_passkeys.sql", PackageResources.V0264__begin_with_passkeys_sql),
        ("V0270__find_absorbed_products.sql", PackageResources.V0270__find_absorbed_products_sql),
        ("V0280__create_households.sql", PackageResources.V0280__create_households_sql),
        ("V0290__count_photos.sql", PackageResources.V0290__count_photos_sql),
        ("V0300__create_photo_delays.sql", PackageResources.V0300__create_photo_delays_sql),
        ("V0310__keep_depths.sql", PackageResources.V0310__keep_depths_sql),
        ("V0320__create_catalogue_releases.sql", PackageResources.V0320__create_catalogue_releases_sql),
        ("V0321__create_reports.sql", PackageResources.V0321__create_reports_sql),
        ("V0330__create_community_prices.sql", PackageResources.V0330__create_community_prices_sql),
        ("V0331__count_judged_suggestions.sql", PackageResources.V0331__count_judged_suggestions_sql),
        ("V0340__settle_revenue.sql", PackageResources.V0340__settle_revenue_sql),
        ("V0350__empty_documents.sql", PackageResources.V0350__empty_documents_sql),
        ("V0380__review_lessons.sql", PackageResources.V0380__review_lessons_sql),
        ("V0385__consent_to_remote_recognition.sql", PackageResources.V0385__consent_to_remote_recognition_sql),
        ("V0390__share_photos.sql", PackageResources.V0390__share_photos_sql),
        ("V0410__keep_sign_in_answers_apart.sql", PackageResources.V0410__keep_sign_in_answers_apart_sql),
        ("V0420__queue_imports.sql", PackageResources.V0420__queue_imports_sql),
        ("V0430__limit_test_pushes.sql", PackageResources.V0430__limit_test_pushes_sql),
        ("V0440__dislike_foods.sql", PackageResources.V0440__dislike_foods_sql),
        ("V0450__create_imported_items.sql", PackageResources.V0450__create_imported_items_sql),
        ("V0460__create_campaigns.sql", PackageResources.V0460__create_campaigns_sql),
        ("V0470__prune_promotion_counts.sql", PackageResources.V0470__prune_promotion_counts_sql),
        ("V0480__find_database_sessions.sql", PackageResources.V0480__find_database_sessions_sql),
        ("V0490__check_imported_kinds.sql", PackageResources.V0490__check_imported_kinds_sql),
        ("V0500__tell_standings.sql", PackageResources.V0500__tell_standings_sql),
        ("V0510__create_grant_comments.sql", PackageResources.V0510__create_grant_comments_sql),
        ("V0520__count_standings.sql", PackageResources.V0520__count_standings_sql),
        ("V0530__keep_suspensions.sql", PackageResources.V0530__keep_suspensions_sql),
        ("V0540__import_products.sql", PackageResources.V0540__import_products_sql),
        ("V0550__end_pushes_with_sessions.sql", PackageResources.V0550__end_pushes_with_sessions_sql),
        ("V0560__end_expired_sessions.sql", PackageResources.V0560__end_expired_sessions_sql),
    ]

    /// All migrations, in order.
    ///
    /// - Throws: `PostgresError` if a file has an invalid name or content.
    package static func all() throws -> [Migration] {
        try MessagingMigrations.all() + files.map { try Migration(file: $0.name, bytes: $0.bytes) }
    }
}
