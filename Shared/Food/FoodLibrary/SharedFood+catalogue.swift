import EventContracts
import FoodCatalogue
import Quantities

extension CatalogueFood {
    /// Thousandths in one unit of a nutrient.
    package static let thousandthsPerUnit = 1_000.0
    private static let milligramsPerGram = 1_000.0

    /// A changed food, with the facts that only the table has: its group, its density and further names.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - food: Its current state.
    ///   - origin: The source of the change.
    ///   - shipped: The built-in or imported food with that id.
    package init(_ id: FoodID, _ food: SharedFood, from origin: Origin, insteadOf shipped: CatalogueFood?) {
        var amounts = NutrientAmounts()
        for nutrient in Nutrient.allCases {
            guard let amount = food.amounts[nutrient.rawValue] else { continue }
            amounts[nutrient] = .known(NutrientValue(Double(amount) / Self.thousandthsPerUnit))
        }
        var names: [FoodLanguage: [String]] = [:]
        for language in FoodLanguage.allCases {
            guard let name = food.names[language.rawValue] else { continue }
            names[language] = [name] + (shipped?.names[language] ?? []).dropFirst().filter { $0 != name }
        }
        let first = FoodLanguage.allCases.lazy.compactMap { names[$0]?.first }.first
        self.init(
            id: id, group: shipped?.group, description: shipped?.description ?? first ?? id.value,
            density: shipped?.density,
            portions: food.portions.compactMap { portion in
                let measure = FoodLanguage.allCases.lazy.compactMap { portion.measures[$0.rawValue] }.first
                return measure.map {
                    Portion(measure: $0, mass: Grams(Double(portion.milligrams) / Self.milligramsPerGram))
                }
            }, amounts: amounts, brand: food.brand, gtin: food.gtin, origin: origin)
        self.names = names
    }

    /// The known amounts in 100 g, in thousandths of the nutrient's unit by its code: tables have at most three
    /// decimals.
    package var thousandths: [String: Int64] {
        var amounts: [String: Int64] = [:]
        for nutrient in Nutrient.allCases {
            guard let value = self.amounts[nutrient].value?.value else { continue }
            amounts[nutrient.rawValue] = Int64((value * Self.thousandthsPerUnit).rounded())
        }
        return amounts
    }

    /// The food in the form of events.
    package var eventFood: SharedFood {
        var names: [String: String] = [:]
        for (language, known) in self.names { names[language.rawValue] = known.first }
        if names.isEmpty { names[FoodLanguage.english.rawValue] = description }
        return SharedFood(
            names: names, brand: brand, amounts: thousandths,
            portions: portions.map {
                SharedFood.Portion(
                    measures: [FoodLanguage.english.rawValue: $0.measure],
                    milligrams: Int64(($0.mass.value * Self.milligramsPerGram).rounded()))
            }, gtin: gtin)
    }
}

extension SharedFood {
    /// Maximum length of a name, brand or measure, in Unicode scalars.
    package static let maxTextLength = MealWords.maxNameLength
    /// Maximum amount of one nutrient, in thousandths of its unit.
    package static let maxThousandths: Int64 = 100_000_000
    /// Maximum mass of a portion: ten kilograms, in milligrams.
    package static let maxMilligrams: Int64 = 10_000_000
    /// Maximum number of portions.
    package static let maxPortions = 20

    /// A description of its fault for users; nil if it is valid.
    package var fault: String? {
        let languages = Set(FoodLanguage.allCases.map(\.rawValue)), codes = Set(Nutrient.allCases.map(\.rawValue))
        guard !names.isEmpty, languages.isSuperset(of: names.keys), names.values.allSatisfy(Self.isName),
            brand.map(Self.isName) ?? true
        else { return "/names must be short and not blank, in en, fr, es or zh" }
        guard !amounts.isEmpty, codes.isSuperset(of: amounts.keys),
            amounts.values.allSatisfy({ (0...Self.maxThousandths).contains($0) })
        else { return "/nutrients must be known ones, from 0 to 100,000 of their unit" }
        guard portions.count <= Self.maxPortions,
            portions.allSatisfy({ portion in
                !portion.measures.isEmpty && languages.isSuperset(of: portion.measures.keys)
                    && portion.measures.values.allSatisfy(Self.isName)
                    && (1...Self.maxMilligrams).contains(portion.milligrams)
            })
        else { return "/portions must have few entries, each with a short name and a mass" }
        guard gtin.map({ GTIN($0)?.digits == $0 }) ?? true else {
            return "/gtin must be the number under a barcode, with 14 digits"
        }
        return nil
    }

    private static func isName(_ name: String) -> Bool {
        (1...maxTextLength).contains(name.unicodeScalars.count) && !name.allSatisfy(\.isWhitespace)
    }
}
