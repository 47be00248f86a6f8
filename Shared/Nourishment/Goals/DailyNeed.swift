import FoodCatalogue

/// How much of a nutrient a person needs in a day, by a published reference, whatever their goals are (NUT-07).
package struct DailyNeed: Sendable, Hashable {
    /// Who publishes the amount; the raw value is the code on the wire.
    package enum Reference: RawRepresentable, Sendable, Hashable {
        /// The recommended allowance or adequate intake of the person's age, sex and life stage.
        case intake(ReferenceIntake.Kind)
        /// The daily value of labels.
        case label(LabelReference)

        package var rawValue: String {
            switch self {
            case .intake(let kind): kind.rawValue
            case .label(let reference): reference.rawValue
            }
        }

        package init?(rawValue: String) {
            if let kind = ReferenceIntake.Kind(rawValue: rawValue) {
                self = .intake(kind)
            } else if let label = LabelReference(rawValue: rawValue) {
                self = .label(label)
            } else {
                return nil
            }
        }
    }

    package let nutrient: Nutrient
    /// In the nutrient's unit.
    package let amount: Double
    package let reference: Reference

    package init(nutrient: Nutrient, amount: Double, reference: Reference) {
        self.nutrient = nutrient
        self.amount = amount
        self.reference = reference
    }

    /// The needs of a person.
    ///
    /// Of fat nobody recommends an amount: it is always held against the label's.
    ///
    /// - Parameters:
    ///   - intakes: The amounts and kinds for the body; empty where no body is known.
    ///   - label: The daily values that stand in for what is missing.
    /// - Returns: In the order of `Nutrient`: protein, fat, carbohydrate, fibre, vitamins and minerals.
    package static func all(
        _ intakes: [Nutrient: (amount: Double, kind: ReferenceIntake.Kind)], label: LabelReference
    ) -> [DailyNeed] {
        Nutrient.allCases.compactMap { nutrient in
            if let intake = intakes[nutrient] {
                return DailyNeed(nutrient: nutrient, amount: intake.amount, reference: .intake(intake.kind))
            }
            return label.value(of: nutrient).map {
                DailyNeed(nutrient: nutrient, amount: $0.amount, reference: .label($0.reference))
            }
        }
    }
}
