import EventContracts

/// A text that is added to a rendered document: what may change without a new version of the document.
package struct JSONMember: Sendable {
    private let name: String
    private let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// A JSON object with the member at its end.
    ///
    /// - Throws: An `EncodingError`.
    package func added(to object: [UInt8]) throws -> [UInt8] {
        let member = try EventCoding.encode([name: value]).dropFirst()
        return object.dropLast() + (object.count > 2 ? [UInt8(ascii: ",")] : []) + member
    }
}
