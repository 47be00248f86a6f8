import EventContracts
import FoodCatalogue
import Purchases
import Testing

@testable import IngestionSpending

@Suite("Names of spending groups") struct SpendingWordsTests {
    @Test("SPD-11: every group has its own name, short enough for a chart", arguments: FoodLanguage.allCases)
    func names(language: FoodLanguage) {
        let keys: [SpendingReport.Key] =
            PurchaseCategory.allCases.map { .category($0) }
            + [.unknown, .charges, .unassigned]
        var names = keys.compactMap { SpendingWords.name(of: $0, in: language) }
        names.append(SpendingWords.nameOfRest(in: language))
        #expect(names.count == keys.count + 1 && Set(names).count == names.count, "\(names)")
        #expect(names.allSatisfy { (1...24).contains($0.count) }, "\(names)")
    }
}
