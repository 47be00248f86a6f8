import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Sealing
import ServiceRuntime

/// Proofs of identity, required for actions that a stolen session must not allow.
extension AccountEndpoints {

    /// Removes the password: afterwards only passkeys and issuers can sign in, and recovery by mail can set a new one.
    ///
    /// Requires a verified address, since losing the passkey would otherwise lock the person out.
    func dropPassword(_ call: Call) async throws -> Answer {
        let principal = try call.principal, stored = try await context.stored(principal.account)
        try await context.proofs.require(try ProofForm(body: call.body), for: .account, of: stored, call)
        let hash = try await context.hasher.hash(SecretToken.random().text)
        let news = try await context.news(.passwordRemoved, of: stored)
        let ended = try await context.database.write(CommandAcceptor.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            let isDropped = try await SignInMethodRepository.dropPassword(
                of: stored.account, unknownHash: hash, at: now, in: transaction)
            guard isDropped else {
                throw ProblemDetails(
                    .conflict, detail: "This requires a password, a passkey and a verified e-mail address.")
            }
            try await CredentialAnswerRepository.forget(of: stored.account, in: transaction)
            try await Audit.record(AuditEntry(.passwordRemoved, by: call), in: transaction)
            _ = try await news?.send(to: stored.emailIndex, at: now, in: transaction)
            return try await SessionRepository.revokeAll(
                of: stored.account, but: principal.session, at: now, in: transaction)
        }
        await context.sessions.changed(ended, of: stored.account)
        return Answer(.noContent)
    }

    /// The accepted proofs for an action; a passkey challenge is valid for that action in this session only.
    func startProof(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let deed = fields.optionalChoice("for", of: ProofPurpose.self)
        if deed == nil, !fields.hasProblem("for") { fields.report("for", .required) }
        try fields.finish()
        let principal = try call.principal, stored = try await context.stored(principal.account)
        let known = try await PasskeyRepository.list(of: stored.account, in: context.database.pool)
        let factor = try await SecondFactorRepository.read(stored.account, in: context.database.pool)
        var options: PasskeyRequestView?
        if let deed, !known.isEmpty {
            let challenge = SecretToken.random()
            try await PasskeyRepository.insert(
                challenge: challenge.hash, for: .proof, of: stored.account, proving: (deed, principal.session),
                until: context.issuer.clock.now() + PasskeyChallenge.life, in: context.database.pool)
            options = PasskeyRequestView(
                challenge: challenge.text, rpId: context.proofs.ceremony.site.id,
                allowCredentials: known.map(PasskeyDescriptorView.init), userVerification: "required")
        }
        let view = ProofView(
            password: stored.hasPassword, code: stored.hasPassword && factor?.confirmedAt != nil,
            signInUntil: stored.hasPassword ? nil : try await context.proofs.freshUntil(principal.session),
            publicKey: options)
        return try .json(.ok, view)
    }
}
