import Foundation
import Quantities
import Sealing

/// One photo of a receipt in the photo store.
package struct ReceiptPhoto: Codable, Sendable, Equatable {
    package var key: PhotoKey
    package var facts: PhotoFacts
    /// Keyed hash of the photo, in hexadecimal digits; the person is asked about a repeated photo.
    package var digest: String

    package init(key: PhotoKey, facts: PhotoFacts, digest: String) {
        self.key = key
        self.facts = facts
        self.digest = digest
    }
}

/// Command: read the receipt on photos (VIS-20).
package struct ReadReceipt: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.read-receipt.v1")
    package static let topic = Topic.visionReceiptCommands

    package var accountID: AccountID
    package var receiptID: ReceiptID
    /// The version that the receipt will get; the gateway numbers versions.
    package var version: Int64
    /// From the top of the receipt to its end.
    package var photos: [ReceiptPhoto]
    /// Whether it goes to the lane of paying customers.
    package var isPro: Bool
    /// ISO 3166 code of the country of the shop, if the client knows; decides the order of day and month.
    package var country: String?
    /// The person's local day; a purchase cannot be later.
    package var today: CalendarDay
    package var requestedAt: Date

    /// Maximum number of photos of one receipt.
    package static let maxPhotos = 8
    /// Facts about the account and its network, for counting independent reports; nil in commands of earlier releases,
    /// for which only the account counts.
    package var voucher: Voucher?

    package init(
        accountID: AccountID, receiptID: ReceiptID, version: Int64, photos: [ReceiptPhoto], isPro: Bool,
        country: String?, today: CalendarDay, requestedAt: Date, voucher: Voucher? = nil
    ) {
        self.accountID = accountID
        self.receiptID = receiptID
        self.version = version
        self.photos = photos
        self.isPro = isPro
        self.country = country
        self.today = today
        self.requestedAt = requestedAt
        self.voucher = voucher
    }
}

/// The text read from the photos of a receipt; sealed as (`receipt.print`, receipt id).
package struct ReceiptPages: Codable, Sendable, Equatable {
    /// The lines of one photo.
    package struct Page: Codable, Sendable, Equatable {
        /// Width of the upright photo in pixels; the corners of lines are fractions of the size.
        package var width: Int
        package var height: Int
        package var lines: [ReadLine]

        package init(width: Int, height: Int, lines: [ReadLine]) {
            self.width = width
            self.height = height
            self.lines = lines
        }
    }

    /// In the order of the photos; an unreadable photo has no lines.
    package var pages: [Page]

    package init(pages: [Page]) {
        self.pages = pages
    }
}

/// The text on photos of a receipt, as a model recognized it.
///
/// A prediction: `spending` interprets it.
package struct ReceiptRead: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.receipt-read.v1")
    package static let topic = Topic.visionReading

    package var accountID: AccountID
    package var receiptID: ReceiptID
    package var version: Int64
    package var photos: [ReceiptPhoto]
    /// `read` if any photo was read; otherwise the outcome of the first photo.
    package var outcome: LabelRead.Outcome
    /// Why the text is not reliable, as codes such as `printTooSmall`; empty if it is.
    package var doubts: [String]
    /// What the person can do about it, as codes, the most useful first.
    package var advice: [String]
    /// Mean score of all characters, 0…1.
    package var confidence: Double
    /// Name and version of the model.
    package var predictor: String
    /// Duration of decoding and reading, in milliseconds.
    package var milliseconds: Int
    /// Sealed as (`receipt.print`, receipt id).
    package var reading: Sealed<ReceiptPages>
    package var country: String?
    package var today: CalendarDay
    package var requestedAt: Date
    package var readAt: Date
    /// Facts about the account and its network, for counting independent reports; nil in commands of earlier releases,
    /// for which only the account counts.
    package var voucher: Voucher?

    package init(
        _ command: ReadReceipt, outcome: LabelRead.Outcome, doubts: [String], advice: [String], confidence: Double,
        predictor: String, milliseconds: Int, reading: Sealed<ReceiptPages>, readAt: Date
    ) {
        accountID = command.accountID
        receiptID = command.receiptID
        version = command.version
        photos = command.photos
        self.outcome = outcome
        self.doubts = doubts
        self.advice = advice
        self.confidence = confidence
        self.predictor = predictor
        self.milliseconds = milliseconds
        self.reading = reading
        country = command.country
        today = command.today
        requestedAt = command.requestedAt
        voucher = command.voucher
        self.readAt = readAt
    }
}
