import EventContracts
import Foundation
import ServiceRuntime

extension BodyFields {
    /// Maximum number of other ingredients beside the allergens, and of synonyms for each.
    private static let maxOtherIngredients = 50
    private static let maxSynonyms = 10
    /// Allowed length of a name, in Unicode scalars.
    private static let nameLength = 1...80

    /// Ingredients in the person's own words: texts, or objects with a name and synonyms.
    package mutating func otherIngredients(_ name: String) -> [OtherIngredient] {
        let entries = elements(of: name, maxCount: Self.maxOtherIngredients).compactMap { place, value in
            guard case .object = value else { return word(value, at: place).map { OtherIngredient($0) } }
            return otherIngredient(value, at: place)
        }
        return Self.merged(entries)
    }

    /// Merges entries with the same name, ignoring case, with all their synonyms.
    private static func merged(_ entries: [OtherIngredient]) -> [OtherIngredient] {
        var merged: [OtherIngredient] = []
        for entry in entries {
            guard let index = merged.firstIndex(where: { $0.name.lowercased() == entry.name.lowercased() }) else {
                merged.append(entry)
                continue
            }
            let known = Set(([merged[index].name] + merged[index].synonyms).map { $0.lowercased() })
            merged[index].synonyms += entry.synonyms.filter { !known.contains($0.lowercased()) }
        }
        return merged
    }

    /// A trimmed name or synonym.
    private mutating func word(_ value: JSONValue, at place: JSONPointer) -> String? {
        guard let text = text(value, at: place, length: Self.nameLength) else { return nil }
        let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if word.isEmpty { report(place, .init(.blank, "must not be empty")) }
        return word.isEmpty ? nil : word
    }

    private mutating func otherIngredient(_ value: JSONValue, at place: JSONPointer) -> OtherIngredient? {
        let synonyms: [String]
        switch value["synonyms"] {
        case nil, .null: synonyms = []
        case .array(let values) where values.count <= Self.maxSynonyms:
            let list = place.member("synonyms")
            synonyms = values.enumerated().compactMap {
                word($0.element, at: list.element($0.offset))
            }
        default:
            report(
                place.member("synonyms"),
                .init(
                    .tooMany, "must be a list of at most \(Self.maxSynonyms) texts",
                    ["max": .integer(Self.maxSynonyms)]))
            return nil
        }
        return word(value["name"] ?? .null, at: place.member("name")).map { OtherIngredient($0, synonyms: synonyms) }
    }
}
