import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Sign-in, refresh and sign-out.
struct SessionEndpoints: Sendable {
    let signIn: SignIn
    let keys: IdempotencyKeys
    let hasher: PasswordHasher
    let emailIndex: BlindIndex
    let sessions: SessionRegistry
    let backoff: SignInBackoff
    let secondFactor: SecondFactorCheck
    let ceremony: PasskeyCeremony

    var database: MessagingDatabase { signIn.database }
    var answers: CredentialAnswers { signIn.answers }
    var issuer: SessionIssuer { signIn.issuer }
    var metrics: SignInMetrics { signIn.metrics }

    /// A refresh token was used a second time, or its session ended meanwhile.
    private struct Replayed: Error {}

    func create(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        if fields.names("challenge") { return try await answerChallenge(call) }
        let email = fields.text("email", length: 1...320)
        let password = fields.text("password", length: 1...1_024)
        try fields.finish()
        let index = emailIndex.hash(Username.indexed(signIn: email))
        // The same work is done whether or not the account exists (C4).
        let found = try await AccountRepository.signIn(index: index, from: call.addressHash, in: database.pool)
        let tries =
            found.map {
                SignInTries(
                    at: .password, of: $0.account.account, from: $0.isKnownNetwork ? call.addressHash : nil, backoff)
            } ?? SignInTries(atUnknown: index, backoff)
        let claim = try keys.claim(of: call, scope: index)
        let account = try await authenticate(found?.account, tries, password, call)
        try await signIn.requireSecondFactor(account, after: .password)
        return try await answers.once(claim, call, mismatch: { _ in ProblemDetails(.idempotencyKeyReused) }) {
            let fresh = try await issuer.prepare(
                for: account.account, revocationVersion: account.revocationVersion,
                client: call.headers[.userAgent])
            try await signIn.store(fresh, claim, call) { transaction in
                // The password may have changed while it was checked, which ended all sessions.
                guard try await AccountRepository.holds(account, in: transaction) else {
                    throw ProblemDetails(.invalidCredentials)
                }
                try await SessionRepository.open(
                    fresh.session, of: fresh.account, token: fresh.refresh, client: fresh.client, by: [.password],
                    from: call.addressHash,
                    at: fresh.issuedAt, expires: fresh.expires, in: transaction)
                try await Audit.record(AuditEntry(.signedIn, by: call, of: fresh.account), in: transaction)
            }
            metrics.count(.succeeded)
            return fresh.answer
        }
    }

    func refresh(_ call: Call) async throws -> Answer {
        do {
            return try await refreshed(call)
        } catch let problem as ProblemDetails where problem.statusCode == 401 {
            // Otherwise the client would send the invalid cookie again with each start.
            throw RefusalWithHeaders(problem, headers: try answers.cookie.removal(for: call))
        }
    }

    private func refreshed(_ call: Call) async throws -> Answer {
        let token = try refreshToken(of: call)
        let claim = try keys.claim(of: call, scope: token.hash)
        let standing = try await SessionRepository.standing(of: token, at: issuer.clock.now(), in: database.pool)
        guard let standing else { throw Self.notAToken }
        guard standing.isOpen else { throw ProblemDetails(.sessionEnded) }
        return try await answers.once(claim, call, mismatch: { _ in try await endReplayed(standing, call) }) {
            return try await rotate(token, standing, claim, call)
        }
    }

    func end(_ call: Call) async throws -> Answer {
        let principal = try call.principal, headers = try answers.cookie.removal(for: call)
        try await end(
            principal.session, of: principal.account, because: .signedOut, AuditEntry(.signedOut, by: call), call)
        return Answer(.noContent, headers: headers)
    }

    /// The refresh token in the body, otherwise in the cookie.
    private func refreshToken(of call: Call) throws(ProblemDetails) -> SecretToken {
        guard call.body != .null else { return try answers.cookie.token(of: call) }
        var fields = try BodyFields(call.body)
        guard fields.names("refreshToken") else { return try answers.cookie.token(of: call) }
        let text = fields.text("refreshToken", length: 1...1_024)
        try fields.finish()
        guard let token = SecretToken(text) else { throw Self.notAToken }
        return token
    }

    private static var notAToken: ProblemDetails {
        ProblemDetails(.unauthenticated, detail: "The refresh token is not valid.")
    }

    /// The same answer, in the same time, for an unknown address, a wrong password and a closed account (C4).
    private func authenticate(
        _ account: AccountCredentials?, _ tries: SignInTries, _ password: String, _ call: Call
    ) async throws -> AccountCredentials {
        let isRight: Bool
        do {
            isRight = try await hasher.verify(password, against: account?.passwordHash, counting: tries)
        } catch {
            metrics.count(.slowedDown)
            throw error
        }
        guard isRight, let account, account.isActive else {
            tries.failed()
            metrics.count(.refused)
            // Written whether or not the account exists, so that both take the same time.
            try await Audit.record(
                AuditEntry(.signInRefused, by: call, of: account?.account, outcome: .refused), in: database.pool)
            // The suspension and its reason are only revealed after a correct password (GW-31).
            if isRight, let account, account.isSuspended { throw try await signIn.suspended(account.account) }
            throw ProblemDetails(.invalidCredentials, because: .checkSignIn)
        }
        tries.succeeded()
        return account
    }

    private func rotate(
        _ token: SecretToken, _ standing: RefreshTokenState, _ claim: IdempotencyClaim?, _ call: Call
    ) async throws -> Answer {
        let fresh = try await issuer.prepare(
            for: standing.account, session: standing.session, revocationVersion: standing.revocationVersion)
        do {
            try await signIn.store(fresh, claim, call) { transaction in
                let isRotated = try await SessionRepository.rotate(
                    token, to: fresh.refresh, of: standing.session, at: fresh.issuedAt, expires: fresh.expires,
                    in: transaction)
                guard isRotated else { throw Replayed() }
            }
            return fresh.answer
        } catch is Replayed {
            throw try await endReplayed(standing, call)
        }
    }

    /// Ends a session whose refresh token was used a second time.
    private func endReplayed(_ standing: RefreshTokenState, _ call: Call) async throws -> ProblemDetails {
        metrics.count(.replayed)
        try await end(
            standing.session, of: standing.account, because: .reuseDetected,
            AuditEntry(.tokenReplayed, by: call, of: standing.account, outcome: .refused), call)
        return ProblemDetails(.sessionEnded)
    }

    private func end(
        _ session: SessionID, of account: AccountID, because reason: SessionRepository.End, _ entry: AuditEntry,
        _ call: Call
    ) async throws {
        let now = issuer.clock.now()
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            try await SessionRepository.end(session, of: account, because: reason, at: now, in: transaction)
            try await Audit.record(entry, in: transaction)
        }
        await sessions.changed(session, of: account)
    }
}
