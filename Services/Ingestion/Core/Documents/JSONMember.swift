import EventContracts

/// A member added to a rendered document, for a value that may change without a new version of the document.
package struct JSONMember: Sendable {
    private let name: String
    private let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The JSON object with the member at its end.
    ///
    /// - Throws: An `EncodingError`.
    package func added(to object: [UInt8]) throws -> [UInt8] {
        let member = try EventCoding.encode([name: value]).dropFirst()
        return object.dropLast() + (object.count > 2 ? [UInt8(ascii: ",")] : []) + member
    }
}
