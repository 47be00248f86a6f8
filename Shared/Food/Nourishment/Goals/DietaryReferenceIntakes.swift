import FoodCatalogue

/// Recommendations of the National Academies for vitamins, minerals and macronutrients, by age, sex and life stage
/// (NUT-07).
///
/// Energy, total fat, sugars, cholesterol and the like have no recommendation; water is not tracked.
package struct DietaryReferenceIntakes: Sendable {
    /// A column of the tables: the group that figures apply to.
    package enum Group: Int, Sendable, CaseIterable {
        case men14, men19, men31, men51, men71
        case women14, women19, women31, women51, women71
        case pregnant14, pregnant19, pregnant31
        case lactating14, lactating19, lactating31

        /// The column for a body; above 50 years, pregnancy and lactation use the column for 31 to 50.
        ///
        /// - Parameter body: Its measures.
        package init(of body: BodyMeasures) {
            let columns: [Group] =
                switch body.stage {
                case .pregnant: [.pregnant14, .pregnant19, .pregnant31, .pregnant31, .pregnant31]
                case .lactating: [.lactating14, .lactating19, .lactating31, .lactating31, .lactating31]
                case .general where body.sex == .male: [.men14, .men19, .men31, .men51, .men71]
                case .general: [.women14, .women19, .women31, .women51, .women71]
                }
            self =
                switch body.age {
                case ..<19: columns[0]
                case ..<31: columns[1]
                case ..<51: columns[2]
                case ..<71: columns[3]
                default: columns[4]
                }
        }
    }

    private let intakes: [Nutrient: ReferenceIntake]

    /// The recommendations for a body.
    ///
    /// Protein is computed from weight, during a pregnancy from the weight before it.
    ///
    /// - Parameter body: Its measures.
    package init(for body: BodyMeasures) {
        let group = Group(of: body)
        var intakes: [Nutrient: ReferenceIntake] = [:]
        for row in ReferenceIntakeTable.rows {
            intakes[row.nutrient] = ReferenceIntake(
                amount: row.amounts[group.rawValue], kind: row.kind,
                upper: ReferenceIntakeTable.upper(row.nutrient, group))
        }
        intakes[.protein] = ReferenceIntake(
            amount: Self.proteinPerKilogram(group) * Self.weightForProtein(body), kind: .recommended, upper: nil)
        self.intakes = intakes
    }

    /// The figures of a nutrient; nil without a recommendation.
    package subscript(_ nutrient: Nutrient) -> ReferenceIntake? { intakes[nutrient] }

    /// Grams of protein per kilogram of weight: the allowances of "Dietary Reference Intakes for Energy, Carbohydrate,
    /// Fiber, Fat, Fatty Acids, Cholesterol, Protein, and Amino Acids" (2002/2005).
    private static func proteinPerKilogram(_ group: Group) -> Double {
        switch group {
        case .men14, .women14: 0.85
        case .men19, .men31, .men51, .men71, .women19, .women31, .women51, .women71: 0.8
        case .pregnant14, .pregnant19, .pregnant31: 1.1
        case .lactating14, .lactating19, .lactating31: 1.3
        }
    }

    private static func weightForProtein(_ body: BodyMeasures) -> Double {
        guard case .pregnant = body.stage else { return body.weight }
        return body.weightBeforePregnancy ?? body.weight
    }
}
