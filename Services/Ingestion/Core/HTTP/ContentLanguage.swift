/// The languages of the API's texts.
package enum ContentLanguage: String, Sendable, CaseIterable {
    case en, fr, es, zh

    /// The supported languages in `Accept-Language` values, the most preferred first (RFC 9110 section 12.5.4).
    package static func accepted(by values: [String]) -> [Self] {
        var preferences: [(language: Self, weight: Double)] = []
        for range in values.flatMap({ HeaderText.split($0, at: ",") }) {
            let parts = HeaderText.split(range, at: ";")
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard let tag = parts.first?.split(separator: "-").first?.lowercased(), weight > 0,
                let language = Self(rawValue: tag)
            else { continue }
            preferences.append((language, weight))
        }
        return preferences.enumerated().sorted { left, right in
            (right.element.weight, left.offset) < (left.element.weight, right.offset)
        }.map(\.element.language)
    }
}
