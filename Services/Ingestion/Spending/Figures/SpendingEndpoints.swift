import EventContracts
import FoodCatalogue
import FoodReports
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// A person's spending, by time, category, shop and product (SPD-10, SPD-11).
struct SpendingEndpoints: Sendable {
    let resources: ResourceReader
    let book: PurchaseCache
    let foods: KnownFoods
    let sealer: Sealer
    let households: HouseholdReader
    let market: PriceMarket

    /// The options of a report.
    struct Options: Sendable {
        let days: ClosedRange<CalendarDay>
        let grouping: SpendingReport.Grouping
        let by: String
        let limit: Int
    }

    /// Maximum range of days: ten years.
    private static let maxDays = 3_660
    private static let groupings: [(String, SpendingReport.Grouping)] =
        BudgetPeriod.allCases.map { ($0.rawValue, .time($0)) }
        + [("category", .category), ("store", .store), ("product", .product)]

    func read(_ call: Call) async throws -> Answer {
        let language = try await call.foodLanguage(in: resources.database)
        let (options, report, names, shares) = try await report(call)
        var view = SpendingView(
            report, in: options.days, by: options.by, maxCount: options.limit, names: names, language: language)
        if !shares.isEmpty { view.addMembers(shares, in: options.days) }
        return try .json(.ok, view, headers: Self.headers(language))
    }

