import EventContracts
import Quantities

/// Spending over a range of days, grouped as requested: exact to the cent, separate for each currency (SPD-10, SPD-11).
package struct SpendingReport: Sendable, Equatable {
    /// How amounts are grouped.
    package enum Grouping: Sendable, Hashable {
        case time(BudgetPeriod)
        case category, store, product
    }

    /// The group of an amount.
    package enum Key: Sendable, Hashable, Comparable {
        /// A period, by its first day.
        case start(CalendarDay)
        case category(PurchaseCategory)
        case store(StoreID)
        case product(PurchasedProductID)
        /// Items or purchases without a known value.
        case unknown
        /// Taxes, deposits and fees, less discounts on the whole purchase.
        case charges
        /// The part of totals that no item or charge accounts for.
        case unassigned

        package static func < (left: Self, right: Self) -> Bool { left.order < right.order }

        private var order: (Int, String) {
            switch self {
            case .start(let day): (0, day.description)
            case .category(let category): (0, category.rawValue)
            case .store(let store): (0, store.description)
            case .product(let product): (0, product.description)
            case .unknown: (1, "")
            case .charges: (2, "")
            case .unassigned: (3, "")
            }
        }
    }

    /// One amount.
    package struct Group: Sendable, Equatable {
        package let key: Key
        package var amount: Int64 = 0
        /// Number of purchases or items in it.
        package var count = 0
        /// Discounts, for periods and shops only: the saving of a purchase belongs to no single item (SPD-21).
        package var saved: Int64 = 0
    }

    /// Spending in one currency.
    package struct OfCurrency: Sendable, Equatable {
        package let currency: Currency
        /// The sum of all groups, equal to the sum of all totals.
        package var total: Int64 = 0
        /// Spending in the preceding period of equal length.
        package var before: Int64 = 0
        /// The sum of the discounts (SPD-21).
        package var saved: Int64 = 0
        package var purchases = 0
        /// Periods in order, without gaps; other groups by amount.
        package var groups: [Group] = []

        /// The share of a group: see `Shares`.
        package func share(of group: Group) -> Int? {
            SpendingReport.shares(of: groups.map(\.amount)).share(of: group.amount)
        }

        /// The average increase from one period to the next, in minor units, by least squares; nil for fewer than three
        /// periods.
        package var slope: Double? {
            guard groups.count > 2 else { return nil }
            let middle = Double(groups.count - 1) / 2
            let mean = groups.reduce(0.0) { $0 + Double($1.amount) } / Double(groups.count)
            var above = 0.0, below = 0.0
            for (place, group) in groups.enumerated() {
                above += (Double(place) - middle) * (Double(group.amount) - mean)
                below += (Double(place) - middle) * (Double(place) - middle)
            }
            return above / below
        }
    }

    /// Shares of amounts in total spending; refunds are excluded, so that a share is between 0 and 100 %.
    ///
    /// Total spending is the sum of all positive amounts. An amount that refunds bring to zero or below has the share
    /// 0, and all shares add up to 100 %.
    package struct Shares: Sendable {
        private let spent: Int64

        fileprivate init(_ amounts: [Int64]) { spent = amounts.reduce(0) { $0.saturatingAdd(max(0, $1)) } }

        /// The share of one of the amounts, in hundredths of a percent; nil without spending.
        package func share(of amount: Int64) -> Int? {
            guard spent > 0 else { return nil }
            return Int(exactly: (Double(max(0, amount)) * 10_000 / Double(spent)).rounded())
        }
    }

    /// Shares of amounts that are shown together.
    package static func shares(of amounts: [Int64]) -> Shares { Shares(amounts) }

    /// Spending by currency, ordered by currency code.
    package private(set) var currencies: [OfCurrency] = []
    /// Purchases left out of all sums because their currency or day is unknown.
    package private(set) var uncounted = 0

    /// Maximum number of periods; a longer range needs longer periods.
    package static let maxPeriods = 1_500

    /// Computes the report.
    ///
    /// - Parameters:
    ///   - ledgers: The purchases of a person.
    ///   - days: The range of days.
    ///   - grouping: The grouping.
    package init(_ ledgers: [PurchaseLedger], in days: ClosedRange<CalendarDay>, by grouping: Grouping) {
        let length = days.lowerBound.days(until: days.upperBound) + 1
        let first = days.lowerBound.adding(days: -length) ?? days.lowerBound
        var found: [Currency: OfCurrency] = [:], groups: [Currency: [Key: Group]] = [:]
        for ledger in ledgers {
            guard let currency = ledger.currency, let day = ledger.day else {
                // A purchase on a day outside the range would not be in these sums anyway.
                if ledger.day.map(days.contains) ?? true { uncounted += 1 }
                continue
            }
            guard day >= first, day <= days.upperBound else { continue }
            var sum = found[currency] ?? OfCurrency(currency: currency)
            defer { found[currency] = sum }
            guard days.contains(day) else {
                sum.before = sum.before.saturatingAdd(ledger.total)
                continue
            }
            sum.total = sum.total.saturatingAdd(ledger.total)
            sum.saved = sum.saved.saturatingAdd(ledger.saved)
            sum.purchases += 1
            Self.add(ledger, on: day, by: grouping, to: &groups[currency, default: [:]])
        }
        currencies = found.values.sorted { $0.currency.code < $1.currency.code }.map { sum in
            var sum = sum
            sum.groups = Self.ordered(groups[sum.currency] ?? [:], in: days, by: grouping)
            return sum
        }
    }

    private static func add(
        _ ledger: PurchaseLedger, on day: CalendarDay, by grouping: Grouping, to groups: inout [Key: Group]
    ) {
        func add(_ amount: Int64, to key: Key, saved: Int64 = 0) {
            var group = groups[key] ?? Group(key: key)
            group.amount = group.amount.saturatingAdd(amount)
            group.saved = group.saved.saturatingAdd(saved)
            group.count += 1
            groups[key] = group
        }
        switch grouping {
        case .time(let period): return add(ledger.total, to: .start(period.start(of: day)), saved: ledger.saved)
        case .store: return add(ledger.total, to: ledger.store.map(Key.store) ?? .unknown, saved: ledger.saved)
        case .category: for line in ledger.lines { add(line.net, to: .category(line.category)) }
        case .product: for line in ledger.lines { add(line.net, to: line.product.map(Key.product) ?? .unknown) }
        }
        if ledger.charges != 0 { add(ledger.charges, to: .charges) }
        if ledger.unassigned != 0 { add(ledger.unassigned, to: .unassigned) }
    }

    private static func ordered(
        _ groups: [Key: Group], in days: ClosedRange<CalendarDay>, by grouping: Grouping
    ) -> [Group] {
        guard case .time(let period) = grouping else {
            return groups.values.sorted { ($1.amount, $0.key) < ($0.amount, $1.key) }
        }
        var series: [Group] = [], day: CalendarDay? = period.start(of: days.lowerBound)
        while let start = day, start <= days.upperBound, series.count < maxPeriods {
            series.append(groups[.start(start)] ?? Group(key: .start(start)))
            day = period.next(after: start)
        }
        return series
    }
}

/// The seasonal factor of each month: its mean divided by the mean of all months with data.
package struct Seasonality: Sendable, Equatable {
    /// By month 1…12; 1 is an average month.
    package let months: [Int: Double]

    /// Computes the factors from monthly groups of at least a year.
    ///
    /// - Returns: nil for less than twelve months or no spending.
    package init?(_ groups: [SpendingReport.Group]) {
        var sums: [Int: (sum: Double, count: Double)] = [:]
        for group in groups {
            guard case .start(let day) = group.key else { continue }
            let old = sums[day.month] ?? (0, 0)
            sums[day.month] = (old.sum + Double(group.amount), old.count + 1)
        }
        let means = sums.mapValues { $0.sum / $0.count }, mean = means.values.reduce(0, +) / 12
        guard means.count == 12, mean > 0 else { return nil }
        months = means.mapValues { $0 / mean }
    }
}
