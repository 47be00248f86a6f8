import EventContracts
import FoodCatalogue
import Foundation
import Postgres
import Sealing
import ServiceRuntime

/// The foods that a person can use: everybody's, and their own.
struct UsableFoods: Sendable {
    /// Most foods of a person's own that a search looks through.
    private static let mostOwn = 2_000

    let shelf: FoodShelf
    let resources: ResourceReader
    let sealer: Sealer

    /// Whether there is a food of that id for the person.
    func isUsable(_ id: String, by account: AccountID) async throws -> Bool {
        if let own = OwnFoodID(foodID: id) { return try await document(of: own, account) != nil }
        guard let id = FoodID(id) else { return false }
        return try await shelf.food(id) != nil
    }

    /// A food of the person's own.
    func document(of food: OwnFoodID, _ account: AccountID) async throws -> Document? {
        try await resources.ownDocument(ResourceReference(.ownFood, food.uuid), of: account)
    }

    /// Foods of the person's own that fit what was typed, the best first; their names are opened for it in memory and
    /// stand in no index.
    func search(
        _ query: String, of account: AccountID, limit: Int
    ) async throws -> [FoundOwnFoodView] {
        let documents = try await DocumentRepository.list(
            .ownFood, of: account, after: nil, limit: Self.mostOwn, in: resources.database)
        guard !documents.isEmpty else { return [] }
        var foods: [(food: FoodChanged, words: OwnFoodWords)] = []
        for document in documents {
            let food = try EventCoding.decode(FoodChanged.self, from: document.body)
            foods.append((food, try await sealer.open(food.food.words, .ownFoodWords(food.ownFoodID, of: account))))
        }
        let index = FoodIndex(
            foods.enumerated().flatMap { place, food in
                [food.words.name, food.words.brand.map { "\($0) \(food.words.name)" }].compactMap(\.self).map {
                    FoodIndex.Name(food: place, text: $0, language: nil, isCommon: true)
                }
            })
        return index.search(query, language: .english, limit: limit).map { match in
            let (food, words) = foods[match.food]
            return FoundOwnFoodView(food, words, isMisspelled: match.isMisspelled)
        }
    }
}
