import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// The gateway's personal data.
package enum IngestionErasure {
    /// The erasure of each table; rows that reference an account or a session are deleted with it.
    package static let list = ErasureList(
        [
            .rows(of: "sessions"),
            .rows(of: "account_codes"),
            .rows(of: "export_parts"),
            .rows(of: "exports"),
            .rows(of: "sign_in_challenges"),
            .rows(of: "passkey_challenges"),
            .rows(of: "passkeys"),
            .rows(of: "identity_links"),
            .rows(of: "identities"),
            .rows(of: "sign_in_networks"),
            .rows(of: "recovery_codes"),
            .rows(of: "second_factors"),
            .rows(of: "grant_comments", by: "owner_id"),
            .rows(of: "grant_comments", by: "author_id"),
            .rows(of: "grants", by: "owner_id"),
            .init("grants") { "DELETE FROM grants WHERE grantee_id = \($0.uuid)" },
            .init("broken_glasses") {
                "DELETE FROM broken_glasses WHERE subject_id = \($0.uuid) OR staff_id = \($0.uuid)"
            },
            .rows(of: "staff_roles"),
            .rows(of: "seats", by: "owner_id"),
            .init("seats") {
                "UPDATE seats SET member_id = NULL, ended_at = now() WHERE member_id = \($0.uuid)"
            },
            // The household was already transferred to another member; after a restore it may belong to the erased
            // account again.
            .init("households") {
                """
                UPDATE households SET owner_id = heir.account_id, name_sealed = NULL
                FROM (
                    SELECT DISTINCT ON (household_id) household_id, account_id FROM household_members
                    WHERE ended_at IS NULL AND account_id <> \($0.uuid)
                    ORDER BY household_id, joined_at, member_id) AS heir
                WHERE heir.household_id = households.household_id AND owner_id = \($0.uuid)
                """
            },
            .rows(of: "households", by: "owner_id"),
            .rows(of: "household_members"),
            .rows(of: "shared_receipts"),
            .rows(of: "complimentary_plans"),
            .rows(of: "promotions"),
            .rows(of: "disliked_foods"),
            .rows(of: "imported_items"),
            .rows(of: "photo_days"),
            .rows(of: "import_queue"),
            .rows(of: "reviews"),
            .init("reviews") {
                "UPDATE reviews SET claimed_by = NULL, claimed_until = NULL WHERE claimed_by = \($0.uuid)"
            },
            .rows(of: "operations"),
            .rows(of: "photo_delays"),
            .init("idempotency_keys") {
                """
                DELETE FROM idempotency_keys
                WHERE answer_account = \($0.uuid) OR scope = \(CommandAcceptor.scope(of: $0))
                """
            },
            .rows(of: "credential_answers"),
            .rows(of: "resource_versions"),
            .rows(of: "documents", by: "owner"),
            .rows(of: "meal_versions"),
            .rows(of: "account_events"),
            .rows(of: "shares"),
            .rows(of: "reports"),
            .rows(of: "consents"),
            .rows(of: "push_subscriptions"),
            .rows(of: "notification_preferences"),
            // The row is deleted after the file (`PhotoArchive.removeDropped`).
            .init("photos") {
                """
                UPDATE photos SET state = 'dropped', since = now() WHERE account_id = \($0.uuid) AND state <> 'dropped'
                """
            },
            .rows(of: "accounts"),
        ],
        keeping: [
            "audit_entries": "random ids, codes and hashes; the reasons became unreadable with the key",
            "erasures": "the person's proof of the erasure: a random id, times and counts",
        ])
}
