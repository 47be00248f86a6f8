import EventContracts
import Foundation
import HTTPTypes
import Messaging
import Sealing
import ServiceRuntime

/// What somebody has to show before what a thief of their session must not do.
extension AccountEndpoints {
    /// A mail that by what one signs in has changed; nil while nobody has shown that the address is theirs.
    ///
    /// Otherwise somebody could register with another's address and have as many mails sent to it as they like.
    func news(_ kind: AccountMailKind, of stored: StoredAccount) async throws -> AccountMails.Draft? {
        guard stored.isVerified else { return nil }
        return try await mails.draft(kind, to: try await address(of: stored), of: stored.account, in: stored.locale)
    }

    /// Takes the password away: from then on passkeys and issuers alone sign in, or a new password by mail.
    ///
    /// Only where the address is known to be the person's: whoever loses the passkey is lost otherwise.
    func dropPassword(_ call: Call) async throws -> Answer {
        let principal = try call.principal, stored = try await stored(principal.account)
        try await proofs.require(try ProofForm(body: call.body), for: .account, of: stored, call)
        let hash = try await hasher.hash(ShareToken.random().text)
        let news = try await news(.passwordRemoved, of: stored)
        let ended = try await database.write(CommandDesk.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            let isDropped = try await WaysInRepository.dropPassword(
                of: stored.account, unknownHash: hash, at: now, in: transaction)
            guard isDropped else {
                throw ProblemDetails(.conflict, detail: "It takes a password, a passkey and a verified address.")
            }
            try await CredentialAnswerRepository.forget(of: stored.account, in: transaction)
            try await Audit.record(AuditEntry(.passwordRemoved, by: call), in: transaction)
            _ = try await news?.ask(to: stored.emailIndex, at: now, in: transaction)
            return try await SessionRepository.revokeAll(
                of: stored.account, but: principal.session, at: now, in: transaction)
        }
        await sessions.changed(ended, of: stored.account)
        return Answer(.noContent)
    }

    /// Says what may be shown for a deed; the challenge of a passkey is good for that deed alone, in this session.
    func startProof(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let deed = fields.optionalChoice("for", of: ProvenDeed.self)
        if deed == nil, !fields.hasProblem("for") { fields.report("for", "is required") }
        try fields.finish()
        let principal = try call.principal, stored = try await stored(principal.account)
        let known = try await PasskeyRepository.list(of: stored.account, in: database.pool)
        let factor = try await SecondFactorRepository.read(stored.account, in: database.pool)
        var options: PasskeyRequestView?
        if let deed, !known.isEmpty {
            let challenge = ShareToken.random()
            try await PasskeyRepository.insert(
                challenge: challenge.hash, for: .proof, of: stored.account, proving: (deed, principal.session),
                until: issuer.clock.now() + PasskeyChallenge.life, in: database.pool)
            options = PasskeyRequestView(
                challenge: challenge.text, rpId: proofs.ceremony.site.id,
                allowCredentials: known.map(PasskeyDescriptorView.init), userVerification: "required")
        }
        let view = ProofView(
            password: stored.hasPassword, code: stored.hasPassword && factor?.confirmedAt != nil,
            signInUntil: stored.hasPassword ? nil : try await proofs.freshUntil(principal.session),
            publicKey: options)
        return try .json(.ok, view)
    }
}
