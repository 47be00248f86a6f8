import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Creates a meal from the foods recognized on its photo (VIS-01, NUT-01).
///
/// A version that is not newer than the stored one changes nothing, but its command succeeds.
package struct KeepRecognizedMeal: EventHandler {
    let writer: MealWriter
    let seen: SeenMeal

    package func handle(_ event: Event<MealRecognized>, in transaction: borrowing Transaction) async throws {
        let reading = event.body
        let stored = try await MealRepository.lock(reading.mealID, of: reading.accountID, in: transaction)
        if let stored, stored.version >= reading.version { return try writer.publish(stored, in: transaction) }
        guard reading.outcome == .recognized, !reading.foods.isEmpty else {
            throw Rejection(.unreadable, detail: Self.advice(on: reading))
        }
        var entry = reading.meal
        let published = try await writer.sealer.open(entry.words, .mealWords(reading.mealID, of: reading.accountID))
        var called = SeenNames()
        if let names = reading.names {
            called = try await writer.sealer.open(names, .mealSeenNames(reading.mealID, of: reading.accountID))
        }
        let (orders, words, sights) = seen.items(
            of: reading.foods, reading.mealID, called: called, words: published, language: entry.language,
            taughtFoods: try await taughtFoods(of: reading, in: transaction))
        entry.items = orders
        try await writer.keep(
            entry, words, seen: sights, as: reading.mealID, version: reading.version, of: reading.accountID,
            replacing: stored, promised: reading.days, in: transaction)
    }

    /// The index of the foods in lessons; empty if no recognized food has one.
    private func taughtFoods(
        of reading: MealRecognized, in transaction: borrowing Transaction
    ) async throws -> TaughtFoodIndex {
        guard reading.foods.contains(where: { $0.taught != nil }) else { return TaughtFoodIndex() }
        var personalFoods = PersonalFoods(), names = TaughtNames()
        if TaughtFoodIndex.needsPersonalFoods(reading.foods) {
            personalFoods = try await writer.pantries.personalFoods(of: reading.accountID, in: transaction)
        }
        if let sealed = reading.taughtNames {
            names = try await writer.sealer.open(sealed, .taughtFoodNames(reading.mealID, of: reading.accountID))
        }
        return TaughtFoodIndex(
            foods: try await writer.catalogue.current(in: transaction), personalFoods: personalFoods, names: names)
    }

    /// Advice on an unusable photo, for which no meal is created (VIS-23).
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
