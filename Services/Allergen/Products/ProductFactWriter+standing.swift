import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import ServiceRuntime

extension ProductFactWriter {
    /// Takes the next account whose status has changed and makes the products due that it reported.
    ///
    /// - Returns: False if nothing is due or another instance is processing it.
    func noteNext() async throws -> Bool {
        guard let account = try await StandingRepository.nextAccount(on: database.pool) else { return false }
        return try await database.write(.work("standing/\(account)")) { transaction in
            guard try await BackgroundLock.products.take(in: transaction) else { return false }
            try await StandingRepository.noteReports(of: account, in: transaction)
            return true
        }
    }

    /// Evaluates the reports on the next due product again; one that fails is postponed and does not block others.
    ///
    /// - Returns: False if nothing is due or another instance is processing it.
    func weighNext() async throws -> Bool {
        guard let due = try await StandingRepository.nextProduct(on: database.pool) else { return false }
        do {
            let name = "standing/\(due.gtin)/\(due.version ?? 0)"
            return try await database.write(.work(name)) { transaction in
                guard try await BackgroundLock.products.take(in: transaction) else { return false }
                return try await weigh(due, in: transaction)
            }
        } catch {
            if Task.isCancelled { throw error }
            logger.warning("product not weighed again", metadata: ["error": .error(error)])
            try await StandingRepository.postpone(due.gtin, on: database.pool)
            return true
        }
    }

    /// - Returns: False if another instance was first.
    private func weigh(
        _ due: StandingRepository.DueProduct, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let gtin = due.gtin, now = try transaction.eventTime()
        let stored = try await ProductRepository.find(gtin, in: transaction)
        // The event ids are derived from this version.
        guard stored?.version == due.version else { return false }
        let before = try await ProductReportRepository.weighable(of: gtin, in: transaction)
        guard try await StandingRepository.mark(gtin, in: transaction) else { return false }
        // A product stored by an earlier release is evaluated with its next reading, and is not confirmed until then.
        guard let known = stored, known.isWeighed else { return true }
        var after = try await ProductReportRepository.weighable(of: gtin, in: transaction)
        var weighed = WeighedReports(after, at: now)
        if let since = weighed.confirmedSince {
            // The label is confirmed again, so reports from before it no longer count.
            try await ProductReportRepository.confirm(gtin, by: weighed.confirmedBy, since: since, in: transaction)
            after = try await ProductReportRepository.weighable(of: gtin, in: transaction)
            weighed = WeighedReports(after, at: now)
        }
        let (old, new) = (WeighedReports.alarming(before, at: now), WeighedReports.alarming(after, at: now))
        let isNews = new.isNews(beside: old)
        guard let product = known.weighedAgain(after, weighed, isNews: isNews) else { return true }
        try await ProductRepository.save(product, in: transaction)
        try transaction.append(product.event, key: gtin, subject: gtin)
        // Purchases of a product whose label is no longer confirmed are reassessed too, because unlisted allergens are
        // unknown now.
        let isDoubted = known.standing == .confirmed && product.standing != .confirmed
        guard isNews || isDoubted else { return true }
        try await RecipeChangeRepository.add(
            RecipeChange(
                gtin: gtin, version: product.version, before: old, after: new,
                reader: AccountID(AllergenErasure.erasedReader)),
            in: transaction)
        return true
    }
}
