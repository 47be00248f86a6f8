import EventContracts
import Foundation
import IngestionCore
import Quantities

/// A household in the form for its members.
struct HouseholdView: Encodable, Sendable {
    /// A member, with their chosen name only.
    struct Member: Encodable, Sendable {
        let id: HouseholdMemberID
        let name: String
        /// `owner` or `member`.
        let role: String
        /// Whether this is the requesting member.
        let me: Bool
        let joinedAt: Date
    }

    let id: HouseholdID
    /// The household's name; absent if it was lost with its owner and no new name was set.
    let name: String?
    let members: [Member]
    /// Whether new purchases of the requesting member are shared automatically.
    let shareNewReceipts: Bool
}

/// An invitation; returned once.
struct HouseholdInvitationView: Encodable, Sendable {
    let code: String
    let expiresAt: Date
}

/// The member who shares something.
struct ContributorView: Encodable, Sendable {
    let id: HouseholdMemberID
    let name: String
}

/// A shared purchase: items, shop and amounts, without data that only concerns its owner.
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

    init(_ published: ReceiptChanged, _ record: ReceiptRecord, by contributor: ContributorView) {
        let view = ReceiptView(published, record, nil)
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
