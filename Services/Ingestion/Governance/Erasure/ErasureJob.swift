import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Erases due accounts (GW-19): first the key, so that nothing can be decrypted, then the rows.
///
/// Then the erasure is published, and every service erases its data. Each step is idempotent, and an interrupted
/// erasure is continued by the next round of any instance.
package struct ErasureJob: Sendable {
    /// Interval between rounds.
    package static let interval = Duration.seconds(5)
    /// Maximum number of accounts per round.
    private static let maxPerRound = 100

    let database: MessagingDatabase
    let keyRing: any KeyRing
    let archive: PhotoArchive
    private let erasure: AccountErasure

    /// A job over the gateway's database.
    package init(database: MessagingDatabase, keyRing: any KeyRing, archive: PhotoArchive) {
        self.database = database
        self.keyRing = keyRing
        self.archive = archive
        erasure = AccountErasure(
            IngestionErasure.list, keyRing: keyRing, first: SettledRevenue.settle(_:in:))
    }

    /// The current time in database precision, so that a due time is not a fraction of a millisecond ahead.
    private var now: Date { EventTime.truncate(database.clock.now()) }

    /// Runs one round.
    ///
    /// - Throws: A `PostgresError` or a `SealingError`; the rest waits for the next round.
    package func run() async throws {
        let due = try await ErasureRepository.due(at: now, maxCount: Self.maxPerRound, in: database.pool)
        for (id, account) in due { try await erase(account, id) }
        // After a restore, the gateway publishes erasures to the services again.
        try await erasure.round(in: database) { erased, _, transaction in
            try Self.publish(erased, in: transaction)
        }
        for (id, account) in try await ErasureRepository.unsettled(maxCount: Self.maxPerRound, in: database.pool) {
            try await settle(account, id)
        }
    }

    /// Erases one due account.
    func erase(_ account: AccountID, _ id: ErasureID) async throws {
        let isBegun = try await ErasureRepository.begin(id, at: now, in: database.pool)
        guard isBegun else { return }
        try await keyRing.destroyKey(for: account.uuid)
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime()
            guard try await ErasureRepository.finish(id, at: now, in: transaction) else { return }
            _ = try await erasure.apply(to: account, id, at: now, in: transaction)
            try await Audit.record(AuditEntry(.erased, of: account), in: transaction)
            try Self.publish(ErasedAccount(account: account, erasure: id, erasedAt: now), in: transaction)
        }
        try await settle(account, id)
    }

    /// Stores the gateway's own report, once the photos' files are deleted too.
    private func settle(_ account: AccountID, _ id: ErasureID) async throws {
        try await archive.removeDropped(of: account)
        try await database.write(.request(correlationID: UUID())) { transaction in
            guard let deleted = try await ErasureRepository.ownReport(of: account, in: transaction) else { return }
            let report = Erasure.Report(deleted: deleted, erasedAt: try transaction.eventTime())
            try await ErasureRepository.add(report, of: database.service, to: id, in: transaction)
        }
    }

    private static func publish(_ erased: ErasedAccount, in transaction: borrowing Transaction) throws {
        try transaction.append(
            AccountErased(accountID: erased.account, erasureID: erased.erasure, erasedAt: erased.erasedAt),
            key: erased.account, subject: erased.account)
    }
}
