/// A value out of a list that later releases add to, by its name.
///
/// One that this release does not know is told apart from one that is no value at all: whoever reads an event of a later
/// release passes over it, as over a type that it does not know.
package protocol EventValue: RawRepresentable, Codable, Sendable where RawValue == String {}

/// A name that this release does not know; stands below a `DecodingError`.
package struct UnknownEventValue: Error {
    package init() {}
}

extension EventValue {
    /// - Throws: `DecodingError.dataCorrupted` over an `UnknownEventValue` when the name is not known.
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
