import EventContracts
import Purchases
import Quantities
import Testing
import UnitSupport

@Suite("Spending exact to the cent (SPD-10, SPD-11, SPD-17)")
struct SpendingReportTests {
    private static let groupings: [SpendingReport.Grouping] =
        BudgetPeriod.allCases.map { .time($0) } + [.category, .store, .product]

    private func household(_ seed: UInt64, purchases: Int, articles: Int) -> [PurchaseLedger] {
        var random = SeededGenerator(seed: seed)
        return (0..<purchases).map { _ in
            let lines = (0..<articles).map { _ in
                SamplePurchases.line(
                    .random(in: 1...200, using: &random), .random(in: -500...5_000, using: &random),
                    PurchaseCategory.allCases.randomElement(using: &random) ?? .other, litres: 1)
            }
            let day = SamplePurchases.day("2025-01-01").adding(days: .random(in: 0..<365, using: &random)) ?? .epoch
            return SamplePurchases.ledger(
                day.description, lines, charges: .random(in: 0...900, using: &random),
                currency: Bool.random(using: &random) ? .cad : .usd, store: .random(in: 1...9, using: &random),
                unassigned: .random(in: -3...3, using: &random))
        }
    }

    @Test("spending: every grouping adds up to the same total per currency", arguments: groupings)
    func exact(grouping: SpendingReport.Grouping) {
        let ledgers = household(11, purchases: 300, articles: 8)
        let days = SamplePurchases.day("2025-01-01")...SamplePurchases.day("2025-12-31")
        let report = SpendingReport(ledgers, in: days, by: grouping)
        #expect(report.currencies.map(\.currency) == [.cad, .usd])
        for sum in report.currencies {
            let total = ledgers.filter { $0.currency == sum.currency }.reduce(Int64(0)) { $0 + $1.total }
            #expect(sum.total == total)
            #expect(sum.groups.reduce(Int64(0)) { $0 + $1.amount } == total)
        }
    }

    @Test("spending: empty periods are listed; the days before are compared")
    func periods() throws {
        let ledgers = [
            SamplePurchases.ledger("2026-01-15", [SamplePurchases.line(1, 1_000)]),
            SamplePurchases.ledger("2026-03-31", [SamplePurchases.line(1, 3_000)]),
            SamplePurchases.ledger("2025-12-31", [SamplePurchases.line(1, 700)]),
            SamplePurchases.ledger("2026-04-01", [SamplePurchases.line(1, 9_999)]),
            SamplePurchases.ledger("2026-02-01", [SamplePurchases.line(1, 50)], currency: nil),
        ]
        let report = SpendingReport(
            ledgers, in: SamplePurchases.day("2026-01-01")...SamplePurchases.day("2026-03-31"), by: .time(.month))
        let sum = try #require(report.currencies.first)
        #expect(sum.groups.map(\.amount) == [1_000, 0, 3_000])
        #expect(sum.before == 700)
        #expect(sum.slope == 1_000)
        #expect(sum.share(of: sum.groups[2]) == 7_500)
        #expect(report.uncounted == 1)
    }

    @Test("SPD-11: refunds never make a share negative or above one")
    func sharesWithRefunds() throws {
        let ledgers = [
            SamplePurchases.ledger(
                "2026-01-15", [SamplePurchases.line(1, 3_000, .dairy), SamplePurchases.line(2, 1_000, .bakery)]),
            SamplePurchases.ledger("2026-01-20", [SamplePurchases.line(3, -3_999, .household)]),
        ]
        let days = SamplePurchases.day("2026-01-01")...SamplePurchases.day("2026-01-31")
        let sum = try #require(SpendingReport(ledgers, in: days, by: .category).currencies.first)
        #expect(sum.total == 1)
        #expect(sum.groups.map(\.amount) == [3_000, 1_000, -3_999])
        #expect(sum.groups.map { sum.share(of: $0) } == [7_500, 2_500, 0])
        let refunds = try #require(SpendingReport([ledgers[1]], in: days, by: .category).currencies.first)
        #expect(refunds.groups.map { refunds.share(of: $0) } == [nil])
    }

    @Test("SPD-21: discounts by period and shop add up to the total saved")
    func savings() throws {
        let ledgers = [
            SamplePurchases.ledger("2026-01-15", [SamplePurchases.line(1, 1_000)], store: 1, saved: 150),
            SamplePurchases.ledger("2026-02-02", [SamplePurchases.line(1, 900)], store: 2, saved: 0),
            SamplePurchases.ledger("2026-02-20", [SamplePurchases.line(1, 800)], store: 1, saved: 275),
            SamplePurchases.ledger("2025-12-31", [SamplePurchases.line(1, 700)], store: 1, saved: 9_999),
        ]
        let days = SamplePurchases.day("2026-01-01")...SamplePurchases.day("2026-02-28")
        let months = try #require(SpendingReport(ledgers, in: days, by: .time(.month)).currencies.first)
        #expect(months.groups.map(\.saved) == [150, 275] && months.saved == 425)
        let stores = try #require(SpendingReport(ledgers, in: days, by: .store).currencies.first)
        #expect(stores.groups.map(\.saved) == [425, 0])
    }

    @Test("SPD-17: purchases of the period without day or currency are uncounted")
    func uncounted() {
        let ledgers = [
            SamplePurchases.ledger("2026-01-15", [SamplePurchases.line(1, 1)], currency: nil),
            SamplePurchases.ledger("2025-01-15", [SamplePurchases.line(1, 1)], currency: nil),
            SamplePurchases.ledger("", [SamplePurchases.line(1, 1)]),
        ]
        let days = SamplePurchases.day("2026-01-01")...SamplePurchases.day("2026-01-31")
        #expect(SpendingReport(ledgers, in: days, by: .category).uncounted == 2)
    }

