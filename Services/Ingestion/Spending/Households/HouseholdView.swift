import EventContracts
import Foundation
import IngestionCore
import Quantities

/// A household, as one of its members sees it.
struct HouseholdView: Encodable, Sendable {
    /// Somebody of it: nothing but what they chose to be called.
    struct Member: Encodable, Sendable {
        let id: HouseholdMemberID
        let name: String
        /// `owner` or `member`.
        let role: String
        /// Whether it is the one who asks.
        let me: Bool
        let joinedAt: Date
    }

    let id: HouseholdID
    /// Absent when it was lost with its owner and nobody has named it since.
    let name: String?
    let members: [Member]
    /// Whether the purchases of the one who asks are shared from when they are entered.
    let shareNewReceipts: Bool
}

/// An invitation; it is told once.
struct HouseholdInvitationView: Encodable, Sendable {
    let code: String
    let expiresAt: Date
}

/// A member, as what they share names them.
struct ContributorView: Encodable, Sendable {
    let id: HouseholdMemberID
    let name: String
}

/// A purchase that somebody shares: what was bought where and for how much, and nothing that concerns only its owner.
struct SharedReceiptView: Encodable, Sendable {
    let id: ReceiptID
    let contributor: ContributorView
    let merchant: String?
    let store: ReceiptView.Store
    let purchasedAt: String?
    let currency: Currency?
    let items: [ReceiptView.Item]
    let discounts: [ReceiptView.Charge]
    let subtotal: MoneyView?
    let taxes: [ReceiptView.Charge]
    let charges: [ReceiptView.Charge]
    let total: MoneyView?
    let version: Int64
    let recordedAt: Date
    let changedAt: Date

    init(_ told: ReceiptChanged, _ record: ReceiptRecord, by contributor: ContributorView) {
        let view = ReceiptView(told, record, nil)
        id = view.id
        self.contributor = contributor
        merchant = view.merchant
        store = view.store
        purchasedAt = view.purchasedAt
        currency = view.currency
        items = view.items
        discounts = view.discounts
        subtotal = view.subtotal
        taxes = view.taxes
        charges = view.charges
        total = view.total
        version = view.version
        recordedAt = view.recordedAt
        changedAt = view.changedAt
    }
}

/// Whether a purchase is shared.
struct ReceiptSharingView: Encodable, Sendable {
    let shared: Bool
}
