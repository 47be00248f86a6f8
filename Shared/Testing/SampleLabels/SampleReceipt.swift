import Foundation

/// A photo of a receipt that never was: rendered by us (Tests/ReceiptAccuracy/Rendering), for the tests and for the
/// demonstration.
package enum SampleReceipt: String, CaseIterable, Sendable {
    /// An American market: weights, a deposit, a coupon and a tax; 80.43 dollars for seven articles.
    case market = "market-en.jpg"

    /// The bytes of the JPEG.
    ///
    /// - Throws: an error of Foundation when the files that belong to the program are not beside it.
    package func photo() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Receipts/\(rawValue)")))
    }
}
