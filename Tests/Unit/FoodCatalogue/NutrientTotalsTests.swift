import FoodCatalogue
import Quantities
import Testing
import UnitSupport

@Suite struct NutrientTotalsTests {
    @Test("NUT-03: totals count the foods that have data for a nutrient", arguments: 0..<50)
    func totalsAreTheSumOfTheFoods(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var foods: [(amounts: NutrientAmounts, mass: Grams)] = []
        // The same sums in integers: thousandths of a unit in 100 g, times tenths of a gram.
        var sums: [Nutrient: (sum: Int, known: Int)] = [:]
        let count = Int.random(in: 0...30, using: &random)
        for _ in 0..<count {
            var amounts = NutrientAmounts()
            let tenths = Int.random(in: 1...20_000, using: &random)
            for nutrient in Nutrient.allCases where Bool.random(using: &random) {
                let thousandths = Int.random(in: 0...100_000, using: &random)
                amounts[nutrient] = .known(NutrientValue(Double(thousandths) / 1_000))
                let known = sums[nutrient] ?? (0, 0)
                sums[nutrient] = (known.sum + thousandths * tenths, known.known + 1)
            }
            foods.append((amounts, Grams(Double(tenths) / 10)))
        }
        let totals = NutrientTotals(foods)
        for nutrient in Nutrient.allCases {
            let expected = sums[nutrient] ?? (0, 0)
            #expect(totals[nutrient].known == expected.known)
            #expect(totals[nutrient].count == count)
            let exact = Double(expected.sum) / 1_000_000
            #expect(abs(totals[nutrient].sum.value - exact) <= 1e-9 * max(1, exact), "\(nutrient)")
        }
    }

    @Test func anAmountCanBeForgotten() {
        var amounts = NutrientAmounts([.iron: 2])
        amounts[.iron] = .unknown
        #expect(amounts == NutrientAmounts())
    }
}
