import ServiceRuntime

/// A request's body as JSON, with the rules for all routes: media type, strict syntax, no card numbers.
package enum JSONBody {
    /// Maximum size of a JSON body, in bytes.
    package static let maxSize = 256 * 1_024

    /// Whether a `Content-Type` is JSON: `application/json` or `application/…+json`, in UTF-8.
    package static func isJSON(contentType: String?) -> Bool {
        guard let contentType else { return false }
        let parts = contentType.lowercased().split(separator: ";").map { $0.drop(while: \.isWhitespace) }
        guard let first = parts.first else { return false }
        let mediaType = String(first.reversed().drop(while: \.isWhitespace).reversed())
        guard mediaType == "application/json" || (mediaType.hasPrefix("application/") && mediaType.hasSuffix("+json"))
        else { return false }
        let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }?.dropFirst(8)
        return charset == nil || charset?.filter { $0 != "\"" }.hasPrefix("utf-8") == true
    }

    /// Parses the body's bytes.
    ///
    /// - Throws: `malformedRequest` with the offset of the fault; `cardNumberRefused` with a pointer to each card
    ///   number.
    package static func read(_ bytes: [UInt8]) throws(ProblemDetails) -> JSONValue {
        let value: JSONValue
        do {
            value = try JSONReader.read(bytes)
        } catch {
            throw ProblemDetails(
                .malformedRequest,
                detail: "The body is not acceptable JSON at byte \(error.offset): \(error.reason.rawValue).")
        }
        var pointers: [JSONPointer] = []
        findCardNumbers(in: value, at: .root, into: &pointers)
        guard pointers.isEmpty else {
            throw ProblemDetails(
                .cardNumberRefused,
                errors: pointers.map { .init(pointer: $0.description, .cardNumber) })
        }
        return value
    }

    private static func findCardNumbers(in value: JSONValue, at pointer: JSONPointer, into found: inout [JSONPointer]) {
        switch value {
        case .null, .bool: break
        case .number(let text), .string(let text):
            if CardNumberGuard.holdsCardNumber(text) { found.append(pointer) }
        case .array(let values):
            for (index, value) in values.enumerated() {
                findCardNumbers(in: value, at: pointer.element(index), into: &found)
            }
        case .object(let members):
            for member in members {
                // A name that is a card number is reported by its container, so that the answer does not repeat it.
                if CardNumberGuard.holdsCardNumber(member.name) {
                    found.append(pointer)
                    continue
                }
                findCardNumbers(in: member.value, at: pointer.member(member.name), into: &found)
            }
        }
    }
}
