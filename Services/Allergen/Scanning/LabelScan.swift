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
