import FoodCatalogue
import Quantities

/// A person's request for goals.
package struct GoalRequest: Sendable, Hashable {
    /// Without it, only the person's own targets apply.
    package var body: BodyMeasures?
    package var aim: WeightGoal
    /// Own targets, in the unit of each nutrient; they override computed ones (NUT-29).
    package var targets: [Nutrient: Double]
    package var split: EnergySplit?
    /// Whether the person wants words instead of numbers.
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
    /// Maximum energy target, in kcal: about twice the need of a very active tall man.
    package static let maxEnergy = 10_000.0
    /// Maximum of any other target, in the nutrient's unit.
    package static let maxOfANutrient = 100_000.0

    /// How the energy was computed; nil without body measures.
    package let energy: EnergyGoal?
    /// The safe minimum; nil without body measures.
    package let floor: Kilocalories?
    /// In the order of `Nutrient`.
    package let targets: [DailyTarget]
    /// Macronutrients whose share is outside the range for the age; the person is informed.
    package let outsideRange: [Nutrient]
    package let hidesNumbers: Bool

    /// Computes the goals for a request.
    ///
    /// - Parameter options: The person's request.
    /// - Throws: `GoalProblems` with everything invalid.
    package init(_ options: GoalRequest) throws(GoalProblems) {
        let energy = try options.body.map { (body) throws(GoalProblems) in try EnergyGoal(body: body, aim: options.aim)
        }
        var problems: [GoalProblem] = []
        if options.body == nil, options.aim != .keep { problems.append(GoalProblem(.aim, .needsBody)) }
        problems.append(contentsOf: Self.problems(of: options.targets, floor: energy?.floor))
        let ranges = EnergySplit.Ranges(age: options.body?.age ?? BodyMeasures.adultAge)
        let outside = options.split?.outside(ranges) ?? []
        if let split = options.split {
            if !split.isWhole { problems.append(GoalProblem(.split, .notWhole)) }
            if !outside.isEmpty, energy?.floor.forbidsDeficit == true {
                problems.append(GoalProblem(.split, .outOfRange))
            }
        }
        guard problems.isEmpty else { throw GoalProblems(problems) }
        self.energy = energy
        floor = energy?.floor.daily
        outsideRange = outside
        hidesNumbers = options.hidesNumbers
        targets = Self.targets(of: options, energy: energy)
    }

    /// Restores stored goals.
    ///
    /// - Parameters:
    ///   - targets: In the order of `Nutrient`.
    ///   - floor: The safe minimum of energy; nil without body measures.
    ///   - hidesNumbers: Whether the person wants words instead of numbers.
    package init(targets: [DailyTarget], floor: Kilocalories?, hidesNumbers: Bool) {
        energy = nil
        self.floor = floor
        self.targets = targets
        outsideRange = []
        self.hidesNumbers = hidesNumbers
    }

    /// The target of one nutrient; nil without one.
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

    private static func targets(of options: GoalRequest, energy: EnergyGoal?) -> [DailyTarget] {
        let references = options.body.map(DietaryReferenceIntakes.init)
        let daily = options.targets[.energy].map { Kilocalories($0) } ?? energy?.daily
        let shares = daily.flatMap { options.split?.grams(of: $0) } ?? [:]
        return Nutrient.allCases.compactMap { nutrient in
            let reference = references?[nutrient]
            let (amount, source): (Double, DailyTarget.Source)
            if let own = options.targets[nutrient] {
                (amount, source) = (own, .own)
            } else if nutrient == .energy, let energy {
                (amount, source) = (energy.daily.value, .energyGoal)
            } else if let share = shares[nutrient] {
                // At least the body's allowance of protein, even if the energy goal is small.
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
