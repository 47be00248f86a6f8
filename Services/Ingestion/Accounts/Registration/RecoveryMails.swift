import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Sends recovery codes, if the account exists.
///
/// The request itself is only recorded, so that it takes the same time for any address; recorded requests survive a
/// restart.
package struct RecoveryMails: Sendable {
    /// Interval between rounds.
    package static let interval = Duration.seconds(1)
    /// Maximum number of requests per round.
    private static let batch = 500

    private let database: MessagingDatabase
    private let sealer: Sealer

    package init(database: MessagingDatabase, sealer: Sealer) {
        self.database = database
        self.sealer = sealer
    }

    /// Runs one round; several gateway instances may run it at the same time.
    ///
    /// An error with one person does not delay the others.
    package func run() async throws {
        guard try await !RecoveryRequestRepository.list(maxCount: 1, in: database.pool).isEmpty else { return }
        let limit = database.clock.now().addingTimeInterval(-AccountMailKind.recoveryLife)
        _ = try await RecoveryRequestRepository.prune(before: limit, in: database.pool)
        var fault: (any Error)?
        for index in try await RecoveryRequestRepository.list(maxCount: Self.batch, in: database.pool) {
            do {
                try await answer(index)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
    }

    private func answer(_ index: [UInt8]) async throws {
        guard let contact = try await AccountRepository.contact(signInIndex: index, in: database.pool) else {
            _ = try await RecoveryRequestRepository.remove(index, in: database.pool)
            return
        }
        let address = String(
            decoding: try await sealer.open(bytes: contact.emailSealed, .emailAddress(of: contact.account)),
            as: UTF8.self)
        let draft = try await AccountMails(sealer: sealer).draft(
            .recovery, to: address, of: contact.account, in: contact.locale)
        try await database.write(.request(correlationID: UUID())) { transaction in
            // If the address has changed, the next round mails the new one.
            guard try await AccountRepository.has(contact, in: transaction),
                try await RecoveryRequestRepository.remove(index, in: transaction)
            else { return }
            // An account over the mail limit still has a valid code.
            try await Audit.record(AuditEntry(.recoveryAsked, of: contact.account), in: transaction)
            _ = try await draft.send(to: contact.emailIndex, at: try transaction.eventTime(), in: transaction)
        }
    }
}
