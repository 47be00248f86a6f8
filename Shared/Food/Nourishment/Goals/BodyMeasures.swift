import Quantities

/// Selects one of the two sets of equations and tables; the sources have no third.
package enum ReferenceSex: String, Sendable, Hashable, CaseIterable, Codable {
    case female, male
}

/// A person's physical activity; the categories of the National Academies (Dietary Reference Intakes for Energy, 2023).
package enum ActivityLevel: String, Sendable, Hashable, CaseIterable, Codable {
    /// Only activities of daily living: a physical activity level below 1.53 in adults.
    case inactive
    /// Equivalent to 60 to 80 minutes of additional walking: 1.53 to 1.68.
    case lowActive
    /// 1.68 to 1.85.
    case active
    /// 1.85 to 2.50.
    case veryActive
}

/// Whether a person is pregnant or lactating.
package enum LifeStage: Sendable, Hashable, Codable {
    case general
    /// Full weeks since the last menstruation.
    case pregnant(week: Int)
    /// Full months since the birth.
    case lactating(month: Int)

    /// Allowed weeks of a pregnancy.
    package static let weeks = 0...43
    /// Months of lactation with a known requirement; the report's tables end with the first year.
    package static let months = 0...11

    /// Whether the person is pregnant or lactating.
    package var isForTwo: Bool { self != .general }
}

/// Body measures for the energy equations, within their valid ranges.
package struct BodyMeasures: Sendable, Hashable {
    /// Minimum age for goals (NUT-01).
    package static let minAge = 14
    /// Maximum accepted age.
    package static let maxAge = 120
    /// The age from which the equations and tables treat a person as an adult.
    package static let adultAge = 19
    /// Accepted heights, in centimeters.
    package static let heights = 100.0...250.0
    /// Accepted weights, in kilograms.
    package static let weights = 25.0...350.0
    /// Below this body mass index (kg/m²) an adult is underweight (WHO Technical Report Series 854, 1995).
    package static let underweight = 18.5

    /// Full years.
    package let age: Int
    package let sex: ReferenceSex
    /// In centimeters.
    package let height: Double
    /// In kilograms; during a pregnancy the current weight.
    package let weight: Double
    /// In kilograms, before the pregnancy; selects the energy deposition.
    package let weightBeforePregnancy: Double?
    package let activity: ActivityLevel
    package let stage: LifeStage

    /// Validated measures on a day.
    ///
    /// - Parameters:
    ///   - birthday: The day of birth.
    ///   - sex: Selects the equations.
    ///   - height: In centimeters.
    ///   - weight: The current weight, in kilograms.
    ///   - weightBeforePregnancy: In kilograms; defaults to the current weight.
    ///   - activity: Physical activity.
    ///   - stage: Pregnancy or lactation.
    ///   - day: The day for computing the age.
    /// - Throws: `GoalProblems` with every invalid measure.
    package init(
        birthday: CalendarDay, sex: ReferenceSex, height: Double, weight: Double, weightBeforePregnancy: Double? = nil,
        activity: ActivityLevel, stage: LifeStage = .general, on day: CalendarDay
    ) throws(GoalProblems) {
        var problems: [GoalProblem] = []
        let age = Self.years(from: birthday, to: day)
        if birthday > day {
            problems.append(GoalProblem(.birthday, .inTheFuture))
        } else if age < Self.minAge {
            problems.append(GoalProblem(.birthday, .tooYoung, lowest: Double(Self.minAge)))
        } else if age > Self.maxAge {
            problems.append(GoalProblem(.birthday, .outOfRange, highest: Double(Self.maxAge)))
        }
        problems.append(contentsOf: Self.problem(.height, height, within: Self.heights))
        problems.append(contentsOf: Self.problem(.weight, weight, within: Self.weights))
        if let weightBeforePregnancy {
            problems.append(
                contentsOf: Self.problem(.weightBeforePregnancy, weightBeforePregnancy, within: Self.weights))
        }
        problems.append(contentsOf: Self.problems(of: stage, sex: sex))
        guard problems.isEmpty else { throw GoalProblems(problems) }
        self.age = age
        self.sex = sex
        self.height = height
        self.weight = weight
        self.weightBeforePregnancy = weightBeforePregnancy
        self.activity = activity
        self.stage = stage
    }

    /// Whether the equations for adults apply.
    package var isAdult: Bool { age >= Self.adultAge }

    /// In kg/m²; during a pregnancy the value before it.
    package var bodyMassIndex: Double {
        let kilograms = if case .pregnant = stage { weightBeforePregnancy ?? weight } else { weight }
        return kilograms / (height / 100 * (height / 100))
    }

    /// Full years between two days; a person born on 29 February turns a year older on 1 March of common years.
    ///
    /// - Parameters:
    ///   - birthday: The first day.
    ///   - day: The last day.
    /// - Returns: The number of years, negative if the birthday is in the future.
    package static func years(from birthday: CalendarDay, to day: CalendarDay) -> Int {
        let isBefore = (day.month, day.day) < (birthday.month, birthday.day)
        return day.year - birthday.year - (isBefore ? 1 : 0)
    }

    private static func problem(
        _ field: GoalProblem.Field, _ value: Double, within range: ClosedRange<Double>
    ) -> [GoalProblem] {
        guard !range.contains(value) else { return [] }
        return [GoalProblem(field, .outOfRange, lowest: range.lowerBound, highest: range.upperBound)]
    }

    private static func problems(of stage: LifeStage, sex: ReferenceSex) -> [GoalProblem] {
        let (number, range): (Int, ClosedRange<Int>)
        switch stage {
        case .general: return []
        case .pregnant(let week): (number, range) = (week, LifeStage.weeks)
        case .lactating(let month): (number, range) = (month, LifeStage.months)
        }
        guard sex == .female else { return [GoalProblem(.stage, .notForThisSex)] }
        guard range.contains(number) else {
            return [
                GoalProblem(.stage, .outOfRange, lowest: Double(range.lowerBound), highest: Double(range.upperBound))
            ]
        }
        return []
    }
}
