import EventContracts

/// The result for one diet; it never says that a food suits the diet (ALG-17).
package struct DietAnswer: Sendable, Equatable {
    /// The relation of the ingredients to a diet; the raw value goes to clients.
    package enum Answer: String, Sendable, CaseIterable {
        /// An ingredient that the diet excludes.
        case conflict
        /// An ingredient with several possible sources, at least one of which the diet excludes.
        case possibleConflict
        /// Everything was read and nothing named conflicts; how the food was made is not on the label.
        case noConflictFound
        /// The answer is unknown, because not everything was read.
        case unknown
    }

    package let diet: Diet
    package let answer: Answer
    /// The words that led to a conflict, in the order of the text.
    package let evidence: [Evidence]
}
