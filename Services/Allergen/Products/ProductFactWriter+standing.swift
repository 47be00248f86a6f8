import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import ServiceRuntime

extension ProductFactWriter {
    /// Makes the products due that the next account reported whose standing has changed.
    ///
    /// - Returns: false if nothing is due or another instance is processing it.
    func noteNext() async throws -> Bool {
        guard let account = try await StandingRepository.nextAccount(on: database.pool) else { return false }
        return try await database.write(.work("standing/\(account)")) { transaction in
            guard try await BackgroundLock.products.take(in: transaction) else { return false }
            try await StandingRepository.noteReports(of: account, in: transaction)
            return true
        }
    }

    /// Weighs the next due product again; one that cannot be weighed is postponed and blocks no other.
    ///
    /// - Returns: false if nothing is due or another instance is processing it.
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
        // The ids of the events belong to this version.
        guard stored?.version == due.version else { return false }
        let before = try await ProductReportRepository.weighable(of: gtin, in: transaction)
        guard try await StandingRepository.mark(gtin, in: transaction) else { return false }
        // What an earlier release stored is weighed with its next reading, and is not confirmed until then.
        guard let known = stored, known.isWeighed else { return true }
        var after = try await ProductReportRepository.weighable(of: gtin, in: transaction)
        var weighed = WeighedReports(after, at: now)
        if let since = weighed.confirmedSince {
            // Without the reports that the label supersedes again.
            try await ProductReportRepository.confirm(gtin, by: weighed.confirmedBy, since: since, in: transaction)
            after = try await ProductReportRepository.weighable(of: gtin, in: transaction)
            weighed = WeighedReports(after, at: now)
        }
        let (old, new) = (WeighedReports.alarming(before, at: now), WeighedReports.alarming(after, at: now))
        let isNews = new.isNews(beside: old)
        guard let product = known.weighedAgain(after, weighed, isNews: isNews) else { return true }
        try await ProductRepository.save(product, in: transaction)
        try transaction.append(product.event, key: gtin, subject: gtin)
        // Purchases of a label that is no longer confirmed are judged again too: what it does not list is unknown now.
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
