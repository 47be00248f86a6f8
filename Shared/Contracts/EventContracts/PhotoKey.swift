import Foundation
import Hexadecimal

/// The key of a photo in the store: its owner and an unguessable random id.
package struct PhotoKey: Sendable, Hashable, Codable, CustomStringConvertible {
    package let account: AccountID
    package let id: UUID

    package init(account: AccountID, id: UUID) {
        self.account = account
        self.id = id
    }

    /// A new key with a random id.
    package static func random(of account: AccountID) -> PhotoKey { PhotoKey(account: account, id: UUID.random()) }

    /// Parses `<account>/<id>`; nil for any other text, so that a path built from it stays within the store.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let account = AccountID(text: String(parts[0])),
            let id = UUID(text: parts[1])
        else { return nil }
        self.init(account: account, id: id)
    }

    /// `<account>/<id>`, lower case.
    package var description: String { "\(account)/\(id.text)" }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = Self(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a photo key")
        }
        self = key
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
