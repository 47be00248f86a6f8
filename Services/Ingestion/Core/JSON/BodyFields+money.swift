import Purchases
import Quantities

extension BodyFields {
    /// An amount of money: `{"amount": "12.34", "currency": "CAD"}`.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - units: What it may be, in minor units.
    /// - Returns: nil when the member is missing, null or wrong.
    package mutating func money(_ name: String, in units: ClosedRange<Int64>) -> Money? {
        guard let value = member(name), value != .null else { return nil }
        let place = JSONPointer.root.member(name)
        guard case .string(let code)? = value["currency"], let currency = Currency(code) else {
            report(place.member("currency"), "must be a code of ISO 4217 in capital letters, such as CAD")
            return nil
        }
        guard case .string(let text)? = value["amount"], let amount = DecimalAmount.minorUnits(text, in: currency),
            units.contains(amount)
        else {
            let least = units.lowerBound > 0 ? "above nothing" : "not below nothing"
            report(
                place.member("amount"), "must be a decimal text \(least) with at most \(currency.minorDigits) decimals")
            return nil
        }
        return Money(minorUnits: amount, currency: currency)
    }
}
