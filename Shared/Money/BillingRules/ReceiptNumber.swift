/// The number of a receipt: consecutive within its series, a year in UTC.
///
/// It is assigned under a lock in the transaction that creates the receipt, so that a rollback leaves no gap.
package struct ReceiptNumber: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let year: Int
    /// The number within the series, from 1.
    package let count: Int64

    /// Nil unless the year has four digits and the count is positive.
    package init?(year: Int, count: Int64) {
        guard (1_000...9_999).contains(year), count > 0 else { return nil }
        self.year = year
        self.count = count
    }

    /// `FM-2026-000001`, with more digits above 999,999.
    package var description: String {
        let digits = String(count)
        return "FM-\(year)-" + String(repeating: "0", count: max(0, Self.digits - digits.count)) + digits
    }

    /// Orders by year, then by number.
    package static func < (left: Self, right: Self) -> Bool { (left.year, left.count) < (right.year, right.count) }

    private static let digits = 6
}
