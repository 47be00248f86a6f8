import Crypto
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Opens sessions for every way of signing in.
struct SignIn: Sendable {
    /// How long a challenge can be answered, in seconds.
    private static let challengeLife: TimeInterval = 5 * 60

    let database: MessagingDatabase
    let answers: CredentialAnswers
    let issuer: SessionIssuer
    let metrics: SignInMetrics

    /// Requires the second factor if the account has one.
    ///
    /// - Throws: `secondFactorRequired` with a challenge.
    func requireSecondFactor(_ account: AccountCredentials, after way: SignInMethod) async throws {
        let factor = try await SecondFactorRepository.read(account.account, in: database.pool)
        guard factor?.confirmedAt != nil else { return }
        let challenge = SecretToken.random(), end = issuer.clock.now() + Self.challengeLife
        try await SecondFactorRepository.insert(
            challenge: challenge.hash, of: account.account,
            passwordMark: Array(SHA256.hash(data: Array(account.passwordHash.utf8))), after: way, until: end,
            in: database.pool)
        throw ProblemDetails(
            .secondFactorRequired, detail: "Send the challenge and a code of the authenticator.",
            extensions: ["challenge": .string(challenge.text)])
    }

    /// The response for a suspended account, after a correct sign-in.
    func suspended(_ account: AccountID) async throws -> ProblemDetails {
        guard let sealed = try await AccountRecordRepository.suspension(of: account, in: database.pool) else {
            return ProblemDetails(.accountSuspended)
        }
        let words = try await issuer.sealer.open(bytes: sealed, .suspensionReason(of: account))
        return ProblemDetails(.accountSuspended, detail: String(decoding: words, as: UTF8.self))
    }

    /// Stores a session change and, under a claim, its answer.
    func store(
        _ fresh: SessionIssuer.Fresh, _ claim: IdempotencyClaim?, _ call: Call,
        _ change: (borrowing Transaction) async throws -> Void
    ) async throws {
        let stored = try await answers.sealed(fresh, for: claim)
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            try answers.store(stored, for: claim, call, at: fresh.issuedAt, in: transaction)
            try await change(transaction)
        }
    }

    /// Opens a session for an identity from an issuer; requires a second factor as after a password.
    func create(
        by identity: Identity, seen: Date?, _ claim: IdempotencyClaim?, _ call: Call
    ) async throws -> Answer {
        let found = try await SignInMethodRepository.credentials(of: identity.account, in: database.pool)
        guard let found else { throw ProblemDetails(.invalidCredentials) }
        if found.isSuspended { throw try await suspended(found.account) }
        guard found.isActive else { throw ProblemDetails(.invalidCredentials) }
        try await requireSecondFactor(found, after: .issuer)
        let fresh = try await issuer.prepare(
            for: found.account, revocationVersion: found.revocationVersion, client: call.headers[.userAgent])
        try await store(fresh, claim, call) { transaction in
            guard try await AccountRepository.holds(found, in: transaction),
                try await IdentityRepository.use(identity.id, at: fresh.issuedAt, in: transaction)
            else { throw ProblemDetails(.invalidCredentials) }
            try await SessionRepository.open(
                fresh.session, of: fresh.account, token: fresh.refresh, client: fresh.client, by: [.issuer],
                from: call.addressHash,
                issuerSaw: seen, at: fresh.issuedAt, expires: fresh.expires, in: transaction)
            try await Audit.record(
                AuditEntry(.signedIn, by: call, of: fresh.account, resource: identity.issuer), in: transaction)
        }
        metrics.count(.succeeded)
        return fresh.answer
    }
}
