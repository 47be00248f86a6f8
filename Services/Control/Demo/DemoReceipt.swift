import Foundation
import SampleLabels

/// The sample receipt, one of `SampleReceipt`'s photos, and its expected result.
struct DemoReceipt: Codable, Sendable {
    let title: String
    let photo: String
    let expected: Expectation

    /// The expected content of the receipt.
    struct Expectation: Codable, Sendable, Equatable {
        let merchant: String
        let purchasedAt: String
        let items: Int
        let total: GatewayModels.Money
    }

    /// A recognized receipt.
    struct Outcome: Codable, Sendable {
        let title: String
        let receipt: GatewayModels.Receipt
        /// Time from sending the photo to receiving the items, in milliseconds.
        let milliseconds: Double
        /// Differences from the expected result; empty if none.
        let differences: [String]
    }

    /// Missing and extra values of a response, in words; empty if none.
    func differences(to receipt: GatewayModels.Receipt) -> [String] {
        func words(_ money: GatewayModels.Money?) -> String {
            money.map { "\($0.amount) \($0.currency ?? "?")" } ?? "none"
        }
        let pairs = [
            ("merchant", expected.merchant, receipt.merchant ?? "none"),
            ("time", expected.purchasedAt, receipt.purchasedAt ?? "none"),
            ("articles", "\(expected.items)", "\(receipt.items.count)"),
            ("total", words(expected.total), words(receipt.total)),
        ]
        return pairs.compactMap { $1 == $2 ? nil : "\($0): expected \($1), got \($2)" }
    }
}
