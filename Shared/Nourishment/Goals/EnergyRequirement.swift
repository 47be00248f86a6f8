import Quantities

/// The energy that keeps a body's weight, and where the number comes from (NUT-01).
package struct EnergyRequirement: Sendable, Hashable {
    /// Which equation it is from; the raw value is the code on the wire.
    package enum Method: String, Sendable, Codable {
        /// Mifflin–St Jeor (1990) times a factor of activity: adults who eat for themselves alone.
        case mifflinStJeor = "mifflin-st-jeor-1990"
        /// Estimated energy requirement, National Academies (2023): under 19, pregnant or lactating.
        case estimated = "eer-2023"
    }

    package let daily: Kilocalories
    package let method: Method
    /// What the body takes at rest; only for those whom the equation of adults holds for.
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

/// The least energy that a goal may have (NUT-01): eating below it is nothing this program proposes or accepts.
package struct SafetyFloor: Sendable, Hashable {
    /// What makes the floor as high as it is; the raw value is the code on the wire.
    package enum Reason: String, Sendable, Codable {
        /// Under 19: a body that grows.
        case growing
        case pregnant, lactating
        /// A body mass index below 18.5.
        case underweight
        /// What the body takes at rest.
        case resting
        /// The least that is customary without a doctor.
        case customary
    }

    /// The lowest daily energy that is advised without a doctor: the lower ends of the ranges of the AHA/ACC/TOS
    /// guideline for overweight and obesity (Circulation 2014;129:S102), 1,200 kcal for women and 1,500 kcal for men.
    ///
    /// - Parameter sex: Whose figure.
    /// - Returns: Kilocalories a day.
    package static func customary(_ sex: ReferenceSex) -> Kilocalories { Kilocalories(sex == .male ? 1_500 : 1_200) }

    /// In whole kilocalories.
    package let daily: Kilocalories
    package let reason: Reason

    /// The floor of a body.
    ///
    /// - Parameters:
    ///   - body: Its measures.
    ///   - requirement: What keeps its weight.
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

    /// Whether nothing below the requirement is a goal for this body.
    package var forbidsDeficit: Bool {
        switch reason {
        case .growing, .pregnant, .lactating, .underweight: true
        case .resting, .customary: false
        }
    }
}
