import EventContracts
import Foundation
import Hexadecimal
import IngestionCore
import Messaging
import Postgres
import Sealing

/// The data export of the gateway's own tables; published resources have their own files.
package enum IngestionExport {
    /// Maximum number of entries of the audit log, the newest ones.
    private static let maxEntries = 10_000

    /// The exported tables, without secrets' hashes, keyed hashes and staff identities.
    package static let list = ExportList(
        [
            .rows(
                of: "accounts",
                leavingOut: ["email_index", "username_index", "password_hash", "revocation_version"],
                opening: [
                    .sealed("email_sealed", as: .text, SealingContext.emailAddress),
                    .sealed("details_sealed", SealingContext.accountDetails),
                    .sealed("suspension_sealed", as: .text, SealingContext.suspensionReason),
                ]),
            .rows(
                of: "sessions",
                opening: [.sealed("client_sealed", by: "session_id", as: .text, SealingContext.sessionClient)]),
            .rows(of: "second_factors", leavingOut: ["secret_sealed", "last_step"]),
            .rows(
                of: "grants", by: "owner_id", leavingOut: ["token_hash"],
                opening: [.sealed("words_sealed", by: "grant_id", SealingContext.grantWords)]),
            // The owner's name for the grantee is the owner's data.
            .rows(of: "grants", leavingOut: ["token_hash", "words_sealed"]) { "t.grantee_id = \($0.uuid)" },
            .rows(
                of: "grant_comments", by: "owner_id",
                opening: [.sealed("text_sealed", by: "comment_id", as: .text, SealingContext.grantComment)]),
            // The texts are data of the owner of the records, and sealed with the owner's key.
            .rows(of: "grant_comments", leavingOut: ["text_sealed"]) {
                "t.author_id = \($0.uuid) AND t.owner_id <> t.author_id"
            },
            .rows(of: "consents"),
            .rows(of: "shares", leavingOut: ["token_hash"]),
            .rows(
                of: "reports",
                opening: [
                    .sealed("report_sealed", byText: "report_id") { id, account in
                        UUID(text: id).map { .storedReport($0, of: account) }
                    }
                ]),
            .rows(of: "push_subscriptions", leavingOut: ["endpoint_index", "details"]),
            .rows(
                of: "notification_preferences",
                opening: [
                    .sealed("addresses", hiding: ["webhookSecret"], SealingContext.deliveryAddresses)
                ]),
            .rows(of: "photos", leavingOut: ["content_hash"]),
            .rows(of: "staff_roles", leavingOut: ["granted_by", "revoked_by"]),
            .rows(of: "erasures", leavingOut: ["token_hash"]),
            .rows(of: "exports"),
            .rows(
                of: "passkeys", leavingOut: ["credential_id", "public_key"],
                opening: [.sealed("name_sealed", by: "passkey_id", as: .text, SealingContext.passkeyName)]),
            .rows(of: "identities", leavingOut: ["subject_index"]),
            .rows(
                of: "seats", by: "owner_id", leavingOut: ["token_hash", "member_id"],
                opening: [.sealed("words_sealed", by: "seat_id", SealingContext.seatWords)]),
            // The payer's name for the seat's user is the payer's data.
            .rows(of: "seats", leavingOut: ["token_hash", "words_sealed", "owner_id"]) { "t.member_id = \($0.uuid)" },
            .rows(
                of: "households", by: "owner_id",
                opening: [.sealed("name_sealed", by: "household_id", as: .text, SealingContext.householdName)]),
            .rows(
                of: "household_members",
                opening: [.sealed("name_sealed", by: "member_id", as: .text, SealingContext.memberName)]),
            .rows(of: "shared_receipts"),
            .rows(of: "complimentary_plans"),
            .rows(of: "promotions"),
            .rows(of: "disliked_foods"),
            .rows(of: "imported_items"),
            .rows(of: "photo_days"),
            .rows(
                of: "reviews", leavingOut: ["claimed_by", "claimed_until"],
                opening: [
                    .sealed("words", by: "review_id", SealingContext.feedbackWords),
                    .sealed("answer", by: "review_id", as: .text, SealingContext.feedbackAnswer),
                ]),
            .rows(of: "meal_versions", opening: [.sealed("body.words", by: "meal_id", SealingContext.mealWords)]),
            .rows(
                of: "audit_entries", leavingOut: ["actor_id", "address_hash", "request_id", "reason_id"],
                opening: [
                    .sealed("reason_sealed", byText: "reason_id", as: .text) { text, account in
                        UUID(text: text).map { .auditReason($0, of: account) }
                    }
                ]
            ) {
                """
                t.entry_id IN (
                    SELECT entry_id FROM audit_entries WHERE subject_id = \($0.uuid)
                    ORDER BY entry_id DESC LIMIT \(maxEntries))
                """
            },
        ],
        leavingOut: [
            "documents": "exported as files in records/",
            "resource_versions": "pending changes; their results are exported",
            "import_queue": "pending purchases; exported once recorded",
            "photo_delays": "photo delays, which the notices record",
            "operations": "commands of the last 30 days; their results are exported",
            "account_events": "change signals for open event streams",
            "idempotency_keys": "keyed hashes and stored responses",
            "credential_answers": "keyed hashes and issued tokens",
            "account_codes": "hashes of codes", "recovery_codes": "hashes of codes",
            "sign_in_challenges": "hashes of pending sign-ins",
            "passkey_challenges": "hashes of pending sign-ins",
            "identity_links": "hashes of pending sign-ins",
            "sign_in_networks": "hashes of addresses",
            "broken_glasses": "access to security records is in the audit entries",
            "export_parts": "the contents of this export",
        ])
}
