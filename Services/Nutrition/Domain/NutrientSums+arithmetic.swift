import EventContracts
import FoodCatalogue

/// An amount that is larger than any that was accepted can be: the figures are damaged.
package struct NutrientOverflow: Error, Sendable, CustomStringConvertible {
    package let description = "an amount is larger than any that is accepted"
}

/// How amounts are counted.
///
/// Tables and people tell at most three decimals, of units in 100 g as of grams. A thousandth of a unit in 100 g, times a
/// milligram, is exactly one hundred-millionth of a unit: whole numbers all along, nothing is ever rounded.
package enum NutrientScale {
    /// Of a nutrient's unit, in what is entered and in tables.
    package static let thousandths: Int64 = 1_000
    /// Milligrams in a gram.
    package static let milligrams: Int64 = 1_000
    /// Hundred-millionths in a thousandth.
    static let unitsPerThousandth = NutrientSums.unitsPerOne / thousandths
}

extension MealItem {
    /// What the item holds, in hundred-millionths by the nutrient's code; of figures for 100 g without a mass nothing is
    /// known.
    ///
    /// - Throws: `NutrientOverflow`.
    package func held() throws(NutrientOverflow) -> [String: Int64] {
        let factor: Int64
        switch basis {
        case .wholeItem: factor = NutrientScale.unitsPerThousandth
        case .hundredGrams:
            guard let milligrams else { return [:] }
            factor = milligrams
        }
        var held: [String: Int64] = [:]
        for (code, amount) in amounts {
            let (product, overflow) = amount.multipliedReportingOverflow(by: factor)
            guard !overflow else { throw NutrientOverflow() }
            held[code] = product
        }
        return held
    }
}

extension NutrientSums {
    /// What the items hold together (NUT-03): each counts, and each nutrient says how many of them tell it.
    ///
    /// - Throws: `NutrientOverflow`.
    package init(_ items: some Sequence<MealItem>) throws(NutrientOverflow) {
        self.init()
        for item in items {
            of += 1
            for (code, amount) in try item.held() { try add(Sum(amount: amount, reported: 1), to: code) }
        }
    }

    /// Adds what others hold.
    ///
    /// - Throws: `NutrientOverflow`.
    package mutating func add(_ others: NutrientSums) throws(NutrientOverflow) {
        of += others.of
        for (code, sum) in others.sums { try add(sum, to: code) }
    }

    /// What is known of a nutrient; nothing reported where no food tells it.
    package subscript(_ nutrient: Nutrient) -> Sum { sums[nutrient.rawValue] ?? Sum(amount: 0, reported: 0) }

    private mutating func add(_ sum: Sum, to code: String) throws(NutrientOverflow) {
        let known = sums[code] ?? Sum(amount: 0, reported: 0)
        let (amount, overflow) = known.amount.addingReportingOverflow(sum.amount)
        guard !overflow else { throw NutrientOverflow() }
        sums[code] = Sum(amount: amount, reported: known.reported + sum.reported)
    }
}
