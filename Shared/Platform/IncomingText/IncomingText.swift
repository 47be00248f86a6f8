import Foundation

/// Text from outside that may be stored and sent on: valid UTF-8, without forbidden characters, in NFC (Unicode UAX
/// #15).
///
/// The same rule applies to JSON, CSV, query parameters, forms, stored headers and answers of remote models. Forbidden
/// are NUL and every other control except tab, line feed and carriage return (as in XML 1.0, section 2.2), delete, the
/// C1 controls and noncharacters: PostgreSQL cannot store NUL, and the others have no use in typed text.
package struct IncomingText: Sendable, Hashable {
    package let value: String

    /// Why text is refused.
    package enum Fault: String, Error, Sendable, CaseIterable {
        case notUTF8 = "must be UTF-8"
        case nulCharacter = "must not have NUL characters"
        case controlCharacter = "must not have control characters"
        case tooLong = "is too long"
    }

    /// Checks text and brings it into NFC.
    ///
    /// - Parameters:
    ///   - text: The received text.
    ///   - maxBytes: Maximum length in UTF-8, as received.
    /// - Throws: The fault.
    package init(_ text: String, maxBytes: Int = .max) throws(Fault) {
        guard text.utf8.count <= maxBytes else { throw .tooLong }
        var isPlain = true
        for scalar in text.unicodeScalars where !Self.isPrintableASCII(scalar) {
            if scalar.value == 0 { throw .nulCharacter }
            if Self.isForbidden(scalar) { throw .controlCharacter }
            isPlain = isPlain && scalar.value < Self.firstComposing
        }
        value = isPlain ? text : text.precomposedStringWithCanonicalMapping
    }

    /// Checks the bytes of a text and brings it into NFC.
    ///
    /// - Parameters:
    ///   - bytes: The received bytes.
    ///   - maxBytes: Maximum length.
    /// - Throws: The fault.
    package init(utf8 bytes: some Collection<UInt8>, maxBytes: Int = .max) throws(Fault) {
        guard bytes.count <= maxBytes else { throw .tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        try self.init(text)
    }

    /// The text without its forbidden characters: for values that are never refused, such as a client's name.
    package init(cleaning text: String) {
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.lazy.filter { !Self.isForbidden($0) })
        value = String(kept).precomposedStringWithCanonicalMapping
    }

    /// Whether the character is forbidden in incoming text.
    package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d: false
        case 0..<0x20, 0x7f...0x9f, 0xfdd0...0xfdef: true
        // The last two of every plane are noncharacters.
        default: scalar.value & 0xfffe == 0xfffe
        }
    }

    private static func isPrintableASCII(_ scalar: Unicode.Scalar) -> Bool { (0x20..<0x7f).contains(scalar.value) }

    /// The first combining character: text whose characters are all below it is already in NFC.
    private static let firstComposing: UInt32 = 0x300
}
