import Quantities

/// What a person wants of their weight.
package enum WeightGoal: Sendable, Hashable {
    case keep
    /// Kilograms a week.
    case lose(Double)
    case gain(Double)

    /// Fastest loss that is a goal, in kilograms a week: the upper end of the one to two pounds that the United States'
    /// Centers for Disease Control and the NHS call gradual.
    package static let fastestLoss = 1.0
    /// Fastest gain that is a goal, in kilograms a week.
    package static let fastestGain = 0.5
}

/// The energy to eat in a day, and how it came about (NUT-01).
package struct EnergyGoal: Sendable, Hashable {
    /// Energy in a kilogram of body weight, in kcal.
    ///
    /// Source: M. Wishnofsky, "Caloric equivalents of gained or lost weight", Am J Clin Nutr 1958;6:542, 3,500 kcal a
    /// pound. It overstates what a long diet does (K. D. Hall, Int J Obes
    /// 2008;32:573), so that it is used for a pace and never to promise a weight.
    package static let energyOfKilogram = 7_700.0
    private static let daysOfWeek = 7.0

    /// In whole kilocalories.
    package let daily: Kilocalories
    package let requirement: EnergyRequirement
    package let floor: SafetyFloor
    /// Whether the floor stands above what the aim alone would give.
    package let isRaised: Bool

    /// The goal for a body and an aim.
    ///
    /// - Parameters:
    ///   - body: The measures of the body.
    ///   - aim: What its owner wants.
    /// - Throws: `GoalProblems` for a pace that is no goal, and for a loss where no deficit is one.
    package init(body: BodyMeasures, aim: WeightGoal) throws(GoalProblems) {
        let requirement = EnergyRequirement(of: body)
        let floor = SafetyFloor(of: body, requirement: requirement)
        let change: Double
        switch aim {
        case .keep: change = 0
        case .lose(let pace):
            guard !floor.forbidsDeficit else { throw GoalProblems([GoalProblem(.aim, .noDeficit)]) }
            change = -(try Self.perDay(pace, fastest: WeightGoal.fastestLoss))
        case .gain(let pace): change = try Self.perDay(pace, fastest: WeightGoal.fastestGain)
        }
        let wanted = Kilocalories((requirement.daily.value + change).rounded())
        isRaised = wanted < floor.daily
        daily = max(wanted, floor.daily)
        self.requirement = requirement
        self.floor = floor
    }

    private static func perDay(_ pace: Double, fastest: Double) throws(GoalProblems) -> Double {
        guard pace > 0, pace <= fastest else {
            throw GoalProblems([GoalProblem(.pace, .outOfRange, lowest: 0, highest: fastest)])
        }
        return pace * energyOfKilogram / daysOfWeek
    }
}
