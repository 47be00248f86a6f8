import EventContracts
import FoodCatalogue
import Quantities

/// All foods that every person finds: built-in and imported ones, with all later changes, additions and removals
/// (GW-26, NUT-26).
///
/// A value type: readers are not affected by later changes. The names of built-in foods are indexed once per process,
/// those of a table once when it is read; the cost of a change grows with the number of changed foods.
package struct FoodLibrary: Sendable {
    /// A food that matches the typed text.
    package typealias Match = (food: CatalogueFood, isMisspelled: Bool)

    private let catalogue: FoodCatalogue
    private let index: FoodIndex
    /// Positions in the catalog of changed or removed foods.
    private var hidden: Set<Int> = []
    private var shared: [FoodID: CatalogueFood] = [:]
    /// The foods of `shared` in the order of their index.
    private var listed: [CatalogueFood] = []
    private var sharedIndex = FoodIndex([FoodIndex.Name]())
    /// Ids of the foods of `shared` with a barcode, by barcode.
    private var scanned: [GTIN: FoodID] = [:]
    /// Ids of all changed foods, including removed ones.
    private var changed: Set<FoodID> = []
    /// Imported tables by their source.
    private var tables: [String: Table] = [:]
    /// The number of the last numbered change that it contains.
    package private(set) var revision: Int64 = 0
    /// Incremented by each change, so that concurrent changes are detected.
    package private(set) var stamp: UInt64 = 0

    /// An imported table.
    private struct Table {
        let version: Int64
        /// Nil for a withdrawn table.
        let foods: ReleasedFoods?
        /// Positions of foods that are hidden because a built-in or changed food replaces them.
        var hidden: Set<Int> = []
    }

    private static let shipped = Result { FoodLibrary(try FoodCatalogue.builtIn()) }

    /// The foods of a catalog, without changes.
    package init(_ catalogue: FoodCatalogue) {
        self.catalogue = catalogue
        index = FoodIndex(catalogue)
    }

    /// The built-in foods; read once per process, in about 0.1 s.
    ///
    /// - Throws: `FoodTableError` if the tables are damaged.
    package static func builtIn() throws -> FoodLibrary { try shipped.get() }

    /// A copy with further changes.
    ///
    /// - Parameters:
    ///   - changes: Current states of foods.
    ///   - revision: The number of the last change.
    /// - Returns: The changed library.
    package func applying(_ changes: some Sequence<CatalogueFoodChanged>, upTo revision: Int64) -> FoodLibrary {
        var library = self
        library.revision = revision
        library.stamp += 1
        for change in changes {
            guard let id = FoodID(change.foodID) else { continue }
            let place = catalogue.place(of: id)
            if let place { library.hidden.insert(place) }
            library.changed.insert(id)
            let imported = place == nil ? library.tables[String(id.source)]?.foods : nil
            if let released = imported?.place(of: id) { library.tables[String(id.source)]?.hidden.insert(released) }
            library.shared[id] =
                change.withdrawnAt == nil
                ? CatalogueFood(
                    id, change.food, from: CatalogueFood.Origin(rawValue: change.origin) ?? .staff,
                    insteadOf: place.map { catalogue.foods[$0] }
                        ?? imported.flatMap { foods in foods.place(of: id).flatMap { foods[$0] } })
                : nil
        }
        library.listed = library.shared.values.sorted { $0.id.value < $1.id.value }
        library.scanned = Dictionary(
            library.listed.compactMap { food in food.gtin.flatMap { GTIN($0) }.map { ($0, food.id) } },
            uniquingKeysWith: { first, _ in first })
        library.sharedIndex = FoodIndex(
            library.listed.enumerated().flatMap { place, food in food.indexedNames(at: place) })
        return library
    }

    /// A copy with an imported table in place of the earlier one of its source.
    ///
    /// - Parameters:
    ///   - source: The table, which is the prefix of its foods' ids.
    ///   - version: Version of the release.
    ///   - foods: Its foods; nil to remove them.
    /// - Returns: The changed library.
    package func releasing(_ source: String, version: Int64, _ foods: ReleasedFoods?) -> FoodLibrary {
        var library = self, table = Table(version: version, foods: foods)
        if let foods {
            // Built-in foods have better names, and changes by the staff take precedence.
            for food in catalogue.foods where food.id.source == source {
                if let place = foods.place(of: food.id) { table.hidden.insert(place) }
            }
            for id in changed where id.source == source {
                if let place = foods.place(of: id) { table.hidden.insert(place) }
            }
        }
        library.tables[source] = table
        library.stamp += 1
        return library
    }

    /// The version of the imported table of a source, even if withdrawn; 0 without one.
    package func version(of source: String) -> Int64 { tables[source]?.version ?? 0 }

    /// The food with an id; nil for a removed one.
    package subscript(_ id: FoodID) -> CatalogueFood? {
        if let food = shared[id] { return food }
        guard !changed.contains(id) else { return nil }
        return shipped(id)
    }

    /// The food as built in or imported, without later changes.
    package func shipped(_ id: FoodID) -> CatalogueFood? {
        if let food = catalogue[id] { return food }
        guard let foods = tables[String(id.source)]?.foods else { return nil }
        return foods.place(of: id).flatMap { foods[$0] }
    }

    /// The food with a barcode: a submitted or added food, otherwise a product of Open Food Facts, whose ids end with
    /// the barcode.
    package func food(_ barcode: GTIN) -> CatalogueFood? {
        if let food = scanned[barcode].flatMap({ shared[$0] }) { return food }
        let digits = barcode.digits.drop { $0 == "0" }
        for length in GTIN.lengths.sorted() where length >= digits.count {
            let code = String(repeating: "0", count: length - digits.count) + digits
            if let food = FoodID("\(Self.productSource)-\(code)").flatMap({ self[$0] }) { return food }
        }
        return nil
    }

    /// Prefix of the ids of products of Open Food Facts; the barcode follows.
    package static let productSource = "off"

    /// Number of foods.
    package var count: Int {
        tables.values.reduce(catalogue.foods.count - hidden.count + listed.count) { sum, table in
            sum + (table.foods.map { $0.count - table.hidden.count } ?? 0)
        }
    }

    /// All foods, in batches: built-in and individually changed ones ordered by id, then those of each imported table.
    ///
    /// - Parameters:
    ///   - size: Maximum number of foods in a batch.
    ///   - body: Receives a batch.
    /// - Throws: The error of `body`.
    package func forEach(by size: Int, _ body: ([CatalogueFood]) throws -> Void) rethrows {
        let untouched = catalogue.foods.enumerated().filter { !hidden.contains($0.offset) }.map(\.element)
        try body((untouched + listed).sorted { $0.id.value < $1.id.value })
        for (foods, hidden) in inUse {
            for start in stride(from: 0, to: foods.count, by: size) {
                let places = start..<min(start + size, foods.count)
                try body(places.filter { !hidden.contains($0) }.compactMap { foods[$0] })
            }
        }
    }

    /// The imported tables that were not withdrawn, by source.
    private var inUse: [(foods: ReleasedFoods, hidden: Set<Int>)] {
        tables.sorted { $0.key < $1.key }.compactMap { _, table in table.foods.map { ($0, table.hidden) } }
    }

    /// All foods.
    package var all: [CatalogueFood] {
        var all: [CatalogueFood] = []
        forEach(by: 1_000) { all += $0 }
        return all
    }

    /// The foods that match the typed text, the best first (`FoodIndex.search`).
    package func search(_ query: String, language: FoodLanguage, limit: Int) -> [Match] {
        for spelling in FoodSpelling.allCases {
            let added = sharedIndex.search(query, language: language, limit: limit, spelling: spelling)
                .map { (match: $0, food: listed[$0.food]) }
            let known = index.search(query, language: language, limit: limit, spelling: spelling, hiding: hidden)
                .map { (match: $0, food: catalogue.foods[$0.food]) }
            let imported = inUse.flatMap { foods, hidden in
                foods.index.search(query, language: language, limit: limit, spelling: spelling, hiding: hidden)
                    .compactMap { match in foods[match.food].map { (match: match, food: $0) } }
            }
            let found = (added + known + imported).enumerated()
                .sorted { ($0.element.match.rank, $0.offset) < ($1.element.match.rank, $1.offset) }
                .prefix(limit).map { ($0.element.food, $0.element.match.isMisspelled) }
            guard found.isEmpty else { return found }
        }
        return []
    }

    /// The foods with this name in any spelling (`FoodIndex.foods`).
    package func foods(named name: String, language: FoodLanguage) -> [CatalogueFood] {
        let added = sharedIndex.namesakes(of: name, language: language)
        let known = index.namesakes(of: name, language: language, hiding: hidden)
        let step = min(added.step, known.step)
        // Imported tables are searched only for names that no other food has: a duplicate in a table must not make its
        // name ambiguous.
        guard step < .max else {
            return inUse.flatMap { foods, hidden in
                foods.index.namesakes(of: name, language: language, hiding: hidden).foods.compactMap { foods[$0] }
            }
        }
        return (added.step == step ? added.foods.map { listed[$0] } : [])
            + (known.step == step ? known.foods.map { catalogue.foods[$0] } : [])
    }
}

extension CatalogueFood {
    /// The number under its bar code, if known.
    package var barcode: GTIN? {
        if let gtin { return GTIN(gtin) }
        guard id.source == FoodLibrary.productSource else { return nil }
        return GTIN(String(id.value.dropFirst(id.source.count + 1)))
    }

    /// The food's searchable names, also preceded by its brand.
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
