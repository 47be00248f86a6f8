import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// Suggestions among the products that a person buys: by price range, category and budget (SPD-09, SPD-24).
struct ShoppingSuggestionEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let book: PurchaseCache
    let market: PriceMarket
    let sealer: Sealer

    /// Maximum number of products read.
    private static let maxProducts = 5_000
    /// Maximum price in a filter, in minor units.
    private static let maxPrice: Int64 = 1_000_000_000

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, today = try await acceptor.resources.today(of: account)
        let bought = try await book.book(of: account), limit = try PageQuery(call.query).limit
        let filter = try await filter(call, bought, today), preferences = try await market.preferences(of: account)
        let words = try await words(of: account)
        let offers = try await market.offers(for: words, preferences, on: today)
        let purchases = bought.entries.mapValues { $0.ledger.naming(bought.absorbed) }
        let suggestions = await Self.suggestions(
            purchases, words.map { .init(id: $0.key, words: $0.value, offers: offers[$0.key] ?? []) }, filter, today)
        let shown = suggestions.prefix(limit)
        let items = try await self.items(of: shown, bought, account)
        let views = shown.compactMap { suggestion in
            words[suggestion.product].map {
                ShoppingSuggestionView(
                    suggestion, $0, instead: suggestion.insteadOf.flatMap { words[$0] }, items[suggestion.product],
                    in: preferences.units)
            }
        }
        return try .json(.ok, PageView(items: views, next: nil))
    }

    /// Runs outside the request threads.
    @concurrent private static func suggestions(
        _ purchases: [UUID: PurchaseLedger], _ products: [ShoppingSuggestions.Product], _ filter: SuggestionFilter,
        _ today: CalendarDay
    ) async -> [ShoppingSuggestions.Suggestion] {
        ShoppingSuggestions(purchases, products, filter, on: today).suggestions
    }

    /// The person's products, decrypted one by one, because they are sealed.
    @concurrent private func words(of account: AccountID) async throws -> [PurchasedProductID: PurchasedProductWords] {
        var words: [PurchasedProductID: PurchasedProductWords] = [:]
        for document in try await DocumentRepository.list(
            .purchasedProduct, of: account, after: nil, limit: Self.maxProducts, in: acceptor.resources.database)
        {
            let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
            words[published.productID] = try await sealer.open(
                published.words, .purchasedProductWords(published.productID, of: account))
        }
        return words
    }

    /// The items of the purchases that suggestions are based on, for their discounts.
    private func items(
        of shown: ArraySlice<ShoppingSuggestions.Suggestion>, _ bought: PurchaseCache.Book, _ account: AccountID
    ) async throws -> [PurchasedProductID: ReceiptItem] {
        let receipts = Set(shown.map(\.receipt))
        var records: [UUID: ReceiptRecord] = [:]
        for document in try await DocumentRepository.read(
            .receipt, ids: Array(receipts), of: account, in: acceptor.resources.database)
        {
            let published = try EventCoding.decode(ReceiptChanged.self, from: document.body)
            records[published.receiptID.uuid] = try await sealer.open(
                published.record, .receiptRecord(published.receiptID, of: account))
        }
        var items: [PurchasedProductID: ReceiptItem] = [:]
        for suggestion in shown {
            items[suggestion.product] = records[suggestion.receipt]?.items.first {
                $0.product.map { bought.absorbed.heir(of: $0.productID) == suggestion.product } ?? false
            }
        }
        return items
    }

    /// The filter in the query, with the amount that currently remains in a budget.
    private func filter(
        _ call: Call, _ bought: PurchaseCache.Book, _ today: CalendarDay
    ) async throws -> SuggestionFilter {
        var filter = SuggestionFilter(), problems: [ProblemDetails.FieldProblem] = []
        func value(_ name: String) -> String? { call.query.first { $0.name == name }?.value }
        if let text = value("category") {
            filter.category = PurchaseCategory(rawValue: text)
            if filter.category == nil {
                problems.append(.init(parameter: "category", .init(.notAChoice, "Must be a purchase category.")))
            }
        }
        if let text = value("currency") {
            filter.currency = Currency(text)
            if filter.currency == nil {
                problems.append(
                    .init(parameter: "currency", .init(.notACurrency, "Must be a code of ISO 4217, such as CAD.")))
            }
        }
        func price(_ name: String, else standard: Int64) -> Int64 {
            guard let text = value(name) else { return standard }
            guard let currency = filter.currency,
                let amount = DecimalAmount.fixed(text, digits: currency.minorDigits),
                (0...Self.maxPrice).contains(amount)
            else {
                let fault = FieldFault(.notAnAmount, "Must be an amount such as 2.50, together with a currency.")
                problems.append(.init(parameter: name, fault))
                return standard
            }
            return amount
        }
        let lowest = price("priceFrom", else: 0), highest = price("priceTo", else: .max)
        if lowest > highest {
            problems.append(.init(parameter: "priceTo", .init(.wrongOrder, "Must not be less than priceFrom.")))
        }
        guard problems.isEmpty else { throw ProblemDetails(.malformedRequest, errors: problems) }
        filter.prices = lowest...highest
        if let text = value("budget") { filter.budget = try await budget(text, call, bought, today) }
        return filter
    }

    private func budget(
        _ text: String, _ call: Call, _ bought: PurchaseCache.Book, _ today: CalendarDay
    ) async throws -> SuggestionFilter.Budget {
        let account = try call.principal.account
        guard let id = BudgetID(text: text),
            let document = try await acceptor.resources.document(ResourceReference(.budget, id.uuid), of: account)
        else {
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: "budget", .init(.unknown, "No budget with this id."))])
        }
        let published = try EventCoding.decode(BudgetChanged.self, from: document.body)
        let terms = published.terms.naming(bought.absorbed)
        return .init(terms: terms, left: BudgetProgress(terms, bought.ledgers, on: today).remaining)
    }

    /// Counts answers on whether suggestions matched and were useful, anonymously (SPD-09, SPD-12).
    func judge(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let fits = fields.names("fits") ? fields.bool("fits") : nil
        let useful = fields.names("useful") ? fields.bool("useful") : nil
        if fits == nil, useful == nil {
            fields.report(
                "fits", .init(.oneRequired, "must be given, or useful must be", ["fields": .texts(["fits", "useful"])]))
        }
        try fields.finish()
        let claim = try acceptor.keys.claim(of: call, scope: CommandAcceptor.scope(of: account))
        return try await acceptor.keys.once(claim, in: acceptor.database.pool) {
            let answer = Answer(.noContent)
            let stored = try await acceptor.keys.sealed(answer, for: claim, of: account)
            try await acceptor.database.write(CommandAcceptor.cause(of: call)) { transaction in
                let now = try transaction.eventTime(), day = CalendarDay(now, in: .gmt)
                try IdempotencyKeys.take(claim, for: stored, at: now, in: transaction)
                if let fits { try await JudgementRepository.count(.fits, fits, on: day, in: transaction) }
                if let useful { try await JudgementRepository.count(.useful, useful, on: day, in: transaction) }
            }
            return answer
        }
    }
}
