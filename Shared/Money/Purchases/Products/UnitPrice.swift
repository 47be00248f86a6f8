import EventContracts

extension PurchaseUnit {
    /// The measured dimension.
    package enum Dimension: String, Sendable, Hashable, CaseIterable {
        case mass, volume, count
    }

    /// The dimension that the unit measures.
    package var dimension: Dimension {
        switch self {
        case .kilogram, .gram, .pound, .ounce: .mass
        case .liter, .milliliter, .gallon, .fluidOunce: .volume
        case .each: .count
        }
    }

    /// The unit's size in ten-trillionths of a kilogram, a liter or a piece.
    ///
    /// An integer for every unit: the international pound of 1959, the gallon and the fluid ounce of the United States.
    var tenTrillionths: Int64 {
        switch self {
        case .kilogram, .liter, .each: 10_000_000_000_000
        case .gram, .milliliter: 10_000_000_000
        case .pound: 4_535_923_700_000
        case .ounce: 283_495_231_250
        case .gallon: 37_854_117_840_000
        case .fluidOunce: 295_735_295_625
        }
    }
}

extension UnitPreference {
    /// The unit for displaying prices of a dimension.
    package func unit(of dimension: PurchaseUnit.Dimension) -> PurchaseUnit {
        switch (dimension, self) {
        case (.count, _): .each
        case (.mass, .metric): .kilogram
        case (.mass, _): .pound
        case (.volume, .imperial): .fluidOunce
        case (.volume, _): .liter
        }
    }
}

/// The price of a kilogram, a liter or a piece, comparable across the units of shops.
package struct UnitPrice: Sendable, Hashable {
    package let dimension: PurchaseUnit.Dimension
    /// Millionths of a minor unit per kilogram, liter or piece.
    package let millionths: Int64

    /// Restores a computed price.
    package init(_ dimension: PurchaseUnit.Dimension, millionths: Int64) {
        self.dimension = dimension
        self.millionths = millionths
    }

    /// The unit price of a purchase; nil for an empty quantity, a gift, or implausibly large numbers.
    ///
    /// - Parameters:
    ///   - minorUnits: The paid amount.
    ///   - thousandths: The quantity, in thousandths of the unit.
    ///   - unit: The unit.
    package init?(minorUnits: Int64, thousandths: Int64, of unit: PurchaseUnit) {
        guard minorUnits > 0, thousandths > 0 else { return nil }
        let (amount, overflow) = Int128(minorUnits).multipliedReportingOverflow(by: Self.scale)
        guard !overflow, let price = Self.divided(amount, by: Int128(thousandths) * Int128(unit.tenTrillionths)) else {
            return nil
        }
        self.init(unit.dimension, millionths: price)
    }

    /// The price per unit, in thousandths of a minor unit.
    ///
    /// - Returns: nil if the unit measures another dimension.
    package func thousandths(for unit: PurchaseUnit) -> Int64? {
        guard unit.dimension == dimension else { return nil }
        return Self.divided(
            Int128(millionths) * Int128(unit.tenTrillionths),
            by: Int128(PurchaseUnit.each.tenTrillionths) * 1_000)
    }

    /// The price of a quantity, in minor units.
    ///
    /// - Returns: nil if the unit measures another dimension.
    package func minorUnits(forThousandths thousandths: Int64, of unit: PurchaseUnit) -> Int64? {
        guard unit.dimension == dimension else { return nil }
        let (product, overflow) = (Int128(millionths) * Int128(unit.tenTrillionths))
            .multipliedReportingOverflow(by: Int128(thousandths))
        return overflow ? nil : Self.divided(product, by: Self.scale)
    }

    /// The saving on the same amount at another price of the same dimension, in minor units.
    ///
    /// Rounded to the nearest unit, so that prices paid to the cent give savings to the cent.
    ///
    /// - Returns: 0 if the other price is not lower.
    package func saving(on paid: Int64, at other: UnitPrice) -> Int64 {
        guard dimension == other.dimension, paid > 0, millionths > max(0, other.millionths) else { return 0 }
        return Self.divided(Int128(paid) * Int128(millionths - other.millionths), by: Int128(millionths)) ?? 0
    }

    /// Converts between millionths of a minor unit, thousandths of a quantity and ten-trillionths of a unit.
    private static let scale = Int128(PurchaseUnit.each.tenTrillionths) * 1_000 * 1_000_000

    /// The quotient, rounded half to even; nil if it does not fit.
    private static func divided(_ dividend: Int128, by divisor: Int128) -> Int64? {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        let twice = rest * 2
        let isUp = twice > divisor || (twice == divisor && quotient % 2 != 0)
        return Int64(exactly: quotient + (isUp ? 1 : 0))
    }
}

/// The content of a package, as stated in its name: `2L`, `500 G`, `12X355ML`.
package struct PackSize: Sendable, Hashable {
    /// Thousandths of the unit, for all pieces together.
    package let thousandths: Int64
    package let unit: PurchaseUnit

    /// The last size in a name.
    ///
    /// - Returns: nil without one.
    package init?(in name: String) {
        var found: PackSize?
        for match in name.lowercased().matches(
            of: /(?:(\d{1,3})\s?[x×]\s?)?(\d{1,5})(?:[.,](\d{1,3}))?\s?(fl ?oz|kg|g|lb|oz|ml|l|gal)\b/)
        {
            guard let unit = Self.units[match.output.4.filter { $0 != " " }],
                let whole = Int64(match.output.2),
                let fraction = Int64((match.output.3.map(String.init) ?? "").padding(3))
            else { continue }
            let one = whole * 1_000 + fraction
            guard one > 0 else { continue }
            found = PackSize(thousandths: one * (match.output.1.flatMap { Int64($0) } ?? 1), unit: unit)
        }
        guard let found, found.thousandths > 0 else { return nil }
        self = found
    }

    private init(thousandths: Int64, unit: PurchaseUnit) {
        self.thousandths = thousandths
        self.unit = unit
    }

    private static let units: [String: PurchaseUnit] = [
        "floz": .fluidOunce, "kg": .kilogram, "g": .gram, "lb": .pound, "oz": .ounce, "ml": .milliliter, "l": .liter,
        "gal": .gallon,
    ]
}

extension String {
    /// Digits after a decimal point, padded with zeros.
    fileprivate func padding(_ length: Int) -> String { self + String(repeating: "0", count: length - count) }
}

extension ReceiptItem {
    /// The paid price: the amount with its discounts, without deposits.
    package var net: Int64 {
        discounts.reduce(amount.value) { $0.saturatingAdd($1.amount.value) }
    }

    /// The unit price: by the package's content if the name states it, so that sizes are comparable.
    package var normalisedPrice: UnitPrice? { price(of: net) }

    /// The unit price of the shelf, before discounts by coupons or cards.
    package var listPrice: UnitPrice? { price(of: amount.value) }

    private func price(of minorUnits: Int64) -> UnitPrice? {
        if unit == .each, let size = PackSize(in: name.value) {
            let (all, overflow) = size.thousandths.multipliedReportingOverflow(by: quantity.value)
            if !overflow, all >= 1_000 {
                return UnitPrice(minorUnits: minorUnits, thousandths: all / 1_000, of: size.unit)
            }
        }
        return UnitPrice(minorUnits: minorUnits, thousandths: quantity.value, of: unit)
    }
}

extension Int64 {
    /// The sum, clamped to 64 bits.
    package func saturatingAdd(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (self > 0 ? .max : .min) : sum
    }

    /// The negated value; the smallest number becomes the largest.
    package var saturatingNegated: Int64 { self == .min ? .max : -self }
}
