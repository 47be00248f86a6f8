import Messaging

/// The personal data of `spending`.
package enum SpendingErasure {
    /// The erasure of each table; undo data and exceeded periods are deleted with their purchase or budget.
    package static let list = ErasureList(
        [
            .rows(of: "receipt_photos"),
            .rows(of: "receipts"),
            .rows(of: "purchased_products"),
            .rows(of: "product_questions"),
            .rows(of: "budgets"),
            .rows(of: "shoppers"),
            .rows(of: "price_findings"),
            .rows(of: "consents"),
            .rows(of: "account_standings"),
            .rows(of: "shared_receipts"),
            .rows(of: "household_members"),
        ],
        keeping: [
            "price_observations": "under a mark sealed with the person's key: anonymous without it",
            "code_answers": "under the same mark, as hashes of what was said",
            "suspended_contributors": "the same marks, for 30 days: anonymous without the person's key",
        ])
}
