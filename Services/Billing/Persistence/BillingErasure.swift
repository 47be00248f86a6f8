import EventContracts
import Messaging
import Postgres

/// What `billing` keeps of people.
package enum BillingErasure {
    /// Table by table; the books stay as the law has it, under a random id that leads to nobody any more.
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
            "provider_calls": "money that is under way has to arrive, or to come back; they go by themselves",
            "ledger_postings": "accounts of the books, not of people",
            "trial_cards": "keyed hashes of cards, of nobody: one trial for each card, whoever leaves it",
        ])
}
