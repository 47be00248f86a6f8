import AllergenAccuracy
import Foundation
import Testing
import UnitSupport

/// The measurement of `deploy/accuracy alerts`.
@Suite("Alerts of meals and purchases")
struct AlertAccuracyTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/alerts").standardized.path

    @Test("ALG-07: urgent alerts of foods and receipts are right and complete", .slow)
    func targets() throws {
        let rows = try AlertAccuracy(directory: Self.directory).rows()
        print(AlertAccuracy.markdown(rows))
        for row in rows {
            #expect(row.names >= 150, "\(row.kind) \(row.part)")
            #expect(row.precision.value >= AlertAccuracy.minPrecision, "precision \(row.kind) \(row.part)")
            // Half of a file has about fifty named allergens, so that one of them is 2 %.
            guard row.part == "all" else { continue }
            #expect(row.recall.value >= AlertAccuracy.minRecall, "recall \(row.kind)")
        }
    }
}
