import EventContracts
import Foundation
import Sealing

/// Where in a row something sealed lies, and where it belongs.
package struct SealedPlace: Sendable {
    /// What it is once it is open.
    package enum Form: Sendable {
        case json
        /// Bare text in UTF-8.
        case text
    }

    /// The column, and the names of members within it where it is JSON.
    let path: [String]
    /// Where in the row stands what the place belongs to; nil where that is the account.
    let id: [String]?
    let form: Form
    /// Members of the opened object that are told to nobody.
    let hidden: Set<String>
    /// The context, of the text at `id`; nil where that is none.
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

    /// What belongs to a resource whose id stands in the row.
    ///
    /// - Parameters:
    ///   - path: the column, or within JSON the column and the names of members, with dots between.
    ///   - id: where the id stands, as a path too.
    ///   - form: what comes out.
    ///   - context: the place of a resource of that id.
    /// - Returns: the place in a row.
    package static func sealed<ID: Identifier>(
        _ path: String, by id: String, as form: Form = .json,
        _ context: @escaping @Sendable (ID, AccountID) -> SealingContext
    ) -> SealedPlace {
        SealedPlace(path, id: id, form: form) { text, account in ID(text: text).map { context($0, account) } }
    }

    /// What belongs to a resource that the text in a column names.
    package static func sealed(
        _ path: String, byText id: String, as form: Form = .json,
        _ context: @escaping @Sendable (String, AccountID) -> SealingContext?
    ) -> SealedPlace {
        SealedPlace(path, id: id, form: form, context)
    }

    /// What belongs to the account.
    ///
    /// - Parameters:
    ///   - path: as above.
    ///   - form: what comes out.
    ///   - hidden: members of the opened object that are told to nobody.
    ///   - context: the place of an account.
    /// - Returns: the place in a row.
    package static func sealed(
        _ path: String, as form: Form = .json, hiding hidden: Set<String> = [],
        _ context: @escaping @Sendable (AccountID) -> SealingContext
    ) -> SealedPlace {
        SealedPlace(path, id: nil, form: form, hiding: hidden) { _, account in context(account) }
    }

    private static func names(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }

    /// What it is called in a line.
    var name: String { path.joined(separator: ".") }

    /// What was sealed, as JSON.
    ///
    /// - Throws: an error of Foundation's when it is not JSON though it should be.
    func json(_ bytes: [UInt8]) throws -> String {
        guard form == .json else { return try Self.json(String(decoding: bytes, as: UTF8.self)) }
        guard !hidden.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
        var members = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
        for name in hidden { members[name] = nil }
        return String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    /// A text as JSON.
    static func json(_ text: String) throws -> String {
        String(decoding: try EventCoding.encode(text), as: UTF8.self)
    }

    /// The sealed bytes, as JSON of the row tells them: bytes of a column in hexadecimal, within JSON as base64url.
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
