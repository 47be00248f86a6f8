import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing

@testable import SpendingService

/// The handlers of `spending` on its real schema.
struct SpendingHandlers {
    let bench: HandlerBench
    let keepReading: KeepReading
    let keepReceipt: KeepReceipt
    let editReceipt: EditReceipt
    let revertReceipt: RevertReceipt
    let removeReceipt: RemoveReceipt
    let nameProduct: NameProduct
    let shareReviewedName: ShareReviewedName
    let keepBudget: KeepBudget
    let removeBudget: RemoveBudget
    let judgeAdvice: JudgeAdvice
    let chooseShopping: ChooseShopping
    let consentHandler: ConsentHandler
    let keepMember: KeepMember
    let keepSharing: KeepSharing
    let retention: SpendingRetention
    let watcher: PriceWatcher
    let pricePublisher: CommunityPricePublisher

    /// Runs a body with the handlers; a model is asked about products only if `asksModel` is set.
    static func with(asksModel: Bool = false, _ body: (SpendingHandlers) async throws -> Void) async throws {
        try await HandlerBench.with(service: "spending", migrations: try SpendingMigrations.all()) { bench in
            try await body(SpendingHandlers(bench, asksModel: asksModel))
        }
    }

    private init(_ bench: HandlerBench, asksModel: Bool) {
        self.bench = bench
        let productWriter = ProductWriter(sealer: bench.sealer, asksModel: asksModel)
        let market = NearbyPriceReader(sealer: bench.sealer)
        let budgetWriter = BudgetWriter(products: productWriter, market: market, sealer: bench.sealer)
        let community = CommunityPriceWriter(codes: ShopCodeWriter(), sealer: bench.sealer)
        let writer = PurchaseWriter(
            products: productWriter, budgets: budgetWriter, community: community, sealer: bench.sealer)
        keepReading = KeepReading(writer: writer)
        keepReceipt = KeepReceipt(writer: writer)
        editReceipt = EditReceipt(writer: writer)
        revertReceipt = RevertReceipt(writer: writer)
        removeReceipt = RemoveReceipt(writer: writer)
        nameProduct = NameProduct(writer: productWriter)
        shareReviewedName = ShareReviewedName(codes: community.codes, sealer: bench.sealer)
        keepBudget = KeepBudget(writer: budgetWriter)
        removeBudget = RemoveBudget(writer: budgetWriter)
        judgeAdvice = JudgeAdvice(writer: budgetWriter)
        chooseShopping = ChooseShopping(community: community, sealer: bench.sealer)
        consentHandler = ConsentHandler(community: community, sealer: bench.sealer)
        keepMember = KeepMember()
        keepSharing = KeepSharing(budgets: budgetWriter)
        watcher = PriceWatcher(sealer: bench.sealer, database: bench.database, clock: bench.clock)
        pricePublisher = CommunityPricePublisher(market: market, database: bench.database)
        retention = SpendingRetention(pool: bench.database.pool, clock: bench.clock)
    }

    // A verified account that is old enough, from its own network unless one is given.

    /// A verified account that is old enough, from its own network unless one is given.
    func voucher(verified: Bool = true, daysOld: Double = 30, network: UUID = UUID()) -> Voucher {
        Voucher(
            isVerified: verified, registeredAt: bench.clock.now().addingTimeInterval(-daysOld * 86_400),
            network: network)
    }

    /// A typed purchase of items with their amounts.
    static func typed(
        _ articles: [(String, Int64)], at merchant: String = "Corner Market", on day: String? = "2026-01-14",
        time: String? = nil, total: Int64? = nil
    ) throws -> ReceiptRecord {
        var edits = [ReceiptEdit(.merchant, text: merchant), ReceiptEdit(.currency, text: "CAD")]
        edits += [ReceiptEdit(.day, text: day), ReceiptEdit(.time, text: time)]
        edits += articles.map { ReceiptEdit(.addItem, item: .random(), text: $0.0, number: $0.1) }
        if let total { edits.append(ReceiptEdit(.total, number: total)) }
        return try ReceiptEditor(category: CategoryWords.category(of:)).apply(edits, to: ReceiptRecord())
    }

    @discardableResult
    func keep(
        _ record: ReceiptRecord, as receipt: ReceiptID = .random(), of account: AccountID, version: Int64 = 1,
        voucher: Voucher? = nil, operation: OperationID? = nil, photos: [ReceiptPhoto]? = nil
    ) async throws -> ReceiptID {
        let sealed = try await bench.sealer.seal(record, .receiptRecord(receipt, of: account))
        try await bench.deliver(
            RecordReceipt(
                accountID: account, receiptID: receipt, version: version, source: .typed, record: sealed,
                voucher: voucher ?? self.voucher(), photos: photos),
            to: keepReceipt, account: account, operation: operation)
        return receipt
    }

    /// Printed lines, one below the other, as `vision` publishes them.
    func read(
        _ lines: [String], as receipt: ReceiptID = .random(), of account: AccountID,
        outcome: LabelRead.Outcome = .read, digest: String = "d1", operation: OperationID? = nil
    ) async throws {
        try await read(
            parts: [lines], as: receipt, of: account, outcome: outcome, digest: digest, operation: operation)
    }

