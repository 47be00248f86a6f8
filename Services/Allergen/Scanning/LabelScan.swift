import EventContracts
import Foundation
import Sealing

/// A label to assess: whose it is, its sealed text and what the client said of it.
package struct LabelScan: Sendable, Equatable {
    package let accountID: AccountID
    package let scanID: ScanID
    package let text: Sealed<String>
    /// `en`, `fr`, `es` or `zh` when the client knows.
    package let language: String?
    package let gtin: String?
    package let scannedAt: Date

    package init(
        accountID: AccountID, scanID: ScanID, text: Sealed<String>, language: String?, gtin: String?, scannedAt: Date
    ) {
        self.accountID = accountID
        self.scanID = scanID
        self.text = text
        self.language = language
        self.gtin = gtin
        self.scannedAt = scannedAt
    }

    /// The label of an order.
    package init(_ order: AssessLabelText) {
        self.init(
            accountID: order.accountID, scanID: order.scanID, text: order.text, language: order.language,
            gtin: order.gtin, scannedAt: order.requestedAt)
    }
}

extension SealingContext {
    /// Where the text of a scan belongs.
    package static func scanText(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(account: account.uuid, field: "label-scan.text", resource: scan.description)
    }

    /// Where what was read from a scan belongs.
    package static func scanDetails(_ scan: ScanID, of account: AccountID) -> SealingContext {
        SealingContext(account: account.uuid, field: "label-scan.details", resource: scan.description)
    }

    /// Where the ingredients that a person named belong.
    package static func otherIngredients(of account: AccountID) -> SealingContext {
        SealingContext(
            account: account.uuid, field: "allergen-profile.other-ingredients", resource: account.description)
    }
}
