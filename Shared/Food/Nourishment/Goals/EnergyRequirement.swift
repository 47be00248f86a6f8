import Quantities

/// The energy that keeps a body's weight, and the source of the number (NUT-01).
package struct EnergyRequirement: Sendable, Hashable {
    /// The equation; the raw value is the code on the wire.
    package enum Method: String, Sendable, Codable {
        /// Mifflin–St Jeor (1990) times an activity factor: for adults who are neither pregnant nor lactating.
        case mifflinStJeor = "mifflin-st-jeor-1990"
        /// Estimated energy requirement, National Academies (2023): under 19, pregnant or lactating.
        case estimated = "eer-2023"
    }

    package let daily: Kilocalories
    package let method: Method
    /// Resting energy; only where the equation for adults applies.
    package let resting: Kilocalories?

    /// The requirement of a body.
    ///
    /// - Parameter body: Its measures.
    package init(of body: BodyMeasures) {
        if body.isAdult, !body.stage.isForTwo {
            let resting = EnergyEquations.resting(
                sex: body.sex, age: body.age, height: body.height, weight: body.weight)
            self.resting = resting
            method = .mifflinStJeor
            daily = resting * EnergyEquations.factor(of: body.activity)
        } else {
            resting = nil
            method = .estimated
            daily = Kilocalories(Self.estimated(body))
        }
    }

    private static func estimated(_ body: BodyMeasures) -> Double {
        let growth = body.isAdult ? 0 : EnergyEquations.growth
        switch body.stage {
        case .pregnant(let week) where week > EnergyEquations.lastWeekOfFirstTrimester:
            return EnergyEquations.pregnancy(body.activity)
                .value(age: body.age, height: body.height, weight: body.weight)
                + EnergyEquations.perWeekOfPregnancy * Double(week)
                + EnergyEquations.deposition(bodyMassIndex: body.bodyMassIndex)
        case .general, .pregnant:
            return expenditure(body) + growth
        case .lactating(let month):
            return expenditure(body) + growth + EnergyEquations.milk(month: month)
        }
    }

    private static func expenditure(_ body: BodyMeasures) -> Double {
        EnergyEquations.expenditure(isAdult: body.isAdult, sex: body.sex, activity: body.activity)
            .value(age: body.age, height: body.height, weight: body.weight)
    }
}

/// The minimum energy of a goal (NUT-01); goals below it are neither proposed nor accepted.
package struct SafetyFloor: Sendable, Hashable {
    /// What determines the floor; the raw value is the code on the wire.
    package enum Reason: String, Sendable, Codable {
        /// Under 19: a growing body.
        case growing
        case pregnant, lactating
        /// A body mass index below 18.5.
        case underweight
        /// Resting energy.
        case resting
        /// The customary minimum without medical supervision.
        case customary
    }

    /// The lowest daily energy advised without medical supervision.
    ///
    /// The lower ends of the ranges of the AHA/ACC/TOS guideline for overweight and obesity (Circulation
    /// 2014;129:S102): 1,200 kcal for women and 1,500 kcal for men.
    ///
    /// - Parameter sex: Selects the figure.
    /// - Returns: Kilocalories a day.
    package static func customary(_ sex: ReferenceSex) -> Kilocalories { Kilocalories(sex == .male ? 1_500 : 1_200) }

    /// In whole kilocalories.
    package let daily: Kilocalories
    package let reason: Reason

    /// The floor for a body.
    ///
    /// - Parameters:
    ///   - body: Its measures.
    ///   - requirement: The energy that keeps its weight.
    package init(of body: BodyMeasures, requirement: EnergyRequirement) {
        let customary = Self.customary(body.sex)
        let withoutDeficit: Reason? =
            if case .pregnant = body.stage {
                .pregnant
            } else if case .lactating = body.stage {
                .lactating
            } else if !body.isAdult {
                .growing
            } else if body.bodyMassIndex < BodyMeasures.underweight {
                .underweight
            } else {
                nil
            }
        if let withoutDeficit {
            daily = max(Kilocalories(requirement.daily.value.rounded()), customary)
            reason = withoutDeficit
        } else if let resting = requirement.resting, resting > customary {
            daily = Kilocalories(resting.value.rounded(.up))
            reason = .resting
        } else {
            daily = customary
            reason = .customary
        }
    }

    /// Whether a goal below the requirement is forbidden for this body.
    package var forbidsDeficit: Bool {
        switch reason {
        case .growing, .pregnant, .lactating, .underweight: true
        case .resting, .customary: false
        }
    }
}
