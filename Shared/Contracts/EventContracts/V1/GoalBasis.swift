import Foundation
import Quantities

/// Body measures and aims of a person; personal, so they are sealed in transit and at rest.
package struct GoalBasis: Codable, Sendable, Equatable {
    package var birthday: CalendarDay
    /// `female` or `male`: selects the equations.
    package var sex: String
    package var heightCm: Double
    package var weightKg: Double
    package var weightBeforePregnancyKg: Double?
    /// `inactive`, `lowActive`, `active` or `veryActive`.
    package var activity: String
    /// `general`, `pregnant` or `lactating`.
    package var stage: String
    /// Full weeks of the pregnancy.
    package var weeks: Int?
    /// Full months since the birth.
    package var months: Int?
    /// `keep`, `lose` or `gain`.
    package var aim: String
    package var kgPerWeek: Double?

    package init(
        birthday: CalendarDay, sex: String, heightCm: Double, weightKg: Double, weightBeforePregnancyKg: Double? = nil,
        activity: String, stage: String = "general", weeks: Int? = nil, months: Int? = nil, aim: String = "keep",
        kgPerWeek: Double? = nil
    ) {
        self.birthday = birthday
        self.sex = sex
        self.heightCm = heightCm
        self.weightKg = weightKg
        self.weightBeforePregnancyKg = weightBeforePregnancyKg
        self.activity = activity
        self.stage = stage
        self.weeks = weeks
        self.months = months
        self.aim = aim
        self.kgPerWeek = kgPerWeek
    }
}

/// The recommended amount of one nutrient, in thousandths of its unit.
package struct ReferenceTarget: Codable, Sendable, Equatable {
    package var amount: Int64
    /// `rda` or `ai`.
    package var kind: String
    /// The upper level.
    package var upper: Int64?
    /// What the upper level applies to: `everything`, `added-alone`, `preformed-alone` or `disease-risk`.
    package var scope: String?

    package init(amount: Int64, kind: String, upper: Int64? = nil, scope: String? = nil) {
        self.amount = amount
        self.kind = kind
        self.upper = upper
        self.scope = scope
    }
}

/// Targets computed from body measures on the day that the goals were set; energies in thousandths of a kilocalorie.
package struct ReckonedGoals: Codable, Sendable, Equatable {
    package var energy: Int64
    /// The energy that keeps the weight.
    package var requirement: Int64
    /// The minimum for a goal.
    package var floor: Int64
    package var floorReason: String
    /// The equation used.
    package var method: String
    /// Whether the minimum is higher than the result for the aim.
    package var isRaised: Bool
    /// By the nutrient's code.
    package var references: [String: ReferenceTarget]

    package init(
        energy: Int64, requirement: Int64, floor: Int64, floorReason: String, method: String, isRaised: Bool,
        references: [String: ReferenceTarget]
    ) {
        self.energy = energy
        self.requirement = requirement
        self.floor = floor
        self.floorReason = floorReason
        self.method = method
        self.isRaised = isRaised
        self.references = references
    }
}
