import EventContracts
import Quantities

/// What was spent in a stretch of days, by what is asked for: exact to the cent, currencies apart (SPD-10, SPD-11).
package struct SpendingReport: Sendable, Equatable {
    /// What amounts are told by.
    package enum Grouping: Sendable, Hashable {
        case time(BudgetPeriod)
        case category, store, product
    }

    /// What an amount belongs to.
    package enum Key: Sendable, Hashable, Comparable {
        /// A period by its first day.
        case start(CalendarDay)
        case category(PurchaseCategory)
        case store(StoreID)
        case product(PurchasedProductID)
        /// Articles or purchases that nothing is known of.
        case unknown
        /// Taxes, deposits and fees, less discounts on the whole.
        case charges
        /// What of totals no row explains.
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
        /// Purchases or articles that it is of.
        package var count = 0
        /// What discounts took off, of periods and shops: what a purchase saved is no article's alone (SPD-21).
        package var saved: Int64 = 0
    }

    /// What was spent in one currency.
    package struct OfCurrency: Sendable, Equatable {
        package let currency: Currency
        /// Sum of all groups and of all totals alike.
        package var total: Int64 = 0
        /// In as many days before.
        package var before: Int64 = 0
        /// What discounts took off (SPD-21).
        package var saved: Int64 = 0
        package var purchases = 0
        /// Periods in order, without gaps; everything else by amount.
        package var groups: [Group] = []

        /// The share of a group: see `Shares`.
        package func share(of group: Group) -> Int? {
            SpendingReport.shares(of: groups.map(\.amount)).share(of: group.amount)
        }

        /// How much more each period costs than the one before it, in minor units, by least squares; nil for fewer than
        /// three periods.
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

    /// Shares of amounts in what was spent: refunds aside, so that a share is never below 0 or above 100 %.
    ///
    /// What was spent is the sum of all amounts above zero. An amount that refunds bring to zero or below has the share 0, and
    /// all shares add up to 100 %.
    package struct Shares: Sendable {
        private let spent: Int64

        fileprivate init(_ amounts: [Int64]) { spent = amounts.reduce(0) { $0.saturatingAdd(max(0, $1)) } }

        /// The share of one of the amounts, in hundredths of a percent; nil where nothing was spent.
        package func share(of amount: Int64) -> Int? {
            guard spent > 0 else { return nil }
            return Int(exactly: (Double(max(0, amount)) * 10_000 / Double(spent)).rounded())
        }
    }

    /// Shares of amounts that are told side by side.
    package static func shares(of amounts: [Int64]) -> Shares { Shares(amounts) }

    /// By code.
    package private(set) var currencies: [OfCurrency] = []
    /// Purchases that are in no sum since their currency or day is not known.
    package private(set) var uncounted = 0

    /// Most groups of time; a longer stretch is asked for by longer periods.
    package static let maxPeriods = 1_500

    /// Adds up.
    ///
    /// - Parameters:
    ///   - ledgers: The purchases of a person.
    ///   - days: Which days.
    ///   - grouping: What to tell amounts by.
    package init(_ ledgers: [PurchaseLedger], in days: ClosedRange<CalendarDay>, by grouping: Grouping) {
        let length = days.lowerBound.days(until: days.upperBound) + 1
        let first = days.lowerBound.adding(days: -length) ?? days.lowerBound
        var found: [Currency: OfCurrency] = [:], groups: [Currency: [Key: Group]] = [:]
        for ledger in ledgers {
            guard let currency = ledger.currency, let day = ledger.day else {
                // Of another day it is in no sum of these days anyhow.
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

/// How much of a year's spending falls into each month: its mean by the mean of all, for months that there are.
package struct Seasonality: Sendable, Equatable {
    /// By month 1…12: 1 is a month like any other.
    package let months: [Int: Double]

    /// From monthly groups of at least a year.
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
