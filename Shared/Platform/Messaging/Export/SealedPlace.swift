import EventContracts
import Foundation
import Sealing

/// The place of a sealed value in a row, and its sealing context.
package struct SealedPlace: Sendable {
    /// The form of the opened value.
    package enum Form: Sendable {
        case json
        /// Bare text in UTF-8.
        case text
    }

    /// The column, and the names of members within it if it is JSON.
    let path: [String]
    /// The place of the id of the resource that the value belongs to; nil if it belongs to the account.
    let id: [String]?
    let form: Form
    /// Members of the opened object that are never exported.
    let hidden: Set<String>
    /// The sealing context for the text at `id`; nil if the text is invalid.
    let context: @Sendable (String, AccountID) -> SealingContext?

    private init(
        _ path: String, id: String?, form: Form, hiding hidden: Set<String> = [],
        _ context: @escaping @Sendable (String, AccountID) -> SealingContext?
    ) {
        self.path = Self.names(path)
        self.id = id.map(Self.names)
        self.form = form
        self.hidden = hidden
        self.context = context
    }

    /// A value that belongs to a resource whose id is in the row.
    ///
    /// - Parameters:
    ///   - path: The column, or within JSON the column and the names of members, separated by dots.
    ///   - id: The place of the id, also as a path.
    ///   - form: The form of the opened value.
    ///   - context: The sealing context for an id.
    /// - Returns: The place in a row.
    package static func sealed<ID: Identifier>(
        _ path: String, by id: String, as form: Form = .json,
        _ context: @escaping @Sendable (ID, AccountID) -> SealingContext
    ) -> SealedPlace {
        SealedPlace(path, id: id, form: form) { text, account in ID(text: text).map { context($0, account) } }
    }

    /// A value that belongs to a resource named by the text in a column.
    package static func sealed(
        _ path: String, byText id: String, as form: Form = .json,
        _ context: @escaping @Sendable (String, AccountID) -> SealingContext?
    ) -> SealedPlace {
        SealedPlace(path, id: id, form: form, context)
    }

    /// A value that belongs to the account.
    ///
    /// - Parameters:
    ///   - path: As above.
    ///   - form: The form of the opened value.
    ///   - hidden: Members of the opened object that are never exported.
    ///   - context: The sealing context for an account.
    /// - Returns: The place in a row.
    package static func sealed(
        _ path: String, as form: Form = .json, hiding hidden: Set<String> = [],
        _ context: @escaping @Sendable (AccountID) -> SealingContext
    ) -> SealedPlace {
        SealedPlace(path, id: nil, form: form, hiding: hidden) { _, account in context(account) }
    }

    private static func names(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }

    /// The member's name in a line of the export.
    var name: String { path.joined(separator: ".") }

    /// The opened value as JSON.
    ///
    /// - Throws: An error of Foundation if it should be JSON and is not.
    func json(_ bytes: [UInt8]) throws -> String {
        guard form == .json else { return try Self.json(String(decoding: bytes, as: UTF8.self)) }
        guard !hidden.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
        var members = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
        for name in hidden { members[name] = nil }
        return String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    /// A text as a JSON string.
    static func json(_ text: String) throws -> String {
        String(decoding: try EventCoding.encode(text), as: UTF8.self)
    }

    /// The sealed bytes in the row's JSON: hexadecimal for a column's bytes, base64url within JSON.
    static func bytes(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("\\x") else { return Base64URL.decode(text) }
        let digits = Array(text.utf8.dropFirst(2))
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digit(digits[place]), let low = digit(digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
