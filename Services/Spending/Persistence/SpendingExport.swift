import EventContracts
import Messaging
import Sealing

/// The data export of `spending`.
package enum SpendingExport {
    /// The exported tables, without ledgers, which duplicate the records, and secrets, which would link a person to
    /// anonymous data.
    package static let list = ExportList(
        [
            .rows(
                of: "receipts", leavingOut: ["ledger"],
                opening: [.sealed("record", by: "receipt_id", SealingContext.receiptRecord)]),
            .rows(of: "receipt_photos"),
            .rows(
                of: "receipt_changes", hangingOn: "receipts", by: "receipt_id",
                opening: [.sealed("record", by: "receipt_id", SealingContext.receiptRecord)]),
            .rows(
                of: "purchased_products",
                opening: [.sealed("words", by: "product_id", SealingContext.purchasedProductWords)]),
            .rows(of: "product_questions"),
            .rows(of: "budgets", opening: [.sealed("words", by: "budget_id", SealingContext.budgetWords)]),
            .rows(of: "budget_excesses", hangingOn: "budgets", by: "budget_id"),
            .rows(
                of: "shoppers", leavingOut: ["mark", "voice"],
                opening: [.sealed("wishes", SealingContext.shoppingPreferences)]),
            .rows(of: "price_findings"),
            .rows(of: "consents"),
            .rows(of: "account_standings"),
            .rows(of: "household_members"),
            .rows(of: "shared_receipts"),
        ],
        leavingOut: [
            "price_observations": "anonymous prices; those the person paid are in the receipts",
            "code_answers": "hashes of the person's product choices, which are in the receipts",
            "suspended_contributors": "marks under which the anonymous prices of suspended accounts are stored",
        ])
}
