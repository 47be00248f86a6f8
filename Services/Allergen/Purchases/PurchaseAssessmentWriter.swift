import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// Assesses purchases with the current profile, stores and publishes the result; the caller holds the account lock.
package struct PurchaseAssessmentWriter: Sendable {
    /// Maximum number of purchases that a profile change reassesses, newest first.
    package static let recheckedPurchases = 50
    /// How long after a purchase it, or a profile change, raises a notice, in days; later the food has usually been
    /// eaten.
    static let openFor = 14

    let assess: AssessPurchase
    /// The version of the lexicon and tables used by `assess`.
    let knowledgeVersion: String
    let sealer: Sealer

    package init(lexicon: Lexicon, dishes: DishTable, sealer: Sealer) {
        assess = AssessPurchase(assess: AssessMeal(lexicon: lexicon, dishes: dishes))
        knowledgeVersion = "\(lexicon.version)/\(DishTable.revision)"
        self.sealer = sealer
    }

    /// Assesses a version of a purchase, unless that or a later one was assessed before.
    ///
    /// - Parameters:
    ///   - purchase: The current purchase.
    ///   - basis: The profile with decrypted ingredients.
    ///   - isHistory: Whether the purchase is republished; then there is no notice.
    ///   - transaction: The transaction of the event.
    /// - Throws: `SealingError` or `PostgresError`.
    func take(
        _ purchase: ReceiptChanged, by basis: ScanBasis, isHistory: Bool, in transaction: borrowing Transaction
    ) async throws {
        let account = purchase.accountID
        let stored = try await PurchaseRepository.find(purchase.receiptID, of: account, in: transaction)
        if let stored, stored.judged.receiptVersion >= purchase.version { return }
        var (judged, bought) = try await judge(
            purchase.record, of: account, purchase.receiptID, by: basis, in: transaction)
        judged.version = (stored?.judged.version ?? 0) + 1
        judged.receiptVersion = purchase.version
        judged.boughtOn = purchase.day ?? CalendarDay(purchase.recordedAt, in: .gmt)
        judged.deletedAt = purchase.deletedAt
        try PurchaseNumberRepository.save(bought, of: judged, in: transaction)
        let record = PurchaseRecord(
            judged: judged, record: purchase.record, notified: stored?.notified ?? ReportedMealFindings())
        let today = CalendarDay(try transaction.eventTime(), in: .gmt)
        let isSilent =
            isHistory || purchase.deletedAt != nil || judged.boughtOn.days(until: today) > Self.openFor
        try keep(record, news: isSilent ? nil : .purchase, in: transaction)
    }

    /// Reassesses a person's newest purchases with a new profile, in the transaction that applies it (ALG-11); raises
    /// no notices for old purchases.
    func profileChanged(
        to basis: ScanBasis, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        let due = try await PurchaseRepository.judged(
            before: basis.version, of: account, limit: Self.recheckedPurchases, in: transaction)
        for before in due {
            do {
                try await judgeAgain(before, by: basis, news: .profile, in: transaction)
            } catch let error as SealingError where !error.isRetryable {
                // Data that cannot be decrypted must not block a change of the profile.
                continue
            }
        }
    }

    /// Assesses some of a person's purchases again after a change of the lexicon or the dish table; raises no notices
    /// for old ones.
    func knowledgeChanged(
        of due: KnowledgeRepository.Due, by basis: ScanBasis, maxCount: Int, in transaction: borrowing Transaction
    ) async throws {
        for before in try await PurchaseRepository.judged(
            otherwiseThan: knowledgeVersion, startingWith: due, limit: maxCount, in: transaction)
        {
            do {
                try await judgeAgain(before, by: basis, news: .purchase, in: transaction)
            } catch let error as SealingError where !error.isRetryable {
                // A purchase that cannot be decrypted keeps its assessment and does not block others.
                var record = before
                record.judged.knowledgeVersion = knowledgeVersion
                try PurchaseRepository.save(record, in: transaction)
            }
        }
    }

    /// Stores what a person says about a product, and reassesses their newest purchases of it.
    ///
    /// - Parameters:
    ///   - product: The current product.
    ///   - basis: The profile with decrypted ingredients.
    ///   - isHistory: Whether it is republished; then there is no notice.
    ///   - transaction: The transaction of the event.
    /// - Throws: `SealingError` or `PostgresError`.
    func take(
        _ product: PurchasedProductChanged, by basis: ScanBasis, isHistory: Bool, in transaction: borrowing Transaction
    ) async throws {
        let account = product.accountID, id = product.productID
        let stored = try await BoughtProductRepository.find([id], of: account, in: transaction).first {
            $0.productID == id
        }
        if let stored, stored.version >= product.version { return }
        // Provisional products carry no user input; merged ones are stored with their successor.
        guard !product.isProvisional, product.deletedAt == nil else {
            return try await BoughtProductRepository.remove(id, of: account, in: transaction)
        }
        let context = SealingContext.purchasedProductWords(id, of: account)
        let words = try await sealer.open(product.words, context)
        var before: PurchasedProductWords?
        if let stored { before = try await sealer.open(stored.words, context) }
        try BoughtProductRepository.save(product, in: transaction)
        let absorbed = Set(product.absorbed ?? []), isLarger = !absorbed.isSubset(of: stored?.absorbed ?? [])
        guard isLarger || before.map({ !Self.saysTheSame($0, words) }) ?? true else { return }
        let names = absorbed.union([id])
        for before in try await PurchaseRepository.newest(of: account, limit: Self.recheckedPurchases, in: transaction)
        {
            let record = try await sealer.open(
                before.record, .receiptRecord(before.judged.receiptID, of: account))
            guard record.items.contains(where: { $0.product.map { names.contains($0.productID) } ?? false }) else {
                continue
            }
            try await judgeAgain(before, by: basis, news: isHistory ? nil : .purchase, in: transaction)
        }
    }

    /// Reassesses a person's recent purchases of a product whose label has changed.
    func labelChanged(
        _ gtin: GTIN, of account: AccountID, _ profile: ProfileChanged?, in transaction: borrowing Transaction
    ) async throws {
        do {
            let basis = try await ScanBasis(profile, sealer)
            for receipt in try await PurchaseNumberRepository.purchases(of: gtin, by: account, in: transaction) {
                let before = try await PurchaseRepository.find(receipt, of: account, in: transaction)
                guard let before, before.judged.deletedAt == nil else { continue }
                try await judgeAgain(before, by: basis, news: .purchase, in: transaction)
            }
        } catch let error as SealingError where !error.isRetryable {
            // A value that cannot be decrypted must not block the notices of other accounts.
        }
    }

    /// Whether two descriptions of a product agree in everything that affects its allergens.
    private static func saysTheSame(_ left: PurchasedProductWords, _ right: PurchasedProductWords) -> Bool {
        (left.name, left.gtin, left.foodID, left.foodName) == (right.name, right.gtin, right.foodID, right.foodName)
    }

    /// Assesses a purchase as last published; without a notice if it is old.
    private func judgeAgain(
        _ before: PurchaseRecord, by basis: ScanBasis, news: PurchaseJudged.News?, in transaction: borrowing Transaction
    ) async throws {
        let today = CalendarDay(try transaction.eventTime(), in: .gmt), known = before.judged
        var record = before
        let bought: Set<GTIN>
        (record.judged, bought) = try await judge(
            before.record, of: known.accountID, known.receiptID, by: basis, in: transaction)
        record.judged.version = known.version + 1
        record.judged.receiptVersion = known.receiptVersion
        record.judged.boughtOn = known.boughtOn
        try PurchaseNumberRepository.save(bought, of: record.judged, in: transaction)
        let isOpen = known.boughtOn.days(until: today) <= Self.openFor
        try keep(record, news: isOpen ? news : nil, in: transaction)
    }

    /// - Returns: The judgement, and the products of the purchase whose number is valid in every shop.
    private func judge(
        _ sealed: Sealed<ReceiptRecord>, of account: AccountID, _ receipt: ReceiptID, by basis: ScanBasis,
        in transaction: borrowing Transaction
    ) async throws -> (PurchaseJudged, Set<GTIN>) {
        let record = try await sealer.open(sealed, .receiptRecord(receipt, of: account))
        let known = try await words(of: record, account, in: transaction)
        var items: [ReceiptItemID: Set<GTIN>] = [:]
        for item in record.items {
            let chosen = item.product.flatMap { known[$0.productID]?.gtin }
            items[item.itemID] = Set([item.code, chosen].compactMap { $0.flatMap { GTIN($0) } })
        }
        let all = items.values.reduce(into: Set<GTIN>()) { $0.formUnion($1) }
        let labels = try await PurchaseLabels(
            shared: ProductRepository.labels(of: all, in: transaction),
            own: ProductReportRepository.own(of: account, all, in: transaction))
        let articles = record.items.map { item in
            let words = item.product.flatMap { known[$0.productID] }
            return AssessPurchase.Article(
                name: words?.name ?? item.product?.name ?? item.name.value,
                otherNames: [item.name.value, words?.foodName].compactMap(\.self), foodID: words?.foodID,
                labels: (items[item.itemID] ?? []).sorted().flatMap(labels.labels))
        }
        let judgement = assess.decide(articles, profile: basis.profile)
        let details = PurchaseAllergenDetails(
            articles: judgement.articles, otherIngredients: judgement.otherIngredients)
        let now = try transaction.eventTime()
        let judged = PurchaseJudged(
            accountID: account, receiptID: receipt, version: 1, receiptVersion: 1, allergens: judgement.allergens,
            unknownArticles: judgement.unknownArticles, otherMatches: judgement.otherIngredients.count,
            profileVersion: basis.version, profileEmpty: basis.profile.isEmpty,
            details: try await sealer.seal(details, .purchaseAllergens(receipt, of: account)),
            knowledgeVersion: knowledgeVersion, boughtOn: CalendarDay(now, in: .gmt), judgedAt: now)
        return (judged, all.filter(\.isWorldwide))
    }

    /// The user's descriptions of a purchase's products, by the ids in the purchase.
    private func words(
        of record: ReceiptRecord, _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [PurchasedProductID: PurchasedProductWords] {
        let named = Set(record.items.compactMap { $0.product?.productID })
        var words: [PurchasedProductID: PurchasedProductWords] = [:]
        // A product that replaces a merged one applies even before that one's deletion arrives as a separate event.
        let known = try await BoughtProductRepository.find(named, of: account, in: transaction)
        for product in known.sorted(by: { $0.absorbed.count < $1.absorbed.count }) {
            let opened = try await sealer.open(
                product.words, .purchasedProductWords(product.productID, of: account))
            if named.contains(product.productID) { words[product.productID] = words[product.productID] ?? opened }
            for id in product.absorbed.intersection(named) { words[id] = opened }
        }
        return words
    }

    /// Stores and publishes an assessment; `news` is the reason for a notice, nil if nothing is new.
    private func keep(
        _ judged: PurchaseRecord, news: PurchaseJudged.News?, in transaction: borrowing Transaction
    ) throws {
        var record = judged, body = judged.judged
        if body.deletedAt == nil {
            let isNews = record.notified.report(body.allergens, otherMatches: body.otherMatches)
            body.news = isNews ? news : nil
        }
        try PurchaseRepository.save(record, in: transaction)
        try transaction.append(body, key: body.accountID, subject: body.receiptID)
    }
}
