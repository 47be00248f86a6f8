import EventContracts

/// What a person may tell of themselves beside the address; kept sealed.
package struct AccountDetails: Codable, Sendable, Equatable {
    /// Most characters of a name.
    package static let longestName = 100

    /// How the person wants to be called.
    package var name: String?
    /// By which the person may sign in instead of the address (C1).
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

/// A name by which a person signs in; unlike an address it has no `@`, so neither is ever taken for the other.
package struct Username: Sendable, Equatable {
    /// Fewest and most characters.
    package static let length = 3...32

    /// In lower case.
    package let text: String

    /// Reads a name of letters, digits, `.`, `_` and `-` that begins with a letter; nil when it is none.
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

    /// What is hashed to find it: never equal to an address.
    package var indexed: String { "username\n\(text)" }

    /// What is hashed to find the account of what somebody signs in with.
    package static func indexed(signIn text: String) -> String {
        EmailAddress(text)?.normalized ?? Username(text)?.indexed ?? text
    }
}
