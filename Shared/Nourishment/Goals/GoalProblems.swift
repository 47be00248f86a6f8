/// Something in a wish for goals that cannot be.
package struct GoalProblem: Sendable, Hashable {
    /// What is at fault; the raw value is a JSON pointer into the goals as they are asked for.
    package enum Field: String, Sendable, CaseIterable {
        case birthday = "/body/birthday"
        case height = "/body/heightCm"
        case weight = "/body/weightKg"
        case weightBeforePregnancy = "/body/weightBeforePregnancyKg"
        case stage = "/body/stage"
        case aim = "/aim/kind"
        case pace = "/aim/kgPerWeek"
        case energy = "/energyKcal"
        case targets = "/targets"
        case split = "/macros"
    }

    /// Why it cannot be; the raw value is the code on the wire.
    package enum Code: String, Sendable, CaseIterable {
        case outOfRange, tooYoung, inTheFuture, notForThisSex
        /// Eating less than the body needs is no goal under 19, during a pregnancy, while there is milk, or underweight.
        case noDeficit
        /// Less energy than the safety floor.
        case belowFloor
        /// The shares of a split are not 100 together.
        case notWhole
        /// Without measures of the body there is nothing to reckon from.
        case needsBody
    }

    package let field: Field
    package let code: Code
    /// The least that would be taken.
    package let lowest: Double?
    /// The most that would be taken.
    package let highest: Double?

    package init(_ field: Field, _ code: Code, lowest: Double? = nil, highest: Double? = nil) {
        self.field = field
        self.code = code
        self.lowest = lowest
        self.highest = highest
    }
}

/// Everything in a wish for goals that cannot be, in the order of its fields.
package struct GoalProblems: Error, Hashable, CustomStringConvertible {
    package let problems: [GoalProblem]

    package init(_ problems: [GoalProblem]) {
        self.problems = problems
    }

    package var description: String {
        "goals refused: " + problems.map { "\($0.field.rawValue) \($0.code.rawValue)" }.joined(separator: ", ")
    }
}
