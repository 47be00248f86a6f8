import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// Judges purchases by the profile that is known, stores and tells what was found; whoever comes holds the person's lock.
package struct PurchaseDesk: Sendable {
    /// Purchases of a person that a new profile judges again: the newest.
    package static let recheckedPurchases = 50
    /// Days after a purchase that a change of the profile is still told of it: what was bought is eaten by then, or kept.
    static let openFor = 14

    let purchases: PurchaseRepository
    let products: ProductRepository
    let assess: AssessPurchase
    /// Of what `assess` knows.
    let knowledgeVersion: String
    let sealer: Sealer

    package init(
        purchases: PurchaseRepository, products: ProductRepository, lexicon: Lexicon, dishes: DishTable, sealer: Sealer
    ) {
        self.purchases = purchases
        self.products = products
        assess = AssessPurchase(assess: AssessMeal(lexicon: lexicon, dishes: dishes))
        knowledgeVersion = "\(lexicon.version)/\(DishTable.revision)"
        self.sealer = sealer
    }

    /// Judges a version of a purchase, unless that or a later one was judged before.
    ///
    /// - Parameters:
    ///   - purchase: The purchase as it now is.
    ///   - basis: What to judge by.
    ///   - isHistory: Whether the purchase is told again rather than new: then nobody is alarmed.
    ///   - transaction: That of the event.
    /// - Throws: `SealingError` or `PostgresError`.
    func take(
        _ purchase: ReceiptChanged, by basis: ScanBasis, isHistory: Bool, in transaction: borrowing Transaction
    ) async throws {
        let account = purchase.accountID
        let stored = try await purchases.find(purchase.receiptID, of: account, in: transaction)
        if let stored, stored.judged.receiptVersion >= purchase.version { return }
        var judged = try await judge(purchase.record, of: account, purchase.receiptID, by: basis, in: transaction)
        judged.version = (stored?.judged.version ?? 0) + 1
        judged.receiptVersion = purchase.version
        judged.boughtOn = purchase.day ?? CalendarDay(purchase.recordedAt, in: .gmt)
        judged.deletedAt = purchase.deletedAt
        let record = PurchaseRecord(judged: judged, record: purchase.record, told: stored?.told ?? ToldOfMeal())
        try keep(record, news: isHistory || purchase.deletedAt != nil ? nil : .purchase, in: transaction)
    }

    /// Judges a person's newest purchases by a new profile, in the transaction that applies it (ALG-11); of those of long
    /// ago, in silence.
    func profileChanged(
        to basis: ScanBasis, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        let due = try await purchases.judged(
            before: basis.version, of: account, limit: Self.recheckedPurchases, in: transaction)
        let today = CalendarDay(try transaction.eventTime(), in: .gmt)
        for before in due {
            do {
                var record = before
                record.judged = try await judge(
                    before.record, of: account, before.judged.receiptID, by: basis, in: transaction)
                record.judged.version = before.judged.version + 1
                record.judged.receiptVersion = before.judged.receiptVersion
                record.judged.boughtOn = before.judged.boughtOn
                let isOpen = record.judged.boughtOn.days(until: today) <= Self.openFor
                try keep(record, news: isOpen ? .profile : nil, in: transaction)
            } catch let error as SealingError where !error.isRetryable {
                // What cannot be opened must not keep the profile from changing.
                continue
            }
        }
    }

    private func judge(
        _ sealed: Sealed<ReceiptRecord>, of account: AccountID, _ receipt: ReceiptID, by basis: ScanBasis,
        in transaction: borrowing Transaction
    ) async throws -> PurchaseJudged {
        let record = try await sealer.open(sealed, .receiptRecord(receipt, of: account))
        let numbers = Set(record.items.compactMap { $0.code.flatMap { GTIN($0) } })
        let labels = try await products.labels(of: numbers, in: transaction)
        let articles = record.items.map { item in
            AssessPurchase.Article(
                name: item.product?.name ?? item.name.value,
                label: item.code.flatMap { GTIN($0) }.flatMap { labels[$0] })
        }
        let judgement = assess.decide(articles, profile: basis.profile)
        let details = PurchaseAllergenDetails(
            articles: judgement.articles, otherIngredients: judgement.otherIngredients)
        let now = try transaction.eventTime()
        return PurchaseJudged(
            accountID: account, receiptID: receipt, version: 1, receiptVersion: 1, allergens: judgement.allergens,
            unknownArticles: judgement.unknownArticles, otherMatches: judgement.otherIngredients.count,
            profileVersion: basis.version, profileEmpty: basis.profile.isEmpty,
            details: try await sealer.seal(details, .purchaseAllergens(receipt, of: account)),
            knowledgeVersion: knowledgeVersion, boughtOn: CalendarDay(now, in: .gmt), judgedAt: now)
    }

    /// Stores and tells a judgement; `news` is what to call it when something in it is.
    private func keep(
        _ judged: PurchaseRecord, news: PurchaseJudged.News?, in transaction: borrowing Transaction
    ) throws {
        var record = judged, body = judged.judged
        if body.deletedAt == nil {
            let isNews = record.told.tell(body.allergens, otherMatches: body.otherMatches)
            body.news = isNews ? news : nil
        }
        try purchases.save(record, in: transaction)
        try transaction.append(body, key: body.accountID, subject: body.receiptID)
    }
}
