import Foundation

/// Checks a name written by a model, which is untrusted input.
package enum WrittenName {
    /// Maximum digits in a number within a name: "7-Up" and "1664" are names, a card number is not.
    private static let maxDigits = 6

    /// A name that may appear in a list: one line of visible characters with a letter among them.
    ///
    /// - Parameters:
    ///   - text: The model's text.
    ///   - longest: Maximum length, in Unicode scalars.
    /// - Returns: The name; nil if the text is not one.
    package static func plain(_ text: String, atMost longest: Int) -> String? {
        var name = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                if name.last != " ", !name.isEmpty { name.append(" ") }
            // Invisible characters that change how others are displayed, such as direction marks.
            case .format, .privateUse, .surrogate, .unassigned: continue
            default: name.append(scalar)
            }
        }
        if name.last == " " { name.removeLast() }
        guard (1...longest).contains(name.count), name.contains(where: \.properties.isAlphabetic),
            name.count(where: { $0.properties.numericType != nil }) <= maxDigits
        else { return nil }
        return String(name)
    }
}
