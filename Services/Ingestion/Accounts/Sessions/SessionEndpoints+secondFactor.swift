import Crypto
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import ServiceRuntime

/// Signing in with a second factor: a correct password returns a challenge, and the challenge with a code opens a
/// session.
extension SessionEndpoints {
    /// Maximum number of attempts per challenge.
    private static let maxTries: Int32 = 5

    /// Completes a sign-in with a code, or with a recovery code.
    func answerChallenge(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let text = fields.text("challenge", length: 1...64)
        let code = fields.text("code", length: 1...40)
        try fields.finish()
        guard let challenge = SecretToken(text) else { throw ProblemDetails(.invalidCredentials) }
        let claim = try keys.claim(of: call, scope: challenge.hash)
        let mismatch = { (account: AccountID) async throws in
            try await refuse(account, call)
            return ProblemDetails(.invalidCredentials)
        }
        return try await answers.once(claim, call, tries: secondFactor.tries(of:), mismatch: mismatch) {
            let (found, use) = try await check(challenge, code, call)
            let account = found.account
            let fresh = try await issuer.prepare(
                for: account.account, revocationVersion: account.revocationVersion,
                client: call.headers[.userAgent])
            do {
                try await signIn.store(fresh, claim, call) { transaction in
                    guard try await AccountRepository.holds(account, in: transaction),
                        try await SecondFactorRepository.answer(challenge: challenge.hash, in: transaction),
                        try await SecondFactorCheck.takeUp(
                            use, of: account.account, at: fresh.issuedAt, in: transaction)
                    else { throw ProblemDetails(.invalidCredentials) }
                    try await SessionRepository.open(
                        fresh.session, of: fresh.account, token: fresh.refresh, client: fresh.client,
                        by: [found.firstMethod, .code], from: call.addressHash, at: fresh.issuedAt,
                        expires: fresh.expires,
                        in: transaction)
                    if case .recoveryCode = use {
                        try await Audit.record(
                            AuditEntry(.recoveryCodeUsed, by: call, of: fresh.account), in: transaction)
                    }
                    try await Audit.record(AuditEntry(.signedIn, by: call, of: fresh.account), in: transaction)
                }
            } catch let problem as ProblemDetails where problem.kind == .invalidCredentials {
                try await refuse(account.account, call)
                throw problem
            }
            secondFactor.tries(of: account.account).succeeded()
            metrics.count(.succeeded)
            return fresh.answer
        }
    }

    private func check(
        _ challenge: SecretToken, _ code: String, _ call: Call
    ) async throws -> (SignInChallenge, SecondFactorCheck.Use) {
        let now = issuer.clock.now()
        guard
            let found = try await SecondFactorRepository.attempt(
                challenge: challenge.hash, at: now, in: database.pool), found.tries <= Self.maxTries,
            let factor = try await SecondFactorRepository.read(found.account.account, in: database.pool),
            factor.confirmedAt != nil
        else { throw ProblemDetails(.invalidCredentials) }
        do {
            try secondFactor.tries(of: found.account.account).admit()
        } catch {
            metrics.count(.slowedDown)
            throw error
        }
        guard let use = try await secondFactor.use(of: code, factor, found.account.account, at: now) else {
            try await refuse(found.account.account, call)
            throw ProblemDetails(.invalidCredentials)
        }
        return (found, use)
    }

    private func refuse(_ account: AccountID, _ call: Call) async throws {
        secondFactor.tries(of: account).failed()
        metrics.count(.refused)
        try await Audit.record(
            AuditEntry(.secondFactorRefused, by: call, of: account, outcome: .refused), in: database.pool)
    }
}
