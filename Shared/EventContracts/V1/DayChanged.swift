import Foundation
import Quantities
import Sealing

/// Names a person's day: the account's id with the number of the day laid over its first four bytes, so that whoever
/// knows the account can tell the day.
package struct DayID: Identifier {
    package let uuid: UUID

    package init(_ uuid: UUID) { self.uuid = uuid }

    /// The id of a person's day.
    package init(_ day: CalendarDay, of account: AccountID) {
        uuid = Self.overlay(UInt32(truncatingIfNeeded: day.daysSinceEpoch), on: account.uuid)
    }

    /// The day, if it is one of the account's.
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

/// What a person ate in one slot of a day.
package struct DaySlot: Codable, Sendable, Equatable {
    package var slot: MealSlot
    /// Of `MealSlot.custom`: place of its name in `DayChanged.slotNames`.
    package var name: Int?
    package var meals: Int
    /// How many items there are.
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

/// What a person's calendar day amounts to now (NUT-05); the sum of its meals, made anew with each of their changes.
package struct DayChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.day-changed.v1")
    package static let topic = Topic.nutritionDay

    package var accountID: AccountID
    package var dayID: DayID
    package var day: CalendarDay
    package var version: Int64
    package var meals: Int
    package var totals: NutrientSums
    /// Those with a meal.
    package var slots: [DaySlot]
    /// What the person calls slots of their own; sealed as (`day.slot-names`, day id); nil without any.
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
