/// Reasons why a field is refused: the `code` of an entry of a problem's `errors`.
///
/// A code is part of the API and is never renamed; clients translate it. They show `detail` for a code that they do not
/// know, so new codes may be added.
package enum FieldCode: String, Sendable, CaseIterable, Codable {
    // Presence
    case required
    case blank
    /// At least one of the fields in `fields` is needed.
    case oneRequired = "one-required"
    /// Fields exclude each other; `fields` names the others if known.
    case notTogether = "not-together"
    // Form
    /// The value has another JSON type than `type`.
    case wrongType = "wrong-type"
    case notANumber = "not-a-number"
    case notAWholeNumber = "not-a-whole-number"
    case notAChoice = "not-a-choice"
    case unknownField = "unknown-field"
    case notAnAddress = "not-an-address"
    case notAURL = "not-a-url"
    case notADay = "not-a-day"
    case notATime = "not-a-time"
    case notABarcode = "not-a-barcode"
    case notAnID = "not-an-id"
    case notACurrency = "not-a-currency"
    case notAnAmount = "not-an-amount"
    case notARegion = "not-a-region"
    case notALanguage = "not-a-language"
    case notATimeZone = "not-a-time-zone"
    /// The value does not have the format that `detail` describes.
    case malformed
    // Size
    case tooShort = "too-short"
    case tooLong = "too-long"
    case tooFew = "too-few"
    case tooMany = "too-many"
    case outOfRange = "out-of-range"
    case tooEarly = "too-early"
    case tooLate = "too-late"
    case inFuture = "in-future"
    // Fit
    case wrongSum = "wrong-sum"
    case wrongOrder = "wrong-order"
    case duplicate
    case mismatch
    case implausible
    case belowSafeLimit = "below-safe-limit"
    case notAllowed = "not-allowed"
    // State
    case unknown
    case taken
    case outdated
    case incorrect
    case expiredCode = "expired-code"
    // Passwords and cards
    case common
    case likeAddress = "like-address"
    case cardNumber = "card-number"
    // Photos
    case unsupportedFormat = "unsupported-format"
    case tooLarge = "too-large"
    case unreadable
    /// Any other reason; also stands for a code of a newer version.
    case invalid
}
