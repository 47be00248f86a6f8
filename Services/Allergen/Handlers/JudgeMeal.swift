import EventContracts
import Messaging
import Postgres
import Sealing

/// Assesses every version of a meal for allergens, by food names and usual ingredients of its dishes.
///
/// Republished meals without an assessment are assessed too, so that older ones are covered, but they raise no notice.
package struct JudgeMeal: EventHandler {
    package let appliesSnapshots = true

    let lock: AccountLock
    let writer: MealAssessmentWriter

    package func readAhead(_ events: [MealChanged]) -> [AheadQuery] {
        let accounts = events.map(\.accountID)
        return [lock.takeAhead(accounts), ProfileRepository.readAhead(accounts)]
    }

    package func handle(_ event: Event<MealChanged>, in transaction: borrowing Transaction) async throws {
        let meal = event.body
        try lock.take(meal.accountID, in: transaction)
        let profile = try await ProfileRepository.find(meal.accountID, in: transaction)
        try await writer.take(
            meal, by: ScanBasis(profile, writer.sealer), isHistory: event.attributes.isSnapshot, in: transaction)
    }
}
