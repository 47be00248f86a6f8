import EventContracts
import Foundation
import HTTPTypes
import Messaging
import Sealing
import ServiceRuntime

/// Terms and registration.
struct AccountEndpoints: Sendable {
    let database: MessagingDatabase
    let keys: IdempotencyKeys
    let hasher: PasswordHasher
    let keyRing: any KeyRing
    let sealer: Sealer
    let emailIndex: BlindIndex
    let issuer: SessionIssuer
    let sessions: SessionRegistry
    let backoff: SignInBackoff
    let limits: RequestLimits
    let rules: RegistrationForm.Rules
    let proofs: ProofCheck

    /// Mails about the account itself.
    var mails: AccountMails { AccountMails(sealer: sealer) }

    private struct Terms: Encodable {
        let version: String
    }

    func readTerms() throws -> Answer { try .json(.ok, Terms(version: rules.terms)) }

    func acceptTerms(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let version = fields.text("version", length: 1...32)
        if !version.isEmpty, version != rules.terms { fields.report("version", "is not the version of GET /v1/terms") }
        try fields.finish()
        let principal = try call.principal
        try await AccountRepository.acceptTerms(
            version, by: principal.account, at: issuer.clock.now(), in: database.pool)
        await sessions.changed(principal.session, of: principal.account)
        return Answer(.noContent)
    }

    /// Registers and signs in.
    ///
    /// That an address has an account already is told with 409: a registration that signs the person in at once (C2)
    /// cannot hide it. It costs a try of the address's sign-in limit, and sign-in itself tells nothing (C4).
    func register(_ call: Call) async throws -> Answer {
        let form = try RegistrationForm(call.body, rules)
        let index = emailIndex.hash(form.email.normalized)
        let claim = try keys.claim(of: call, scope: index)
        return try await keys.once(claim, in: database.pool) {
            guard try await !AnnouncementRepository.isRetiring(in: database.pool) else {
                throw ProblemDetails(.noNewAccounts)
            }
            guard try await AccountRepository.credentials(emailIndex: index, in: database.pool) == nil else {
                throw ProblemDetails(.accountExists)
            }
            return try await create(form, emailIndex: index, claim, call)
        }
    }

    /// The data key is made first: a key that no account came to use is harmless.
    private func create(
        _ form: RegistrationForm, emailIndex index: [UInt8], _ claim: IdempotencyClaim?, _ call: Call
    ) async throws -> Answer {
        let passwordHash = try await hasher.hash(form.password)
        let account = AccountID.random()
        try await keyRing.createKey(for: account.uuid)
        let email = try await sealer.seal(bytes: Array(form.email.text.utf8), .emailAddress(of: account))
        let fresh = try await issuer.prepare(
            for: account, revocationVersion: 1, client: call.headers[.userAgent])
        let stored = try await keys.sealed(fresh.answer, for: claim, of: account)
        let contact = try await mails.contact(form.email.text, of: account)
        let verification = try await mails.draft(
            .verification, to: form.email.text, of: account, in: form.locale)
        try await database.write(CommandDesk.cause(of: call)) { transaction in
            try IdempotencyKeys.take(claim, for: stored, at: fresh.issuedAt, in: transaction)
            let isNew = try await AccountRepository.insert(
                NewAccount(
                    account: account, emailSealed: email, emailIndex: index, passwordHash: passwordHash,
                    locale: form.locale, timeZone: form.timeZone, acceptedTerms: rules.terms,
                    createdAt: fresh.issuedAt),
                in: transaction)
            guard isNew else { throw ProblemDetails(.accountExists) }
            try await ConsentRepository.add(
                form.consents, of: account, version: 1, terms: rules.terms, at: fresh.issuedAt, in: transaction)
            try await SessionRepository.open(
                fresh.session, of: account, token: fresh.refresh, client: fresh.client, by: [.password],
                at: fresh.issuedAt, expires: fresh.expires, in: transaction)
            try await Audit.record(AuditEntry(.registered, by: call, of: account), in: transaction)
            try transaction.append(
                AccountRegistered(
                    accountID: account, locale: form.locale, timeZone: form.timeZone, acceptedTerms: rules.terms,
                    registeredAt: fresh.issuedAt),
                key: account, subject: account)
            try transaction.append(
                ContactChanged(
                    accountID: account, version: 1, address: contact, isVerified: false, changedAt: fresh.issuedAt),
                key: account, subject: account)
            _ = try await verification.ask(to: index, at: fresh.issuedAt, in: transaction)
        }
        return fresh.answer
    }
}
