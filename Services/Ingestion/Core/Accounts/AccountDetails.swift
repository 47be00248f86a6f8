import EventContracts

/// Optional facts of an account beside the address; stored sealed.
package struct AccountDetails: Codable, Sendable, Equatable {
    /// Maximum number of characters of a name.
    package static let maxNameLength = 100

    /// The name to address the person by.
    package var name: String?
    /// A name for signing in instead of the address (C1).
    package var username: String?
    /// The units that the person chose.
    package var units: UnitPreference?

    package init(name: String? = nil, username: String? = nil, units: UnitPreference? = nil) {
        self.name = name
        self.username = username
        self.units = units
    }

    package var isEmpty: Bool { name == nil && username == nil && units == nil }
}

/// A name for signing in; it never contains an `@`, so it cannot be confused with an address.
package struct Username: Sendable, Equatable {
    /// Minimum and maximum number of characters.
    package static let length = 3...32

    /// The name in lower case.
    package let text: String

    /// Parses a name of letters, digits, `.`, `_` and `-` that begins with a letter; nil if invalid.
    package init?(_ text: String) {
        let lowered = text.lowercased()
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        guard Self.length.contains(lowered.utf8.count), let first = lowered.utf8.first, isLetter(first),
            lowered.utf8.allSatisfy({ byte in
                isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-".utf8.contains(byte)
            })
        else { return nil }
        self.text = lowered
    }

    /// The text that is hashed to find the account by this name; never equal to an address.
    package var indexed: String { "username\n\(text)" }

    /// The text that is hashed to find an account by a sign-in name or address.
    package static func indexed(signIn text: String) -> String {
        EmailAddress(text)?.normalized ?? Username(text)?.indexed ?? text
    }
}
