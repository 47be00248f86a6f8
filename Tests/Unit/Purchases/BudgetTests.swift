import EventContracts
import Purchases
import Quantities
import Testing

@Suite("Budgets and advice (SPD-06, SPD-12, NOT-07)")
struct BudgetTests {
    private func terms(
        _ amount: Int64, _ period: BudgetPeriod = .month, category: PurchaseCategory? = nil, product: UInt8? = nil
    ) -> BudgetTerms {
        BudgetTerms(
            period: period, amount: Money(minorUnits: amount, currency: .cad), category: category,
            productID: product.map(SamplePurchases.product))
    }

    private let ledgers = [
        SamplePurchases.ledger("2026-10-31", [SamplePurchases.line(1, 9_999)]),
        SamplePurchases.ledger(
            "2026-11-01", [SamplePurchases.line(1, 600, litres: 4), SamplePurchases.line(2, 450, .snacks)],
            charges: 52),
        SamplePurchases.ledger(
            "2026-11-10", [SamplePurchases.line(1, 700, litres: 4), SamplePurchases.line(3, 260, .sweets)], store: 2),
        SamplePurchases.ledger("2026-11-11", [SamplePurchases.line(1, 500)], currency: .usd),
        SamplePurchases.ledger("2026-09-01", [SamplePurchases.line(4, 400, litres: 4)]),
    ]

    @Test("budget: counts taxes, categories by item, and one currency only")
    func progress() {
        let all = BudgetProgress(terms(3_000), ledgers, on: SamplePurchases.day("2026-11-15"))
        #expect(all.spent == 600 + 450 + 52 + 700 + 260)
        #expect(all.remaining == 3_000 - 2_062)
        #expect(all.expected == 4_124)
        #expect(all.otherCurrencies == 1)
        #expect(!all.isExceeded)
        let dairy = BudgetProgress(terms(1_299, category: .dairy), ledgers, on: SamplePurchases.day("2026-11-15"))
        #expect(dairy.spent == 1_300)
        #expect(dairy.isExceeded)
        #expect(BudgetProgress(terms(1, product: 2), ledgers, on: SamplePurchases.day("2026-11-30")).spent == 450)
        #expect(BudgetProgress(terms(1, .day), ledgers, on: SamplePurchases.day("2026-11-10")).spent == 960)
    }

    @Test("budget: is not exceeded when used up to the cent")
    func limit() {
        let progress = BudgetProgress(terms(2_062), ledgers, on: SamplePurchases.day("2026-11-30"))
        #expect(progress.remaining == 0 && !progress.isExceeded)
    }

    @Test("budget advice: suggests swaps, cheaper shops or omissions")
    func advice() {
        let offer = BudgetAdvice.Offer(
            product: SamplePurchases.product(1), store: SamplePurchases.store(3),
            price: UnitPrice(.volume, millionths: 120_000_000))
        let days = BudgetPeriod.month.days(of: SamplePurchases.day("2026-11-15"))
        let swap = BudgetAdvice(
            terms(1_000), ledgers, in: days, offers: [offer],
            alike: [SamplePurchases.product(1): [SamplePurchases.product(4)]])
        // Eight liters cost 13.00; product 4 costs 1.00 per liter, and 1.20 at the other shop.
        #expect(
            swap.steps == [
                .init(kind: .swap(SamplePurchases.product(4)), product: SamplePurchases.product(1), saving: 500),
                .init(kind: .stop, product: SamplePurchases.product(2), saving: 450),
                .init(kind: .stop, product: SamplePurchases.product(3), saving: 260),
            ])
        #expect(swap.saving == 1_210)
        let shop = BudgetAdvice(terms(1_000), ledgers, in: days, offers: [offer], alike: [:])
        #expect(shop.steps.first { $0.product == SamplePurchases.product(1) }?.kind == .shop(SamplePurchases.store(3)))
        #expect(shop.steps.first { $0.product == SamplePurchases.product(1) }?.saving == 340)
    }

    @Test("budget advice: suggests no cut of essential food and no tiny saving")
    func noAdvice() {
        let days = BudgetPeriod.month.days(of: SamplePurchases.day("2026-11-15"))
        let dear = BudgetAdvice.Offer(
            product: SamplePurchases.product(1), store: SamplePurchases.store(3),
            price: UnitPrice(.volume, millionths: 149_000_000))
        let advice = BudgetAdvice(
            terms(1, category: .dairy), [ledgers[1]], in: days, offers: [dear], alike: [:])
        #expect(advice.steps.isEmpty)
    }
}
