import EventContracts
import FoodCatalogue
import Quantities

/// The foods that everybody has: those that the program knows, with what was changed, added and taken out since (GW-26).
///
/// A value: who reads one is not disturbed by a change. The names of the program's foods are indexed once for the process;
/// a change costs as much as there are foods that were ever changed.
package struct FoodLibrary: Sendable {
    /// A food that fits what was typed.
    package typealias Match = (food: CatalogueFood, isMisspelled: Bool)

    private let catalogue: FoodCatalogue
    private let index: FoodIndex
    /// Places in the catalogue of what was changed or taken out.
    private var hidden: Set<Int> = []
    private var shared: [FoodID: CatalogueFood] = [:]
    /// Those of `shared` in the order that their index numbers them in.
    private var listed: [CatalogueFood] = []
    private var sharedIndex = FoodIndex([FoodIndex.Name]())
    /// How far the changes are in it: of those that it was given the last one's number.
    package private(set) var revision: Int64 = 0

    private static let shipped = Result { FoodLibrary(try FoodCatalogue.builtIn()) }

    /// The foods of a catalogue, with no changes.
    package init(_ catalogue: FoodCatalogue) {
        self.catalogue = catalogue
        index = FoodIndex(catalogue)
    }

    /// The foods that are part of the program; read once for the process, in about 0.1 s.
    ///
    /// - Throws: `FoodTableError` when the tables are damaged.
    package static func builtIn() throws -> FoodLibrary { try shipped.get() }

    /// The same with further changes.
    ///
    /// - Parameters:
    ///   - changes: Foods as they now are.
    ///   - revision: The number of the last of them.
    /// - Returns: The library after them.
    package func applying(_ changes: some Sequence<CatalogueFoodChanged>, upTo revision: Int64) -> FoodLibrary {
        var library = self
        library.revision = revision
        for change in changes {
            guard let id = FoodID(change.foodID) else { continue }
            let place = catalogue.place(of: id)
            if let place { library.hidden.insert(place) }
            library.shared[id] =
                change.withdrawnAt == nil
                ? CatalogueFood(
                    id, change.food, from: CatalogueFood.Origin(rawValue: change.origin) ?? .staff,
                    insteadOf: place.map { catalogue.foods[$0] })
                : nil
        }
        library.listed = library.shared.values.sorted { $0.id.value < $1.id.value }
        library.sharedIndex = FoodIndex(
            library.listed.enumerated().flatMap { place, food in food.indexedNames(at: place) })
        return library
    }

    /// The food with an id; nil of one that was taken out.
    package subscript(_ id: FoodID) -> CatalogueFood? {
        if let food = shared[id] { return food }
        guard let place = catalogue.place(of: id), !hidden.contains(place) else { return nil }
        return catalogue.foods[place]
    }

    /// What the program itself says of a food, whatever was said since.
    package func shipped(_ id: FoodID) -> CatalogueFood? { catalogue[id] }

    /// Every food there is, by its id.
    package var all: [CatalogueFood] {
        let untouched = catalogue.foods.enumerated().filter { !hidden.contains($0.offset) }.map(\.element)
        return (untouched + listed).sorted { $0.id.value < $1.id.value }
    }

    /// The foods that fit what was typed, the best first (`FoodIndex.search`).
    package func search(_ query: String, language: FoodLanguage, limit: Int) -> [Match] {
        for spelling in FoodSpelling.allCases {
            let added = sharedIndex.search(query, language: language, limit: limit, spelling: spelling)
                .map { (match: $0, food: listed[$0.food]) }
            let known = index.search(query, language: language, limit: limit, spelling: spelling, hiding: hidden)
                .map { (match: $0, food: catalogue.foods[$0.food]) }
            let found = (added + known).enumerated()
                .sorted { ($0.element.match.rank, $0.offset) < ($1.element.match.rank, $1.offset) }
                .prefix(limit).map { ($0.element.food, $0.element.match.isMisspelled) }
            guard found.isEmpty else { return found }
        }
        return []
    }

    /// The foods that are called so, however it is written (`FoodIndex.foods`).
    package func foods(named name: String, language: FoodLanguage) -> [CatalogueFood] {
        let added = sharedIndex.namesakes(of: name, language: language)
        let known = index.namesakes(of: name, language: language, hiding: hidden)
        let step = min(added.step, known.step)
        return (added.step == step ? added.foods.map { listed[$0] } : [])
            + (known.step == step ? known.foods.map { catalogue.foods[$0] } : [])
    }
}

extension CatalogueFood {
    /// What it is found by, also behind its brand.
    fileprivate func indexedNames(at place: Int) -> [FoodIndex.Name] {
        FoodLanguage.allCases.flatMap { language in
            (names[language] ?? []).flatMap { name in
                [name, brand.map { "\($0) \(name)" }].compactMap(\.self).map {
                    FoodIndex.Name(food: place, text: $0, language: brand == nil ? language : nil, isCommon: true)
                }
            }
        }
    }
}
