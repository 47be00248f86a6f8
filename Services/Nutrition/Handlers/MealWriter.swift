import EventContracts
import FoodCatalogue
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores meals and sums their days, for all handlers.
package struct MealWriter: Sendable {
    let days: DayTotalsWriter
    let catalogue: CatalogCache
    let pantries: PersonalFoodReader
    let sealer: Sealer

    /// Stores a meal as entered, and recomputes its days.
    ///
    /// - Parameters:
    ///   - entry: The meal.
    ///   - id: Its id.
    ///   - version: The version assigned by the gateway.
    ///   - account: The person.
    ///   - stored: The previous meal; nil for a new one.
    ///   - promised: The versions that the gateway assigned to its days.
    ///   - transaction: The transaction.
    /// - Throws: A `Rejection` if the meal is not acceptable, `SealingError` or `PostgresError`.
    func keep(
        _ entry: MealEntry, as id: MealID, version: Int64, of account: AccountID, replacing stored: MealChanged?,
        promised: [DayVersion], in transaction: borrowing Transaction
    ) async throws {
        try await keep(
            entry, try await sealer.open(entry.words, .mealWords(id, of: account)), as: id, version: version,
            of: account, replacing: stored, promised: promised, in: transaction)
    }

    /// Stores a meal with decrypted names and the predictions for its items.
    func keep(
        _ entry: MealEntry, _ words: MealWords, seen: [MealItemID: SeenFood] = [:], as id: MealID, version: Int64,
        of account: AccountID, replacing stored: MealChanged?, promised: [DayVersion],
        in transaction: borrowing Transaction
    ) async throws {
        let now = try transaction.eventTime()
        if let fault = MealRules.fault(of: entry, words, now: now) { throw Rejection(.invalidFields, detail: fault) }
        var before: ItemResolver.Stored?
        if let stored {
            before = (stored.items, try await sealer.open(stored.words, .mealWords(id, of: account)))
        }
        let resolver = ItemResolver(foods: try await catalogue.current(in: transaction))
        var personalFoods = PersonalFoods()
        if resolver.needsPersonalFoods(entry.items, words, stored: before) {
            personalFoods = try await pantries.personalFoods(of: account, in: transaction)
        }
        var resolved = try await resolve(entry, words, personalFoods, before, by: resolver, in: transaction)
        for index in resolved.items.indices {
            let item = resolved.items[index].itemID
            var sight = seen[item]
            // The food of a label is found by name only here, so the prediction gets its id now.
            if sight?.foodID == nil { sight?.foodID = resolved.items[index].foodID }
            resolved.items[index].seen = sight ?? stored?.items.first { $0.itemID == item }?.seen
        }
        let meal = MealChanged(
            accountID: account, mealID: id, version: version, day: entry.day, eatenAt: entry.eatenAt,
            utcOffset: entry.utcOffset, slot: entry.slot,
            words: try await sealer.seal(resolved.words, .mealWords(id, of: account)), items: resolved.items,
            totals: try NutrientSums(resolved.items), recordedAt: stored?.recordedAt ?? now, deletedAt: nil)
        try await save(meal, replacing: stored, promised: promised, in: transaction)
    }

    /// Stores and publishes the state of a meal, which ends the operation, and recomputes the affected days.
    func save(
        _ meal: MealChanged, replacing stored: MealChanged?, promised: [DayVersion],
        in transaction: borrowing Transaction
    ) async throws {
        guard try await MealRepository.save(meal, in: transaction) else { throw Rejection(.notFound) }
        try await days.addUp(
            Set([meal.day, stored?.day].compactMap(\.self)), promised: promised, of: meal.accountID, in: transaction)
        try publish(meal, in: transaction)
    }

    /// Publishes a meal, which ends the operation.
    func publish(_ meal: MealChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(meal, key: meal.accountID, subject: meal.mealID, ending: .succeeded)
    }

    private func resolve(
        _ entry: MealEntry, _ words: MealWords, _ personalFoods: PersonalFoods, _ before: ItemResolver.Stored?,
        by resolver: ItemResolver, in transaction: borrowing Transaction
    ) async throws -> ItemResolver.Stored {
        let fault: ItemResolver.Fault
        do {
            return try resolver.resolve(
                entry.items, words, language: entry.language, personalFoods: personalFoods, stored: before)
        } catch {
            fault = error
        }
        if case .unknownFood(let place) = fault {
            let source = entry.items[place].foodID.flatMap { FoodID($0) }.map { String($0.source) }
            try await catalogue.checkUpToDate(with: source, in: transaction)
        }
        throw Rejection(.invalidFields, detail: Self.words(for: fault))
    }

    private static func words(for fault: ItemResolver.Fault) -> String {
        switch fault {
        case .unknownFood(let place): "/items/\(place)/foodId is not the id of a food you can use"
        case .unknownSavedFood(let place): "/items/\(place)/savedFoodId is not the id of one of your saved foods"
        case .missingMass(let place): "/items/\(place)/grams is required: the saved food has no usual portion"
        case .fixedPortion(let place):
            "/items/\(place)/grams must be omitted: the saved food's figures are for a portion"
        }
    }
}
