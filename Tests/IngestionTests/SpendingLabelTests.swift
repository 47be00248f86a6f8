import EventContracts
import IngestionCore
import Testing

@testable import IngestionSpending

@Suite("Labels of charts of spending") struct SpendingLabelTests {
    @Test("SPD-10: every category has a name in each language that fits a chart")
    func categories() throws {
        for category in PurchaseCategory.allCases {
            for language in ContentLanguage.allCases {
                let name = try #require(SpendingLabels.name(of: category.rawValue, in: language))
                #expect((1...24).contains(name.count), "\(category) \(language): \(name)")
            }
        }
        for key in ["charges", "unassigned", "unknown", "rest"] {
            #expect(Set(ContentLanguage.allCases.map { SpendingLabels.name(of: key, in: $0) }).count == 4, "\(key)")
        }
        #expect(SpendingLabels.name(of: "2026-01-01", in: .en) == nil)
    }
}
