import Foundation
import Hexadecimal

/// The part of a notification (a Stripe event) that is used: the id of its object, but none of its data.
///
/// Notifications arrive late, repeatedly and out of order; the state of the object is requested from Stripe instead.
package struct StripeNotice: Sendable, Equatable {
    /// `evt_…`.
    package let id: String
    /// Such as `payment_intent.succeeded`.
    package let type: String
    /// `pi_…`, `cs_…`, `ch_…` or `re_…`.
    package let objectID: String
    /// The account of the object, from the metadata that Food Magic set; nil if the metadata has none.
    package let account: UUID?

    /// The metadata field with the account.
    package static let accountField = "account"
    /// The metadata field with the charge.
    package static let chargeField = "charge"

    /// Maximum accepted length of an object's id.
    private static let maxNameLength = 255

    /// Parses the body of a notification whose signature was verified; nil if it is malformed.
    package init?(_ body: [UInt8]) {
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(body)),
            Self.isName(event.id), Self.isName(event.type), Self.isName(event.data.object.id)
        else { return nil }
        id = event.id
        type = event.type
        objectID = event.data.object.id
        let text = event.data.object.metadata?[Self.accountField]
        account = text.flatMap { UUID(text: $0) }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maxNameLength
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
