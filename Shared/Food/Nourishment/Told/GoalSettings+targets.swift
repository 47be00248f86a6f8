import EventContracts
import FoodCatalogue
import Quantities

extension GoalSettings {
    /// The daily targets, in the order of `Nutrient`: the person's own targets override computed ones.
    ///
    /// The energy is divided by the person's split; without a split, protein and carbohydrate have the amounts
    /// recommended for the body, and fat has no target.
    package var dailyTargets: [DailyTarget] {
        let daily = energy ?? reckoned?.energy
        let split = macros.map { EnergySplit(protein: $0.protein, fat: $0.fat, carbohydrate: $0.carbohydrate) }
        let shares = daily.flatMap { daily in split?.grams(of: Kilocalories(Double(daily) / 1_000)) } ?? [:]
        return Nutrient.allCases.compactMap { nutrient in
            let reference = reckoned?.references[nutrient.rawValue]
            let upper = reference.flatMap(\.upperLevel)
            func target(_ amount: Double, _ source: DailyTarget.Source) -> DailyTarget {
                DailyTarget(nutrient: nutrient, amount: amount, source: source, upper: upper)
            }
            if let own = targets[nutrient.rawValue]?.least, own > 0 { return target(Double(own) / 1_000, .own) }
            if nutrient == .energy {
                return daily.map { target(Double($0) / 1_000, energy == nil ? .energyGoal : .own) }
            }
            let recommended = reference.map { target(Double($0.amount) / 1_000, $0.source) }
            guard let share = shares[nutrient] else { return recommended }
            // At least the body's allowance of protein.
            if let recommended, recommended.amount > share { return recommended }
            return target(share, .split)
        }
    }
}

extension GoalSettings {
    /// The daily needs of the person's body, with the label's values where there is no recommendation (NUT-07).
    package func dailyNeeds(label: LabelReference) -> [DailyNeed] {
        var intakes: [Nutrient: (amount: Double, kind: ReferenceIntake.Kind)] = [:]
        for (code, reference) in reckoned?.references ?? [:] where reference.amount > 0 {
            guard let nutrient = Nutrient(rawValue: code), let kind = ReferenceIntake.Kind(rawValue: reference.kind)
            else { continue }
            intakes[nutrient] = (Double(reference.amount) / 1_000, kind)
        }
        return DailyNeed.all(intakes, label: label)
    }

    /// The targets; nutrients without one have the daily need.
    package func dailyTargets(label: LabelReference) -> [DailyTarget] {
        let targets = dailyTargets
        let wanted = Set(targets.map(\.nutrient))
        let needs = dailyNeeds(label: label).filter { !wanted.contains($0.nutrient) }.compactMap { need in
            DailyTarget.Source(rawValue: need.reference.rawValue).map {
                DailyTarget(nutrient: need.nutrient, amount: need.amount, source: $0)
            }
        }
        let all = Dictionary((targets + needs).map { ($0.nutrient, $0) }) { first, _ in first }
        return Nutrient.allCases.compactMap { all[$0] }
    }
}

extension GoalSettings {
    /// The goals in the form that intakes are compared with.
    package var dailyGoals: DailyGoals {
        DailyGoals(
            targets: dailyTargets, floor: reckoned.map { Kilocalories(Double($0.floor) / 1_000) },
            hidesNumbers: hidesNumbers)
    }

    /// The daily maximum of nutrients, in their units: the person's own limits, and upper levels that apply to food.
    package var dailyLimits: [Nutrient: Double] {
        var limits: [Nutrient: Double] = [:]
        for nutrient in Nutrient.allCases where nutrient != .energy {
            let upper = reckoned?.references[nutrient.rawValue]?.upperLevel
            if let own = targets[nutrient.rawValue]?.most, own > 0 {
                limits[nutrient] = Double(own) / 1_000
            } else if let upper, upper.holdsForFood {
                limits[nutrient] = upper.amount
            }
        }
        return limits
    }
}

extension ReferenceTarget {
    /// The upper level with its scope.
    package var upperLevel: UpperLevel? {
        guard let upper, let scope = scope.flatMap(UpperLevel.Scope.init(rawValue:)) else { return nil }
        return UpperLevel(amount: Double(upper) / 1_000, scope: scope)
    }

    fileprivate var source: DailyTarget.Source {
        kind == ReferenceIntake.Kind.recommended.rawValue ? .recommended : .adequate
    }
}
