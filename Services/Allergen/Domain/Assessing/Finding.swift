import EventContracts

/// Something a person avoids that a text names, with every place that shows it.
package struct Finding: Sendable, Equatable {
    /// The subject of the finding.
    package enum Subject: Sendable, Hashable {
        case allergen(AllergenChoice)
        /// An ingredient as the person named it.
        case otherIngredient(String)
    }

    package let subject: Subject
    /// The places of the finding, in the order of the text; at least one and at most `maximumEvidence`.
    package internal(set) var evidence: [Evidence]

    /// Maximum number of places kept per finding; more add nothing for a reader.
    static let maximumEvidence = 20
}
