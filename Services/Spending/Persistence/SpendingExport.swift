import EventContracts
import Messaging
import Sealing

/// What `spending` tells a person of what it keeps.
package enum SpendingExport {
    /// Table by table; a ledger is what reports need of the record beside it, and the secrets would lead whoever finds
    /// them to what is nobody's.
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
                opening: [.sealed("wishes", SealingContext.shoppingWishes)]),
            .rows(of: "price_findings"),
            .rows(of: "consents"),
            .rows(of: "household_members"),
            .rows(of: "shared_receipts"),
        ],
        leavingOut: [
            "price_observations": "anonymous prices; those the person paid are in the receipts",
            "code_answers": "hashes of the person's product choices, which are in the receipts",
        ])
}
