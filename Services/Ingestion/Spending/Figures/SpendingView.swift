import EventContracts
import Foundation
import IngestionCore
import Purchases
import Quantities

/// What was spent in some days, as its owner sees it.
struct SpendingView: Encodable, Sendable {
    struct Group: Encodable, Sendable {
        /// A period by its first day, a category, the id of a shop or a product; `charges`, `unassigned`, `unknown`, `rest`.
        let key: String
        let name: String?
        let amount: MoneyView
        /// Purchases or articles that it is of.
        let count: Int
        /// Of what was spent, in percent: 0 to 100.
        let share: Decimal?
        /// What discounts took off; of periods and shops only.
        let saved: MoneyView?
    }

    struct OfCurrency: Encodable, Sendable {
        let currency: Currency
        let total: MoneyView
        /// In as many days before.
        let before: MoneyView
        /// What discounts took off.
        let saved: MoneyView
        let purchases: Int
        let groups: [Group]
        /// How much more each period costs than the one before it; of periods only.
        let trend: MoneyView?
        /// By month 1…12, 1 being a month like any other; of a year of months.
        let seasonality: [String: Double]?
        /// What each member paid of it; of a household alone.
        var members: [Member]?
    }

    /// What a member of a household paid.
    struct Member: Encodable, Sendable {
        let id: HouseholdMemberID
        let name: String
        let amount: MoneyView
        let purchases: Int
        /// Of what was spent, in percent: 0 to 100.
        let share: Decimal?
    }

    let from: CalendarDay
    let to: CalendarDay
    let by: String
    private(set) var currencies: [OfCurrency]
    /// Purchases that are in no sum since their currency or day is not known.
    let uncounted: Int

    init(
        _ report: SpendingReport, in days: ClosedRange<CalendarDay>, by: String, most: Int,
        names: [SpendingReport.Key: String]
    ) {
        from = days.lowerBound
        to = days.upperBound
        self.by = by
        uncounted = report.uncounted
        currencies = report.currencies.map { OfCurrency($0, most: most, names: names) }
    }
}

extension SpendingView {
    /// Tells what each member of a household paid.
    mutating func tell(_ shares: [HouseholdReader.Share], in days: ClosedRange<CalendarDay>) {
        let reports = shares.map { SpendingReport($0.book.ledgers, in: days, by: .category).currencies }
        for place in currencies.indices {
            let currency = currencies[place].currency
            let sums = reports.map { $0.first { $0.currency == currency } }
            let parts = SpendingReport.shares(of: sums.map { $0?.total ?? 0 })
            currencies[place].members = zip(shares, sums).map { share, sum in
                let total = sum?.total ?? 0
                return Member(
                    id: share.member.id, name: share.name, amount: MoneyView(total, currency),
                    purchases: sum?.purchases ?? 0, share: parts.share(of: total).map { Decimal($0) / 100 })
            }
        }
    }
}

extension SpendingView.OfCurrency {
    init(_ sum: SpendingReport.OfCurrency, most: Int, names: [SpendingReport.Key: String]) {
        let isTime = sum.groups.contains { $0.key.isTime }
        let tellsSavings = isTime || sum.groups.contains { $0.key.isStore }
        // What does not fit stays in the sum.
        let shown = isTime ? sum.groups[...] : sum.groups.prefix(most), rest = sum.groups.dropFirst(shown.count)
        let shares = SpendingReport.shares(of: sum.groups.map(\.amount))
        var groups = shown.map { group in
            SpendingView.Group(
                key: group.key.text, name: names[group.key], amount: MoneyView(group.amount, sum.currency),
                count: group.count, share: shares.share(of: group.amount).map { Decimal($0) / 100 },
                saved: tellsSavings ? MoneyView(group.saved, sum.currency) : nil)
        }
        if !rest.isEmpty {
            let amount = rest.reduce(Int64(0)) { $0.saturatingAdd($1.amount) }
            groups.append(
                SpendingView.Group(
                    key: "rest", name: nil, amount: MoneyView(amount, sum.currency),
                    count: rest.reduce(0) { $0 + $1.count }, share: nil,
                    saved: tellsSavings
                        ? MoneyView(rest.reduce(Int64(0)) { $0.saturatingAdd($1.saved) }, sum.currency) : nil))
        }
        self.init(
            currency: sum.currency, total: MoneyView(sum.total, sum.currency),
            before: MoneyView(sum.before, sum.currency), saved: MoneyView(sum.saved, sum.currency),
            purchases: sum.purchases, groups: groups,
            trend: isTime
                ? sum.slope.flatMap { Int64(exactly: $0.rounded()) }.map { MoneyView($0, sum.currency) } : nil,
            seasonality: isTime ? Self.seasonality(sum.groups) : nil)
    }

    private static func seasonality(_ groups: [SpendingReport.Group]) -> [String: Double]? {
        guard groups.count >= 12, groups.allSatisfy({ $0.key.day?.day == 1 }) else { return nil }
        return Seasonality(groups).map { season in
            Dictionary(
                uniqueKeysWithValues: season.months.map { (String($0.key), ($0.value * 100).rounded() / 100) })
        }
    }
}

extension SpendingReport.Key {
    /// The first day of a period.
    var day: CalendarDay? { if case .start(let day) = self { day } else { nil } }
    var isTime: Bool { day != nil }
    var isStore: Bool { if case .store = self { true } else { false } }

    /// As clients see it.
    var text: String {
        switch self {
        case .start(let day): day.description
        case .category(let category): category.rawValue
        case .store(let store): store.description
        case .product(let product): product.description
        case .unknown: "unknown"
        case .charges: "charges"
        case .unassigned: "unassigned"
        }
    }
}
