import Foundation
import Quantities
import Sealing

/// Shares of the macronutrients in a person's energy, in percent; their sum is 100.
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

/// A person's daily target for one nutrient, in thousandths of its unit.
package struct NutrientTarget: Codable, Sendable, Equatable {
    package var least: Int64?
    package var most: Int64?

    package init(least: Int64? = nil, most: Int64? = nil) {
        self.least = least
        self.most = most
    }
}

/// A person's daily goals.
package struct GoalSettings: Codable, Sendable, Equatable {
    /// Kilocalories in thousandths; nil without a goal.
    package var energy: Int64?
    package var macros: MacroSplit?
    /// By the nutrient's code.
    package var targets: [String: NutrientTarget]
    /// Whether numbers are hidden from the person, at their request.
    package var hidesNumbers: Bool
    /// Body measures that the goals are computed from; sealed as (`goals.basis`, account); nil if none were given.
    package var basis: Sealed<GoalBasis>?
    /// The computed targets.
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

/// Command: set the person's goals; the gateway numbers versions.
package struct SetGoals: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.set-goals.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var version: Int64
    package var goals: GoalSettings
    /// The first local day they apply to; nil in commands from before the field existed.
    package var from: CalendarDay?

    package init(accountID: AccountID, version: Int64, goals: GoalSettings, from: CalendarDay? = nil) {
        self.accountID = accountID
        self.version = version
        self.goals = goals
        self.from = from
    }
}

/// A person's goals from a day on, until later ones apply; for one day, the newest version counts.
package struct GoalsChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.goals-changed.v1")
    package static let topic = Topic.nutritionDay

    package var accountID: AccountID
    package var version: Int64
    package var goals: GoalSettings
    package var changedAt: Date
    /// The first day they apply to; nil in events from before the field existed.
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
