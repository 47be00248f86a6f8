import Foundation

/// What is read of a notice (a Stripe event): which object it is about, and nothing of what it says about it.
///
/// Notices come late, twice and out of order; the object's state is asked of Stripe instead.
package struct StripeNotice: Sendable, Equatable {
    /// `evt_…`.
    package let id: String
    /// Such as `payment_intent.succeeded`.
    package let type: String
    /// `pi_…`, `cs_…`, `ch_…` or `re_…`.
    package let objectID: String
    /// Whom the object belongs to, from the metadata that we gave it; nil for one that is not ours.
    package let account: UUID?

    /// The field of an object's metadata that names the account.
    package static let accountField = "account"
    /// The field that names the charge.
    package static let chargeField = "charge"

    /// Longest name of an object that is taken.
    private static let longestName = 255

    /// Reads the body of a notice whose signature has been checked; nil when it is none.
    package init?(_ body: [UInt8]) {
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(body)),
            Self.isName(event.id), Self.isName(event.type), Self.isName(event.data.object.id)
        else { return nil }
        id = event.id
        type = event.type
        objectID = event.data.object.id
        let text = event.data.object.metadata?[Self.accountField]
        account = text.flatMap { $0.utf8.count == 36 ? UUID(uuidString: $0) : nil }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestName
            && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isASCIIWord || $0 == UInt8(ascii: ".") }
    }

    private struct Event: Decodable {
        let id: String
        let type: String
        let data: Content

        struct Content: Decodable {
            let object: Object
        }

        struct Object: Decodable {
            let id: String
            let metadata: [String: String]?
        }
    }
}

extension Character {
    fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
