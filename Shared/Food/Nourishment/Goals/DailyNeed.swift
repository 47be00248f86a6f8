import FoodCatalogue

/// A person's daily need of a nutrient by a published reference, independent of their goals (NUT-07).
package struct DailyNeed: Sendable, Hashable {
    /// The publisher of the amount; the raw value is the code on the wire.
    package enum Reference: RawRepresentable, Sendable, Hashable {
        /// The recommended allowance or adequate intake for age, sex and life stage.
        case intake(ReferenceIntake.Kind)
        /// The daily value for labels.
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

    /// All needs of a person.
    ///
    /// There is no recommended amount of fat, so the label's value is always used.
    ///
    /// - Parameters:
    ///   - intakes: Amounts and kinds for the body; empty without body measures.
    ///   - label: The daily values for the rest.
    /// - Returns: In the order of `Nutrient`: protein, fat, carbohydrate, fiber, vitamins and minerals.
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
