import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Signing in with a passkey: alone, with user verification, or as the second factor after the password.
extension SessionEndpoints {
    /// The signature counter did not increase: there is a copy of the passkey, or it was used twice at once.
    private struct CountedBack: Error {}

    /// Passkey options; with a second-factor challenge, limited to its account.
    func startPasskey(_ call: Call) async throws -> Answer {
        var text: String?
        if call.body != .null {
            var fields = try BodyFields(call.body)
            text = fields.optionalText("challenge", length: 1...64)
            try fields.finish()
        }
        let challenge = SecretToken.random(), now = issuer.clock.now()
        guard let text else {
            try await PasskeyRepository.insert(
                challenge: challenge.hash, for: .signIn, until: now + PasskeyChallenge.life, in: database.pool)
            return try options(challenge, among: [], verification: "required")
        }
        guard let signIn = SecretToken(text),
            let account = try await SecondFactorRepository.account(
                ofChallenge: signIn.hash, at: now, in: database.pool)
        else { throw ProblemDetails(.invalidCredentials) }
        let passkeys = try await PasskeyRepository.list(of: account, in: database.pool)
        guard !passkeys.isEmpty else { throw ProblemDetails(.notFound, detail: "This account has no passkey.") }
        try await PasskeyRepository.insert(
            challenge: challenge.hash, for: .secondFactor, of: account, signInChallenge: signIn.hash,
            until: now + PasskeyChallenge.life, in: database.pool)
        return try options(challenge, among: passkeys, verification: "preferred")
    }

    private func options(
        _ challenge: SecretToken, among passkeys: [Passkey], verification: String
    ) throws -> Answer {
        let options = PasskeyRequestView(
            challenge: challenge.text, rpId: ceremony.site.id,
            allowCredentials: passkeys.map(PasskeyDescriptorView.init), userVerification: verification)
        return try .json(.ok, PasskeyOptionsView(publicKey: options))
    }

    /// A verified passkey with everything that its session needs.
    private struct Shown: Sendable {
        let account: AccountCredentials
        let passkey: Passkey
        let data: AuthenticatorData
        let ways: [SignInMethod]
        /// The hash of the second-factor challenge that the passkey answers.
        let signInChallenge: [UInt8]?
    }

    /// Signs in with a passkey; all failures get the same response.
    func createByPasskey(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let text = fields.optionalText("challenge", length: 1...64)
        if !fields.names("credential") { fields.report("credential", .required) }
        let member = fields.member("credential")
        try fields.finish()
        let form: CredentialForm, clientData: PasskeyCeremony.ClientData
        do {
            form = try CredentialForm(member)
            clientData = try ceremony.clientData(form.clientData, of: .get)
        } catch {
            metrics.count(.refused)
            throw ProblemDetails(.invalidCredentials)
        }
        let claim = try keys.claim(of: call, scope: clientData.challengeHash)
        let mismatch = { (account: AccountID) async throws in
            try await refuse(.passkeyRefused, nil, of: account, call)
            return ProblemDetails(.invalidCredentials)
        }
        return try await answers.once(claim, call, tries: tries(ofPasskeysOf:), mismatch: mismatch) {
            let shown = try await shown(form, clientData, secondFactorOf: text, call)
            let fresh = try await issuer.prepare(
                for: shown.account.account, revocationVersion: shown.account.revocationVersion,
                client: call.headers[.userAgent])
            do {
                try await self.signIn.store(fresh, claim, call) { transaction in
                    guard try await AccountRepository.holds(shown.account, in: transaction) else {
                        throw ProblemDetails(.invalidCredentials)
                    }
                    if let challenge = shown.signInChallenge {
                        guard try await SecondFactorRepository.answer(challenge: challenge, in: transaction) else {
                            throw ProblemDetails(.invalidCredentials)
                        }
                    }
                    let isCounted = try await PasskeyRepository.use(
                        shown.passkey.id, signCount: shown.data.signCount, isBackedUp: shown.data.isBackedUp,
                        at: fresh.issuedAt, in: transaction)
                    guard isCounted else { throw CountedBack() }
                    try await SessionRepository.open(
                        fresh.session, of: fresh.account, token: fresh.refresh, client: fresh.client, by: shown.ways,
                        from: call.addressHash,
                        at: fresh.issuedAt, expires: fresh.expires, in: transaction)
                    try await Audit.record(AuditEntry(.signedIn, by: call, of: fresh.account), in: transaction)
                }
            } catch is CountedBack {
                try await refuse(.passkeyCopied, shown.passkey, of: shown.account.account, call)
                throw ProblemDetails(.invalidCredentials)
            }
            tries(ofPasskeysOf: shown.account.account).succeeded()
            metrics.count(.succeeded)
            return fresh.answer
        }
    }

