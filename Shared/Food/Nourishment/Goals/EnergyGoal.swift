import Quantities

/// A person's aim for their weight.
package enum WeightGoal: Sendable, Hashable {
    case keep
    /// Kilograms per week.
    case lose(Double)
    case gain(Double)

    /// Maximum loss, in kilograms per week.
    ///
    /// The upper end of the one to two pounds that the United States' Centers for Disease Control and the NHS call
    /// gradual.
    package static let fastestLoss = 1.0
    /// Maximum gain, in kilograms per week.
    package static let fastestGain = 0.5
}

/// The daily energy goal, and how it was computed (NUT-01).
package struct EnergyGoal: Sendable, Hashable {
    /// Energy in a kilogram of body weight, in kcal.
    ///
    /// Source: M. Wishnofsky, "Caloric equivalents of gained or lost weight", Am J Clin Nutr 1958;6:542, 3,500 kcal a
    /// pound. It overstates the effect of a long diet (K. D. Hall, Int J Obes 2008;32:573), so it is used for a pace
    /// and never to promise a weight.
    package static let energyOfKilogram = 7_700.0
    private static let daysOfWeek = 7.0

    /// In whole kilocalories.
    package let daily: Kilocalories
    package let requirement: EnergyRequirement
    package let floor: SafetyFloor
    /// Whether the safety floor is higher than the result for the aim.
    package let isRaised: Bool

    /// The goal for a body and an aim.
    ///
    /// - Parameters:
    ///   - body: The measures of the body.
    ///   - aim: The person's aim.
    /// - Throws: `GoalProblems` for a pace outside the limits, and for a loss where no deficit is allowed.
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
