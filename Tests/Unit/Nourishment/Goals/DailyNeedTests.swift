import EventContracts
import FoodCatalogue
import Nourishment
import Testing

@Suite("Percent of the daily need")
struct DailyNeedTests {
    /// Protein, fat, carbohydrate, fiber, the vitamins with choline, and the minerals except fluoride, for which only
    /// the European Union and the National Academies have a value.
    private static let always: Set<Nutrient> = [
        .protein, .fat, .carbohydrate, .fiber, .vitaminA, .vitaminC, .vitaminD, .vitaminE, .vitaminK, .thiamin,
        .riboflavin, .niacin, .pantothenicAcid, .vitaminB6, .biotin, .folate, .vitaminB12, .choline, .calcium, .iron,
        .phosphorus, .iodine, .magnesium, .zinc, .selenium, .copper, .manganese, .chromium, .molybdenum, .chloride,
        .potassium, .sodium,
    ]

    @Test("NUT-07: without body data every need is the label's daily value", arguments: LabelReference.allCases)
    func labels(label: LabelReference) {
        let needs = GoalSettings().dailyNeeds(label: label)
        #expect(Set(needs.map(\.nutrient)).isSuperset(of: Self.always))
        #expect(needs.allSatisfy { $0.amount > 0 && LabelReference(rawValue: $0.reference.rawValue) != nil })
        let present = Set(needs.map(\.nutrient))
        #expect(needs.map(\.nutrient) == Nutrient.allCases.filter(present.contains))
    }

    @Test(
        "NUT-07: each region has its daily values, with their authority",
        arguments: [
            (LabelReference.unitedStates, Nutrient.fat, 78.0, "fda-dv"), (.unitedStates, .carbohydrate, 275, "fda-dv"),
            (.unitedStates, .potassium, 4_700, "fda-dv"), (.canada, .fat, 75, "hc-dv"),
            (.canada, .potassium, 3_400, "hc-dv"), (.canada, .protein, 50, "fda-dv"), (.europe, .fat, 70, "eu-nrv"),
            (.europe, .vitaminC, 80, "eu-nrv"), (.europe, .fluoride, 3_500, "eu-nrv"),
            (.europe, .choline, 550, "fda-dv"),
        ])
    func values(label: LabelReference, nutrient: Nutrient, amount: Double, reference: String) throws {
        let need = try #require(GoalSettings().dailyNeeds(label: label).first { $0.nutrient == nutrient })
        #expect(need.amount == amount && need.reference.rawValue == reference)
    }

    @Test("NUT-07: with body data percentages are of recommended intakes")
    func body() throws {
        var goals = GoalSettings(macros: MacroSplit(protein: 20, carbohydrate: 50, fat: 30))
        goals.reckoned = ReckonedGoals(
            energy: 2_000_000, requirement: 2_000_000, floor: 1_200_000, floorReason: "customary", method: "mifflin",
            isRaised: false,
            references: [
                "protein": ReferenceTarget(amount: 49_600, kind: "rda"),
                "carbohydrate": ReferenceTarget(amount: 130_000, kind: "rda"),
                "potassium": ReferenceTarget(amount: 2_600_000, kind: "ai"),
            ])
        let needs = Dictionary(
            uniqueKeysWithValues: goals.dailyNeeds(label: .canada).map { ($0.nutrient, $0) })
        #expect(needs[.protein]?.amount == 49.6 && needs[.protein]?.reference.rawValue == "rda")
        #expect(needs[.potassium]?.amount == 2_600 && needs[.potassium]?.reference.rawValue == "ai")
        #expect(needs[.fat]?.amount == 75 && needs[.fat]?.reference.rawValue == "hc-dv")
        let chosen = goals.dailyTargets(label: .canada).first { $0.nutrient == .carbohydrate }
        #expect(chosen?.amount == 250 && chosen?.source == .split)
        goals.macros = nil
        let targets = goals.dailyTargets(label: .canada)
        #expect(targets.first { $0.nutrient == .carbohydrate }?.source == .recommended)
        #expect(targets.first { $0.nutrient == .fat }?.source == .labelCanada)
        #expect(targets.first { $0.nutrient == .energy }?.source == .energyGoal)
    }

    @Test(
        "NUT-07: the time zone decides which country's daily values apply",
        arguments: [
            ("America/Toronto", LabelReference.canada), ("America/St_Johns", .canada), ("Canada/Pacific", .canada),
            ("America/New_York", .unitedStates), ("Europe/Paris", .europe), ("Atlantic/Canary", .europe),
            ("Asia/Nicosia", .europe), ("Asia/Shanghai", .unitedStates), ("UTC", .unitedStates),
        ])
    func region(zone: String, expected: LabelReference) {
        #expect(LabelReference(timeZone: zone) == expected)
    }
}
