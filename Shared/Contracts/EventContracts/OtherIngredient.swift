/// An ingredient that a person avoids, in the person's own words.
///
/// A plain string on the wire when it has no synonyms, an object otherwise; both are read.
package struct OtherIngredient: Sendable, Hashable {
    package var name: String
    /// Synonyms, as the person knows them.
    package var synonyms: [String]

    package init(_ name: String, synonyms: [String] = []) {
        self.name = name
        self.synonyms = synonyms
    }
}

extension OtherIngredient: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, synonyms
    }

    package init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(name)
        } else {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                try fields.decode(String.self, forKey: .name),
                synonyms: try fields.decodeIfPresent([String].self, forKey: .synonyms) ?? [])
        }
    }

    package func encode(to encoder: any Encoder) throws {
        if synonyms.isEmpty {
            var value = encoder.singleValueContainer()
            try value.encode(name)
        } else {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(name, forKey: .name)
            try fields.encode(synonyms, forKey: .synonyms)
        }
    }
}

extension OtherIngredient: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.init(name) }
}
