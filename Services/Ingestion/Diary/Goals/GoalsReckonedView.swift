import EventContracts
import FoodCatalogue
import IngestionCore
import Quantities

/// The body measures behind the goals, in the form for their owner.
struct GoalBodyView: Encodable, Sendable {
    let birthday: CalendarDay
    let sex: String
    let heightCm: Double
    let weightKg: Double
    let weightBeforePregnancyKg: Double?
    let activity: String
    let stage: String
    let weeks: Int?
    let months: Int?

    init(_ basis: GoalBasis) {
        birthday = basis.birthday
        sex = basis.sex
        heightCm = basis.heightCm
        weightKg = basis.weightKg
        weightBeforePregnancyKg = basis.weightBeforePregnancyKg
        activity = basis.activity
        stage = basis.stage
        weeks = basis.weeks
        months = basis.months
    }
}

/// The weight goal.
struct GoalAimView: Encodable, Sendable {
    let kind: String
    let kgPerWeek: Double?

    init(_ basis: GoalBasis) {
        kind = basis.aim
        kgPerWeek = basis.kgPerWeek
    }
}

/// Body data and the weight goal in customary units: rounded to tenths, the goal to hundredths of a pound per week.
struct CustomaryMeasuresView: Encodable, Sendable {
    let heightIn: Double
    let weightLb: Double
    let lbPerWeek: Double?

    init(_ basis: GoalBasis) {
        heightIn = CustomaryUnits.value(basis.heightCm, dividedBy: CustomaryUnits.centimetersPerInch, places: 1)
        weightLb = CustomaryUnits.value(basis.weightKg, dividedBy: CustomaryUnits.kilogramsPerPound, places: 1)
        lbPerWeek = basis.kgPerWeek.map {
            CustomaryUnits.value($0, dividedBy: CustomaryUnits.kilogramsPerPound, places: 2)
        }
    }
}

/// Values calculated from body data on the day the goals were set.
struct ReckonedGoalsView: Encodable, Sendable {
    /// The recommended intake of a nutrient, in its unit.
    struct Reference: Encodable, Sendable {
        let value: Double
        let kind: String
        let upper: Double?
        let upperScope: String?
    }

    let energyKcal: Double
    let requirementKcal: Double
    let floorKcal: Double
    let floorReason: String
    let method: String
    let raisedToFloor: Bool
    /// The references by the names of the nutrients' figures.
    let references: [String: Reference]

    init(_ reckoned: ReckonedGoals) {
        energyKcal = Double(reckoned.energy) / 1_000
        requirementKcal = Double(reckoned.requirement) / 1_000
        floorKcal = Double(reckoned.floor) / 1_000
        floorReason = reckoned.floorReason
        method = reckoned.method
        raisedToFloor = reckoned.isRaised
        references = Dictionary(
            uniqueKeysWithValues: reckoned.references.compactMap { code, target in
                Nutrient(rawValue: code).map { nutrient in
                    (
                        nutrient.figureName,
                        Reference(
                            value: Double(target.amount) / 1_000, kind: target.kind,
                            upper: target.upper.map { Double($0) / 1_000 }, upperScope: target.scope)
                    )
                }
            })
    }
}
