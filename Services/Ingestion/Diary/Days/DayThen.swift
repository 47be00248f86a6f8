import EventContracts
import Foundation
import IngestionCore
import Quantities

/// A day computed from its meals at a past instant; standard slots first, then custom ones by name.
struct DayThen: Sendable {
    /// The day in the form of `nutrition`'s event, with the names of its custom slots.
    let day: DayChanged
    let slotNames: [String]

    /// Sums meals of a day.
    ///
    /// - Parameters:
    ///   - date: The day.
    ///   - account: The account.
    ///   - meals: Each with its custom slot name, if any.
    init(_ date: CalendarDay, of account: AccountID, _ meals: [(meal: MealChanged, slotName: String?)]) {
        var totals = NutrientSums(), slots: [Slot: (meals: Int, totals: NutrientSums)] = [:]
        for (meal, name) in meals {
            totals.add(meal.totals)
            let slot = Slot(slot: meal.slot, name: meal.slot == .custom ? name ?? "" : "")
            slots[slot, default: (0, NutrientSums())].meals += 1
            slots[slot]?.totals.add(meal.totals)
        }
        let names = slots.keys.filter { $0.slot == .custom }.map(\.name).sorted()
        slotNames = names
        let published = slots.sorted { $0.key < $1.key }.map { slot, sum in
            DaySlot(
                slot: slot.slot, name: slot.slot == .custom ? names.firstIndex(of: slot.name) : nil, meals: sum.meals,
                of: sum.totals.of, energy: sum.totals.sums["energy"] ?? .init(amount: 0, reported: 0))
        }
        day = DayChanged(
            accountID: account, day: date, version: 0, meals: meals.count, totals: totals, slots: published,
            slotNames: nil,
            changedAt: meals.map(\.meal.recordedAt).max() ?? .distantPast)
    }

    private struct Slot: Hashable, Comparable {
        let slot: MealSlot
        let name: String

        static func < (left: Slot, right: Slot) -> Bool { (left.place, left.name) < (right.place, right.name) }

        private var place: Int { MealSlot.allCases.firstIndex(of: slot) ?? 0 }
    }
}

extension NutrientSums {
    /// Adds the sums of more foods; overflow was ruled out when the meal was recorded.
    fileprivate mutating func add(_ other: NutrientSums) {
        of += other.of
        for (code, sum) in other.sums {
            var known = sums[code] ?? Sum(amount: 0, reported: 0)
            known.amount = known.amount.addingReportingOverflow(sum.amount).partialValue
            known.reported += sum.reported
            sums[code] = known
        }
    }
}
