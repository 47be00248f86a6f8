import EventContracts
import FoodCatalogue

/// Sums a day's meals; pure, and always computed from all meals, so that errors cannot accumulate.
package struct DayLedger: Sendable, Equatable {
    /// The data of a meal that its day needs.
    package struct Meal: Sendable {
        let slot: MealSlot
        /// The name of a custom slot.
        let slotName: String?
        let totals: NutrientSums

        package init(slot: MealSlot, slotName: String?, totals: NutrientSums) {
            self.slot = slot
            self.slotName = slotName
            self.totals = totals
        }
    }

    package private(set) var meals = 0
    package private(set) var totals = NutrientSums()
    /// The slots of the day: standard ones in order, then custom ones by name.
    package private(set) var slots: [DaySlot] = []
    package private(set) var slotNames: [String] = []

    /// - Throws: `NutrientOverflow`.
    package init(_ meals: some Sequence<Meal>) throws(NutrientOverflow) {
        var sums: [Slot: (meals: Int, totals: NutrientSums)] = [:]
        for meal in meals {
            self.meals += 1
            try totals.add(meal.totals)
            let slot = Slot(slot: meal.slot, name: meal.slotName ?? "")
            var sum = sums[slot] ?? (0, NutrientSums())
            sum.meals += 1
            try sum.totals.add(meal.totals)
            sums[slot] = sum
        }
        slotNames = sums.keys.filter { $0.slot == .custom }.map(\.name).sorted()
        for slot in sums.keys.sorted() {
            guard let sum = sums[slot] else { continue }
            slots.append(
                DaySlot(
                    slot: slot.slot, name: slot.slot == .custom ? slotNames.firstIndex(of: slot.name) : nil,
                    meals: sum.meals, of: sum.totals.of, energy: sum.totals[.energy]))
        }
    }

    private struct Slot: Hashable, Comparable {
        let slot: MealSlot
        let name: String

        static func < (left: Slot, right: Slot) -> Bool { (left.place, left.name) < (right.place, right.name) }

        private var place: Int { MealSlot.allCases.firstIndex(of: slot) ?? 0 }
    }
}