    private func shown(
        _ form: CredentialForm, _ clientData: PasskeyCeremony.ClientData, secondFactorOf text: String?, _ call: Call
    ) async throws -> Shown {
        let now = issuer.clock.now(), pool = database.pool
        let challenge = try await PasskeyRepository.take(
            challenge: clientData.challengeHash, for: text == nil ? .signIn : .secondFactor, at: now, in: pool)
        let signIn = text.flatMap(SecretToken.init)
        guard let challenge, challenge.signInChallengeHash == signIn?.hash,
            let passkey = try await PasskeyRepository.find(credentialID: form.credentialID, in: pool),
            challenge.account ?? passkey.account == passkey.account
        else {
            metrics.count(.refused)
            throw ProblemDetails(.invalidCredentials)
        }
        do {
            try tries(ofPasskeysOf: passkey.account).admit()
        } catch {
            metrics.count(.slowedDown)
            throw error
        }
        let data: AuthenticatorData
        do {
            data = try ceremony.assertion(
                form.part("authenticatorData"), clientData, signature: form.part("signature"), by: passkey.publicKey,
                needsVerification: signIn == nil)
            if let handle = try form.userHandle(),
                Base64URL.encode(handle) != PasskeyEndpoints.userHandle(of: passkey.account)
            {
                throw PasskeyFault.signature
            }
        } catch {
            try await refuse(.passkeyRefused, passkey, of: passkey.account, call)
            throw ProblemDetails(.invalidCredentials)
        }
        let (account, ways) = try await credentials(of: passkey, answering: signIn, at: now, call)
        return Shown(
            account: account, passkey: passkey, data: data, ways: ways, signInChallenge: signIn?.hash)
    }

    /// The account of a verified passkey; a suspension is reported here, as after a correct password.
    private func credentials(
        of passkey: Passkey, answering signIn: SecretToken?, at now: Date, _ call: Call
    ) async throws -> (AccountCredentials, [SignInMethod]) {
        if let signIn {
            let found = try await SecondFactorRepository.attempt(challenge: signIn.hash, at: now, in: database.pool)
            guard let found, found.account.account == passkey.account else {
                throw ProblemDetails(.invalidCredentials)
            }
            return (found.account, [found.firstMethod, .passkey])
        }
        let found = try await SignInMethodRepository.credentials(of: passkey.account, in: database.pool)
        guard let found else { throw ProblemDetails(.invalidCredentials) }
        if found.isSuspended { throw try await self.signIn.suspended(found.account) }
        guard found.isActive else { throw ProblemDetails(.invalidCredentials) }
        return (found, [.passkey])
    }

    private func tries(ofPasskeysOf account: AccountID) -> SignInTries {
        SignInTries(at: .passkey, of: account, backoff)
    }

    private func refuse(
        _ action: AuditAction, _ passkey: Passkey?, of account: AccountID, _ call: Call
    ) async throws {
        tries(ofPasskeysOf: account).failed()
        metrics.count(.refused)
        try await Audit.record(
            AuditEntry(action, by: call, of: account, resource: passkey?.id.description, outcome: .refused),
            in: database.pool)
    }
}
