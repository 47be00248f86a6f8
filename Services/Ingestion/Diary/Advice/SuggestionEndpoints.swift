import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Nourishment
import Quantities
import Sealing
import ServiceRuntime

/// Suggestions of foods to enter now (NUT-19).
struct SuggestionEndpoints: Sendable {
    let resources: ResourceReader
    let foods: KnownFoods

    /// Number of days used to determine habits: four half-lives of a use's weight.
    private static let days = 56
    /// Maximum number of meals considered.
    private static let maxMeals = 120
    /// Maximum number of suggestions of either kind.
    private static let maxCount = 20
    /// Default number of suggestions of either kind.
    private static let defaultCount = 8

    /// Foods and meals that the person often records for a slot at about this time, the most likely first.
    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let limit = try Self.limit(call.query)
        let moment = try await resources.moment(of: account)
        let slot = try Self.slot(call.query) ?? moment.usualSlot
        let language = try await call.foodLanguage(in: resources.database)
        let first = moment.day.adding(days: -Self.days) ?? moment.day
        let items = try await EatenRepository.items(
            of: account, from: first, through: moment.day, meals: Self.maxMeals, in: resources.database)
        let likelyFoods = FrequentUse.suggest(
            from: items.compactMap { $0.use(of: EatenFood($0)) }, on: moment.day, slot: slot.rawValue,
            minute: moment.minute, maxCount: limit)
        let eaten = EatenMeals(items)
        let likelyMeals = FrequentUse.suggest(
            from: eaten.uses, on: moment.day, slot: slot.rawValue, minute: moment.minute, maxCount: limit)
        let view = SuggestionsView(
            slot: slot.rawValue, foods: try await shown(likelyFoods, items, of: account, in: language),
            meals: try await shown(likelyMeals, eaten, of: account))
        return try .json(
            .ok, view, headers: [.contentLanguage: language.rawValue, .vary: "Accept-Language"])
    }

    /// The foods that still exist, each with its usual mass.
    private func shown(
        _ likely: [FrequentUse.Suggestion<EatenFood>], _ items: [EatenItem], of account: AccountID,
        in language: FoodLanguage
    ) async throws -> [SuggestionsView.Food] {
        let known = try await foods.foods(likely.compactMap(\.key.foodID), of: account, in: language)
        let saved = try await savedNames(likely.compactMap(\.key.savedFoodID), of: account)
        return likely.compactMap { one in
            guard let name = one.key.foodID.flatMap({ known[$0]?.name }) ?? one.key.savedFoodID.flatMap({ saved[$0] })
            else { return nil }
            let masses = items.filter { EatenFood($0) == one.key }.compactMap(\.milligrams).sorted()
            return SuggestionsView.Food(
                foodID: one.key.foodID, savedFoodID: one.key.savedFoodID, name: name,
                grams: masses.isEmpty ? nil : Double(masses[masses.count / 2]) / 1_000, lastEatenOn: one.lastDay)
        }
    }

    private func savedNames(
        _ ids: [SavedFoodID], of account: AccountID
    ) async throws -> [SavedFoodID: String] {
        var names: [SavedFoodID: String] = [:]
        let documents = try await DocumentRepository.read(
            .savedFood, ids: ids.map(\.uuid), of: account, in: resources.database)
        for document in documents {
            let saved = try EventCoding.decode(SavedFoodChanged.self, from: document.body)
            let words = try await foods.sealer.open(
                saved.food.words, .savedFoodWords(saved.savedFoodID, of: account))
            names[saved.savedFoodID] = words.name
        }
        return names
    }

    /// The meals in the form in which they were last recorded.
    private func shown(
        _ likely: [FrequentUse.Suggestion<EatenMeals.Key>], _ eaten: EatenMeals, of account: AccountID
    ) async throws -> [SuggestionsView.Meal] {
        let newest = likely.compactMap { one in eaten.newest[one.key].map { (one, $0) } }
        let documents = try await DocumentRepository.read(
            .meal, ids: newest.map(\.1.uuid), of: account, in: resources.database)
        let meals = Dictionary(uniqueKeysWithValues: documents.map { ($0.resource.id, $0) })
        var shown: [SuggestionsView.Meal] = []
        for (one, id) in newest {
            guard let document = meals[id.uuid] else { continue }
            let meal = try EventCoding.decode(MealChanged.self, from: document.body)
            let view = try await resources.documents.opener.meal(meal, document.companion)
            shown.append(SuggestionsView.Meal(view, lastEatenOn: one.lastDay))
        }
        return shown
    }

    private static func limit(_ query: [(name: String, value: String)]) throws(ProblemDetails) -> Int {
        guard let text = query.first(where: { $0.name == "limit" })?.value else { return defaultCount }
        guard let number = Int(text), (1...maxCount).contains(number) else {
            throw ProblemDetails(
                .malformedRequest,
                errors: [
                    .init(
                        parameter: "limit",
                        .init(
                            .outOfRange, "Must be a number from 1 to \(maxCount).",
                            ["min": 1, "max": .integer(maxCount)]))
                ])
        }
        return number
    }

    private static func slot(_ query: [(name: String, value: String)]) throws(ProblemDetails) -> MealSlot? {
        guard let text = query.first(where: { $0.name == "slot" })?.value else { return nil }
        guard let slot = MealSlot(rawValue: text) else {
            let names = MealSlot.allCases.map(\.rawValue)
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: "slot", .notOneOf(names))])
        }
        return slot
    }
}