    @Test("SPD-03: a merged product counts under its successor, without cycles")
    func absorbed() {
        var absorbed = AbsorbedProducts()
        absorbed.note([SamplePurchases.product(2)], by: SamplePurchases.product(1))
        absorbed.note([SamplePurchases.product(3), SamplePurchases.product(1)], by: SamplePurchases.product(4))
        let ledgers = [SamplePurchases.ledger("2026-01-15", (1...4).map { SamplePurchases.line($0, 100) })].map {
            $0.naming(absorbed)
        }
        let days = SamplePurchases.day("2026-01-01")...SamplePurchases.day("2026-01-31")
        let groups = SpendingReport(ledgers, in: days, by: .product).currencies.first?.groups ?? []
        #expect(groups.map(\.key) == [.product(SamplePurchases.product(4))] && groups.first?.amount == 400)
        let terms = BudgetTerms(
            period: .month, amount: Money(minorUnits: 300, currency: .cad), productID: SamplePurchases.product(2))
        let progress = BudgetProgress(terms.naming(absorbed), ledgers, on: SamplePurchases.day("2026-01-20"))
        #expect(progress.spent == 400 && progress.isExceeded)
        absorbed.note([SamplePurchases.product(4)], by: SamplePurchases.product(1))
        #expect(
            [SamplePurchases.product(1), SamplePurchases.product(4)].contains(
                absorbed.heir(of: SamplePurchases.product(2))))
    }

    @Test("spending: weeks start on Monday; January follows December")
    func calendar() {
        #expect(BudgetPeriod.week.start(of: SamplePurchases.day("2026-11-22")) == SamplePurchases.day("2026-11-16"))
        #expect(BudgetPeriod.week.start(of: SamplePurchases.day("1969-12-31")) == SamplePurchases.day("1969-12-29"))
        #expect(
            BudgetPeriod.month.days(of: SamplePurchases.day("2026-12-05")).upperBound
                == SamplePurchases.day("2026-12-31"))
        #expect(
            BudgetPeriod.year.days(of: SamplePurchases.day("2024-02-29")).upperBound
                == SamplePurchases.day("2024-12-31"))
    }

    @Test("ledger of a purchase: round-trips through text")
    func ledgerText() {
        for ledger in household(5, purchases: 40, articles: 12) { #expect(PurchaseLedger(text: ledger.text) == ledger) }
        var record = ReceiptRecord()
        record.items = [SamplePurchases.read("MILK 4L", 629)]
        let ledger = PurchaseLedger(record, store: nil)
        #expect(PurchaseLedger(text: ledger.text) == ledger)
        #expect(PurchaseLedger(text: "") == nil)
        #expect(PurchaseLedger(text: "a,b,c,d,e,f") == nil)
    }

    @Test("spending: the unexplained part of a total is reported")
    func unassigned() throws {
        var record = ReceiptRecord()
        record.items = [SamplePurchases.read("MILK", 600)]
        record.total = ReceiptField(650, .read)
        record.currency = ReceiptField(.cad, .read)
        record.day = ReceiptField(SamplePurchases.day("2026-05-05"), .read)
        let ledger = PurchaseLedger(record, store: nil)
        #expect(ledger.unassigned == 50)
        let day = SamplePurchases.day("2026-05-05")
        let report = SpendingReport([ledger], in: day...day, by: .category)
        #expect(report.currencies.first?.groups.map(\.key) == [.category(.dairy), .unassigned])
    }

    @Test("spending: seasons need all twelve months")
    func seasons() throws {
        let groups = (1...12).map { month in
            SpendingReport(
                [
                    SamplePurchases.ledger(
                        "2025-\(month < 10 ? "0" : "")\(month)-10",
                        [SamplePurchases.line(1, month == 12 ? 3_000 : 1_000)])
                ],
                in: SamplePurchases.day("2025-01-01")...SamplePurchases.day("2025-12-31"), by: .time(.month)
            ).currencies[0].groups[month - 1]
        }
        let seasons = try #require(Seasonality(groups))
        #expect((seasons.months[12] ?? 0) > 2.5)
        #expect(Seasonality(groups.dropLast().map(\.self)) == nil)
    }

    @Test("price history: covers the first to the last purchase")
    func history() {
        let ledgers = [
            SamplePurchases.ledger("2026-02-01", [SamplePurchases.line(1, 400, litres: 2)]),
            SamplePurchases.ledger(
                "2026-01-01", [SamplePurchases.line(1, 180, litres: 1), SamplePurchases.line(2, 99)]),
        ]
        let history = PriceHistory(of: SamplePurchases.product(1), in: ledgers)
        #expect(history.points.map { $0.price.thousandths(for: .liter) } == [180_000, 200_000])
    }

    @Test("chart: is well-formed for any labels")
    func chart() {
        let svg = SpendingChart(
            title: "<Milk> & \"more\"",
            bars: [
                .init(label: "a<b", amountText: "1.00", amount: 100),
                .init(label: "c", amountText: "-1.00", amount: -100),
            ]
        ).svg
        #expect(svg.contains("&lt;Milk&gt; &amp; &quot;more&quot;"))
        #expect(!svg.contains("width=\"-"))
        #expect(svg.hasSuffix("</svg>\n"))
    }
}
