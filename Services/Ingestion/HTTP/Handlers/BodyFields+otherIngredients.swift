import EventContracts

extension BodyFields {
    /// Most ingredients a person may name beside the allergens, and most other words for each.
    private static let mostOtherIngredients = 50
    private static let mostSynonyms = 10
    /// In Unicode scalars.
    private static let nameLength = 1...80

    /// Ingredients in the person's own words: texts, or objects with a name and other words for it.
    mutating func otherIngredients(_ name: String) -> [OtherIngredient] {
        elements(of: name, most: Self.mostOtherIngredients).compactMap { place, value in
            guard case .object = value else {
                return text(value, at: place, length: Self.nameLength).map { OtherIngredient($0) }
            }
            return otherIngredient(value, at: place)
        }
    }

    private mutating func otherIngredient(_ value: JSONValue, at place: JSONPointer) -> OtherIngredient? {
        let synonyms: [String]
        switch value["synonyms"] {
        case nil, .null: synonyms = []
        case .array(let values) where values.count <= Self.mostSynonyms:
            let list = place.member("synonyms")
            synonyms = values.enumerated().compactMap {
                text($0.element, at: list.element($0.offset), length: Self.nameLength)
            }
        default:
            report(place.member("synonyms"), "must be a list of at most \(Self.mostSynonyms) texts")
            return nil
        }
        let name = text(value["name"] ?? .null, at: place.member("name"), length: Self.nameLength)
        return name.map { OtherIngredient($0, synonyms: synonyms) }
    }
}
