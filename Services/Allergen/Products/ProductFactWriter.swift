import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing

/// Merges readings into the product facts and announces recipe changes, in the background.
///
/// One reading or account per transaction, one instance at a time, so that transactions never lock products in
/// different orders. Its events have no correlation with a scan, because a product is shared.
package struct ProductFactWriter: Sendable {
    /// Polling interval.
    package static let interval = Duration.milliseconds(200)
    /// Number of steps of one run; the rest waits for the next.
    static let stride = 1_000
    /// Maximum number of products evaluated again in one run, so that alerts do not wait behind many products.
    static let weighStride = 100

    let database: MessagingDatabase
    let lock: AccountLock
    let holders: ProductHolders
    let purchases: PurchaseAssessmentWriter
    let lexiconVersion: String
    let logger: Logger

    /// Processes all waiting readings, then alerts, then products of accounts whose status has changed.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        for _ in 0..<Self.stride { guard try await takeReading() else { break } }
        for _ in 0..<Self.stride { guard try await informNext() else { break } }
        for _ in 0..<Self.weighStride { guard try await noteNext() else { break } }
        for _ in 0..<Self.weighStride { guard try await weighNext() else { break } }
    }

    /// Processes one reading.
    ///
    /// - Returns: false if nothing is due or another instance is processing it.
    private func takeReading() async throws -> Bool {
        guard let (number, reading) = try await ProductReadingRepository.next(on: database.pool) else { return false }
        let name = "product-reading/\(reading.scanID)" + (reading.isRecheck ? "/\(lexiconVersion)" : "")
        return try await database.write(.work(name)) { transaction in
            guard try await BackgroundLock.products.take(in: transaction),
                try await ProductReadingRepository.remove(number, in: transaction)
            else { return false }
            try await take(reading, in: transaction)
            return true
        }
    }

    private func take(_ reading: ProductReading, in transaction: borrowing Transaction) async throws {
        let gtin = reading.gtin
        let own = try await ProductReportRepository.find(
            gtin, of: reading.accountID, isPhoto: reading.isPhoto, in: transaction)
        guard let report = own.map({ $0.taking(reading) }) ?? (reading.isRecheck ? nil : ProductReport(reading)) else {
            return
        }
        // A shop-internal number does not identify a product for other people.
        guard gtin.isWorldwide else { return try await ProductReportRepository.save(report, in: transaction) }
        let known = try await ProductRepository.find(gtin, in: transaction), now = try transaction.eventTime()
        if let known, !known.isWeighed {
            try await ProductReportRepository.save(ProductReport(earlier: known), in: transaction)
        }
        let before = try await ProductReportRepository.weighable(of: gtin, in: transaction)
        try await ProductReportRepository.save(report, in: transaction)
        let after = try await ProductReportRepository.weighable(of: gtin, in: transaction)
        let weighed = WeighedReports(after, at: now)
        // A partial label does not create a product.
        let first = reading.facts.complete ? ProductRecord(reading, after, weighed) : nil
        let next = known.map { $0.taking(reading, after, weighed) } ?? first
        guard let product = next else { return }
        try await ProductRepository.save(product, in: transaction)
        try transaction.append(product.event, key: gtin, subject: gtin)
        if let since = weighed.confirmedSince {
            try await ProductReportRepository.confirm(gtin, by: weighed.confirmedBy, since: since, in: transaction)
        }
        // Texts, and accounts that are not independent people yet, raise no alert; they only appear as warnings on the
        // product.
        let (old, new) = (WeighedReports.alarming(before, at: now), WeighedReports.alarming(after, at: now))
        guard known != nil, !reading.isRecheck, new.isNews(beside: old) else { return }
        try await RecipeChangeRepository.add(
            RecipeChange(
                gtin: gtin, version: product.version, before: old, after: new, reader: reading.accountID),
            in: transaction)
    }

    /// Processes the next account that may be affected by a recipe change.
    ///
    /// - Returns: false if nothing is due or another instance is processing it.
    private func informNext() async throws -> Bool {
        guard let change = try await RecipeChangeRepository.next(on: database.pool) else { return false }
        if change.isForBuyers { return try await informNextBuyer(of: change) }
        let holder = try await holders.next(of: change.gtin, after: change.notifiedThrough, on: database.pool)
        let name = "recipe/\(change.gtin)/\(change.version)/\(holder?.account.description ?? "end")"
        return try await database.write(.work(name)) { transaction in
            guard try await BackgroundLock.products.take(in: transaction) else { return false }
            guard let holder else {
                try await RecipeChangeRepository.turnToBuyers(change, in: transaction)
                return true
            }
            try lock.take(holder.account, in: transaction)
            guard try await RecipeChangeRepository.markInformed(change, through: holder.account, in: transaction) else {
                return false
            }
            if holder.account != change.reader { try await inform(holder, of: change, in: transaction) }
            return true
        }
    }

    /// Assesses the recent purchases of the next account that bought the product and raises alerts for new findings.
    private func informNextBuyer(of change: RecipeChange) async throws -> Bool {
        let buyer = try await PurchaseNumberRepository.nextBuyer(
            of: change.gtin, after: change.notifiedThrough, on: database.pool)
        let name = "recipe-buyers/\(change.gtin)/\(change.version)/\(buyer?.description ?? "end")"
        return try await database.write(.work(name)) { transaction in
            guard try await BackgroundLock.products.take(in: transaction) else { return false }
            guard let buyer else {
                try await RecipeChangeRepository.finish(change, in: transaction)
                return true
            }
            try lock.take(buyer, in: transaction)
            guard try await RecipeChangeRepository.markInformed(change, through: buyer, in: transaction) else {
                return false
            }
            let profile = try await ProfileRepository.find(buyer, in: transaction)
            try await purchases.labelChanged(change.gtin, of: buyer, profile, in: transaction)
            return true
        }
    }

    private func inform(
        _ holder: ProductHolder, of change: RecipeChange, in transaction: borrowing Transaction
    ) async throws {
        let stored = try await ProfileRepository.find(holder.account, in: transaction)
        // Custom ingredients cannot be found in stored codes, so they are left out.
        let profile = AssessmentProfile(allergens: Set(stored?.allergens ?? []), traces: stored?.traces ?? .warn)
        var known = change.before
        for isPhoto in [true, false] {
            let own = try await ProductReportRepository.find(
                change.gtin, of: holder.account, isPhoto: isPhoto, in: transaction)
            if let own { known = known.union(own.named) }
        }
        let before = known.alarming(for: profile), after = change.after.alarming(for: profile)
        var notified = ReportedScanFindings(contains: Set(before.contains), mayContain: Set(before.mayContain))
        let news = notified.report(contains: after.contains, mayContain: after.mayContain)
        guard !news.contains.isEmpty || !news.mayContain.isEmpty else { return }
        let alert = AllergenAlertRaised(
            accountID: holder.account,
            alertID: AlertID(
                NamedUUID.make("allergen-alert/recipe/\(change.gtin)/\(change.version)/\(holder.account)")),
            cause: .recipeChanged, scanID: holder.scanID, gtin: change.gtin, recall: nil, contains: news.contains,
            mayContain: news.mayContain, otherMatches: 0, scannedAt: holder.scannedAt,
            raisedAt: try transaction.eventTime())
        try transaction.append(alert, key: alert.accountID, subject: alert.alertID)
    }
}

extension AllergenFacts {
    /// Whether these facts are news compared with the others: an allergen is newly contained or possible.
    func isNews(beside others: AllergenFacts) -> Bool {
        !contains.isSubset(of: others.contains) || !mayContain.isSubset(of: others.mayContain)
            || !traces.isSubset(of: others.traces) || !unnamed.isSubset(of: others.unnamed)
            || !unnamedTraces.isSubset(of: others.unnamedTraces)
    }
}
