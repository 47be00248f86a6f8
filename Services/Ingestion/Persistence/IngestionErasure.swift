import EventContracts
import Foundation
import Messaging
import Postgres

/// What the gateway keeps of people.
package enum IngestionErasure {
    /// Table by table; what hangs on an account or a session goes with it.
    package static let list = ErasureList(
        [
            .rows(of: "sessions"),
            .rows(of: "account_codes"),
            .rows(of: "operations"),
            .init("idempotency_keys") {
                """
                DELETE FROM idempotency_keys
                WHERE answer_account = \($0.uuid) OR scope = \(CommandDesk.scope(of: $0))
                """
            },
            .rows(of: "resource_versions"),
            .rows(of: "documents", by: "owner"),
            .rows(of: "account_events"),
            .rows(of: "shares"),
            .rows(of: "consents"),
            .rows(of: "push_subscriptions"),
            .rows(of: "notification_preferences"),
            // The bytes go first, then the row (`PhotoArchive.removeDropped`).
            .init("photos") {
                "UPDATE photos SET state = 'dropped', since = now() WHERE account_id = \($0.uuid) AND state <> 'dropped'"
            },
            .rows(of: "accounts"),
        ],
        keeping: [
            "erasures": "what the person can show of it: a random id, times and counts"
        ])
}
