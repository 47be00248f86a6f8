import Foundation
import Sealing

/// The encoding of a photo; the raw value is the subtype of its media type.
package enum PhotoFormat: String, EventValue, CaseIterable {
    case jpeg, png, webp
}

/// Facts from a photo's file header.
package struct PhotoFacts: Codable, Sendable, Equatable {
    package var format: PhotoFormat
    /// In pixels, as stored: before `orientation` is applied.
    package var width: Int
    package var height: Int
    /// The EXIF orientation, 1…8 (EXIF 2.32, tag 0112); 1 = upright.
    package var orientation: Int
    /// Size of the encoded photo.
    package var bytes: Int
    /// Focal length in millimeters, 35 mm equivalent (EXIF tag A405), if the camera states it.
    package var focalLength: Double?

    package init(format: PhotoFormat, width: Int, height: Int, orientation: Int, bytes: Int, focalLength: Double?) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.bytes = bytes
        self.focalLength = focalLength
    }
}

/// Command: read the ingredient label on a photo.
package struct ReadLabel: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.read-label.v1")
    package static let topic = Topic.visionLabelCommands

    package var accountID: AccountID
    package var scanID: ScanID
    /// The location of the sealed photo in the photo store.
    package var photo: PhotoKey
    package var facts: PhotoFacts
    /// `en`, `fr`, `es` or `zh` if the client knows.
    package var language: String?
    /// GS1 trade item number, 8 to 14 digits.
    package var gtin: String?
    /// The highest profile version assigned when the scan was accepted; the verdict waits for it (ALG-03).
    package var profileVersion: Int64
    package var requestedAt: Date
    /// Facts about the account and its network, for counting independent reports; nil in commands of earlier releases,
    /// for which only the account counts.
    package var voucher: Voucher?
    /// The person's name for the scan; sealed as (`label-scan.name`, scan id); nil without a name.
    package var name: Sealed<String>?

    package init(
        accountID: AccountID, scanID: ScanID, photo: PhotoKey, facts: PhotoFacts, language: String?, gtin: String?,
        profileVersion: Int64, requestedAt: Date, voucher: Voucher? = nil, name: Sealed<String>? = nil
    ) {
        self.accountID = accountID
        self.scanID = scanID
        self.photo = photo
        self.facts = facts
        self.language = language
        self.gtin = gtin
        self.profileVersion = profileVersion
        self.requestedAt = requestedAt
        self.voucher = voucher
        self.name = name
    }
}

/// One line of text as recognized.
package struct ReadLine: Codable, Sendable, Equatable {
    package var text: String
    /// The corners in reading direction (top start, top end, bottom end, bottom start), x and y alternating, as
    /// fractions of width and height of the upright photo: 0…1.
    package var corners: [Double]
    /// Mean score of its characters, 0…1.
    package var confidence: Double
    /// The center of each Unicode scalar along the line, 0 (start) … 1 (end).
    package var positions: [Double]

    package init(text: String, corners: [Double], confidence: Double, positions: [Double]) {
        self.text = text
        self.corners = corners
        self.confidence = confidence
        self.positions = positions
    }
}

/// The text recognized on the photo of a label; sealed as (`label-scan.print`, scan id).
package struct LabelPrint: Codable, Sendable, Equatable {
    /// In reading order.
    package var lines: [ReadLine]

    package init(lines: [ReadLine]) {
        self.lines = lines
    }
}

/// A place in the photo of a label that a doubt refers to.
package struct DoubtPlace: Codable, Sendable, Equatable {
    /// A code of `LabelRead.doubts`.
    package var doubt: String
    /// As `ReadLine.corners`.
    package var corners: [Double]

    package init(doubt: String, corners: [Double]) {
        self.doubt = doubt
        self.corners = corners
    }
}

/// The text on a photo of a label, as a model recognized it.
///
/// A prediction: `allergen` interprets it.
package struct LabelRead: PersonalEventBody {
    package static let type = EventType("foodmagic.vision.label-read.v1")
    package static let topic = Topic.visionReading
    package static let maxPlaces = 16

    /// How the reading ended.
    package enum Outcome: String, EventValue, CaseIterable {
        /// Text was found and read.
        case read
        /// The photo shows no text (VIS-18).
        case noText
        /// The photo cannot be decoded, or crashed the reader repeatedly.
        case undecodable
        /// The photo is missing in the store.
        case photoMissing
    }

    package var accountID: AccountID
    package var scanID: ScanID
    package var photo: PhotoKey
    package var outcome: Outcome
    /// Why the text is not reliable, as codes such as `printTooSmall`; empty if it is (C17).
    package var doubts: [String]
    /// Places in the photo for doubts that have one: at most `maxPlaces`.
    ///
    /// Nil without any, and in events from before the field existed.
    package var places: [DoubtPlace]?
    /// Advice for a better photo, as codes such as `photograph-closer`, the most useful first.
    package var advice: [String]
    /// Mean score of all characters, 0…1.
    package var confidence: Double
    /// Name and version of the model.
    package var predictor: String
    /// Duration of decoding and reading, in milliseconds.
    package var milliseconds: Int
    /// Sealed as (`label-scan.print`, scan id).
    package var reading: Sealed<LabelPrint>
    package var language: String?
    package var gtin: String?
    /// As in the command.
    package var profileVersion: Int64
    package var requestedAt: Date
    package var readAt: Date
    /// Facts about the account and its network, for counting independent reports; nil in commands of earlier releases,
    /// for which only the account counts.
    package var voucher: Voucher?
    /// As in the command.
    package var name: Sealed<String>?

    package init(
        accountID: AccountID, scanID: ScanID, photo: PhotoKey, outcome: Outcome, doubts: [String],
        places: [DoubtPlace]? = nil, advice: [String],
        confidence: Double, predictor: String, milliseconds: Int, reading: Sealed<LabelPrint>, language: String?,
        gtin: String?, profileVersion: Int64, requestedAt: Date, readAt: Date, voucher: Voucher? = nil,
        name: Sealed<String>? = nil
    ) {
        self.accountID = accountID
        self.scanID = scanID
        self.photo = photo
        self.outcome = outcome
        self.doubts = doubts
        self.places = places
        self.advice = advice
        self.confidence = confidence
        self.predictor = predictor
        self.milliseconds = milliseconds
        self.reading = reading
        self.language = language
        self.gtin = gtin
        self.profileVersion = profileVersion
        self.requestedAt = requestedAt
        self.readAt = readAt
        self.voucher = voucher
        self.name = name
    }
}
