import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Postgres
import Sealing
import ServiceRuntime

/// The foods that a person can use: the catalog, and their own.
struct UsableFoods: Sendable {
    /// Maximum number of own foods, and of saved ones, that a search covers.
    private static let maxOwn = 2_000

    let foodSearch: FoodSearch
    let resources: ResourceReader
    let sealer: Sealer

    /// Whether a food with that id exists for the person.
    func isUsable(_ id: String, by account: AccountID) async throws -> Bool {
        if let own = OwnFoodID(foodID: id) { return try await document(of: own, account) != nil }
        guard let id = FoodID(id) else { return false }
        return try await foodSearch.food(id) != nil
    }

    /// An own food of the person.
    func document(of food: OwnFoodID, _ account: AccountID) async throws -> Document? {
        try await resources.ownDocument(ResourceReference(.ownFood, food.uuid), of: account)
    }

    /// Own and saved foods matching a query, best first; names are decrypted in memory and not indexed.
    func search(_ query: String, of account: AccountID, limit: Int) async throws -> [FoundView] {
        let own = try await ownFoods(of: account), saved = try await savedFoods(of: account)
        guard !own.isEmpty || !saved.isEmpty else { return [] }
        func name(_ text: String, _ place: Int) -> FoodIndex.Name {
            FoodIndex.Name(food: place, text: text, language: nil, isCommon: true)
        }
        let ownNames = own.enumerated().flatMap { place, food in
            [food.words.name, food.words.brand.map { "\($0) \(food.words.name)" }].compactMap(\.self).map {
                name($0, place)
            }
        }
        let savedNames = saved.enumerated().map { name($1.words.name, own.count + $0) }
        let index = FoodIndex(ownNames + savedNames)
        return index.search(query, language: .english, limit: limit).map { match in
            guard match.food < own.count else {
                let (food, words) = saved[match.food - own.count]
                return .saved(FoundSavedFoodView(food, words, isMisspelled: match.isMisspelled))
            }
            let (food, words) = own[match.food]
            return .own(FoundOwnFoodView(food, words, isMisspelled: match.isMisspelled))
        }
    }

    /// The food with a bar code: an own food, ignoring weight or price in a shop-internal code, otherwise a catalog
    /// food.
    ///
    /// - Returns: Nil if unknown.
    func found(_ barcode: GTIN, by account: AccountID, in language: FoodLanguage) async throws -> FoundView? {
        let own = try await ownFoods(of: account).compactMap { food in
            food.words.gtin.flatMap { GTIN($0) }.map { (food: food, gtin: $0) }
        }
        let known = own.first { $0.gtin == barcode } ?? own.first { $0.gtin.isSameArticle(as: barcode) }
        if let (food, words) = known?.food { return .own(FoundOwnFoodView(food, words, isMisspelled: false)) }
        guard barcode.isWorldwide else { return nil }
        return try await foodSearch.food(barcode).map {
            .catalogue(FoundFoodView($0, isMisspelled: false, language: language))
        }
    }

    /// The id of the food with a bar code, for use in a meal.
    func id(of barcode: GTIN, for account: AccountID) async throws -> String? {
        switch try await found(barcode, by: account, in: .english) {
        case .own(let food): food.id
        case .catalogue(let food): food.id.value
        case .saved, nil: nil
        }
    }

    /// The food that the person means by a name: an own one, else a saved one, else one of the catalog.
    ///
    /// - Returns: The food; nil if no food or several have the name.
    func food(
        named name: String, for account: AccountID, in language: FoodLanguage
    ) async throws -> NamedFood? {
        let own = try await ownFoods(of: account)
        if let found = Self.only(own.map { ($0.food, $0.words.name) }, named: name) {
            return NamedFood(foodID: found.ownFoodID.foodID)
        }
        let saved = try await savedFoods(of: account)
        if let found = Self.only(saved.map { ($0.food, $0.words.name) }, named: name) {
            return NamedFood(savedFoodID: found.savedFoodID, isPortion: found.food.foodID == nil)
        }
        return try await foodSearch.food(named: name, language: language).map { NamedFood(foodID: $0.id.value) }
    }

    private static func only<Food>(_ foods: [(food: Food, name: String)], named name: String) -> Food? {
        let index = FoodIndex(
            foods.enumerated().map { FoodIndex.Name(food: $0, text: $1.name, language: nil, isCommon: true) })
        let found = Set(index.foods(named: name, language: .english))
        return found.count == 1 ? found.first.map { foods[$0].food } : nil
    }

    private func ownFoods(of account: AccountID) async throws -> [(food: FoodChanged, words: OwnFoodWords)] {
        var foods: [(FoodChanged, OwnFoodWords)] = []
        for document in try await documents(.ownFood, of: account) {
            let food = try EventCoding.decode(FoodChanged.self, from: document.body)
            foods.append((food, try await sealer.open(food.food.words, .ownFoodWords(food.ownFoodID, of: account))))
        }
        return foods
    }

    private func savedFoods(of account: AccountID) async throws -> [(food: SavedFoodChanged, words: SavedFoodWords)] {
        var foods: [(SavedFoodChanged, SavedFoodWords)] = []
        for document in try await documents(.savedFood, of: account) {
            let food = try EventCoding.decode(SavedFoodChanged.self, from: document.body)
            foods.append(
                (food, try await sealer.open(food.food.words, .savedFoodWords(food.savedFoodID, of: account))))
        }
        return foods
    }

    private func documents(_ kind: ResourceKind, of account: AccountID) async throws -> [Document] {
        try await DocumentRepository.list(
            kind, of: account, after: nil, limit: Self.maxOwn, in: resources.database)
    }
}

/// A food found by its name.
struct NamedFood: Sendable, Equatable {
    var foodID: String?
    var savedFoodID: SavedFoodID?
    /// Whether the food's figures apply to a portion, so that it has no mass.
    var isPortion = false
}
