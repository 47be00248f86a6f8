import EventContracts
import Foundation
import HTTPTypes
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// Budgets: what a person wants to spend at most, and how far that is used up (SPD-06).
struct BudgetEndpoints: Sendable {
    let desk: CommandDesk
    let book: PurchaseBook
    let sealer: Sealer

    /// Most budgets that are shown.
    private static let most = 100
    /// Longest name, in Unicode scalars.
    private static let longestName = 60

    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let found = try await DocumentRepository.list(
            .budget, of: account, after: nil, limit: Self.most, in: desk.resources.database)
        let bought = found.isEmpty ? PurchaseBook.Book() : try await book.book(of: account)
        let ledgers = bought.ledgers
        let today = try await desk.resources.today(of: account)
        var items: [BudgetView] = []
        for document in found { items.append(try await view(of: document, ledgers, bought.absorbed, today)) }
        return try .json(.ok, PageView(items: items, next: nil))
    }

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let resource = ResourceReference(.budget, try ResourceReader.id(of: call))
        guard let document = try await desk.resources.ownDocument(resource, of: account) else {
            throw ProblemDetails(.notFound)
        }
        let today = try await desk.resources.today(of: account)
        let bought = try await book.book(of: account), ledgers = bought.ledgers
        var view = try await view(of: document, ledgers, bought.absorbed, today)
        if let progress = view.progress, progress.exceeded {
            view.advice = try await advice(
                on: document, ledgers, bought.absorbed, in: progress.from...progress.to, of: account)
        }
        // Purchases change what it shows: its version alone does not say whether that is news.
        return try .json(.ok, view, headers: [.eTag: document.tag.tag])
    }

    private func view(
        of document: Document, _ ledgers: [PurchaseLedger], _ absorbed: AbsorbedProducts, _ today: CalendarDay
    ) async throws -> BudgetView {
        let told = try EventCoding.decode(BudgetChanged.self, from: document.body)
        var view = try await desk.resources.documents.opener.budget(told)
        view.progress = BudgetView.Progress(
            BudgetProgress(told.terms.naming(absorbed), ledgers, on: today), told.terms.amount.currency)
        return view
    }

    /// What would have helped, by the person's own purchases (SPD-12).
    @concurrent private func advice(
        on document: Document, _ ledgers: [PurchaseLedger], _ absorbed: AbsorbedProducts,
        in days: ClosedRange<CalendarDay>, of account: AccountID
    ) async throws -> BudgetView.Advice {
        let told = try EventCoding.decode(BudgetChanged.self, from: document.body)
        let products = try await desk.resources.describedProducts(of: account, sealer)
        let bought = ledgers.filter { $0.day.map(days.contains) ?? false }.flatMap(\.lines).compactMap(\.product)
        let advice = BudgetAdvice(
            told.terms.naming(absorbed), ledgers, in: days, offers: [],
            alike: ProductIndex.alike(products, wanted: Set(bought)))
        let names = Dictionary(products.map { ($0.id, $0.name) }) { first, _ in first }
        let useful = told.judged.flatMap { $0.from == days.lowerBound ? $0.isUseful : nil }
        return BudgetView.Advice(advice, names, told.terms.amount.currency, useful: useful)
    }

    /// Keeps whether the newest advice was of use, so that its usefulness can be counted (SPD-12).
    func judge(_ call: Call) async throws -> Answer {
        let target = try await desk.target(of: call, .budget, as: AcceptedBudget.self)
        let account = target.account, budget = BudgetID(target.resource.id)
        var fields = try BodyFields(call.body)
        let isUseful = fields.bool("useful")
        try fields.finish()
        let order = try await desk.accept(call, about: target.resource) { transaction in
            let version = try await CommandDesk.assign(
                to: target.resource, after: target.version, target.accepted, call, in: transaction)
            try transaction.append(
                JudgeBudgetAdvice(accountID: account, budgetID: budget, version: version, isUseful: isUseful),
                key: account, subject: budget)
        }
        return try await desk.answer(order, to: call, done: .ok)
    }

    func create(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, budget = BudgetID.random()
        let resource = ResourceReference(.budget, budget.uuid)
        let (terms, name) = try Self.form(call.body, known: nil)
        let accepted = AcceptedBudget(
            terms: terms, words: try await sealer.seal(BudgetWords(name: name), .budgetWords(budget, of: account)))
        let order = try await desk.accept(call, about: resource) { transaction in
            let version = try await CommandDesk.assign(to: resource, after: 0, accepted, call, in: transaction)
            try transaction.append(accepted.order(budget, of: account, version), key: account, subject: budget)
        }
        return try await desk.answer(order, to: call, done: .created)
    }

    func change(_ call: Call) async throws -> Answer {
        let target = try await desk.target(of: call, .budget, as: AcceptedBudget.self)
        let account = target.account, budget = BudgetID(target.resource.id)
        let words = try await sealer.open(target.accepted.words, .budgetWords(budget, of: account))
        let (terms, name) = try Self.form(call.body, known: (target.accepted.terms, words.name))
        let accepted = AcceptedBudget(
            terms: terms, words: try await sealer.seal(BudgetWords(name: name), .budgetWords(budget, of: account)))
        let order = try await desk.accept(call, about: target.resource) { transaction in
            let version = try await CommandDesk.assign(
                to: target.resource, after: target.version, accepted, call, in: transaction)
            try transaction.append(accepted.order(budget, of: account, version), key: account, subject: budget)
        }
        return try await desk.answer(order, to: call, done: .ok)
    }

    func delete(_ call: Call) async throws -> Answer {
        let target = try await desk.target(of: call, .budget, as: AcceptedBudget.self)
        let account = target.account, budget = BudgetID(target.resource.id)
        let order = try await desk.accept(call, about: target.resource) { transaction in
            let version = try await CommandDesk.assign(
                to: target.resource, after: target.version, nil as AcceptedBudget?, call, in: transaction)
            try transaction.append(
                DeleteBudget(accountID: account, budgetID: budget, version: version), key: account, subject: budget)
        }
        return try await desk.answer(order, to: call, done: .noContent)
    }

    /// What a person says of a budget; what is left out stays, null makes it count everything.
    private static func form(
        _ body: JSONValue, known: (terms: BudgetTerms, name: String)?
    ) throws(ProblemDetails) -> (BudgetTerms, name: String) {
        var fields = try BodyFields(body)
        let period = fields.optionalChoice("period", of: BudgetPeriod.self) ?? known?.terms.period
        if period == nil { fields.report("period", "is required") }
        let amount = fields.money("amount", in: 1...ReceiptEditor.largestAmount) ?? known?.terms.amount
        if amount == nil, !fields.hasProblem(within: JSONPointer.root.member("amount")) {
            fields.report("amount", "is required")
        }
        var category = known?.terms.category, product = known?.terms.productID
        if fields.names("category") { category = fields.optionalChoice("category", of: PurchaseCategory.self) }
        if fields.names("product") { product = fields.optionalID("product", of: PurchasedProductID.self) }
        let name = fields.words("name", longest: longestName) ?? known?.name
        if name == nil { fields.report("name", "is required") }
        try fields.finish()
        guard let period, let amount, let name else { throw ProblemDetails(.invalidFields) }
        return (BudgetTerms(period: period, amount: amount, category: category, productID: product), name)
    }
}

/// A budget as it was accepted last, for the next change to build on.
struct AcceptedBudget: Codable, Sendable {
    let terms: BudgetTerms
    let words: Sealed<BudgetWords>

    /// The order that keeps it.
    func order(_ budget: BudgetID, of account: AccountID, _ version: Int64) -> SetBudget {
        SetBudget(accountID: account, budgetID: budget, version: version, terms: terms, words: words)
    }
}
