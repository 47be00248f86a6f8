import Foundation
import Testing
import UnitSupport

@testable import VisionService

@Suite("Mass estimates adjusted by own weights")
struct PersonalMassTests {
    private static func guess(_ grams: Double, spread: Double = 0.45) -> MassModel.Estimate {
        MassModel.Estimate(logarithm: log(grams), spread: spread)
    }

    @Test("VIS-04, VIS-05: the user's weights move the estimate toward them")
    func moves() throws {
        let nobody = PersonalMass([]).corrected(Self.guess(180), kind: "apple")
        #expect(abs(nobody.grams - 180) < 1e-9 && abs(nobody.spread - 0.45) < 1e-9)
        // Weights of a person who eats large apples.
        let large = (0..<5).map { _ in PersonalMass.Weighed(kind: "apple", estimated: 180, grams: 240) }
        var last = 180.0
        for count in 1...5 {
            let corrected = PersonalMass(Array(large.prefix(count))).corrected(Self.guess(180), kind: "apple")
            #expect(corrected.grams > last && corrected.grams <= 240 + 1e-9)
            #expect(corrected.spread < 0.45 && corrected.spread > 0.45 * 0.7)
            last = corrected.grams
        }
        #expect(last > 225)
        // A food that was never weighed changes a little, and keeps its range.
        let other = PersonalMass(large).corrected(Self.guess(100), kind: "banana")
        #expect(other.grams > 103 && other.grams < 120 && abs(other.spread - 0.45) < 1e-9)
    }

    @Test("VIS-04: extreme weights are limited to half or double")
    func bounds() {
        let absurd = (0..<20).map { _ in PersonalMass.Weighed(kind: "apple", estimated: 180, grams: 9_000) }
        #expect(PersonalMass(absurd).corrected(Self.guess(180), kind: "apple").grams <= 360 + 1e-9)
        let nonsense = PersonalMass([
            PersonalMass.Weighed(kind: "apple", estimated: 0, grams: 100),
            PersonalMass.Weighed(kind: "apple", estimated: 100, grams: 0),
        ])
        #expect(abs(nonsense.corrected(Self.guess(180), kind: "apple").grams - 180) < 1e-9)
    }

    @Test("VIS-04: simulated users: 75 to 92 % of weights are within the range")
    func simulation() {
        var chance = SeededGenerator(seed: 42)
        func normal() -> Double {
            (0..<12).reduce(-6.0) { sum, _ in sum + Double(chance.next() >> 11) / Double(1 << 53) }
        }
        // An estimate with an error of 0.35, half of whose variance comes from the person's habit with the food.
        let deviation = 0.35, half = deviation / 2.0.squareRoot()
        var plain = 0.0, corrected = 0.0, inside = 0.0, count = 0.0
        for _ in 0..<400 {
            let habit = half * normal()
            var weighed: [PersonalMass.Weighed] = []
            for meal in 0..<6 {
                let truth = 150 * exp(habit + half * normal())
                let estimated = Self.guess(150, spread: 1.2816 * deviation)
                let estimate = PersonalMass(weighed).corrected(estimated, kind: "rice")
                if meal > 2 {
                    plain += abs(log(estimated.grams / truth))
                    corrected += abs(log(estimate.grams / truth))
                    if (estimate.low...estimate.high).contains(truth) { inside += 1 }
                    count += 1
                }
                weighed.append(PersonalMass.Weighed(kind: "rice", estimated: 150, grams: truth))
            }
        }
        #expect(corrected / plain < 0.88, "\(corrected / plain)")
        #expect((0.75...0.92).contains(inside / count), "\(inside / count)")
    }
}
