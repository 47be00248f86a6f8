import Crypto
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Requesting and canceling an erasure, and its receipt (GW-19).
struct ErasureEndpoints: Sendable {
    let database: MessagingDatabase
    let sealer: Sealer
    let sessions: SessionRegistry
    let accounts: any AccountVerification
    let households: any HouseholdMembership
    let acceptor: ErasureJob
    let tokens: AccessTokens
    /// How long an erasure can be cancelled.
    let grace: Duration
    /// The public address of the API, without a trailing slash.
    let publicURL: String

    /// Schedules the erasure of the account after the cancellation period, or erases it at once on request.
    func erase(_ call: Call) async throws -> Answer {
        let id = try call.principal.account
        var fields = try BodyFields(call.body)
        let proof = ProofForm(&fields)
        let isNow = fields.names("now") ? fields.bool("now") : false
        try fields.finish()
        let stored = try await accounts.stored(id)
        try await accounts.requireProof(proof, for: .erasure, of: stored, call)
        let now = EventTime.truncate(database.clock.now()), token = SecretToken.random()
        let erasure = Erasure(
            id: .random(), state: .scheduled, requestedAt: now,
            dueAt: isNow ? now : now.addingTimeInterval(grace.timeInterval))
        // Not sent for an immediate erasure, because the address could no longer be decrypted.
        let mail = erasure.dueAt > now ? try await mail(about: erasure, to: stored) : nil
        let ended = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard
                try await ErasureRepository.schedule(erasure, of: id, tokenHash: token.hash, in: transaction)
            else { throw ProblemDetails(.sessionEnded) }
            try await Audit.record(AuditEntry(.erasureAsked, by: call), in: transaction)
            // Scheduling an erasure also leaves the household, even if it is cancelled later.
            try await households.leaveHousehold(id, in: transaction)
            if let mail { try transaction.append(mail, key: id, subject: mail.mailID) }
            return try await SessionRepository.revokeAll(of: id, but: nil, at: now, in: transaction)
        }
        await sessions.changed(ended, of: id)
        if erasure.dueAt <= now {
            // A failed erasure is retried in the next round.
            do { try await acceptor.erase(id, erasure.id) } catch is PostgresError {} catch is SealingError {}
        }
        return try .json(.accepted, ErasureView(erasure, link: "\(publicURL)/v1/erasures/\(token.text)"))
    }

    /// Cancels the erasure.
    func restore(_ call: Call) async throws -> Answer {
        let principal = try call.principal, now = EventTime.truncate(database.clock.now())
        let isRestored = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let isWithdrawn = try await ErasureRepository.withdraw(of: principal.account, at: now, in: transaction)
            if isWithdrawn { try await Audit.record(AuditEntry(.erasureTakenBack, by: call), in: transaction) }
            return isWithdrawn
        }
        guard isRestored else {
            throw ProblemDetails(
                .conflict, detail: "The account is not scheduled for erasure, or it is too late to cancel.")
        }
        await sessions.changedAll(of: principal.account)
        if let reason = try await AccountRecordRepository.suspension(of: principal.account, in: database.pool) {
            let text = try await sealer.open(bytes: reason, .suspensionReason(of: principal.account))
            throw ProblemDetails(.accountSuspended, detail: String(decoding: text, as: UTF8.self))
        }
        return try await accounts.answer(with: principal.account, to: call)
    }

    /// The receipt, for anyone with the link.
    func read(_ call: Call) async throws -> Answer {
        guard let token = call.id.flatMap(SecretToken.init),
            let erasure = try await ErasureRepository.read(tokenHash: token.hash, in: database.pool)
        else { throw ProblemDetails(.notFound) }
        guard let proof = ErasureProof(erasure) else { return try .json(.ok, ErasureView(erasure)) }
        // The key is stored before the first receipt refers to it.
        try await ErasureKeyRepository.keep(
            tokens.publicKey, since: EventTime.truncate(database.clock.now()), in: database.pool)
        let signature = try await tokens.sign(proof)
        return try .json(.ok, ErasureView(erasure, proof: (signature, PublicKeyView(tokens.publicKey))))
    }

    /// The keys for verifying receipts; a key contained in the receipt itself would prove nothing.
    func keys() async throws -> Answer {
        let known = try await ErasureKeyRepository.list(in: database.pool)
        let current = tokens.publicKey
        let others = known.filter { $0.rawRepresentation != current.rawRepresentation }
        return try .json(.ok, PublicKeysView(keys: ([current] + others).map(PublicKeyView.init)))
    }

    private func mail(about erasure: Erasure, to stored: StoredAccount) async throws -> AccountMailRequested {
        let mail = MailID.random()
        let parameters = AccountMailParameters(to: try await accounts.address(of: stored))
        return AccountMailRequested(
            accountID: stored.account, mailID: mail, kind: .erasureScheduled, locale: stored.locale,
            parameters: try await sealer.seal(
                parameters, .accountMailParameters(mail, of: stored.account)),
            expiresAt: erasure.dueAt, requestedAt: erasure.requestedAt)
    }
}
