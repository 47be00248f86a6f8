import EventContracts
import FoodLibrary
import Messaging
import Postgres

/// Reads imported food tables and publishes them to the other services once they are usable (NUT-26).
///
/// Every instance reads them; one publishes them. A file that differs from its release is not published.
package struct CatalogReleaseJob: Sendable {
    /// Polling interval.
    package static let interval = Duration.seconds(1)

    let database: MessagingDatabase
    let keeper: CatalogCache
    let reader: CatalogueReader

    /// Reads and publishes new tables; an unusable one does not delay others.
    ///
    /// - Throws: A `CatalogueFileError`, retried in the next run, or a `PostgresError`.
    package func run() async throws {
        var failure: CatalogueFileError?
        for release in try await CatalogueReleaseRepository.all(in: database.pool) {
            if keeper.version(of: release.source) < release.version {
                do throws(CatalogueFileError) {
                    keeper.take(release, try await reader.foods(of: release))
                } catch {
                    failure = error
                    continue
                }
            }
            try await publish(release)
        }
        if let failure { throw failure }
    }

    private func publish(_ release: CatalogueReleased) async throws {
        guard try await CatalogueReleaseRepository.isUntold(release.source, on: database.pool) else { return }
        let id = NamedUUID.make("catalogue-release/\(release.source)/\(release.version)")
        let cause = EventCause.event(
            id, operationID: nil, correlationID: id, traceparent: nil, consumer: NutritionService.name)
        try await database.write(cause) { transaction in
            guard
                let unpublished = try await CatalogueReleaseRepository.takeUnpublished(release.source, in: transaction)
            else {
                return
            }
            try transaction.append(unpublished, key: unpublished.source, subject: unpublished.source)
        }
    }
}
