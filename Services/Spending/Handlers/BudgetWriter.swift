import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// Stores budgets, and publishes exceeded ones (SPD-06, NOT-07).
package struct BudgetWriter: Sendable {
    let products: ProductWriter
    let market: NearbyPriceReader
    let sealer: Sealer

    /// Number of days before a period whose prices are used for advice.
    static let priceMemory = 90

    /// Stores and publishes the state of a budget, which ends the operation.
    func save(_ budget: BudgetChanged, in transaction: borrowing Transaction) async throws {
        guard try await BudgetRepository.save(budget, in: transaction) else { throw Rejection(.notFound) }
        try publish(budget, in: transaction)
    }

    /// Publishes a budget, which ends the operation.
    func publish(_ budget: BudgetChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(budget, key: budget.accountID, subject: budget.budgetID, ending: .succeeded)
    }

    /// Checks an account's budgets after a purchase changed.
    ///
    /// Each exceeded period is published once, and only until it ends.
    ///
    /// - Parameters:
    ///   - day: The day of the purchase.
    ///   - ownProducts: The index of the person's products.
    ///   - account: The account.
    ///   - budget: The only budget to check; nil for all.
    ///   - transaction: The transaction to use.
    /// - Throws: A `SealingError` or `PostgresError`.
    func check(
        for day: CalendarDay, _ ownProducts: PersonalProductIndex, of account: AccountID, only budget: BudgetID? = nil,
        in transaction: borrowing Transaction
    ) async throws {
        let now = try transaction.eventTime()
        let all = try await BudgetRepository.all(of: account, in: transaction).filter {
            budget == nil || $0.budgetID == budget
        }
        let hasShared = all.contains { $0.terms.memberID != nil }
        let ended = hasShared ? try await HouseholdRepository.endedMemberships(of: account, in: transaction) : []
        // Budgets of a household that the person has left are personal again.
        let own = all.filter { $0.terms.memberID.map(ended.contains) ?? true }
        let lasting = Self.lasting(own, on: day, at: now)
        let periods = lasting.map { $0.terms.period.days(of: day) }
        guard let first = periods.map(\.lowerBound).min(), let last = periods.map(\.upperBound).max() else { return }
        let remembered = first.adding(days: -Self.priceMemory) ?? first
        let ledgers = try await ledgers(of: account, in: remembered...last, in: transaction)
            .map { $0.naming(ownProducts.absorbed) }
        for budget in lasting {
            let terms = budget.terms.naming(ownProducts.absorbed)
            let progress = BudgetProgress(terms, ledgers, on: day), from = progress.days.lowerBound
            guard progress.isExceeded,
                try await BudgetRepository.noteExcess(of: budget, from: from, at: now, in: transaction)
            else { continue }
            let words = try await sealer.open(budget.words, .budgetWords(budget.budgetID, of: account))
            let bought = Set(Self.lines(of: ledgers, in: progress.days).compactMap(\.product))
            let offers = try await market.offers(
                for: ownProducts.all.filter { bought.contains($0.id) }, in: terms.amount.currency,
                on: CalendarDay(now, in: .gmt), of: account, in: transaction)
            let excess = Self.excess(of: terms, named: words.name, progress, ledgers, ownProducts, offers)
            let event = BudgetExceeded(
                accountID: account, budgetID: budget.budgetID, version: budget.version, from: from,
                excess: try await sealer.seal(excess, .budgetExcess(budget.budgetID, of: account)), exceededAt: now)
            try transaction.append(event, key: account, subject: budget.budgetID)
        }
    }

    /// Checks a household's budgets after a shared purchase changed (SPD-25).
    ///
    /// Every member is notified once per period, without advice, which would reveal purchases.
    ///
    /// - Parameters:
    ///   - day: The day of the purchase.
    ///   - members: The members of the household.
    ///   - transaction: The transaction to use.
    /// - Throws: A `SealingError` or `PostgresError`.
    func check(
        for day: CalendarDay, of members: [HouseholdRepository.Member], in transaction: borrowing Transaction
    ) async throws {
        guard !members.isEmpty else { return }
        let now = try transaction.eventTime()
        let lasting = Self.lasting(try await BudgetRepository.lockAll(of: members, in: transaction), on: day, at: now)
        let periods = lasting.map { $0.terms.period.days(of: day) }
        guard let first = periods.map(\.lowerBound).min(), let last = periods.map(\.upperBound).max() else { return }
        var ledgers: [PurchaseLedger] = []
        for stored in try await HouseholdRepository.ledgers(of: members, in: first...last, in: transaction) {
            let text = try await openable { () async throws(SealingError) in
                try await sealer.open(stored.ledger, .receiptLedger(stored.id, of: stored.account))
            }
            if let ledger = text.flatMap(PurchaseLedger.init(text:)) { ledgers.append(ledger) }
        }
        for budget in lasting {
            let progress = BudgetProgress(budget.terms, ledgers, on: day), from = progress.days.lowerBound
            let id = budget.budgetID
            guard progress.isExceeded,
                let words = try await openable({ () async throws(SealingError) in
                    try await sealer.open(budget.words, .budgetWords(id, of: budget.accountID))
                }),
                try await BudgetRepository.noteExcess(of: budget, from: from, at: now, in: transaction)
            else { continue }
            let amount = budget.terms.amount
            let excess = BudgetExcess(
                name: words.name, amount: amount,
                spent: Money(minorUnits: progress.spent, currency: amount.currency), steps: [])
            for member in members {
                let sealed = try await openable { () async throws(SealingError) in
                    try await sealer.seal(excess, .budgetExcess(id, of: member.account))
                }
                guard let sealed else { continue }
                let event = BudgetExceeded(
                    accountID: member.account, budgetID: id, version: budget.version, from: from, excess: sealed,
                    exceededAt: now, memberID: member.id)
                try transaction.append(event, key: member.account, subject: id)
            }
        }
    }

    /// The value, or nil for data of an erased account, which must not block the other members.
    private func openable<Value>(_ body: () async throws(SealingError) -> Value) async throws(SealingError) -> Value? {
        do {
            return try await body()
        } catch .erased {
            return nil
        } catch .unknownAccount {
            return nil
        }
    }

    /// The budgets whose period for a day has not ended.
    private static func lasting(_ budgets: [BudgetChanged], on day: CalendarDay, at now: Date) -> [BudgetChanged] {
        let today = CalendarDay(now, in: .gmt)
        return budgets.filter {
            // The person's local day differs by at most one from the day in UTC.
            let days = $0.terms.period.days(of: day)
            return days.lowerBound.days(until: today) >= -1 && today.days(until: days.upperBound) >= -1
        }
    }

    private func ledgers(
        of account: AccountID, in days: ClosedRange<CalendarDay>, in transaction: borrowing Transaction
    ) async throws -> [PurchaseLedger] {
        var ledgers: [PurchaseLedger] = []
        for stored in try await ReceiptRepository.ledgers(of: account, in: days, in: transaction) {
            let text = try await sealer.open(stored.ledger, .receiptLedger(stored.id, of: account))
            if let ledger = PurchaseLedger(text: text) { ledgers.append(ledger) }
        }
        return ledgers
    }

    /// The notice about an exceeded budget, with advice; a pure function.
    static func excess(
        of terms: BudgetTerms, named name: String, _ progress: BudgetProgress, _ ledgers: [PurchaseLedger],
        _ ownProducts: PersonalProductIndex, _ offers: NearbyPriceReader.Offers = .init()
    ) -> BudgetExcess {
        let currency = terms.amount.currency, bought = lines(of: ledgers, in: progress.days)
        let advice = BudgetAdvice(
            terms, ledgers, in: progress.days, offers: offers.all,
            alike: ProductIndex.alike(ownProducts.all.map(\.described), wanted: Set(bought.compactMap(\.product))))
        let steps = advice.steps.compactMap { step -> BudgetExcess.Step? in
            guard let product = ownProducts[step.product]?.words.name else { return nil }
            let saving = Money(minorUnits: step.saving, currency: currency)
            switch step.kind {
            case .stop: return BudgetExcess.Step(kind: .stop, product: product, instead: nil, saving: saving)
            case .swap(let other):
                guard let instead = ownProducts[other]?.words.name else { return nil }
                return BudgetExcess.Step(kind: .swap, product: product, instead: instead, saving: saving)
            case .shop(let store):
                guard let name = offers.names[store] else { return nil }
                return BudgetExcess.Step(
                    kind: .swap, product: product, instead: product, saving: saving, store: name)
            }
        }
        return BudgetExcess(
            name: name, amount: terms.amount, spent: Money(minorUnits: progress.spent, currency: currency),
            steps: steps)
    }

    /// The purchased items of some days.
    private static func lines(of ledgers: [PurchaseLedger], in days: ClosedRange<CalendarDay>) -> [PurchaseLedger.Line]
    {
        ledgers.filter { $0.day.map(days.contains) ?? false }.flatMap(\.lines)
    }
}
