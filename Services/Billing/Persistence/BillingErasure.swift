import EventContracts
import Messaging
import Postgres

/// The personal data of `billing`.
package enum BillingErasure {
    /// The erasure of each table; the ledger is kept as the law requires, under a random id that identifies no person.
    package static let list = ErasureList(
        [
            .rows(of: "entitlements"),
            .rows(of: "customers"),
            .rows(of: "complimentary_plans"),
            .rows(of: "trials"),
            .rows(of: "seats"),
            .init("seats") {
                """
                UPDATE seats SET member_id = NULL, version = version + 1, released_at = now()
                WHERE member_id = \($0.uuid)
                """
            },
            .init("subscriptions") {
                "UPDATE subscriptions SET page_url = NULL WHERE account_id = \($0.uuid) AND page_url IS NOT NULL"
            },
            .init("payments") {
                "UPDATE payments SET body = body - 'card' WHERE account_id = \($0.uuid) AND body ? 'card'"
            },
        ],
        keeping: [
            "provider_calls": "pending payments must complete or be refunded; they are removed afterwards",
            "ledger_postings": "ledger accounts, not user accounts",
            "trial_cards": "keyed hashes of cards, linked to no account: one trial for each card",
        ])
}
