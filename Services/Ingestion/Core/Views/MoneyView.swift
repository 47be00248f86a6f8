import Purchases
import Quantities

/// An amount of money: decimal text and currency code, null if the receipt does not state it.
package struct MoneyView: Encodable, Sendable {
    package let amount: String
    package let currency: Currency?

    package init(_ minorUnits: Int64, _ currency: Currency?) {
        amount = DecimalAmount.text(minorUnits, digits: currency?.minorDigits ?? 2)
        self.currency = currency
    }

    package init(_ money: Money) {
        self.init(money.minorUnits, money.currency)
    }

    private enum Key: CodingKey { case amount, currency }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(amount, forKey: .amount)
        try container.encode(currency, forKey: .currency)
    }
}
