import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Purchases
import Quantities

/// Spending over a range of days, in the form for its owner.
struct SpendingView: Encodable, Sendable {
    struct Group: Encodable, Sendable {
        /// The first day of a period, a category, the id of a shop or product, or one of `charges`, `unassigned`,
        /// `unknown`, `rest`.
        let key: String
        /// The name; absent for a period, and for a shop or product without a name.
        let name: String?
        let amount: MoneyView
        /// Number of purchases or items in the group.
        let count: Int
        /// Share of the total spending, in percent: 0 to 100.
        let share: Decimal?
        /// Discounts; for periods and shops only.
        let saved: MoneyView?
    }

    struct OfCurrency: Encodable, Sendable {
        let currency: Currency
        let total: MoneyView
        /// The amount in the same number of days before.
        let before: MoneyView
        /// The sum of the discounts.
        let saved: MoneyView
        let purchases: Int
        let groups: [Group]
        /// The average increase from one period to the next; for periods only.
        let trend: MoneyView?
        /// Factors by month 1…12, where 1 is an average month; for at least a year of months.
        let seasonality: [String: Double]?
        /// The amounts of the members; for a household only.
        var members: [Member]?
    }

    /// The spending of a household member.
    struct Member: Encodable, Sendable {
        let id: HouseholdMemberID
        let name: String
        let amount: MoneyView
        let purchases: Int
        /// Share of the total spending, in percent: 0 to 100.
        let share: Decimal?
    }

    let from: CalendarDay
    let to: CalendarDay
    let by: String
    private(set) var currencies: [OfCurrency]
    /// Purchases left out of all sums because their currency or day is unknown.
    let uncounted: Int

    init(
        _ report: SpendingReport, in days: ClosedRange<CalendarDay>, by: String, maxCount: Int,
        names: [SpendingReport.Key: String], language: FoodLanguage
    ) {
        from = days.lowerBound
        to = days.upperBound
        self.by = by
        uncounted = report.uncounted
        currencies = report.currencies.map { OfCurrency($0, maxCount: maxCount, names: names, language: language) }
    }
}

extension SpendingView {
    /// Adds the spending of each household member.
    mutating func addMembers(_ shares: [HouseholdReader.Share], in days: ClosedRange<CalendarDay>) {
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
    init(
        _ sum: SpendingReport.OfCurrency, maxCount: Int, names: [SpendingReport.Key: String], language: FoodLanguage
    ) {
        let isTime = sum.groups.contains { $0.key.isTime }
        let showsSavings = isTime || sum.groups.contains { $0.key.isStore }
        // Groups beyond the limit are combined into the group `rest`.
        let shown = isTime ? sum.groups[...] : sum.groups.prefix(maxCount), rest = sum.groups.dropFirst(shown.count)
        let shares = SpendingReport.shares(of: sum.groups.map(\.amount))
        var groups = shown.map { group in
            SpendingView.Group(
                key: group.key.text, name: names[group.key] ?? SpendingWords.name(of: group.key, in: language),
                amount: MoneyView(group.amount, sum.currency), count: group.count,
                share: shares.share(of: group.amount).map { Decimal($0) / 100 },
                saved: showsSavings ? MoneyView(group.saved, sum.currency) : nil)
        }
        if !rest.isEmpty {
            let amount = rest.reduce(Int64(0)) { $0.saturatingAdd($1.amount) }
            groups.append(
                SpendingView.Group(
                    key: SpendingWords.rest, name: SpendingWords.nameOfRest(in: language),
                    amount: MoneyView(amount, sum.currency), count: rest.reduce(0) { $0 + $1.count }, share: nil,
                    saved: showsSavings
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

    /// The code of the group for clients.
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
