/// A value from a list that later releases may extend, identified by its name.
///
/// Decoding distinguishes a name that this release does not know from an invalid value: a consumer skips an event with
/// an unknown name, as it skips an unknown event type.
package protocol EventValue: RawRepresentable, Codable, Sendable where RawValue == String {}

/// A name that this release does not know; the underlying error of a `DecodingError`.
package struct UnknownEventValue: Error {
    package init() {}
}

extension EventValue {
    /// - Throws: `DecodingError.dataCorrupted` with an underlying `UnknownEventValue` if the name is unknown.
    package init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(rawValue: name) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "not a \(Self.self) that this release knows",
                    underlyingError: UnknownEventValue()))
        }
        self = value
    }
}
