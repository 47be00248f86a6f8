import Purchases
import Quantities
import ServiceRuntime

extension BodyFields {
    /// An amount of money: `{"amount": "12.34", "currency": "CAD"}`.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - units: The allowed range, in minor units.
    /// - Returns: nil if the member is missing, null or invalid.
    package mutating func money(_ name: String, in units: ClosedRange<Int64>) -> Money? {
        guard let value = member(name), value != .null else { return nil }
        let place = JSONPointer.root.member(name)
        guard case .string(let code)? = value["currency"], let currency = Currency(code) else {
            report(place.member("currency"), .notACurrency)
            return nil
        }
        guard case .string(let text)? = value["amount"], let amount = DecimalAmount.minorUnits(text, in: currency),
            units.contains(amount)
        else {
            let bound = units.lowerBound > 0 ? "above zero" : "of at least 0"
            report(
                place.member("amount"),
                .init(
                    .notAnAmount, "must be a decimal text \(bound) with at most \(currency.minorDigits) decimals",
                    ["decimals": .integer(currency.minorDigits)]))
            return nil
        }
        return Money(minorUnits: amount, currency: currency)
    }
}
