/// A test card with its behavior: the test numbers of Stripe's documentation ("Test cards").
package enum TestCard: String, Codable, Sendable, CaseIterable {
    case visa
    case visaDebit
    case mastercard
    case mastercardSeries2
    case americanExpress
    case discover
    case declined
    case insufficientFunds
    case expired
    /// Can be registered, but is declined when it is charged.
    case declinedLater
    /// The bank asks the person once, on the page.
    case authenticatedOnce
    /// The bank asks the person each time, so a renewal is declined.
    case authenticatedAlways

    /// The card's number, which is not stored.
    package var number: String {
        switch self {
        case .visa: "4242424242424242"
        case .visaDebit: "4000056655665556"
        case .mastercard: "5555555555554444"
        case .mastercardSeries2: "2223003122003222"
        case .americanExpress: "378282246310005"
        case .discover: "6011111111111117"
        case .declined: "4000000000000002"
        case .insufficientFunds: "4000000000009995"
        case .expired: "4000000000000069"
        case .declinedLater: "4000000000000341"
        case .authenticatedOnce: "4000002500003155"
        case .authenticatedAlways: "4000002760003184"
        }
    }

    /// Parses a typed number, with or without spaces; nil for any other number.
    package init?(typed text: String) {
        let digits = text.filter { $0 != " " && $0 != "-" }
        guard let card = Self.allCases.first(where: { $0.number == digits }) else { return nil }
        self = card
    }

    /// The brand in Stripe's spelling.
    package var brand: String {
        switch self {
        case .mastercard, .mastercardSeries2: "mastercard"
        case .americanExpress: "amex"
        case .discover: "discover"
        default: "visa"
        }
    }

    package var lastFour: String { String(number.suffix(4)) }

    /// Whether the page accepts the card (BIL-05).
    var isTaken: Bool { brand == "visa" || brand == "mastercard" }

    /// Whether the bank asks the person on the page.
    var asksOnPage: Bool { self == .authenticatedOnce || self == .authenticatedAlways }

    /// Equal for the same card, and independent of its number.
    var fingerprint: String { "sandbox\(rawValue)" }

    /// Stripe's codes `code` and `decline_code` if the card cannot be registered; nil if it can.
    var refusalToBeLeft: (code: String, decline: String)? {
        self == .declinedLater ? nil : refusal(isPersonThere: true)
    }

    /// Stripe's codes `code` and `decline_code` if the card cannot be charged; nil if it can.
    func refusal(isPersonThere: Bool) -> (code: String, decline: String)? {
        switch self {
        case .declined, .declinedLater: ("card_declined", "generic_decline")
        case .insufficientFunds: ("card_declined", "insufficient_funds")
        case .expired: ("expired_card", "expired_card")
        case .authenticatedAlways where !isPersonThere: ("authentication_required", "authentication_required")
        default: nil
        }
    }
}
