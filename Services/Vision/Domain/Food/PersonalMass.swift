import Foundation

/// Adjusts masses by a person's earlier corrections; pure (VIS-04, VIS-05).
///
/// The error of an estimate, in logarithms, is modeled as the sum of the person's bias, the bias for the kind of food,
/// and noise, the latter two equally large. Each bias is estimated from the corrections and shrunk towards zero.
package struct PersonalMass: Sendable {
    /// A mass that the person weighed, with the estimate.
    package struct Weighed: Sendable, Equatable {
        package var kind: String
        package var estimated: Double
        package var grams: Double

        package init(kind: String, estimated: Double, grams: Double) {
            self.kind = kind
            self.estimated = estimated
            self.grams = grams
        }

        var error: Double { log(grams / estimated) }
    }

    /// Maximum adjustment of a mass, in logarithms: to half or double.
    private static let furthest = log(2.0)
    /// Strength of the shrinking towards zero, as a number of corrections, for a kind of food and for the person;
    /// chosen for this project.
    private static let pullOfKind = 1.0, pullOfPerson = 6.0

    private let general: Double
    private let byKind: [String: (error: Double, count: Double)]
    /// Whether there are any corrections.
    private let isKnown: Bool

    /// Creates the model of a person; `weighed` in any order.
    package init(_ weighed: [Weighed]) {
        let sane = weighed.filter { $0.estimated > 0 && $0.grams > 0 }
        let general = sane.reduce(0) { $0 + $1.error } / (Double(sane.count) + Self.pullOfPerson)
        self.general = general
        byKind = Dictionary(grouping: sane, by: \.kind).mapValues { weighed in
            let count = Double(weighed.count)
            return (weighed.reduce(0) { $0 + $1.error - general } / (count + Self.pullOfKind), count)
        }
        isKnown = !sane.isEmpty
    }

    /// A corrected estimate.
    package func corrected(_ guess: MassModel.Estimate, kind: String) -> MassModel.Estimate {
        let own = byKind[kind] ?? (0, 0)
        let moved = min(max(general + own.error, -Self.furthest), Self.furthest)
        // The half of the variance that depends on the kind shrinks with each correction, the random half remains.
        let narrowed = (0.5 + 0.5 / (1 + own.count)).squareRoot()
        return MassModel.Estimate(logarithm: log(guess.grams) + moved, spread: guess.spread * narrowed)
    }

    /// The prediction with adjusted masses; the original estimate is kept.
    package func corrected(_ sight: FoodPrediction) -> FoodPrediction {
        guard isKnown else { return sight }
        var corrected = sight
        for place in sight.foods.indices {
            let guess = sight.foods[place].mass
            corrected.foods[place].guess = guess
            corrected.foods[place].mass = self.corrected(guess, kind: sight.foods[place].label)
        }
        return corrected
    }
}

extension MassModel.Estimate {
    /// Half the width of the range, in logarithms.
    package var spread: Double { log(high / low) / 2 }
    /// Half the width of the central 80 % of a normal distribution, in standard deviations.
    private static let deviations = 1.2816

    /// Combines two measurements of the same mass, weighted by their certainty.
    package func fused(with other: MassModel.Estimate) -> MassModel.Estimate {
        let own = 1 / (spread * spread), others = 1 / (other.spread * other.spread)
        return MassModel.Estimate(
            logarithm: (own * log(grams) + others * log(other.grams)) / (own + others),
            spread: (1 / (own + others)).squareRoot())
    }

    /// A measured mass with its standard deviation in logarithms.
    package init(grams: Double, deviation: Double) {
        self.init(logarithm: log(grams), spread: deviation * Self.deviations)
    }
}
