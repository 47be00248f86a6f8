import EventContracts
import FoodCatalogue

/// An amount exceeds the maximum that accepted figures can give, so the figures are damaged.
package struct NutrientOverflow: Error, Sendable, CustomStringConvertible {
    package let description = "an amount is larger than any that is accepted"
}

/// The units of amounts.
///
/// Tables and people give at most three decimals, for units per 100 g as for grams. A thousandth of a unit per 100 g,
/// times a milligram, is exactly one hundred-millionth of a unit: integers throughout, nothing is rounded.
package enum NutrientScale {
    /// Number of thousandths in a nutrient's unit; entries and tables are in thousandths.
    package static let thousandths: Int64 = 1_000
    /// Number of milligrams in a gram.
    package static let milligrams: Int64 = 1_000
    /// Number of hundred-millionths in a thousandth.
    static let unitsPerThousandth = NutrientSums.unitsPerOne / thousandths
}

extension MealItem {
    /// The amounts of the item, in hundred-millionths by nutrient code; unknown for figures per 100 g without a mass.
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
    /// Sums the items (NUT-03), with the number of items reporting each nutrient.
    ///
    /// - Throws: `NutrientOverflow`.
    package init(_ items: some Sequence<MealItem>) throws(NutrientOverflow) {
        self.init()
        for item in items {
            of += 1
            for (code, amount) in try item.held() { try add(Sum(amount: amount, reported: 1), to: code) }
        }
    }

    /// Adds other sums.
    ///
    /// - Throws: `NutrientOverflow`.
    package mutating func add(_ others: NutrientSums) throws(NutrientOverflow) {
        of += others.of
        for (code, sum) in others.sums { try add(sum, to: code) }
    }

    /// The sum of a nutrient; zero foods reporting it if no food states it.
    package subscript(_ nutrient: Nutrient) -> Sum { sums[nutrient.rawValue] ?? Sum(amount: 0, reported: 0) }

    private mutating func add(_ sum: Sum, to code: String) throws(NutrientOverflow) {
        let known = sums[code] ?? Sum(amount: 0, reported: 0)
        let (amount, overflow) = known.amount.addingReportingOverflow(sum.amount)
        guard !overflow else { throw NutrientOverflow() }
        sums[code] = Sum(amount: amount, reported: known.reported + sum.reported)
    }
}
