import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Advances exports: stores the gateway's own part, ends the wait for missing services, and removes expired exports
/// (GW-22).
///
/// Each step is idempotent, and an interrupted one is continued by the next round of any instance.
package struct ExportJob: Sendable {
    /// Interval between rounds.
    package static let interval = Duration.seconds(5)
    /// Maximum number of exports per round.
    private static let maxPerRound = 100

    let database: MessagingDatabase
    private let reader: ExportReader

    /// A job over the gateway's database.
    package init(database: MessagingDatabase, sealer: Sealer) {
        self.database = database
        reader = ExportReader(IngestionExport.list, sealer: sealer)
    }

    private var now: Date { EventTime.truncate(database.clock.now()) }

    /// Runs one round.
    ///
    /// - Throws: A `PostgresError` or a `SealingError`; the rest waits for the next round.
    package func run() async throws {
        let service = database.service
        for (id, account) in try await ExportRepository.unanswered(
            by: service, maxCount: Self.maxPerRound, in: database.pool)
        {
            try await storeParts(id, of: account)
        }
        for (account, export) in try await ExportRepository.overdue(
            at: now, maxCount: Self.maxPerRound, in: database.pool)
        {
            try await database.write(.request(correlationID: UUID())) { transaction in
                let now = try transaction.eventTime()
                if let settled = try await ExportRepository.settle(export, at: now, in: transaction) {
                    try Self.publish(settled, of: account, in: transaction)
                }
            }
        }
        try await ExportRepository.prune(at: now, in: database.pool)
    }

    /// Stores the gateway's own part.
    private func storeParts(_ id: ExportID, of account: AccountID) async throws {
        let service = database.service
        do {
            try await database.write(.request(correlationID: UUID())) { transaction in
                guard try await ExportRepository.lockUntold(id, by: service, in: transaction) else { return }
                let contents = try await reader.parts(of: account, for: id, in: transaction)
                for place in 0..<max(contents.count, 1) {
                    let part = ExportPart(
                        service: service, part: place + 1, parts: max(contents.count, 1),
                        content: contents.isEmpty ? nil : contents[place])
                    let ready = try await ExportRepository.add(part, to: id, of: account, in: transaction)
                    if let ready { try Self.publish(ready, of: account, in: transaction) }
                }
            }
        } catch SealingError.erased {
            // The account is being erased, and the export with it.
        }
    }

    /// Publishes that an export is ready.
    static func publish(_ export: Export, of account: AccountID, in transaction: borrowing Transaction) throws {
        guard let readyAt = export.readyAt else { return }
        try transaction.append(
            ExportReady(accountID: account, exportID: export.id, readyAt: readyAt, expiresAt: export.expiresAt),
            key: account, subject: export.id)
    }
}
