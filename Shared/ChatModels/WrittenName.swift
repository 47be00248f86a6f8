import Foundation

/// A name that a model wrote, taken as what anybody might have sent.
package enum WrittenName {
    /// Maximum digits in a number within a name: "7-Up" and "1664" are names, a card number is not.
    private static let maxDigits = 6

    /// A name as it may stand in a list: one line of visible characters with a letter among them.
    ///
    /// - Parameters:
    ///   - text: What the model wrote.
    ///   - longest: The longest name, in Unicode scalars.
    /// - Returns: The name, or nil when the text is none.
    package static func plain(_ text: String, atMost longest: Int) -> String? {
        var name = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                if name.last != " ", !name.isEmpty { name.append(" ") }
            // What is not seen but changes how the rest is seen, such as the order of writing.
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
