import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Nourishment

/// The person's goals in the form for their owner.
struct GoalsView: Encodable, Sendable {
    /// A share of the energy, with its mass if the energy is known.
    struct Macro: Encodable, Sendable {
        let percent: Int
        let grams: Double?
    }

    /// The target of one nutrient, in its unit.
    struct Target: Encodable, Sendable {
        let min: Double?
        let max: Double?
    }

    let energyKcal: Double?
    let macros: [String: Macro]?
    /// The targets by the names of the nutrients' figures.
    let targets: [String: Target]
    let hideNumbers: Bool
    let body: GoalBodyView?
    let aim: GoalAimView?
    let measures: CustomaryMeasuresView?
    let reckoned: ReckonedGoalsView?
    let version: Int64
    let changedAt: Date?

    /// The goals of an account that has set none.
    static let none = GoalsView(
        energyKcal: nil, macros: nil, targets: [:], hideNumbers: false, body: nil, aim: nil, measures: nil,
        reckoned: nil, version: 0,
        changedAt: nil)
}

extension GoalsView {
    init(_ changed: GoalsChanged, _ basis: GoalBasis?) {
        let goals = changed.goals
        energyKcal = goals.energy.map { Double($0) / 1_000 }
        macros = goals.macros.map { split in
            let grams = goals.macroGrams
            return [
                "protein": Macro(percent: split.protein, grams: grams[.protein]),
                "carbohydrate": Macro(percent: split.carbohydrate, grams: grams[.carbohydrate]),
                "fat": Macro(percent: split.fat, grams: grams[.fat]),
            ]
        }
        targets = Dictionary(
            uniqueKeysWithValues: goals.targets.compactMap { code, target in
                Nutrient(rawValue: code).map { nutrient in
                    (
                        nutrient.figureName,
                        Target(
                            min: target.least.map { Double($0) / 1_000 }, max: target.most.map { Double($0) / 1_000 })
                    )
                }
            })
        hideNumbers = goals.hidesNumbers
        body = basis.map(GoalBodyView.init)
        aim = basis.map(GoalAimView.init)
        measures = basis.map(CustomaryMeasuresView.init)
        reckoned = goals.reckoned.map(ReckonedGoalsView.init)
        version = changed.version
        changedAt = changed.changedAt
    }
}

extension GoalSettings {
    /// The masses of the energy shares, rounded to a tenth of a gram; empty without an energy goal.
    var macroGrams: [Nutrient: Double] {
        guard let energy, let macros else { return [:] }
        let shares: [Nutrient: Int] = [
            .protein: macros.protein, .carbohydrate: macros.carbohydrate, .fat: macros.fat,
        ]
        var grams: [Nutrient: Double] = [:]
        for (nutrient, percent) in shares {
            guard let energyOfGram = nutrient.kilocaloriesPerGram else { continue }
            let mass = Double(energy) / 1_000 * Double(percent) / 100 / energyOfGram
            grams[nutrient] = (mass * 10).rounded() / 10
        }
        return grams
    }
}
