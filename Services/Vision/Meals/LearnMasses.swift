import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Learns from corrected masses of recognized meals (VIS-04, VIS-10).
///
/// The newest version of a meal replaces its earlier corrections, and a deleted meal has none.
package struct LearnMasses: EventHandler {
    package init() {}

    package func handle(_ event: Event<MealChanged>, in transaction: borrowing Transaction) async throws {
        let meal = event.body
        guard event.attributes.key == meal.accountID.description else {
            throw PermanentFailure("the key is not the account whose meal it is")
        }
        // Most meals have no photo.
        guard meal.items.contains(where: { $0.seen != nil }) || meal.deletedAt != nil else { return }
        try await ConfirmedMassRepository.keep(
            Self.weighings(of: meal), of: meal.mealID, version: meal.version, by: meal.accountID,
            at: try transaction.eventTime(), in: transaction)
    }

    /// The items whose mass was corrected; pure.
    ///
    /// The food must be unchanged, because the mass of another food does not show the error of the estimate. Items with
    /// a lesson use its mass, and remote predictions are not local estimates.
    static func weighings(of meal: MealChanged) -> [ConfirmedMassRepository.Weighing] {
        guard meal.deletedAt == nil else { return [] }
        return meal.items.compactMap { item in
            guard let seen = item.seen, let milligrams = item.milligrams, milligrams != seen.milligrams,
                item.foodID == seen.foodID, seen.taught == nil, seen.method != .remote
            else { return nil }
            return ConfirmedMassRepository.Weighing(
                item: item.itemID, label: seen.label, guessedMilligrams: seen.guessedMilligrams ?? seen.milligrams,
                milligrams: milligrams)
        }
    }
}
