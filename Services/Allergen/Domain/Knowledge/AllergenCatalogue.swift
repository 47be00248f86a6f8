import EventContracts

/// What a person is shown about one of the fourteen allergens (ALG-01, ALG-02).
package struct AllergenDescription: Sendable, Equatable {
    package let code: AllergenCode
    /// The name by language.
    package let names: [LabelLanguage: String]
    /// Foods that commonly hold it, by language.
    package let examples: [LabelLanguage: [String]]
    /// Entries of Canada's priority allergen list that this allergen covers; empty when none.
    package let canada: [String]
    /// Entries of the United States' nine major allergens that this allergen covers; empty when none.
    package let unitedStates: [String]
}

/// The fourteen allergens with names, example foods and their place on the Canadian and United States lists.
package struct AllergenCatalogue: Sendable {
    /// In the order of the regulation's list; one entry per code.
    package let allergens: [AllergenDescription]

    /// Reads the catalogue that is built into the program.
    package static func builtIn() throws(LexiconError) -> AllergenCatalogue {
        try AllergenCatalogue(file: "allergens.tsv", bytes: PackageResources.allergens_tsv)
    }

    init(file: String, bytes: [UInt8]) throws(LexiconError) {
        var found: [AllergenCode: AllergenDescription] = [:]
        for row in try TabSeparatedTable(file: file, bytes: bytes).rows {
            let description = try Self.description(row)
            guard found.updateValue(description, forKey: description.code) == nil else {
                throw row.error(.duplicate, description.code.rawValue)
            }
        }
        var ordered: [AllergenDescription] = []
        for code in AllergenCode.allCases {
            guard let description = found[code] else {
                throw LexiconError(code: .emptyField, file: file, line: 0, detail: code.rawValue)
            }
            ordered.append(description)
        }
        allergens = ordered
    }

    /// The entry of a code.
    package subscript(code: AllergenCode) -> AllergenDescription? {
        allergens.first { $0.code == code }
    }

    private static func description(_ row: TabSeparatedTable.Row) throws(LexiconError) -> AllergenDescription {
        let name = try row.required("code")
        guard let code = AllergenCode(rawValue: name) else { throw row.error(.unknownCode, name) }
        var names: [LabelLanguage: String] = [:]
        var examples: [LabelLanguage: [String]] = [:]
        for language in LabelLanguage.allCases {
            names[language] = try row.required("name_\(language.rawValue)")
            examples[language] = try row.list("examples_\(language.rawValue)")
        }
        _ = try row.required("source")
        return AllergenDescription(
            code: code, names: names, examples: examples, canada: try row.list("canada").filter { !$0.isEmpty },
            unitedStates: try row.list("united_states").filter { !$0.isEmpty })
    }
}
