import EventContracts
import Foundation

/// A recall of a product, as an operator entered it.
package struct Recall: Sendable, Equatable {
    package let recallID: RecallID
    package let gtin: GTIN
    /// The lot the recall is limited to, as printed on the package; nil for every lot.
    package let lot: String?
    package let reason: String
    package let issuedAt: Date
    package let withdrawnAt: Date?
    /// When all affected accounts had been notified of the recall or, if it was withdrawn, of the withdrawal.
    package let notifiedAt: Date?

    package init(
        recallID: RecallID, gtin: GTIN, lot: String?, reason: String, issuedAt: Date, withdrawnAt: Date? = nil,
        notifiedAt: Date? = nil
    ) {
        self.recallID = recallID
        self.gtin = gtin
        self.lot = lot
        self.reason = reason
        self.issuedAt = issuedAt
        self.withdrawnAt = withdrawnAt
        self.notifiedAt = notifiedAt
    }

    /// Maximum length of lot and reason, in characters; the same as in the table.
    package static let maxLotLength = 80
    package static let maxReasonLength = 500
}

extension Recall {
    /// The alert for an account that scanned the product; one per recall, and one for its withdrawal.
    func alert(of scan: ScanID, scannedAt: Date, to account: AccountID, at now: Date) -> AllergenAlertRaised {
        AllergenAlertRaised(
            accountID: account, alertID: AlertID(NamedUUID.make("allergen-alert/recall/\(recallID)/\(account)")),
            cause: .recall, scanID: scan, gtin: gtin,
            recall: RecallNotice(recallID: recallID, lot: lot, reason: reason, withdrawnAt: withdrawnAt), contains: [],
            mayContain: [], otherMatches: 0, scannedAt: scannedAt, raisedAt: now)
    }
}
