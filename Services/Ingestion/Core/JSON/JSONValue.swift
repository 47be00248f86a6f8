/// A JSON value from a client, with members in their order.
package indirect enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// The number as written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One member of an object; names are unique within it.
    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member with that name; nil if this is not an object or has no such member.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

extension JSONValue {
    /// A normalized text that is equal for equal values, by which an idempotency key recognizes a repeated request.
    ///
    /// Members are sorted by name, white space is removed, and numbers are compared by value.
    package var canonicalText: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let text): Self.canonicalNumber(text)
        case .string(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.canonicalText).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
                .map { Self.quoted($0.name) + ":" + $0.value.canonicalText }.joined(separator: ",") + "}"
        }
    }

    private static func canonicalNumber(_ text: String) -> String {
        if let integer = Int64(text) { return String(integer) }
        guard let value = Double(text) else { return text }
        return Int64(exactly: value).map(String.init) ?? value.description
    }

    private static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            default:
                if scalar.value < 0x20 {
                    output += scalar.value < 0x10 ? "\\u000" : "\\u00"
                    output += String(scalar.value, radix: 16)
                } else {
                    output.unicodeScalars.append(scalar)
                }
            }
        }
        return output + "\""
    }
}
