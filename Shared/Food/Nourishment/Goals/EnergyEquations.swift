import Quantities

/// Equations for the daily energy of a body.
///
/// Each function is the equation as its source prints it: kilocalories from years, centimeters and kilograms.
package enum EnergyEquations {
    /// Resting energy of an adult.
    ///
    /// Source: M. D. Mifflin, S. T. St Jeor and others, "A new predictive equation for resting energy expenditure in
    /// healthy individuals", Am J Clin Nutr 1990;51:241–247. It is based on people of 19 to 78 years.
    ///
    /// - Parameters:
    ///   - sex: Selects the constant.
    ///   - age: In years.
    ///   - height: In centimeters.
    ///   - weight: In kilograms.
    /// - Returns: Kilocalories a day.
    package static func resting(sex: ReferenceSex, age: Int, height: Double, weight: Double) -> Kilocalories {
        Kilocalories(10 * weight + 6.25 * height - 5 * Double(age) + (sex == .male ? 5 : -161))
    }

    /// The factor from resting energy to the energy of a whole day.
    ///
    /// The four customary factors used with the equation (W. D. McArdle, F. I. Katch, V. L. Katch, "Exercise
    /// Physiology"); the paper of 1990 has none.
    ///
    /// - Parameter activity: Physical activity.
    /// - Returns: The factor.
    package static func factor(of activity: ActivityLevel) -> Double {
        switch activity {
        case .inactive: 1.2
        case .lowActive: 1.375
        case .active: 1.55
        case .veryActive: 1.725
        }
    }

    /// The coefficients of a linear equation: constant, per year, per centimeter, per kilogram.
    package struct Coefficients: Sendable, Hashable {
        package let constant, years, centimetres, kilograms: Double

        init(_ constant: Double, _ years: Double, _ centimetres: Double, _ kilograms: Double) {
            self.constant = constant
            self.years = years
            self.centimetres = centimetres
            self.kilograms = kilograms
        }

        func value(age: Int, height: Double, weight: Double) -> Double {
            constant + years * Double(age) + centimetres * height + kilograms * weight
        }
    }

    /// Total energy expenditure without pregnancy, lactation and growth.
    ///
    /// Source of this and the following: National Academies of Sciences, Engineering, and Medicine, "Dietary Reference
    /// Intakes for Energy" (2023), as Health Canada prints it, "Equations to estimate energy requirement".
    ///
    /// - Parameters:
    ///   - isAdult: 19 years or older; otherwise the equations for 3 to 18 years.
    ///   - sex: Selects the equations.
    ///   - activity: Physical activity.
    /// - Returns: The coefficients.
    package static func expenditure(isAdult: Bool, sex: ReferenceSex, activity: ActivityLevel) -> Coefficients {
        switch (isAdult, sex, activity) {
        case (false, .male, .inactive): Coefficients(-447.51, 3.68, 13.01, 13.15)
        case (false, .male, .lowActive): Coefficients(19.12, 3.68, 8.62, 20.28)
        case (false, .male, .active): Coefficients(-388.19, 3.68, 12.66, 20.46)
        case (false, .male, .veryActive): Coefficients(-671.75, 3.68, 15.38, 23.25)
        case (false, .female, .inactive): Coefficients(55.59, -22.25, 8.43, 17.07)
        case (false, .female, .lowActive): Coefficients(-297.54, -22.25, 12.77, 14.73)
        case (false, .female, .active): Coefficients(-189.55, -22.25, 11.74, 18.34)
        case (false, .female, .veryActive): Coefficients(-709.59, -22.25, 18.22, 14.25)
        case (true, .male, .inactive): Coefficients(753.07, -10.83, 6.50, 14.10)
        case (true, .male, .lowActive): Coefficients(581.47, -10.83, 8.30, 14.94)
        case (true, .male, .active): Coefficients(1_004.82, -10.83, 6.52, 15.91)
        case (true, .male, .veryActive): Coefficients(-517.88, -10.83, 15.61, 19.11)
        case (true, .female, .inactive): Coefficients(584.90, -7.01, 5.72, 11.71)
        case (true, .female, .lowActive): Coefficients(575.77, -7.01, 6.60, 12.14)
        case (true, .female, .active): Coefficients(710.25, -7.01, 6.54, 12.34)
        case (true, .female, .veryActive): Coefficients(511.83, -7.01, 9.07, 12.56)
        }
    }

    /// Energy for growth from 14 to 18 years, in kilocalories a day, for both sexes.
    package static let growth = 20.0

    /// Expenditure in the second and third trimester, from 14 years on, without the weekly increase and the deposition.
    ///
    /// - Parameter activity: Physical activity.
    /// - Returns: The coefficients.
    package static func pregnancy(_ activity: ActivityLevel) -> Coefficients {
        switch activity {
        case .inactive: Coefficients(1_131.20, -2.04, 0.34, 12.15)
        case .lowActive: Coefficients(693.35, -2.04, 5.73, 10.20)
        case .active: Coefficients(-223.84, -2.04, 13.23, 8.15)
        case .veryActive: Coefficients(-779.72, -2.04, 18.45, 8.73)
        }
    }

    /// Increase per week of pregnancy, in kilocalories a day.
    package static let perWeekOfPregnancy = 9.16
    /// The last full week of the first trimester (ACOG), in which the requirement does not change.
    package static let lastWeekOfFirstTrimester = 13

    /// Energy deposition in the second and third trimester, by the body mass index before.
    ///
    /// - Parameter bodyMassIndex: In kg/m², before the pregnancy.
    /// - Returns: Kilocalories a day; negative if the body's reserves are used.
    package static func deposition(bodyMassIndex: Double) -> Double {
        switch bodyMassIndex {
        case ..<BodyMeasures.underweight: 300
        case ..<25: 200
        case ..<30: 150
        default: -50
        }
    }

    /// Energy for lactation: 540 − 140 kcal in the first six months, of exclusive breastfeeding; 380 kcal after.
    ///
    /// - Parameter month: Full months since the birth.
    /// - Returns: Kilocalories a day.
    package static func milk(month: Int) -> Double { month < 6 ? 540 - 140 : 380 }
}
