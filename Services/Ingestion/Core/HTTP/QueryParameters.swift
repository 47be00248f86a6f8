import IncomingText
import ServiceRuntime

/// The parameters of a query, decoded (RFC 3986 section 2.1) and validated.
package enum QueryParameters {
    /// Maximum length of a name or value, in decoded bytes.
    private static let maxBytes = 8_192

    /// Parses `name=value` pairs between `&`, in order; a parameter without `=` has an empty value.
    ///
    /// - Throws: `malformedRequest` if an escape is invalid, or a name or value is not a valid `IncomingText`.
    package static func read(_ query: String?) throws(ProblemDetails) -> [(name: String, value: String)] {
        guard let query else { return [] }
        var parameters: [(name: String, value: String)] = []
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = try? text(parts[0]) else {
                throw ProblemDetails(.malformedRequest, detail: "The name of a query parameter is not valid text.")
            }
            do {
                parameters.append((name, parts.count == 2 ? try text(parts[1]) : ""))
            } catch {
                throw ProblemDetails(
                    .malformedRequest,
                    errors: [.init(parameter: name, .init(.malformed, "\(error.rawValue), percent-encoded"))])
            }
        }
        return parameters
    }

    private static func text(_ bytes: Substring.UTF8View) throws(IncomingText.Fault) -> String {
        guard let decoded = decode(bytes) else { throw .notUTF8 }
        return try IncomingText(utf8: decoded, maxBytes: maxBytes).value
    }

    /// The decoded bytes of a percent-encoded text; nil if an escape is invalid.
    private static func decode(_ bytes: Substring.UTF8View) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