    /// The printed lines of each photo of a receipt.
    func read(
        parts: [[String]], as receipt: ReceiptID = .random(), of account: AccountID,
        outcome: LabelRead.Outcome = .read, digest: String = "d1", operation: OperationID? = nil
    ) async throws {
        let photos = parts.indices.map { part in
            ReceiptPhoto(
                key: PhotoKey(account: account, id: UUID()),
                facts: PhotoFacts(
                    format: .jpeg, width: 1_000, height: 1_000, orientation: 1, bytes: 1_000, focalLength: nil),
                digest: part == 0 ? digest : "\(digest)-\(part)")
        }
        let command = ReadReceipt(
            accountID: account, receiptID: receipt, version: 1, photos: photos, isPro: false, country: "CA",
            today: try #require(CalendarDay("2026-01-15")), requestedAt: bench.clock.now())
        let pages = ReceiptPages(
            pages: parts.map { ReceiptPages.Page(width: 1_000, height: 1_000, lines: Self.printed($0)) })
        try await bench.deliver(
            ReceiptRead(
                command, outcome: outcome, doubts: [], advice: outcome == .read ? [] : ["photograph-closer"],
                confidence: 0.97, predictor: "test/1", milliseconds: 1,
                reading: try await bench.sealer.seal(pages, .receiptPrint(receipt, of: account)),
                readAt: bench.clock.now()),
            to: keepReading, account: account, operation: operation)
    }

    private static func printed(_ lines: [String]) -> [ReadLine] {
        lines.enumerated().map { place, text in
            let top = 0.02 + Double(place) * 0.04, width = Double(text.count) * 0.02
            return ReadLine(
                text: text, corners: [0.05, top, 0.05 + width, top, 0.05 + width, top + 0.03, 0.05, top + 0.03],
                confidence: 0.97, positions: text.indices.enumerated().map { Double($0.0) / Double(text.count) })
        }
    }

    func edit(
        _ receipt: ReceiptID, of account: AccountID, version: Int64, _ edits: [ReceiptEdit],
        isNoDuplicate: Bool? = nil, voucher: Voucher? = nil, operation: OperationID? = nil
    ) async throws {
        try await bench.deliver(
            ChangeReceipt(
                accountID: account, receiptID: receipt, version: version,
                edits: try await bench.sealer.seal(edits, .receiptEdits(receipt, of: account)),
                isNoDuplicate: isNoDuplicate, voucher: voucher ?? self.voucher()), to: editReceipt, account: account,
            operation: operation)
    }

    func undo(
        _ receipt: ReceiptID, of account: AccountID, version: Int64, operation: OperationID? = nil
    ) async throws {
        try await bench.deliver(
            UndoReceiptChange(accountID: account, receiptID: receipt, version: version, voucher: voucher()),
            to: revertReceipt, account: account, operation: operation)
    }

    func delete(
        _ receipt: ReceiptID, of account: AccountID, version: Int64, operation: OperationID? = nil
    ) async throws {
        try await bench.deliver(
            DeleteReceipt(accountID: account, receiptID: receipt, version: version), to: removeReceipt,
            account: account, operation: operation)
    }

    func name(
        _ product: PurchasedProductID, of account: AccountID, _ words: PurchasedProductWords,
        absorbs: PurchasedProductID? = nil
    ) async throws {
        try await bench.deliver(
            NamePurchasedProduct(
                accountID: account, productID: product, version: 2,
                words: try await bench.sealer.seal(words, .purchasedProductWords(product, of: account)),
                absorbs: absorbs), to: nameProduct, account: account)
    }

    // MARK: - Results

    func published() async throws -> [Event<ReceiptChanged>] { try await bench.database.events() }

    /// The last published state of a purchase.
    func last(_ receipt: ReceiptID) async throws -> ReceiptChanged {
        try #require(try await published().last { $0.body.receiptID == receipt }?.body)
    }

    func record(of published: ReceiptChanged) async throws -> ReceiptRecord {
        try await bench.sealer.open(published.record, .receiptRecord(published.receiptID, of: published.accountID))
    }

    func record(_ receipt: ReceiptID) async throws -> ReceiptRecord { try await record(of: try await last(receipt)) }

    func ledger(_ receipt: ReceiptID) async throws -> PurchaseLedger? {
        let published = try await last(receipt)
        return PurchaseLedger(
            text: try await bench.sealer.open(
                published.ledger, .receiptLedger(published.receiptID, of: published.accountID)))
    }

    /// The last published states of products, by name.
    func publishedProducts() async throws -> [String: PurchasedProductChanged] {
        var newest: [PurchasedProductID: PurchasedProductChanged] = [:]
        for event in try await bench.database.events(PurchasedProductChanged.self) {
            newest[event.body.productID] = event.body
        }
        var named: [String: PurchasedProductChanged] = [:]
        for product in newest.values where product.deletedAt == nil {
            let context = SealingContext.purchasedProductWords(product.productID, of: product.accountID)
            named[try await bench.sealer.open(product.words, context).name] = product
        }
        return named
    }
}
