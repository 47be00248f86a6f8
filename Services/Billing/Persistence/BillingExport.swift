import EventContracts
import Messaging
import Postgres

/// The data export of `billing`.
package enum BillingExport {
    /// The exported tables; payment pages are left out, because anyone with the link could pay on them.
    package static let list = ExportList(
        [
            .rows(of: "subscriptions", leavingOut: ["page_url"]),
            .rows(of: "entitlements"),
            .rows(of: "customers"),
            .rows(of: "seats", leavingOut: ["member_id"]),
            .rows(of: "seats", leavingOut: ["account_id", "subscription_id"]) { "t.member_id = \($0.uuid)" },
            .rows(of: "complimentary_plans"),
            .rows(of: "trials"),
            .rows(of: "payments"),
            .rows(of: "receipts") { account in
                "t.payment_id IN (SELECT payment_id FROM payments WHERE account_id = \(account.uuid))"
            },
        ],
        leavingOut: [
            "provider_calls":
                "pending requests to the payment provider; the payments contain their results",
            "ledger_postings": "ledger accounts, not user accounts",
            "trial_cards": "keyed hashes of cards, linked to no account",
        ])
}