    /// The spending report as a picture, for one currency.
    func chart(_ call: Call) async throws -> Answer {
        let language = try await call.foodLanguage(in: resources.database)
        let (options, report, names, _) = try await report(call)
        let code = call.query.first { $0.name == "currency" }?.value
        if let code, Currency(stored: code) == nil {
            let fault = FieldFault(.notACurrency, "Must be a code of ISO 4217 in capital letters, such as CAD.")
            throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "currency", fault)])
        }
        let sum = report.currencies.first { code == nil || $0.currency.code == code }
        var bars: [SpendingChart.Bar] = []
        if let sum {
            let view = SpendingView.OfCurrency(sum, maxCount: options.limit, names: names, language: language)
            for (place, group) in view.groups.enumerated() {
                let amount = place < sum.groups.count && group.key != SpendingWords.rest ? sum.groups[place].amount : 0
                bars.append(
                    SpendingChart.Bar(
                        label: group.name ?? group.key, amountText: group.amount.amount, amount: amount))
            }
        }
        let title = "\(options.days.lowerBound) – \(options.days.upperBound) \(sum?.currency.code ?? code ?? "")"
        switch call.query.first(where: { $0.name == "format" })?.value ?? "svg" {
        case "svg":
            let svg = SpendingChart(title: title, bars: bars).svg
            return Answer(
                .ok, headers: Self.headers(language), body: .text(Array(svg.utf8), mediaType: "image/svg+xml"))
        case "png":
            return Answer(
                .ok, headers: Self.headers(language),
                body: .text(try await Self.picture(title, bars, in: language), mediaType: "image/png"))
        default:
            throw ProblemDetails(
                .malformedRequest,
                errors: [
                    .init(
                        parameter: "format",
                        .init(.notAChoice, "Must be svg or png.", ["choices": .texts(["svg", "png"])]))
                ])
        }
    }

    /// Runs outside the request threads, because drawing a picture takes tens of milliseconds.
    @concurrent private static func picture(
        _ title: String, _ bars: [SpendingChart.Bar], in language: FoodLanguage
    ) async throws -> [UInt8] {
        let largest = Double(max(1, bars.map(\.amount).max() ?? 1))
        let picture = BarPicture(
            title: title,
            bars: bars.map {
                BarPicture.Bar(label: $0.label, amount: $0.amountText, share: Double($0.amount) / largest)
            })
        return Array(try picture.png(in: language))
    }

    private static func headers(_ language: FoodLanguage) -> HTTPFields {
        [.contentLanguage: language.rawValue, .vary: "Accept-Language"]
    }

    private func report(
        _ call: Call
    ) async throws -> (Options, SpendingReport, [SpendingReport.Key: String], [HouseholdReader.Share]) {
        let account = try call.principal.account
        let options = try Self.options(call.query, today: try await resources.today(of: account))
        switch call.query.first(where: { $0.name == "scope" })?.value ?? "personal" {
        case "personal":
            let book = try await book.book(of: account)
            let report = await Self.report(book.ledgers, options)
            return (options, report, try await names(of: report, options, book, account), [])
        // A grant gives access to its owner's purchases, but not to household data.
        case "household" where call.viewer == nil:
            guard options.grouping != .product else {
                let fault = FieldFault(
                    .notAllowed, "Must not be product: members of a household do not share products.")
                throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "by", fault)])
            }
            let shares = try await households.shares(in: try await households.scene(of: account))
            let report = await Self.report(shares.flatMap(\.book.ledgers), options)
            var shown: [SpendingReport.Key: String] = [:]
            for share in shares {
                let named = try await names(of: report, options, share.book, share.member.account)
                shown.merge(named) { first, _ in first }
            }
            return (options, report, shown, shares)
        default:
            throw ProblemDetails(
                .malformedRequest,
                errors: [
                    .init(
                        parameter: "scope",
                        .init(
                            .notAChoice, "Must be personal or household.",
                            ["choices": .texts(["personal", "household"])]))
                ])
        }
    }

    @concurrent private static func report(_ ledgers: [PurchaseLedger], _ options: Options) async -> SpendingReport {
        SpendingReport(ledgers, in: options.days, by: options.grouping)
    }

    /// The options; by default from the first day of the month to today, by category.
    static func options(
        _ query: [(name: String, value: String)], today: CalendarDay
    ) throws(ProblemDetails) -> Options {
        let first = try ReceiptQuery.day("from", query) ?? BudgetPeriod.month.start(of: today)
        let last = try ReceiptQuery.day("to", query) ?? max(today, first)
        let by = query.first { $0.name == "by" }?.value ?? "category"
        var problems: [ProblemDetails.FieldProblem] = []
        if last < first { problems.append(.init(parameter: "to", .init(.wrongOrder, "Must not be before from."))) }
        if first.days(until: last) > maxDays {
            problems.append(.init(parameter: "from", .init(.outOfRange, "Must not be more than ten years before to.")))
        }
        let grouping = groupings.first { $0.0 == by }?.1
        if grouping == nil {
            let names = groupings.map(\.0)
            problems.append(.init(parameter: "by", .notOneOf(names)))
        }
        guard problems.isEmpty, let grouping else { throw ProblemDetails(.malformedRequest, errors: problems) }
        return Options(days: first...last, grouping: grouping, by: by, limit: try PageQuery(query).limit)
    }

    /// The names of the listed shops and products.
    private func names(
        of report: SpendingReport, _ options: Options, _ book: PurchaseCache.Book, _ account: AccountID
    ) async throws -> [SpendingReport.Key: String] {
        let keys = report.currencies.flatMap { $0.groups.prefix(options.limit).map(\.key) }
        switch options.grouping {
        case .time, .category: return [:]
        case .product:
            let ids = keys.compactMap { key -> UUID? in if case .product(let id) = key { id.uuid } else { nil } }
            var names: [SpendingReport.Key: String] = [:]
            for document in try await DocumentRepository.read(
                .purchasedProduct, ids: ids, of: account, in: resources.database)
            {
                let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
                let context = SealingContext.purchasedProductWords(published.productID, of: account)
                names[.product(published.productID)] = try await sealer.open(published.words, context).name
            }
            return names
        case .store:
            let examples = book.examples
            let ids = keys.compactMap { key -> UUID? in if case .store(let id) = key { examples[id] } else { nil } }
            var names: [SpendingReport.Key: String] = [:]
            for (store, name) in try await storeNames(on: ids, book, account) { names[.store(store)] = name }
            return names
        }
    }

    /// The names of shops, each from one of the purchases there.
    private func storeNames(
        on receipts: [UUID], _ book: PurchaseCache.Book, _ account: AccountID
    ) async throws -> [StoreID: String] {
        var names: [StoreID: String] = [:]
        for document in try await DocumentRepository.read(.receipt, ids: receipts, of: account, in: resources.database)
        {
            let published = try EventCoding.decode(ReceiptChanged.self, from: document.body)
            let record = try await sealer.open(published.record, .receiptRecord(published.receiptID, of: account))
            guard let store = book.entries[document.resource.id]?.ledger.store else { continue }
            names[store] = record.storeName ?? ""
        }
        return names
    }

    /// Maximum number of listed shops.
    private static let maxStores = 200

    /// The shops of the person's purchases, the most recent first, with the person's preferences (SPD-08).
    func stores(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, book = try await book.book(of: account)
        var visits: [StoreID: StoreView.Visits] = [:]
        for ledger in book.ledgers {
            guard let store = ledger.store else { continue }
            visits[store, default: StoreView.Visits()].add(ledger.day)
        }
        let shown = visits.sorted { ($1.value.last ?? .epoch, $0.key) < ($0.value.last ?? .epoch, $1.key) }
            .prefix(Self.maxStores)
        let examples = book.examples
        let names = try await storeNames(on: shown.compactMap { examples[$0.key] }, book, account)
        let preferences = try await market.preferences(of: account)
        let items = shown.map { store, visits in
            StoreView(
                id: store, name: names[store] ?? "", purchases: visits.count, lastBoughtOn: visits.last,
                preferred: preferences.preferred.contains(store), ignored: preferences.ignored.contains(store))
        }
        return try .json(.ok, PageView(items: Array(items), next: nil))
    }

    /// The prices of one of the person's products, by day, and what others paid nearby (SPD-14, SPD-15).
    func prices(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, id = PurchasedProductID(try ResourceReader.id(of: call))
        let resource = ResourceReference(.purchasedProduct, id.uuid)
        let asked = call.query.first { $0.name == "units" }?.value,
            preferences = try await market.preferences(of: account)
        guard let units = asked.map({ UnitPreference(rawValue: $0) }) ?? preferences.units else {
            let names = UnitPreference.allCases.map(\.rawValue)
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: "units", .notOneOf(names))])
        }
        let document = try await resources.document(resource, of: account)
        let book = try await book.book(of: account)
        // A purchase may arrive before the products that it names.
        guard document != nil || book.names(id) else { throw ProblemDetails(.notFound) }
        let history = PriceHistory(of: id, in: book.ledgers)
        guard let document else {
            return try .json(.ok, PriceHistoryView(id, history, in: units, proteinPerHundredGrams: nil))
        }
        let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
        let words = try await sealer.open(published.words, .purchasedProductWords(published.productID, of: account))
        var view = PriceHistoryView(
            id, history, in: units, proteinPerHundredGrams: try await protein(of: words, account))
        let today = try await resources.today(of: account)
        view.nearby = try await market.offers(for: words, preferences, on: today).compactMap {
            PriceHistoryView.Nearby($0, in: units)
        }
        return try .json(.ok, view)
    }

    /// Grams of protein per 100 g of the product's food; nil if the food or its protein is unknown.
    private func protein(of words: PurchasedProductWords, _ account: AccountID) async throws -> Double? {
        guard let food = words.foodID else { return nil }
        let known = try await foods.foods([food], of: account, in: .english)[food]
        guard case .known(let value) = known?.amounts[.protein] else { return nil }
        return value.value
    }
}
