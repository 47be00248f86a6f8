import Foundation

/// Checks language tags and time zones.
package enum LocaleTag {
    /// Whether `text` has the form of a language tag (RFC 5646): a language of 2–8 letters, then subtags of 1–8 letters
    /// or digits; at most 35 characters (RFC 5646 section 4.4.1).
    package static func isWellFormed(_ text: String) -> Bool {
        guard text.utf8.count <= 35 else { return false }
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let language = subtags.first, (2...8).contains(language.count), language.allSatisfy(isLetter) else {
            return false
        }
        return subtags.dropFirst().allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || isDigit($0) }
        }
    }

    /// Whether `text` is a time zone of the IANA database.
    package static func isTimeZone(_ text: String) -> Bool {
        text == "UTC" || text == "Etc/UTC" || (text.utf8.count <= 64 && timeZones.contains(text))
    }

    private static let timeZones = Set(TimeZone.knownTimeZoneIdentifiers)

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
