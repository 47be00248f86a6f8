import EventContracts
import Foundation
import Quantities

/// One tax that is owed on an online service sold to a person in a province or state.
package struct TaxRule: Sendable, Equatable {
    /// The buyer's region, ISO 3166-2.
    package var region: String
    /// Name, as on the receipt.
    package var name: String
    /// The authority that receives it.
    package var authority: String
    /// Rate, in thousandths of a percent.
    package var rate: Int64
    /// The share of the price that is taxed, in percent.
    package var taxedShare: Int64
    /// First day on which it is in effect, in UTC.
    package var from: CalendarDay

    package init(
        _ region: String, _ name: String, _ authority: String, _ rate: Int64, taxedShare: Int64 = 100,
        from: CalendarDay = .epoch
    ) {
        self.region = region
        self.name = name
        self.authority = authority
        self.rate = rate
        self.taxedShare = taxedShare
        self.from = from
    }
}

/// A price with its taxes.
package struct TaxedPrice: Sendable, Equatable {
    package let net: Money
    package let taxes: [TaxLine]
    package let total: Money
}

/// The taxes by region; sources are given with the rows.
///
/// A tax is collected only by sellers that are registered for it. Cities and counties of the United States add taxes of
/// their own, which a table by state cannot contain: a seller that registers there needs more than this table.
package struct TaxTable: Sendable {
    /// Authorities at which the seller is registered, so that their taxes are collected.
    package let registrations: Set<String>
    private let rules: [String: [TaxRule]]
    private let regions: Set<String>

    /// - Parameters:
    ///   - rules: Every tax; for one name, authority and region the newest rule in effect counts.
    ///   - regions: Regions where buyers may live.
    ///   - registrations: Authorities that taxes are collected for.
    package init(
        rules: [TaxRule] = Self.knownRules, regions: Set<String> = Self.knownRegions,
        registrations: Set<String> = Self.canada
    ) {
        self.rules = Dictionary(grouping: rules, by: \.region)
        self.regions = regions
        self.registrations = registrations
    }

    /// Whether the region is one where buyers may live.
    package func knows(_ region: String) -> Bool { regions.contains(region) }

    /// Computes the price with taxes.
    ///
    /// Each tax is computed on the net price and rounded separately, half a cent up, as the Canadian authorities do.
    ///
    /// - Parameters:
    ///   - net: The price; not negative.
    ///   - region: The person's region.
    ///   - now: The time of the charge.
    /// - Returns: The price with taxes; nil for an unknown region.
    /// - Throws: `MoneyError.overflow`.
    package func price(_ net: Money, in region: String, at now: Date) throws(MoneyError) -> TaxedPrice? {
        guard knows(region) else { return nil }
        let today = CalendarDay(now, in: .gmt)
        var newest: [String: TaxRule] = [:], order: [String] = []
        for rule in rules[region] ?? [] where rule.from <= today && registrations.contains(rule.authority) {
            let key = "\(rule.authority)/\(rule.name)"
            if newest[key] == nil { order.append(key) }
            if let known = newest[key], known.from > rule.from { continue }
            newest[key] = rule
        }
        var lines: [TaxLine] = [], total = net
        for rule in order.compactMap({ newest[$0] }) {
            let amount = try Self.share(of: net, rate: rule.rate, taxedShare: rule.taxedShare)
            total = try total.adding(amount)
            lines.append(TaxLine(name: rule.name, authority: rule.authority, rate: rule.rate, amount: amount))
        }
        return TaxedPrice(net: net, taxes: lines, total: total)
    }

    /// Divisor of a rate (thousandths of a percent) times a share (percent).
    private static let whole: Int64 = 100_000 * 100

    private static func share(of net: Money, rate: Int64, taxedShare: Int64) throws(MoneyError) -> Money {
        let product = try net.times(rate * taxedShare).minorUnits
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: whole)
        return Money(minorUnits: quotient + (remainder * 2 >= whole ? 1 : 0), currency: net.currency)
    }
}
