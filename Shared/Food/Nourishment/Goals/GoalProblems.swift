/// One invalid part of a request for goals.
package struct GoalProblem: Sendable, Hashable {
    /// The invalid field; the raw value is a JSON pointer into the requested goals.
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

    /// The reason; the raw value is the code on the wire.
    package enum Code: String, Sendable, CaseIterable {
        case outOfRange, tooYoung, inTheFuture, notForThisSex
        /// A deficit is not allowed under 19, during pregnancy and lactation, or for underweight people.
        case noDeficit
        /// Energy below the safety floor.
        case belowFloor
        /// The shares of a split do not add up to 100.
        case notWhole
        /// Computing needs body measures.
        case needsBody
    }

    package let field: Field
    package let code: Code
    /// The minimum accepted value.
    package let lowest: Double?
    /// The maximum accepted value.
    package let highest: Double?

    package init(_ field: Field, _ code: Code, lowest: Double? = nil, highest: Double? = nil) {
        self.field = field
        self.code = code
        self.lowest = lowest
        self.highest = highest
    }
}

/// All invalid parts of a request for goals, in the order of its fields.
package struct GoalProblems: Error, Hashable, CustomStringConvertible {
    package let problems: [GoalProblem]

    package init(_ problems: [GoalProblem]) {
        self.problems = problems
    }

    package var description: String {
        "goals refused: " + problems.map { "\($0.field.rawValue) \($0.code.rawValue)" }.joined(separator: ", ")
    }
}
