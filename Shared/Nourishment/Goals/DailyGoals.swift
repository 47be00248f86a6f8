import FoodCatalogue
import Quantities

/// What a person asks their goals to be made from.
package struct GoalRequest: Sendable, Hashable {
    /// Without it there are only the person's own targets.
    package var body: BodyMeasures?
    package var aim: WeightGoal
    /// Own targets, in the unit of each nutrient; they stand above what is reckoned (NUT-29).
    package var targets: [Nutrient: Double]
    package var split: EnergySplit?
    /// Whether the person wants words in the place of numbers.
    package var hidesNumbers: Bool

    package init(
        body: BodyMeasures?, aim: WeightGoal = .keep, targets: [Nutrient: Double] = [:], split: EnergySplit? = nil,
        hidesNumbers: Bool = false
    ) {
        self.body = body
        self.aim = aim
        self.targets = targets
        self.split = split
        self.hidesNumbers = hidesNumbers
    }
}

/// The goals of a person for a day (NUT-01, NUT-07, NUT-34).
package struct DailyGoals: Sendable, Hashable {
    /// Most energy taken for a target, in kcal: about twice what a very active tall man needs.
    package static let maxEnergy = 10_000.0
    /// Most of anything else taken for a target, in the nutrient's unit.
    package static let maxOfANutrient = 100_000.0

    /// How the energy came about; nil without measures of the body.
    package let energy: EnergyGoal?
    /// The least that is safe; nil without measures of the body.
    package let floor: Kilocalories?
    /// In the order of `Nutrient`.
    package let targets: [DailyTarget]
    /// Macronutrients whose share lies outside the range of the age, to be told with care.
    package let outsideRange: [Nutrient]
    package let hidesNumbers: Bool

    /// Goals from a wish.
    ///
    /// - Parameter wish: What the person asks for.
    /// - Throws: `GoalProblems` with everything that cannot be.
    package init(_ wish: GoalRequest) throws(GoalProblems) {
        let energy = try wish.body.map { (body) throws(GoalProblems) in try EnergyGoal(body: body, aim: wish.aim) }
        var problems: [GoalProblem] = []
        if wish.body == nil, wish.aim != .keep { problems.append(GoalProblem(.aim, .needsBody)) }
        problems.append(contentsOf: Self.problems(of: wish.targets, floor: energy?.floor))
        let ranges = EnergySplit.Ranges(age: wish.body?.age ?? BodyMeasures.adultAge)
        let outside = wish.split?.outside(ranges) ?? []
        if let split = wish.split {
            if !split.isWhole { problems.append(GoalProblem(.split, .notWhole)) }
            if !outside.isEmpty, energy?.floor.forbidsDeficit == true {
                problems.append(GoalProblem(.split, .outOfRange))
            }
        }
        guard problems.isEmpty else { throw GoalProblems(problems) }
        self.energy = energy
        floor = energy?.floor.daily
        outsideRange = outside
        hidesNumbers = wish.hidesNumbers
        targets = Self.targets(of: wish, energy: energy)
    }

    /// Goals that were made before and kept.
    ///
    /// - Parameters:
    ///   - targets: In the order of `Nutrient`.
    ///   - floor: The least energy that is safe; nil where no measures of the body were given.
    ///   - hidesNumbers: Whether the person wants words in the place of numbers.
    package init(targets: [DailyTarget], floor: Kilocalories?, hidesNumbers: Bool) {
        energy = nil
        self.floor = floor
        self.targets = targets
        outsideRange = []
        self.hidesNumbers = hidesNumbers
    }

    /// The target of one nutrient; nil where there is none.
    package subscript(_ nutrient: Nutrient) -> DailyTarget? { targets.first { $0.nutrient == nutrient } }

    private static func problems(of targets: [Nutrient: Double], floor: SafetyFloor?) -> [GoalProblem] {
        var problems: [GoalProblem] = []
        if let energy = targets[.energy] {
            let lowest = floor?.daily.value ?? SafetyFloor.customary(.female).value
            if energy < lowest {
                problems.append(GoalProblem(.energy, .belowFloor, lowest: lowest, highest: maxEnergy))
            } else if !(energy <= maxEnergy) {
                problems.append(GoalProblem(.energy, .outOfRange, lowest: lowest, highest: maxEnergy))
            }
        }
        let others = targets.filter { $0.key != .energy }
        if !others.values.allSatisfy({ $0 > 0 && $0 <= maxOfANutrient }) {
            problems.append(GoalProblem(.targets, .outOfRange, lowest: 0, highest: maxOfANutrient))
        }
        return problems
    }

    private static func targets(of wish: GoalRequest, energy: EnergyGoal?) -> [DailyTarget] {
        let references = wish.body.map(DietaryReferenceIntakes.init)
        let daily = wish.targets[.energy].map { Kilocalories($0) } ?? energy?.daily
        let shares = daily.flatMap { wish.split?.grams(of: $0) } ?? [:]
        return Nutrient.allCases.compactMap { nutrient in
            let reference = references?[nutrient]
            let (amount, source): (Double, DailyTarget.Source)
            if let own = wish.targets[nutrient] {
                (amount, source) = (own, .own)
            } else if nutrient == .energy, let energy {
                (amount, source) = (energy.daily.value, .energyGoal)
            } else if let share = shares[nutrient] {
                // Never less protein than the body's allowance, whatever the share of a small energy is.
                guard let reference, reference.amount > share else {
                    return DailyTarget(nutrient: nutrient, amount: share, source: .split, upper: reference?.upper)
                }
                (amount, source) = (reference.amount, .recommended)
            } else if let reference {
                (amount, source) = (reference.amount, reference.kind == .recommended ? .recommended : .adequate)
            } else {
                return nil
            }
            return DailyTarget(nutrient: nutrient, amount: amount, source: source, upper: reference?.upper)
        }
    }
}
