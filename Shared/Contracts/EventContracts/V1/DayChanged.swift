import Foundation
import Quantities
import Sealing

/// Identifies a person's day: the account id, its first four bytes XORed with the day's number, so that the id can be
/// computed from the account id.
package struct DayID: Identifier {
    package let uuid: UUID

    package init(_ uuid: UUID) { self.uuid = uuid }

    /// The id of a person's day.
    package init(_ day: CalendarDay, of account: AccountID) {
        uuid = Self.overlay(UInt32(truncatingIfNeeded: day.daysSinceEpoch), on: account.uuid)
    }

    /// The day, if the id belongs to the account.
    package func day(of account: AccountID) -> CalendarDay? {
        let number = Self.number(uuid) ^ Self.number(account.uuid)
        let day = CalendarDay.epoch.adding(days: Int(Int32(bitPattern: number)))
        return day.flatMap { DayID($0, of: account) == self ? $0 : nil }
    }

    private static func number(_ uuid: UUID) -> UInt32 {
        withUnsafeBytes(of: uuid.uuid) { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
    }

    private static func overlay(_ number: UInt32, on uuid: UUID) -> UUID {
        var bytes = uuid.uuid
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: (self.number(uuid) ^ number).bigEndian, as: UInt32.self)
        }
        return UUID(uuid: bytes)
    }
}

/// The sums of one slot of a day.
package struct DaySlot: Codable, Sendable, Equatable {
    package var slot: MealSlot
    /// For `MealSlot.custom`: index of its name in `DayChanged.slotNames`.
    package var name: Int?
    package var meals: Int
    /// Number of items.
    package var of: Int
    package var energy: NutrientSums.Sum

    package init(slot: MealSlot, name: Int?, meals: Int, of count: Int, energy: NutrientSums.Sum) {
        self.slot = slot
        self.name = name
        self.meals = meals
        of = count
        self.energy = energy
    }
}

/// Current sums of a person's calendar day (NUT-05); computed again with each change of its meals.
package struct DayChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.day-changed.v1")
    package static let topic = Topic.nutritionDay

    package var accountID: AccountID
    package var dayID: DayID
    package var day: CalendarDay
    package var version: Int64
    package var meals: Int
    package var totals: NutrientSums
    /// The slots with a meal.
    package var slots: [DaySlot]
    /// The person's names for custom slots; sealed as (`day.slot-names`, day id); nil without any.
    package var slotNames: Sealed<[String]>?
    package var changedAt: Date

    package init(
        accountID: AccountID, day: CalendarDay, version: Int64, meals: Int, totals: NutrientSums, slots: [DaySlot],
        slotNames: Sealed<[String]>?, changedAt: Date
    ) {
        self.accountID = accountID
        dayID = DayID(day, of: accountID)
        self.day = day
        self.version = version
        self.meals = meals
        self.totals = totals
        self.slots = slots
        self.slotNames = slotNames
        self.changedAt = changedAt
    }
}
