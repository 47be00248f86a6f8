import EventContracts
import Foundation
import Sealing

/// A label to assess: its account, its encrypted text and the client's data.
package struct LabelScan: Sendable, Equatable {
    package let accountID: AccountID
    package let scanID: ScanID
    package let text: Sealed<String>
    /// `en`, `fr`, `es` or `zh` if the client knows.
    package let language: String?
    package let gtin: String?
    package let scannedAt: Date
    /// The reading of the photo; nil for a submitted text.
    package let photo: ScanPhoto?
    /// The evidence about the account, until the first answer; nil for scans of earlier releases.
    package let voucher: Voucher?
    /// The name given with the command, encrypted; nil without one.
    ///
    /// An answered scan stores its own name.
    package let name: Sealed<String>?

    package init(
        accountID: AccountID, scanID: ScanID, text: Sealed<String>, language: String?, gtin: String?, scannedAt: Date,
        photo: ScanPhoto? = nil, voucher: Voucher? = nil, name: Sealed<String>? = nil
    ) {
        self.accountID = accountID
        self.scanID = scanID
        self.text = text
        self.language = language
        self.gtin = gtin
        self.scannedAt = scannedAt
        self.photo = photo
        self.voucher = voucher
        self.name = name
    }

    /// The label of a command.
    package init(_ command: AssessLabelText) {
        self.init(
            accountID: command.accountID, scanID: command.scanID, text: command.text, language: command.language,
            gtin: command.gtin, scannedAt: command.requestedAt, voucher: command.voucher, name: command.name)
    }
}

/// How the text of a scan was read from a photo; stored beside the text for later assessments.
package struct ScanPhoto: Codable, Sendable, Equatable {
    package let key: PhotoKey
    package let outcome: LabelRead.Outcome
    /// Why the text is not reliable, as codes of `vision`.
    package let doubts: [String]
    /// The places of the doubts in the photo; nil if no doubt has a place.
    package let places: [DoubtPlace]?
    /// Advice, most useful first.
    package let advice: [String]
    /// The positions of the lines; encrypted as in `LabelRead`.
    package let reading: Sealed<LabelPrint>
    /// The model that read the text; nil in records older than this field.
    package let predictor: String?
    /// When the person corrected the text; the original is kept in `reading`.
    package var correctedAt: Date?

    /// The origin of the text; a corrected text is treated like a typed list.
    var source: TextSource {
        correctedAt == nil ? .photo(isDoubtful: outcome != .read || !doubts.isEmpty) : .typed
    }

    /// The photo of a reading; `isCut` if there was more text than is assessed.
    package init(_ reading: LabelRead, isCut: Bool = false) {
        key = reading.photo
        outcome = reading.outcome
        doubts = reading.doubts + (isCut ? [ReadingGap.textTooLong.rawValue] : [])
        places = reading.places
        advice = reading.advice
        self.reading = reading.reading
        predictor = reading.predictor
    }
}
