import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Makes a meal of the foods that were recognized on its photo (VIS-01, NUT-01).
///
/// A version that is not newer than the stored one changes nothing; its order has succeeded all the same.
package struct KeepRecognizedMeal: EventHandler {
    let desk: MealDesk
    let seen: SeenMeal

    package func handle(_ event: Event<MealRecognized>, in transaction: borrowing Transaction) async throws {
        let reading = event.body
        let stored = try await desk.meals.lock(reading.mealID, of: reading.accountID, in: transaction)
        if let stored, stored.version >= reading.version { return try desk.tell(stored, in: transaction) }
        guard reading.outcome == .recognized, !reading.foods.isEmpty else {
            throw Rejection(.unreadable, detail: Self.advice(on: reading))
        }
        var entry = reading.meal
        let told = try await desk.sealer.open(entry.words, .mealWords(reading.mealID, of: reading.accountID))
        var called = SeenNames()
        if let names = reading.names {
            called = try await desk.sealer.open(names, .mealSeenNames(reading.mealID, of: reading.accountID))
        }
        let (orders, words, sights) = seen.items(
            of: reading.foods, reading.mealID, called: called, words: told, language: entry.language,
            shelf: try await shelf(of: reading, in: transaction))
        entry.items = orders
        try await desk.keep(
            entry, words, seen: sights, as: reading.mealID, version: reading.version, of: reading.accountID,
            replacing: stored, promised: reading.days, in: transaction)
    }

    /// What finds the foods that were taught; of a reading without any it knows nothing.
    private func shelf(
        of reading: MealRecognized, in transaction: borrowing Transaction
    ) async throws -> TaughtShelf {
        guard reading.foods.contains(where: { $0.taught != nil }) else { return TaughtShelf() }
        var pantry = Pantry(), names = TaughtNames()
        if TaughtShelf.needsPantry(reading.foods) {
            pantry = try await desk.pantries.pantry(of: reading.accountID, in: transaction)
        }
        if let sealed = reading.taughtNames {
            names = try await desk.sealer.open(sealed, .taughtFoodNames(reading.mealID, of: reading.accountID))
        }
        return TaughtShelf(foods: try await desk.catalogue.current(in: transaction), pantry: pantry, names: names)
    }

    /// Advice on an unusable photo; no meal is invented (VIS-23).
    static func advice(on reading: MealRecognized) -> String {
        switch reading.outcome {
        case .photoMissing: return "The photo no longer exists. Send it again, or enter the meal by hand."
        case .undecodable: return "The photo could not be decoded. Send another one, or enter the meal by hand."
        case .recognized, .noFood: break
        }
        let parts = reading.advice.compactMap { Self.sentences[$0] }
        return (["No food was found in the photo."] + parts + ["Or enter the meal by hand."]).joined(separator: " ")
    }

    private static let sentences = [
        "more-light": "Find more light.", "hold-still": "Hold still and let the camera focus.",
        "photograph-closer": "Go nearer.", "show-food": "Show all of the food, from above or from the side.",
    ]
}
