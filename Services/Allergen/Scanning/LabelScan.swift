import EventContracts
import Foundation
import Sealing

/// A label to assess: its account, its sealed text and the client's facts.
package struct LabelScan: Sendable, Equatable {
    package let accountID: AccountID
    package let scanID: ScanID
    package let text: Sealed<String>
    /// `en`, `fr`, `es` or `zh` if the client knows.
    package let language: String?
    package let gtin: String?
    package let scannedAt: Date
    /// The photo of the text; nil for a submitted text.
    package let photo: ScanPhoto?
    /// The evidence about the account, until the first answer; nil for scans of earlier releases.
    package let voucher: Voucher?
    /// The name given with the command; sealed, nil without one.
    ///
    /// An answered scan has its own.
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

/// How the text of a scan was read from a photo; kept beside the text, so that it can be judged again.
package struct ScanPhoto: Codable, Sendable, Equatable {
    package let key: PhotoKey
    package let outcome: LabelRead.Outcome
    /// Why the text is not reliable, as codes of `vision`.
    package let doubts: [String]
    /// Where in the photo; nil if no doubt has a place.
    package let places: [DoubtPlace]?
    /// Advice, most useful first.
    package let advice: [String]
    /// The places of the lines; sealed as in `LabelRead`.
    package let reading: Sealed<LabelPrint>
    /// The model that read it; nil from before it was kept.
    package let predictor: String?
    /// When the person corrected the text; the original is kept in `reading`.
    package var correctedAt: Date?

    /// A corrected text is as good as a typed list.
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
