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

/// Budgets, and their progress (SPD-06).
struct BudgetEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let book: PurchaseCache
    let sealer: Sealer
    let households: HouseholdReader
    let market: PriceMarket

    /// Maximum number of listed budgets.
    private static let maxListed = 100
    /// Maximum length of a name, in Unicode scalars.
    private static let maxNameLength = 60

    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let found = try await documents(of: account)
        let bought = found.isEmpty ? PurchaseCache.Book() : try await book.book(of: account)
        let today = try await acceptor.resources.today(of: account), scene = try await households.find(account)
        // Budgets of the household, which any member may set.
        var shared: [Document] = []
        for member in scene?.members ?? [] where member.account != account {
            shared += try await documents(of: member.account)
        }
        let all = try (found + shared).map { ($0, try EventCoding.decode(BudgetChanged.self, from: $0.body)) }
        let isNeeded = all.contains { Self.member(of: $0.1, in: scene) != nil }
        var shares: [HouseholdReader.Share] = []
        if isNeeded, let scene { shares = try await households.shares(in: scene) }
        var items: [BudgetView] = []
        for (document, published) in all {
            if Self.member(of: published, in: scene) != nil {
                if let view = try await view(of: document, shares, today) { items.append(view) }
            } else if document.owner == account {
                items.append(try await view(of: document, bought.ledgers, bought.absorbed, today))
            }
        }
        return try .json(.ok, PageView(items: items, next: nil))
    }

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let resource = ResourceReference(.budget, try ResourceReader.id(of: call))
        let scene = try await households.find(account), today = try await acceptor.resources.today(of: account)
        guard let document = try await acceptor.resources.ownDocument(resource, of: account) else {
            return try await readShared(resource, of: scene, today)
        }
        let published = try EventCoding.decode(BudgetChanged.self, from: document.body)
        if let scene, Self.member(of: published, in: scene) != nil {
            return try await answer(document, in: scene, today)
        }
        let bought = try await book.book(of: account), ledgers = bought.ledgers
        var view = try await view(of: document, ledgers, bought.absorbed, today)
        if let progress = view.progress, progress.exceeded {
            view.advice = try await advice(
                on: document, ledgers, bought.absorbed, in: progress.from...progress.to, of: account, today)
        }
        // Purchases change the progress in the answer, so the version alone does not identify it.
        return try .json(.ok, view, headers: [.eTag: document.tag.tag])
    }

    private func documents(of account: AccountID) async throws -> [Document] {
        try await DocumentRepository.list(
            .budget, of: account, after: nil, limit: Self.maxListed, in: acceptor.resources.database)
    }

    /// The member who set a household budget; nil for a personal budget.
    private static func member(of published: BudgetChanged, in scene: HouseholdReader.Scene?) -> HouseholdMember? {
        scene?.members.first { $0.id == published.terms.memberID && $0.account == published.accountID }
    }

    /// A household budget of another member, which is read-only.
    private func readShared(
        _ resource: ResourceReference, of scene: HouseholdReader.Scene?, _ today: CalendarDay
    ) async throws -> Answer {
        for member in scene?.members ?? [] where member.id != scene?.mine.id {
            guard let scene, let document = try await acceptor.resources.document(resource, of: member.account),
                Self.member(of: try EventCoding.decode(BudgetChanged.self, from: document.body), in: scene) != nil
            else { continue }
            return try await answer(document, in: scene, today)
        }
        throw ProblemDetails(.notFound)
    }

    private func answer(
        _ document: Document, in scene: HouseholdReader.Scene, _ today: CalendarDay
    ) async throws -> Answer {
        guard let view = try await view(of: document, try await households.shares(in: scene), today) else {
            throw ProblemDetails(.notFound)
        }
        return try .json(.ok, view, headers: [.eTag: document.tag.tag])
    }

    /// A household budget with the shared purchases of all members; nil if its author is being erased.
    private func view(
        of document: Document, _ shares: [HouseholdReader.Share], _ today: CalendarDay
    ) async throws -> BudgetView? {
        guard let setter = shares.first(where: { $0.member.account == document.owner }) else { return nil }
        var view = try await view(of: document, shares.flatMap(\.book.ledgers), setter.book.absorbed, today)
        view.household = ContributorView(id: setter.member.id, name: setter.name)
        return view
    }

    private func view(
        of document: Document, _ ledgers: [PurchaseLedger], _ absorbed: AbsorbedProducts, _ today: CalendarDay
    ) async throws -> BudgetView {
        let published = try EventCoding.decode(BudgetChanged.self, from: document.body)
        var view = try await acceptor.resources.documents.opener.budget(published)
        view.progress = BudgetView.Progress(
            BudgetProgress(published.terms.naming(absorbed), ledgers, on: today), published.terms.amount.currency)
        return view
    }

    /// Advice from the person's own purchases and from prices that others paid nearby (SPD-12, SPD-14).
    @concurrent private func advice(
        on document: Document, _ ledgers: [PurchaseLedger], _ absorbed: AbsorbedProducts,
        in days: ClosedRange<CalendarDay>, of account: AccountID, _ today: CalendarDay
    ) async throws -> BudgetView.Advice {
        let published = try EventCoding.decode(BudgetChanged.self, from: document.body)
        let products = try await acceptor.resources.describedProducts(of: account, sealer)
        let lines = ledgers.filter { $0.day.map(days.contains) ?? false }.flatMap(\.lines)
        let bought = Set(lines.compactMap(\.product)), currency = published.terms.amount.currency
        let (offers, shops) = try await market.advised(for: bought.sorted(), in: currency, of: account, on: today)
        let advice = BudgetAdvice(
            published.terms.naming(absorbed), ledgers, in: days, offers: offers,
            alike: ProductIndex.alike(products, wanted: bought))
        let names = Dictionary(products.map { ($0.id, $0.name) }) { first, _ in first }
        let useful = published.judged.flatMap { $0.from == days.lowerBound ? $0.isUseful : nil }
        return BudgetView.Advice(advice, names, shops, currency, useful: useful)
    }

    /// Stores whether the latest advice was useful, for the usefulness metric (SPD-12).
    func judge(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .budget, as: AcceptedBudget.self)
        let account = target.account, budget = BudgetID(target.resource.id)
        var fields = try BodyFields(call.body)
        let isUseful = fields.bool("useful")
        try fields.finish()
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, target.accepted, call, in: transaction)
            try transaction.append(
                JudgeBudgetAdvice(accountID: account, budgetID: budget, version: version, isUseful: isUseful),
                key: account, subject: budget)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    func create(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, budget = BudgetID.random()
        let resource = ResourceReference(.budget, budget.uuid)
        let (terms, name) = try await form(call.body, known: nil, of: account)
        let accepted = AcceptedBudget(
            terms: terms, words: try await sealer.seal(BudgetWords(name: name), .budgetWords(budget, of: account)))
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            let version = try await CommandAcceptor.assign(to: resource, after: 0, accepted, call, in: transaction)
            try transaction.append(accepted.command(budget, of: account, version), key: account, subject: budget)
        }
        return try await acceptor.answer(acceptance, to: call, done: .created)
    }

    func change(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .budget, as: AcceptedBudget.self)
        let account = target.account, budget = BudgetID(target.resource.id)
        let words = try await sealer.open(target.accepted.words, .budgetWords(budget, of: account))
        let (terms, name) = try await form(call.body, known: (target.accepted.terms, words.name), of: account)
        let accepted = AcceptedBudget(
            terms: terms, words: try await sealer.seal(BudgetWords(name: name), .budgetWords(budget, of: account)))
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, accepted, call, in: transaction)
            try transaction.append(accepted.command(budget, of: account, version), key: account, subject: budget)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    func delete(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .budget, as: AcceptedBudget.self)
        let account = target.account, budget = BudgetID(target.resource.id)
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, nil as AcceptedBudget?, call, in: transaction)
            try transaction.append(
                DeleteBudget(accountID: account, budgetID: budget, version: version), key: account, subject: budget)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    /// Restores a deleted budget by setting it again unchanged; a budget of a household that the person has left
    /// becomes personal.
    func restore(_ call: Call) async throws -> Answer {
        if let acceptance = try await acceptor.repeated(call) {
            return try await acceptor.answer(acceptance, to: call, done: .ok)
        }
        let gone = try await acceptor.deleted(call, .budget, as: BudgetChanged.self)
        let budget = BudgetID(gone.resource.id)
        var terms = gone.body.terms
        if let stay = terms.memberID, try await households.find(gone.account)?.mine.id != stay { terms.memberID = nil }
        let accepted = AcceptedBudget(terms: terms, words: gone.body.words)
        let acceptance = try await acceptor.accept(call, about: gone.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: gone.resource, after: gone.version, accepted, call, in: transaction)
            try transaction.append(
                accepted.command(budget, of: gone.account, version), key: gone.account, subject: budget)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// The purchases included in the budget.
    private enum Scope: String, CaseIterable {
        case personal, household
    }

    /// A budget in a request; omitted fields are kept, null removes a restriction.
    private func form(
        _ body: JSONValue, known: (terms: BudgetTerms, name: String)?, of account: AccountID
    ) async throws -> (BudgetTerms, name: String) {
        var fields = try BodyFields(body)
        let period = fields.optionalChoice("period", of: BudgetPeriod.self) ?? known?.terms.period
        if period == nil { fields.report("period", .required) }
        let amount = fields.money("amount", in: 1...ReceiptEditor.maxAmount) ?? known?.terms.amount
        if amount == nil, !fields.hasProblem(within: JSONPointer.root.member("amount")) {
            fields.report("amount", .required)
        }
        var category = known?.terms.category, product = known?.terms.productID
        if fields.names("category") { category = fields.optionalChoice("category", of: PurchaseCategory.self) }
        if fields.names("product") { product = fields.optionalID("product", of: PurchasedProductID.self) }
        let name = fields.words("name", longest: Self.maxNameLength) ?? known?.name
        if name == nil { fields.report("name", .required) }
        let stay = known?.terms.memberID
        let mine = fields.names("scope") || stay != nil ? try await households.find(account)?.mine.id : nil
        // A budget for a household that the person has left becomes personal.
        var member = stay == mine ? mine : nil
        if fields.names("scope") {
            switch fields.optionalChoice("scope", of: Scope.self) {
            case .household:
                member = mine
                if member == nil {
                    fields.report("scope", .init(.notAllowed, "must be personal: you are not in a household"))
                }
            case .personal, nil: member = nil
            }
        }
        // A household budget cannot be for a product, because each person has their own products.
        if member != nil, product != nil {
            fields.report("product", .init(.notAllowed, "is not allowed for a household budget"))
        }
        try fields.finish()
        guard let period, let amount, let name else { throw ProblemDetails(.invalidFields) }
        let terms = BudgetTerms(
            period: period, amount: amount, category: category, productID: product, memberID: member)
        return (terms, name)
    }
}

/// A budget as last accepted, which the next change is based on.
struct AcceptedBudget: Codable, Sendable {
    let terms: BudgetTerms
    let words: Sealed<BudgetWords>

    /// The command that stores the budget.
    func command(_ budget: BudgetID, of account: AccountID, _ version: Int64) -> SetBudget {
        SetBudget(accountID: account, budgetID: budget, version: version, terms: terms, words: words)
    }
}
