import EventContracts
import Foundation
import IngestionCore
@testable import IngestionSpending
import Sealing
import Testing

@Suite("View of a purchased product") struct PurchasedProductViewTests {
    @Test("SPD-03: a model's guess is marked until the user decides")
    func suggestions() throws {
        var words = PurchasedProductWords(name: "ORG PNT BTR", category: .pantry)
        func view(isProvisional: Bool) -> PurchasedProductView {
            let told = PurchasedProductChanged(
                accountID: .random(), productID: .random(), version: 1, isProvisional: isProvisional,
                words: Sealed(bytes: []), changedAt: Date(timeIntervalSince1970: 1_768_478_400))
            return PurchasedProductView(told, words)
        }
        #expect(view(isProvisional: true).suggestions == nil)
        words.suggestions = [.init(name: "organic peanut butter", category: .pantry, confidence: 90)]
        let shown = try #require(view(isProvisional: true).suggestions?.first)
        #expect(shown.name == "organic peanut butter" && shown.category == .pantry)
        #expect(shown.confidence == 0.9 && shown.origin == "model")
        #expect(view(isProvisional: false).suggestions == nil)
    }
}
