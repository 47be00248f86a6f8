import Foundation

/// A photo of a fictional receipt, rendered by Tests/ReceiptAccuracy/Rendering, for tests and the demo.
package enum SampleReceipt: String, CaseIterable, Sendable {
    /// A market in the United States: weights, a deposit, a coupon and a tax; 80.43 dollars for seven items.
    case market = "market-en.jpg"

    /// The bytes of the JPEG.
    ///
    /// - Throws: An error of Foundation if the program's resource files are missing.
    package func photo() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Receipts/\(rawValue)")))
    }
}
