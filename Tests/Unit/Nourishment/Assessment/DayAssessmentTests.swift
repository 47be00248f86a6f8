import FoodCatalogue
import Nourishment
import Quantities
import Testing

@Suite struct DayAssessmentTests {
    private func progress(
        _ figure: NutrientFigure, _ nutrient: Nutrient = .iron, target: Double = 18, upper: UpperLevel? = nil
    ) -> TargetProgress {
        TargetProgress(
            target: DailyTarget(nutrient: nutrient, amount: target, source: .recommended, upper: upper),
            figure: figure)
    }

    @Test("NUT-07: a nutrient without data is unknown, never zero percent")
    func unknown() {
        let unknown = progress(figure(0, 0, of: 3))
        #expect(unknown.state == .unknown)
        #expect(unknown.percent == nil)
    }

    @Test("day assessment: a day without entries is known to be zero")
    func nothing() {
        #expect(progress(figure(0, 0, of: 0)).state == .below)
        #expect(progress(figure(0, 0, of: 0)).percent == 0)
    }

    @Test("day assessment: partial data gives a minimum, without a shortfall")
    func atLeast() {
        let partly = progress(figure(9, 2, of: 3))
        #expect(partly.state == .incomplete)
        #expect(partly.percent == 50)
        #expect(partly.isAtLeast)
        let whole = progress(figure(9, 3, of: 3))
        #expect(whole.state == .below)
        #expect(!whole.isAtLeast)
        // A goal reached by some of the foods is reached, even if others have no data.
        #expect(progress(figure(18, 1, of: 3)).state == .reached)
    }

    @Test("day assessment: percentages are rounded down")
    func roundedDown() {
        #expect(progress(figure(17.999)).percent == 99)
        #expect(progress(figure(18)).percent == 100)
        #expect(progress(figure(1e300)).percent == TargetProgress.maxPercent)
    }

    @Test("day assessment: niacin from foods is always a minimum")
    func niacin() {
        #expect(progress(figure(9), .niacin).isAtLeast)
        #expect(progress(figure(9), .niacin).state == .incomplete)
    }

    @Test("day assessment: food exceeds only upper levels that apply to it")
    func upper() {
        #expect(progress(figure(46), upper: UpperLevel(amount: 45, scope: .everything)).state == .aboveUpper)
        #expect(progress(figure(45), upper: UpperLevel(amount: 45, scope: .everything)).state == .reached)
        #expect(progress(figure(460), upper: UpperLevel(amount: 350, scope: .addedAlone)).state == .reached)
        #expect(progress(figure(9_000), upper: UpperLevel(amount: 3_000, scope: .preformedAlone)).state == .reached)
    }

    @Test("NUT-34: a day has progress for each target")
    func wholeDay() throws {
        let goals = try goals(hidesNumbers: true)
        let day = DayAssessment(
            of: intake([.energy: figure(1_000, 4, of: 4), .iron: figure(9, 3, of: 4)]), against: goals)
        #expect(day.progress.map(\.target) == goals.targets)
        #expect(day[.energy]?.percent == 50)
        #expect(day[.iron]?.state == .incomplete)
        #expect(day[.caffeine] == nil)
        #expect(day.energyBand == .wellBelow)
        #expect(day.hidesNumbers)
    }

    @Test(
        "day assessment: energy bands in words",
        arguments: [
            (1_399, EnergyBand.wellBelow), (1_400, .below), (1_799, .below), (1_800, .near), (2_200, .near),
            (2_201, .above), (2_600, .above), (2_601, .wellAbove),
        ])
    func bands(energy: Int, expected: EnergyBand) {
        #expect(EnergyBand(of: figure(Double(energy)), target: Kilocalories(2_000)) == expected)
    }

    @Test("day assessment: with partial energy a day can be above, not below")
    func bandsOfAnIncompleteDay() {
        func band(_ energy: Double) -> EnergyBand {
            EnergyBand(of: figure(energy, 2, of: 3), target: Kilocalories(2_000))
        }
        #expect(band(1_000) == .unknown)
        #expect(band(2_000) == .unknown)
        #expect(band(2_300) == .above)
        #expect(band(2_700) == .wellAbove)
        #expect(EnergyBand(of: figure(0, 0, of: 0), target: Kilocalories(2_000)) == .unknown)
        #expect(
            EnergyBand(of: figure(0, 0, of: 2), target: Kilocalories(2_000)) == .unknown)
    }
}
