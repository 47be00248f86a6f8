import EventContracts
import Foundation
import Messaging
import Postgres

extension ProductFactWriter {
    /// Weighs the next product again that an account reported whose standing has changed.
    ///
    /// - Returns: false if nothing is due or another instance is processing it.
    func weighNext() async throws -> Bool {
        guard let due = try await StandingRepository.next(on: database.pool) else { return false }
        let name = "standing/\(due.account)/\(due.version)/\(due.gtin?.digits ?? "end")"
        return try await database.write(.work(name)) { transaction in
            guard try await BackgroundLock.products.take(in: transaction) else { return false }
            guard let gtin = due.gtin else {
                try await StandingRepository.finish(due, in: transaction)
                return true
            }
            return try await weigh(gtin, reportedBy: due.account, in: transaction)
        }
    }

    /// - Returns: False if another instance was first.
    private func weigh(
        _ gtin: GTIN, reportedBy account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let stored = try await ProductRepository.find(gtin, in: transaction), now = try transaction.eventTime()
        let before = try await ProductReportRepository.weighable(of: gtin, in: transaction)
        guard try await StandingRepository.mark(gtin, of: account, in: transaction) else { return false }
        // What an earlier release stored is weighed with its next reading, and is not confirmed until then.
        guard let known = stored, known.isWeighed else { return true }
        var after = try await ProductReportRepository.weighable(of: gtin, in: transaction)
        var weighed = WeighedReports(after, at: now)
        if let since = weighed.confirmedSince {
            // Without the reports that the label supersedes once more.
            try await ProductReportRepository.confirm(gtin, by: weighed.confirmedBy, since: since, in: transaction)
            after = try await ProductReportRepository.weighable(of: gtin, in: transaction)
            weighed = WeighedReports(after, at: now)
        }
        let (old, new) = (WeighedReports.alarming(before, at: now), WeighedReports.alarming(after, at: now))
        let isNews = new.isNews(beside: old)
        guard let product = known.weighedAgain(after, weighed, isNews: isNews) else { return true }
        try await ProductRepository.save(product, in: transaction)
        try transaction.append(product.event, key: gtin, subject: gtin)
        // Purchases of a label that is no longer confirmed are judged again too: its silence reassures nobody now.
        let isDoubted = known.standing == .confirmed && product.standing != .confirmed
        guard isNews || isDoubted else { return true }
        try await RecipeChangeRepository.add(
            RecipeChange(
                gtin: gtin, version: product.version, before: old, after: new,
                reader: AccountID(AllergenErasure.nobody)),
            in: transaction)
        return true
    }
}
