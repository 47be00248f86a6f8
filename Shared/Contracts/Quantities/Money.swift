/// An amount of money: whole minor units (cents) of one currency; never a fraction, never converted implicitly.
package struct Money: Sendable, Hashable, Codable {
    /// Minor units of the currency; negative for a refund.
    package let minorUnits: Int64
    package let currency: Currency

    /// A number of minor units of a currency.
    package init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The sum of two amounts of one currency.
    ///
    /// - Throws: `MoneyError.currencyMismatch` or `.overflow`.
    package func adding(_ other: Money) throws(MoneyError) -> Money {
        try combined(with: other) { $0.addingReportingOverflow($1) }
    }

    /// The difference of two amounts of one currency.
    ///
    /// - Throws: `MoneyError.currencyMismatch` or `.overflow`.
    package func subtracting(_ other: Money) throws(MoneyError) -> Money {
        try combined(with: other) { $0.subtractingReportingOverflow($1) }
    }

    /// The amount multiplied by a count.
    ///
    /// - Throws: `MoneyError.overflow`.
    package func times(_ count: Int64) throws(MoneyError) -> Money {
        let (product, overflow) = minorUnits.multipliedReportingOverflow(by: count)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: product, currency: currency)
    }

    private func combined(
        with other: Money, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch }
        let (result, overflow) = operation(minorUnits, other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: result, currency: currency)
    }
}

extension Money: CustomStringConvertible {
    /// Plain decimal with the currency code, for example `-12.05 CAD`; for tools, not for users.
    package var description: String {
        let digits = currency.minorDigits
        let magnitude = String(minorUnits.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - magnitude.count)) + magnitude
        let sign = minorUnits < 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(padded) \(currency)" }
        return "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits)) \(currency)"
    }
}

/// Why an operation on amounts of money has no result.
package enum MoneyError: Error, Sendable, Equatable {
    /// The amounts are of different currencies.
    case currencyMismatch
    /// The result does not fit into 64 bits.
    case overflow
}

extension MoneyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .currencyMismatch: "the amounts are of different currencies"
        case .overflow: "the amount is too large"
        }
    }
}
