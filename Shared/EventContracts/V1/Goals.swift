import Foundation
import Quantities
import Sealing

/// How a person's energy is to be shared between the macronutrients, in percent; together 100.
package struct MacroSplit: Codable, Sendable, Equatable {
    package var protein: Int
    package var carbohydrate: Int
    package var fat: Int

    package init(protein: Int, carbohydrate: Int, fat: Int) {
        self.protein = protein
        self.carbohydrate = carbohydrate
        self.fat = fat
    }
}

/// What a person wants of one nutrient in a day, in thousandths of its unit.
package struct NutrientTarget: Codable, Sendable, Equatable {
    package var least: Int64?
    package var most: Int64?

    package init(least: Int64? = nil, most: Int64? = nil) {
        self.least = least
        self.most = most
    }
}

/// What a person wants to reach in a day.
package struct GoalSettings: Codable, Sendable, Equatable {
    /// Kilocalories in thousandths; nil without a goal.
    package var energy: Int64?
    package var macros: MacroSplit?
    /// By the nutrient's code.
    package var targets: [String: NutrientTarget]
    /// Whether numbers are kept from the person's eyes, as the person wishes.
    package var hidesNumbers: Bool
    /// What the goals are reckoned from; sealed as (`goals.basis`, account); nil where the person gave no body.
    package var basis: Sealed<GoalBasis>?
    /// What was reckoned from it.
    package var reckoned: ReckonedGoals?

    package init(
        energy: Int64? = nil, macros: MacroSplit? = nil, targets: [String: NutrientTarget] = [:],
        hidesNumbers: Bool = false, basis: Sealed<GoalBasis>? = nil, reckoned: ReckonedGoals? = nil
    ) {
        self.energy = energy
        self.macros = macros
        self.targets = targets
        self.hidesNumbers = hidesNumbers
        self.basis = basis
        self.reckoned = reckoned
    }
}

/// Order: these are the person's goals from `version` on; the gateway numbers versions.
package struct SetGoals: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.set-goals.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var version: Int64
    package var goals: GoalSettings
    /// The first day that they hold for, by the person's calendar; nil in orders from before days were told.
    package var from: CalendarDay?

    package init(accountID: AccountID, version: Int64, goals: GoalSettings, from: CalendarDay? = nil) {
        self.accountID = accountID
        self.version = version
        self.goals = goals
        self.from = from
    }
}

/// The person's goals from a day on, until later ones hold; of one day, the newest version is what counts.
package struct GoalsChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.goals-changed.v1")
    package static let topic = Topic.nutritionDay

    package var accountID: AccountID
    package var version: Int64
    package var goals: GoalSettings
    package var changedAt: Date
    /// The first day that they hold for; nil in events from before days were told.
    package var from: CalendarDay?

    package init(
        accountID: AccountID, version: Int64, goals: GoalSettings, changedAt: Date, from: CalendarDay? = nil
    ) {
        self.accountID = accountID
        self.version = version
        self.goals = goals
        self.changedAt = changedAt
        self.from = from
    }
}
