import EventContracts
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// Recomputes days when their meals change, in the same transaction (NUT-05).
package struct DayTotalsWriter: Sendable {
    let sealer: Sealer

    /// Recomputes, stores and publishes days; a day without a change also gets its assigned version.
    ///
    /// - Parameters:
    ///   - changed: The days with changed meals.
    ///   - promised: The versions of the days assigned by the gateway.
    ///   - account: The person.
    ///   - transaction: The transaction that changed the meals.
    /// - Throws: A `Rejection` if a day has too many meals, `SealingError` or `PostgresError`.
    func addUp(
        _ changed: Set<CalendarDay>, promised: [DayVersion], of account: AccountID,
        in transaction: borrowing Transaction
    ) async throws {
        for day in changed.union(promised.map(\.day)).sorted() {
            let known = try await DayRepository.lockVersion(of: day, of: account, in: transaction)
            let version = promised.filter { $0.day == day }.map(\.version).max() ?? 0
            try await addUp(day, version: max(known + 1, version), of: account, in: transaction)
        }
    }

    private func addUp(
        _ day: CalendarDay, version: Int64, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        let stored = try await MealRepository.meals(on: day, of: account, in: transaction)
        guard stored.count <= MealRules.maxMeals else {
            throw Rejection(.conflict, detail: "A day has at most \(MealRules.maxMeals) meals.")
        }
        var eaten: [DayLedger.Meal] = []
        for meal in stored {
            var slotName: String?
            if meal.slot == .custom {
                slotName = try await sealer.open(meal.words, .mealWords(meal.meal, of: account)).slotName
            }
            eaten.append(DayLedger.Meal(slot: meal.slot, slotName: slotName, totals: meal.totals))
        }
        let ledger = try DayLedger(eaten)
        var slotNames: Sealed<[String]>?
        if !ledger.slotNames.isEmpty {
            slotNames = try await sealer.seal(
                ledger.slotNames, .daySlotNames(DayID(day, of: account), of: account))
        }
        let total = DayChanged(
            accountID: account, day: day, version: version, meals: ledger.meals, totals: ledger.totals,
            slots: ledger.slots, slotNames: slotNames, changedAt: try transaction.eventTime())
        try DayRepository.save(total, in: transaction)
        try transaction.append(total, key: account, subject: total.dayID)
    }
}
